"""Where rules meet: cards in step D, roads mended by what leaves the board, several curses, long chains of draws."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, building_at, hand, knight_at, points, roll, sail, seen, told
from tests.engines.mmn.positions import ENOUGH, Players, chain, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words

DULL = ["smith", "smith", "alchemist", "medicine"]
"""Four cards that cannot be played in these positions."""
SEVEN = chain("n33", "n38", "n43", "n47", "n51", "n54", "n50")
"""A road that n38 or n47 interrupts."""


def overflowing(card: str, others: Players | None = None, red: int = 1, white: int = 4, **me: Any) -> Mmn:
    """Seat 0 draws Relief Supplies as a sixth card; the fifth is the card."""
    mine = {"levels": {"food": 1}, "buildings": ["city n25"], "cards": [*DULL, card], "hand": "1 jewel"} | me
    game = position(phase="roll", me=mine, others=others, top={"food": ["relief"]})
    roll(game, red, white, track="food")
    assert asked(game) == "overflow"
    return game


# -- cards played in step D --------------------------------------------------------------------------------------------


def test_wedding_in_step_d_asks_others_before_the_yields() -> None:
    others: Players = {1: {"buildings": ["trade n42"], "levels": {"trade": 4}, "hand": "3 wool 1 ore"}}
    game = overflowing("wedding", others, 1, 2)
    events = act(game, "play wedding")
    assert (game.to_act, kinds(events, "received")) == ((1,), [])
    events = act(game, "give 1 wool 1 ore")
    assert hand(game) == amounts("1 jewel 1 wool 1 ore")
    assert kinds(events, "gave", "received") == ["gave", "received"]
    assert asked(game) == "turn"


def test_a_curse_laid_in_step_d_stops_the_yields_of_this_turn() -> None:
    others: Players = {1: {"buildings": ["city n31"]}}
    game = overflowing("curse", others, 2, 4, levels={"food": 2}, buildings=["city n42"])
    act(game, "play curse", "choose h10")
    assert hand(game, 1) == {}
    assert asked(game) == "turn"


def test_bishop_in_step_d_stops_the_yields_of_the_robbers_new_hex() -> None:
    others: Players = {1: {"buildings": ["city n31"], "hand": "2 wool"}}
    game = overflowing("bishop", others, 2, 4, levels={"food": 2}, buildings=["city n03"])
    act(game, "play bishop", next(line for line in words_after(game, "play bishop") if line.endswith("h10")))
    assert (hand(game), hand(game, 1)) == (amounts("1 jewel 1 wool"), amounts("1 wool"))


def words_after(game: Mmn, line: str) -> list[str]:
    copy = game.copy()
    act(copy, line)
    return words(copy)


def test_commercial_harbour_played_in_step_d_serves_the_action_phase() -> None:
    others: Players = {1: {"hand": "1 coin 1 cloth"}}
    game = overflowing("commercial_harbor", others, hand="2 wool 1 jewel", buildings=["city n03"])
    act(game, "play commercial_harbor")
    assert asked(game) == "turn"
    act(game, "swap seat2 wool", "give coin")
    assert hand(game) == amounts("1 wool 1 jewel 1 coin")


def test_crane_played_in_step_d_may_place_a_metropolis() -> None:
    me = {"levels": {"food": 1, "trade": 3}, "buildings": ["city n25", "city n42"], "hand": "3 cloth"}
    game = overflowing("crane", None, 1, 4, **me)
    act(game, "play crane")
    act(game, *([] if asked(game) == "placemetropolis" else ["choose trade"]), "metropolis n42")
    assert building_at(game, "n42").metropolis == "trade"
    assert asked(game) == "turn"


def test_deserter_played_in_step_d_is_resolved_before_the_next_draw() -> None:
    others: Players = {
        1: {"knights": ["n46", "n53 strong"], "hand": "1 ore", "levels": {"food": 1}, "buildings": ["city n42"]}
    }
    me = {"levels": {"food": 1}, "buildings": ["city n25"], "cards": [*DULL, "deserter"], "hand": "1 jewel"}
    me |= {"roads": ["n20-n25"]}
    game = position(phase="roll", me=me, others=others, top={"food": ["relief", "famine"]})
    roll(game, 1, 4, track="food")
    act(game, "play deserter", "desert n53")
    assert player(game, 1).cards == []
    events = act(game, "choose n20")
    assert knight_at(game, "n20").rank == 2
    assert [event.seat for event in told(events, "drew")] == [1]


def test_several_overflows_are_resolved_in_turn_order() -> None:
    full = [*DULL, "warlord"]
    others: Players = {
        0: {"levels": {"food": 1}, "buildings": ["city n42"], "cards": ["mining", "mining", "spy", "spy", "spy"]},
        2: {"levels": {"food": 1}, "buildings": ["city n40"], "cards": ["golem", "golem", "siege", "siege", "curse"]},
    }
    me = {"levels": {"food": 1}, "buildings": ["city n18"], "cards": full, "hand": "1 ore"}
    game = position(seat=1, phase="roll", me=me, others=others, top={"food": ["famine", "relief", "poaching"]})
    roll(game, 1, 4, track="food")
    for seat in (1, 2, 0):
        assert (game.to_act, asked(game)) == ((seat,), "overflow")
        assert (len(offered(game, "play")) > 0) <= (seat == 1)
        act(game, f"return {player(game, seat).cards[-1]}")
    assert [len(player(game, seat).cards) for seat in range(3)] == [5, 5, 5]
    assert game.state.decks["food"][:3] == ["poaching", "relief", "famine"]


# -- roads mended by what leaves the board -----------------------------------------------------------------------------


def broken(**changes: Any) -> dict[str, Any]:
    """A player whose road of six a knight or city on n47 cuts to three."""
    return {"roads": SEVEN, "hand": ENOUGH} | changes


def test_an_assassinated_knight_mends_a_road() -> None:
    me = broken(cards=["assassin"])
    game = position(me=me, others={1: {"knights": ["n47"]}})
    act(game, "play assassin")
    assert game.state.longest_road == 0


def test_the_strike_mends_a_road() -> None:
    me = broken(levels={"power": 3}, buildings=["city n25"])
    game = position(me=me, others={1: {"knights": ["n47"]}})
    act(game, "strike n47")
    assert game.state.longest_road == 0


def test_a_deserter_mends_a_road() -> None:
    game = position(me=broken(cards=["deserter"]), others={1: {"knights": ["n47"]}})
    act(game, "play deserter", "done")
    assert game.state.longest_road == 0


def test_intrigue_mends_a_road_after_the_retreat() -> None:
    theirs = {"knights": ["n47"], "roads": ["n42-n47", "n37-n42"], "hand": "1 ore"}
    game = position(me=broken(cards=["intrigue"]), others={1: theirs})
    act(game, "play intrigue")
    assert game.state.longest_road == -1
    act(game, "retreat n37")
    assert game.state.longest_road == 0


def test_a_displaced_knight_that_leaves_mends_a_road() -> None:
    me = broken(knights=["n43 strong active"], roads=[*SEVEN, "n43-n47"][:6])
    game = position(me=me, others={1: {"knights": ["n47"]}})
    act(game, "move n43 n47")
    assert player(game, 1).knights == []
    assert game.state.longest_road == 0


def test_a_city_removed_by_the_barbarians_mends_a_road() -> None:
    five = ["settlement n01", "settlement n03", "settlement n12", "settlement n16", "settlement n22"]
    others: Players = {1: {"buildings": [*five, "city n47"], "hand": "1 ore"}}
    game = position(phase="roll", me=broken(), others=others, ship=6)
    sail(game, 6, 6)
    assert building_at(game, "n47", 1) is None
    assert game.state.longest_road == 0


def test_a_conscripted_knight_breaks_a_road() -> None:
    me = {"roads": ["n42-n47"], "cards": ["conscription"], "hand": "1 ore"}
    game = position(me=me, others={1: {"roads": SEVEN}}, longest_road=1)
    act(game, "play conscription", "choose n47")
    assert game.state.longest_road == -1


def test_forced_march_and_teleport_break_roads() -> None:
    for card, choices in (("forced_march", ["move n42 n47"]), ("teleport", ["choose n42", "choose n47"])):
        me = {"roads": ["n42-n47"], "knights": ["n42"], "cards": [card], "hand": "1 ore"}
        game = position(me=me, others={1: {"roads": SEVEN}}, longest_road=1)
        act(game, f"play {card}")
        for choice in choices:
            if asked(game) != "turn":
                act(game, choice)
        assert knight_at(game, "n47")
        assert game.state.longest_road == -1, card


# -- curses ------------------------------------------------------------------------------------------------------------


def test_all_own_curses_end_together_and_those_of_others_stay() -> None:
    curses = [{"hex": place("h10"), "seat": 1}, {"hex": place("h11"), "seat": 2}, {"hex": place("h06"), "seat": 1}]
    game = position(me={"hand": "1 ore"}, others={1: {"hand": "1 ore"}}, curses=curses)
    events = act(game, "pass")
    assert [event.data["hex"] for event in told(events, "curse_ended")] == ["h10", "h06"]
    assert [(each.hex, each.seat) for each in game.state.curses] == [(place("h11"), 2)]
    assert game.state.decks["magic"].count("curse") == 2


def test_a_curse_on_a_hex_the_robber_comes_to_later() -> None:
    others: Players = {1: {"buildings": ["city n31"], "hand": "1 ore"}}
    game = position(phase="roll", me={"hand": "1 ore"}, others=others, curses=[{"hex": place("h10"), "seat": 2}])
    roll(game, 3, 4, track="magic")
    assert "h10" in offered(game, "robber")


# -- combined limits ---------------------------------------------------------------------------------------------------


def test_a_lost_metropolis_city_can_be_pillaged_and_sabotaged() -> None:
    others: Players = {1: {"buildings": ["trade n42"], "levels": {"trade": 4}}}
    me = {"levels": {"trade": 4}, "buildings": ["city n25"], "hand": "5 cloth 1 ore", "cards": ["saboteur"]}
    game = position(me=me, others=others)
    refused(game, "play saboteur")
    act(game, "improve trade")
    assert "play saboteur" in words(game)


def test_a_sabotaged_city_repaired_may_take_a_metropolis() -> None:
    me = {"levels": {"trade": 3}, "buildings": ["city n25 sabotaged"], "hand": "4 cloth 1 lumber 1 ore 1 wool"}
    game = position(me=me)
    refused(game, "improve trade")
    act(game, "repair n25", "improve trade")
    assert building_at(game, "n25").metropolis == "trade"
    assert points(game) == 4


@pytest.mark.parametrize("chip", ["hall", "large_store"])
def test_siege_and_saboteur_leave_the_discards_to_walls_and_stores(chip: str) -> None:
    """A wall counts at a sabotaged city, its large store does not."""
    me = {"buildings": [f"city n25 wall sabotaged {chip} h11"], "hand": "10 ore"}
    game = position(phase="roll", me=me)
    roll(game, 3, 4, track="magic")
    assert (seen(game).players[0].hand_limit, seen(game).owed) == (9, {"0": 5})


def test_knights_activated_by_cards_defend_at_once() -> None:
    me = {"knights": ["n25", "n42 strong"], "cards": ["warlord"], "hand": "1 ore"}
    game = position(me=me)
    act(game, "play warlord")
    assert seen(game).defence == 3


def test_alchemist_may_bring_a_seven_and_an_attack() -> None:
    me = {"cards": ["alchemist"], "buildings": ["city n25"], "hand": "8 ore"}
    for seed in range(40):
        game = position(phase="roll", me=me, ship=6)
        game.state.dice.seed = f"{seed:032x}"
        events = act(game, "play alchemist", "dice 3 4")
        if asked(game) == "beforeroll":
            events += act(game, "roll")
        if told(events, "attack"):
            break
    assert not building_at(game, "n25").city
    assert seen(game).owed == {"0": 4}
