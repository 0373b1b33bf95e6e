"""The limit of five progress cards, and cards played in step D (rules 9.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.asking import FULL
from tests.engines.mmn.moves import amounts, building_at, events_of, hand, knight_at, question, roll, seen
from tests.engines.mmn.positions import Players, leveled, position
from tests.engines.playing import act, kinds, offered, player, refused, words


def sixth(card: str = "relief", seat: int = 0, red: int = 2, white: int = 6, **changes: Any) -> Mmn:
    """Return a game in which ``seat`` has five cards and draws a sixth from the food deck in the turn of seat 0."""
    drawer = leveled("food", 2) | {"cards": FULL} | changes
    bystander: dict[str, Any] = {"hand": "1 ore", "buildings": ["city n42"]}
    me, rest = (drawer, {}) if seat == 0 else (bystander, {seat: drawer})
    game = position(phase="roll", me=me, others=rest, top={"food": [card]})
    roll(game, red, white, track="food")
    return game


def test_five_cards_are_no_overflow() -> None:
    game = sixth(cards=FULL[:4])
    assert len(player(game).cards) == 5
    assert question(game) == "turn"


def test_any_of_the_six_may_be_returned_and_only_its_colour_is_told() -> None:
    game = sixth()
    assert question(game) == "overflow"
    assert sorted(offered(game, "return")) == sorted({*FULL, "relief"})
    refused(game, "pass", "return bishop", "return", "play alchemist", "roll")
    events = act(game, "return smith")
    returned = events_of(events, "returned")[0]
    assert (returned.data, returned.seen_by) == ({"deck": "science"}, None)
    private = events_of(events, "returned_card")[0]
    assert (private.data["card"], private.seen_by) == ("smith", (0,))
    assert game.state.decks["science"][0] == "smith"
    assert sorted(player(game).cards) == sorted(["smith", "warlord", "inventor", "merchant", "relief"])


def test_a_tied_defender_on_turn_may_play_one_of_his_six() -> None:
    """Step A of the own turn (9.3)."""
    me = {"knights": ["n25 active"], "cards": FULL, "hand": "1 ore", "buildings": ["city n42"]}
    game = position(phase="roll", me=me, others={1: {"knights": ["n40 active"]}}, ship=6, top={"food": ["relief"]})
    roll(game, 6, 6, "ship")
    act(game, "deck food")
    assert question(game) == "overflow"
    act(game, "play relief", "choose wool")
    assert hand(game) == amounts("1 ore 1 wool 1 cloth")
    assert (game.to_act, question(game)) == ((1,), "defenderdraw")


def test_only_cards_that_can_be_played_are_offered() -> None:
    game = sixth(cards=["alchemist", "smith", "warlord", "siege", "curse"])
    assert offered(game, "play") == ["relief"]
    refused(game, "play alchemist", "play smith", "play warlord", "play siege", "play curse")


def test_a_played_card_takes_effect_before_the_next_step() -> None:
    """Relief Supplies in step D, then the yields of step E."""
    game = sixth(red=2, white=4)
    events = act(game, "play relief", "choose ore")
    assert events_of(events, "received")[0].data["why"] == "relief"
    assert [event.data["why"] for event in events_of(events, "received")] == [
        "relief",
        *(["production"] * (len(events_of(events, "received")) - 1)),
    ]
    assert hand(game)["coin"] == 1
    assert game.state.decks["food"][0] == "relief"
    assert question(game) == "turn"


def test_a_played_card_is_resolved_before_the_next_player_draws() -> None:
    others: Players = {1: leveled("food", 2, "n42")}
    game = position(phase="roll", me=leveled("food", 2, cards=FULL), others=others, top={"food": ["relief", "famine"]})
    events = roll(game, 2, 6, track="food")
    assert [event.seat for event in events_of(events, "drew")] == [0]
    events = act(game, "play inventor", "choose h01")
    assert kinds(events, "drew") == []
    events = act(game, "choose h02")
    assert [event.seat for event in events_of(events, "drew")] == [1]


def test_rights_of_this_turn_last_through_the_action_phase() -> None:
    game = sixth("market_day", hand="4 grain 4 meat 1 ore", buildings=["city n25 wall"])
    act(game, "play market_day")
    assert question(game) == "turn"
    assert {"bank 2 grain", "bank 2 meat"} <= set(words(game))
    act(game, "pass")
    roll(game, 6, 6, track="trade")
    act(game, "pass")
    roll(game, 6, 6, track="trade")
    act(game, "pass")
    roll(game, 6, 6, track="trade")
    assert "bank 2 grain" not in words(game)


def test_warlord_in_step_d_counts_as_activation_of_this_turn() -> None:
    game = sixth(knights=["n25"], buildings=["city n42"], roads=["n20-n25"])
    act(game, "play warlord")
    assert knight_at(game, "n25").active
    refused(game, "move n25 n20")


def test_overflow_with_a_victory_point_that_wins_ends_the_game() -> None:
    """Seat 0 has 15; the sixth card drawn is Cornucopia."""
    rich = {
        "buildings": ["trade n25", "science n42", "food n40", "settlement n03"],
        "levels": {"trade": 4, "science": 4, "food": 4},
        "vp_cards": ["printer", "constitution"],
        "hand": "1 ore",
        "cards": FULL,
    }
    game = position(phase="roll", me=rich, top={"food": ["cornucopia"]})
    events = roll(game, 3, 6, track="food")
    assert game.state.over
    assert kinds(events, "vp_card", "victory", "received") == ["vp_card", "victory"]


def test_T13_a_sixth_card_out_of_turn_must_be_returned() -> None:
    game = sixth("famine", seat=1)
    assert game.to_act == (1,)
    assert sorted(words(game)) == sorted(f"return {card}" for card in {*FULL, "famine"})
    refused(game, "play inventor", "pass")
    act(game, "return warlord")
    assert sorted(player(game, 1).cards) == sorted(["smith", "smith", "inventor", "merchant", "famine"])
    assert game.state.decks["politics"][0] == "warlord"


def test_T13_on_turn_one_of_the_six_may_be_played() -> None:
    game = sixth()
    assert game.to_act == (0,)
    assert {"play inventor", "return relief"} <= set(words(game))
    act(game, "play inventor", "choose h01", "choose h02")
    assert game.state.chips[:2] == [10, 9]
    assert (len(player(game).cards), seen(game).phase) == (5, "actions")


@pytest.mark.parametrize("seat", [0, 1])
def test_T13_a_sixth_card_that_is_a_victory_point_is_no_overflow(seat: int) -> None:
    game = sixth("cornucopia", seat)
    assert (player(game, seat).vp_cards, sorted(player(game, seat).cards)) == (["cornucopia"], sorted(FULL))
    assert (game.to_act, seen(game).phase) == ((0,), "actions")


def test_T13_spy_brings_the_hand_back_to_six() -> None:
    me = {"levels": {"politics": 1}, "buildings": ["city n25"], "cards": FULL, "hand": "1 ore"}
    others = {1: {"cards": ["bishop", "golem"]}}
    game = position(phase="roll", me=me, others=others, top={"politics": ["spy"]})
    roll(game, 1, 4, track="politics")
    act(game, "play spy", "pick golem")
    assert sorted(player(game).cards) == sorted([*FULL, "golem"])
    assert {line for line in words(game) if line.startswith("return ")} == {
        f"return {card}" for card in {*FULL, "golem"}
    }
    act(game, "return golem")
    assert game.state.decks["magic"][0] == "golem"
    assert seen(game).phase == "actions"


def test_prophecy_in_an_overflow_brings_the_hand_back_to_six() -> None:
    me = {"levels": {"food": 1}, "buildings": ["city n25"], "hand": "1 ore"}
    me["cards"] = ["prophecy", "smith", "smith", "warlord", "alchemist"]
    game = position(phase="roll", me=me, top={"food": ["famine"], "power": ["siege", "throne", "assassin"]})
    roll(game, 1, 4, track="food")
    act(game, "play prophecy", "deck power", "pick 3 assassin")
    act(game, next(line for line in words(game) if line.startswith("under ")))
    assert (question(game), len(player(game).cards)) == ("overflow", 6)


DULL = ["smith", "smith", "alchemist", "medicine"]
"""Four cards that cannot be played in these positions."""


def overflowing(card: str, others: Players | None = None, red: int = 1, white: int = 4, **me: Any) -> Mmn:
    """Return a game in which seat 0 draws Relief Supplies as a sixth card; the fifth is the card."""
    mine = {"levels": {"food": 1}, "buildings": ["city n25"], "cards": [*DULL, card], "hand": "1 jewel"} | me
    game = position(phase="roll", me=mine, others=others, top={"food": ["relief"]})
    roll(game, red, white, track="food")
    assert question(game) == "overflow"
    return game


def test_wedding_in_step_d_asks_others_before_the_yields() -> None:
    others: Players = {1: {"buildings": ["trade n42"], "levels": {"trade": 4}, "hand": "3 wool 1 ore"}}
    game = overflowing("wedding", others, 1, 2)
    events = act(game, "play wedding")
    assert (game.to_act, kinds(events, "received")) == ((1,), [])
    events = act(game, "give 1 wool 1 ore")
    assert hand(game) == amounts("1 jewel 1 wool 1 ore")
    assert kinds(events, "gave", "received") == ["gave", "received"]
    assert question(game) == "turn"


def test_a_curse_laid_in_step_d_stops_the_yields_of_this_turn() -> None:
    others: Players = {1: {"buildings": ["city n31"]}}
    game = overflowing("curse", others, 2, 4, levels={"food": 2}, buildings=["city n42"])
    act(game, "play curse", "choose h10")
    assert hand(game, 1) == {}
    assert question(game) == "turn"


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
    assert question(game) == "turn"
    act(game, "swap seat2 wool", "give coin")
    assert hand(game) == amounts("1 wool 1 jewel 1 coin")


def test_crane_played_in_step_d_may_place_a_metropolis() -> None:
    me = {"levels": {"food": 1, "trade": 3}, "buildings": ["city n25", "city n42"], "hand": "3 cloth"}
    game = overflowing("crane", None, 1, 4, **me)
    act(game, "play crane")
    act(game, *([] if question(game) == "placemetropolis" else ["choose trade"]), "metropolis n42")
    assert building_at(game, "n42").metropolis == "trade"
    assert question(game) == "turn"


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
    assert [event.seat for event in events_of(events, "drew")] == [1]


def test_several_overflows_are_resolved_in_turn_order() -> None:
    full = [*DULL, "warlord"]
    others: Players = {
        0: {"levels": {"food": 1}, "buildings": ["city n42"], "cards": ["mining", "mining", "spy", "spy", "spy"]},
        2: {"levels": {"food": 1}, "buildings": ["city n40"], "cards": ["golem", "golem", "siege", "siege", "curse"]},
    }
    me = {"levels": {"food": 1}, "buildings": ["city n18"], "cards": full, "knights": ["n23"]}
    game = position(seat=1, phase="roll", me=me, others=others, top={"food": ["famine", "relief", "poaching"]})
    roll(game, 1, 4, track="food")
    for seat in (1, 2, 0):
        assert (game.to_act, question(game)) == ((seat,), "overflow")
        assert set(offered(game, "play")) == ({"smith", "warlord"} if seat == 1 else set())
        act(game, f"return {player(game, seat).cards[-1]}")
    assert [len(player(game, seat).cards) for seat in range(3)] == [5, 5, 5]
    assert game.state.decks["food"][:3] == ["poaching", "relief", "famine"]
