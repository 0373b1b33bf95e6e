"""The eighteen magic cards, all reconstructed (cards.json); Golem stands with Irrigation and Mining."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, asked, building_at, events_of, hand, knight_at, points, roll, seen
from tests.engines.mmn.positions import KINDS, TRACKS, Players, chain, dry, holding, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words

# -- Prophecy ----------------------------------------------------------------------------------------------------------

TOP = {"power": ["siege", "throne", "assassin", "commission"]}


def prophecy(**me: Any) -> Mmn:
    game = holding("prophecy", top=TOP, **me)
    act(game, "play prophecy")
    return game


def test_prophecy_looks_at_three_takes_one_and_orders_the_rest() -> None:
    game = prophecy()
    assert sorted(offered(game, "deck")) == sorted(TRACKS)
    refused(game, "pass", "deck black")
    events = act(game, "deck power")
    assert seen(game, 0).shown == ["siege", "throne", "assassin"]
    assert seen(game, 1).shown == seen(game).shown == []
    assert "assassin" not in str([event.data for event in events if event.seen_by is None])
    assert sorted(offered(game, "pick")) == ["1 siege", "2 throne", "3 assassin"]
    refused(game, "pick 1 throne", "pick 4 commission", "pick siege", "pass", "under 1 siege")
    act(game, "pick 1 siege")
    assert player(game).cards == ["siege"]
    first = next(line for line in words(game) if line.startswith("under ") and line.endswith(" assassin"))
    refused(game, "under 1 commission", "pass", "done")
    act(game, first)
    assert asked(game) == "turn"
    assert game.state.decks["power"][-1] == "commission"
    assert set(game.state.decks["power"][:2]) == {"assassin", "throne"}
    assert (game.state.decks["magic"][0], len(game.state.decks["power"])) == ("prophecy", 17)
    assert player(game).vp_cards == []


@pytest.mark.parametrize(("first", "bottom"), [("assassin", "throne"), ("throne", "assassin")])
def test_prophecy_puts_cards_under_in_the_chosen_order(first: str, bottom: str) -> None:
    """The first to go under lies above the second."""
    game = prophecy()
    act(game, "deck power", "pick 1 siege")
    act(game, next(line for line in words(game) if line.endswith(f" {first}")))
    assert game.state.decks["power"][:2] == [bottom, first]


def test_prophecy_taking_a_victory_point_reveals_it() -> None:
    game = prophecy()
    events = act(game, "deck power", "pick 2 throne")
    assert (player(game).vp_cards, player(game).cards, points(game)) == (["throne"], [], 1)
    assert kinds(events, "vp_card") == ["vp_card"]


def test_prophecy_looks_at_two_cards_where_the_deck_has_no_more() -> None:
    dump = holding("prophecy").dump()
    dump["decks"]["power"] = ["commission", "siege"]
    game = Mmn.load(dump)
    act(game, "play prophecy", "deck power")
    assert sorted(offered(game, "pick")) == ["1 siege", "2 commission"]
    act(game, "pick 2 commission")
    assert (asked(game), game.state.decks["power"]) == ("turn", ["siege"])


def test_prophecy_names_no_empty_deck() -> None:
    game = holding("prophecy", empty=["food"], sound=False)
    act(game, "play prophecy")
    assert "food" not in offered(game, "deck")
    refused(holding("prophecy", empty=TRACKS, sound=False), "play prophecy")


# -- Transmutation -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [1, 2, 3])
def test_transmutation_turns_up_to_three_cards_into_resources(number: int) -> None:
    game = holding("transmutation", hand="2 coin 2 wool 1 meat")
    act(game, "play transmutation")
    assert sorted(offered(game, "pay")) == ["coin", "meat", "wool"]
    refused(game, "done", "pass", "pay ore", "take ore")
    act(game, *["pay coin", "pay wool", "pay coin"][:number])
    if number < 3:
        refused(game, "pass")
        act(game, "done")
    barred = {"wool"} if number > 1 else set()
    assert sorted(offered(game, "take")) == sorted(set(KINDS[:6]) - barred)
    refused(game, "take jewel", "take coin", *(f"take {kind}" for kind in barred))
    act(game, *["take nugget", "take brick", "take brick"][:number])
    left = {
        1: "1 coin 2 wool 1 meat 1 nugget",
        2: "1 coin 1 wool 1 meat 1 nugget 1 brick",
        3: "1 wool 1 meat 1 nugget 2 brick",
    }
    assert hand(game) == amounts(left[number])
    assert asked(game) == "turn"


# -- Curse (rules 18.5) ------------------------------------------------------------------------------------------------


def test_curse_lies_on_a_hex_of_an_opponent_without_magic_5() -> None:
    others: Players = {1: {"buildings": ["settlement n25"]}, 2: {"buildings": ["magic n18"], "levels": {"magic": 5}}}
    game = holding("curse", others=others, buildings=["city n42"], robber=place("h06"))
    act(game, "play curse")
    assert sorted(offered(game, "choose")) == ["h10", "h11"]
    refused(game, "choose h06", "choose h05", "choose h15", "choose h01", "pass")
    act(game, "choose h11")
    assert seen(game).hexes[10].curses == [0]
    assert game.state.decks["magic"].count("curse") == 2
    assert [(curse.hex, curse.seat) for curse in game.state.curses] == [(10, 0)]


def test_a_cursed_hex_yields_nothing_but_to_magic_5() -> None:
    others: Players = {
        1: {"buildings": ["settlement n25 servant h10"]},
        2: {"buildings": ["magic n36 journeyman h10"], "levels": {"magic": 5}},
    }
    game = position(
        phase="roll", me={"buildings": ["city n24"], "hand": "1 ore"}, others=others, curses=[{"hex": 9, "seat": 1}]
    )
    roll(game, 2, 4, track="trade")
    assert (hand(game), hand(game, 1), hand(game, 2)) == (amounts("1 ore"), {}, amounts("1 nugget 2 jewel"))


def test_a_curse_ends_at_the_start_of_the_next_own_turn() -> None:
    game = holding("curse", others={1: {"buildings": ["settlement n25"], "hand": "1 ore"}, 2: {"hand": "1 ore"}})
    act(game, "play curse", "choose h10")
    for _ in range(2):
        act(game, "pass")
        assert seen(game).hexes[9].curses == [0]
        roll(game, 6, 6)
    events = act(game, "pass")
    assert seen(game).hexes[9].curses == []
    assert words(game) == ["roll"]
    assert events_of(events, "curse_ended")[0].data == {"hex": "h10"}
    assert game.state.decks["magic"][0] == "curse"


def test_curse_may_lie_on_a_hex_of_others_beside_one_with_magic_5() -> None:
    others: Players = {1: {"buildings": ["magic n18"], "levels": {"magic": 5}}, 2: {"buildings": ["settlement n30"]}}
    assert "play curse" in words(holding("curse", others=others))


def test_a_curse_touches_neither_merchant_nor_cards() -> None:
    curses = [{"hex": place("h14"), "seat": 1}]
    game = holding("golem", buildings=["city n45"], curses=curses)
    act(game, "play golem")
    assert hand(game)["brick"] == 4


# -- Teleport ----------------------------------------------------------------------------------------------------------


def test_teleport_moves_a_knight_to_any_intersection_of_an_own_road() -> None:
    roads = chain("n09", "n14", "n10") + chain("n42", "n46")
    game = holding("teleport", knights=["n14 active acted", "n40"], roads=roads, others={1: {"knights": ["n46"]}})
    act(game, "play teleport")
    assert sorted(offered(game, "choose")) == ["n14", "n40"]
    refused(game, "choose n46", "pass")
    act(game, "choose n14")
    assert sorted(offered(game, "choose")) == ["n09", "n10", "n42"]
    refused(game, "choose n46", "choose n14", "choose n40", "pass")
    act(game, "choose n42")
    knight = knight_at(game, "n42")
    assert (knight.active, knight.acted) == (True, True)
    assert asked(game) == "turn"


def test_teleport_is_no_knight_action() -> None:
    game = holding("teleport", knights=["n14 active"], roads=chain("n09", "n14", "n10"))
    act(game, "play teleport", "choose n10")
    assert asked(game) == "turn"
    assert sorted(offered(game, "move n10")) == ["n09", "n14"]


# -- Restoration -------------------------------------------------------------------------------------------------------


def restoration() -> Mmn:
    buildings = ["city n25 sabotaged", "city n42 servant h15"]
    game = holding("restoration", buildings=buildings, famine=True, knights=["n18", "n40 strong"])
    act(game, "play restoration")
    return game


def test_restoration_offers_its_three_ways() -> None:
    game = restoration()
    assert sorted(words(game)) == ["activate n18", "activate n40", "end_famine", "repair n25"]
    refused(game, "repair n42", "pass", "done", "activate n25")


def test_restoration_repairs_a_city() -> None:
    game = restoration()
    act(game, "repair n25")
    assert not building_at(game, "n25").sabotaged
    assert (player(game).famine, asked(game), hand(game)) == (True, "turn", amounts("1 jewel"))


def test_restoration_ends_a_famine() -> None:
    game = restoration()
    act(game, "end_famine")
    assert (player(game).famine, asked(game)) == (False, "turn")
    assert game.state.decks["food"][0] == "famine"


def test_restoration_activates_one_or_two_knights() -> None:
    game = restoration()
    act(game, "activate n40")
    assert sorted(words(game)) == ["activate n18", "done"]
    refused(game, "repair n25", "end_famine")
    one = game.copy()
    act(one, "done")
    assert [knight_at(one, where).active for where in ("n18", "n40")] == [False, True]
    act(game, "activate n18")
    assert all(knight.active and knight.fresh for knight in player(game).knights)
    assert asked(game) == "turn"


# -- Clairvoyance ------------------------------------------------------------------------------------------------------


def test_clairvoyance_looks_at_a_hand_and_takes_a_card() -> None:
    others: Players = {1: {"hand": "2 wool 1 coin"}, 2: {"cards": ["smith"]}, 3: {"hand": "1 ore"}}
    game = holding("clairvoyance", others=others, seats=4, buildings=["city n25"])
    act(game, "play clairvoyance")
    assert sorted(offered(game, "choose")) == ["seat2", "seat4"]
    refused(game, "choose seat3", "choose seat1", "pass")
    act(game, "choose seat2")
    assert (sorted(seen(game, 0).shown), seen(game, 0).shown_seat) == (["coin", "wool", "wool"], 1)
    assert seen(game, 1).shown == seen(game, 3).shown == seen(game).shown == []
    refused(game, "pick ore", "pass")
    events = act(game, "pick coin")
    assert (hand(game), hand(game, 1)) == (amounts("1 jewel 1 coin"), amounts("2 wool"))
    assert "coin" not in str([event.data for event in events if event.seen_by is None])
    assert asked(game) == "turn"


def test_transmutation_cannot_pay_away_the_only_kind_to_take() -> None:
    bank = dry("3 brick", of=KINDS[:6])
    refused(holding("transmutation", seats=4, hand="2 brick", bank=bank), "play transmutation")
    game = holding("transmutation", seats=4, hand="1 brick 1 wool 1 cloth", bank=bank)
    act(game, "play transmutation")
    assert words(game) == ["pay wool", "pay cloth"]
    refused(game, "pay brick")
    act(game, "pay wool")
    assert words(game) == ["pay cloth", "done"]
    refused(game, "pay brick")
    act(game, "done")
    assert (asked(game), hand(game)) == ("turn", amounts("2 brick 1 cloth"))


def test_transmutation_pays_no_more_than_the_bank_can_give() -> None:
    game = holding("transmutation", seats=4, hand="5 coin", bank=dry("2 ore", of=KINDS[:6]))
    act(game, "play transmutation", "pay coin")
    assert words(game) == ["pay coin", "done"]
    act(game, "pay coin")
    assert (asked(game), hand(game)) == ("turn", amounts("3 coin 2 ore"))


def test_all_own_curses_end_together_and_those_of_others_stay() -> None:
    curses = [{"hex": place("h10"), "seat": 1}, {"hex": place("h11"), "seat": 2}, {"hex": place("h06"), "seat": 1}]
    game = position(me={"hand": "1 ore"}, others={1: {"hand": "1 ore"}}, curses=curses)
    events = act(game, "pass")
    assert [event.data["hex"] for event in events_of(events, "curse_ended")] == ["h10", "h06"]
    assert [(curse.hex, curse.seat) for curse in game.state.curses] == [(place("h11"), 2)]
    assert game.state.decks["magic"].count("curse") == 2


def test_the_robber_may_come_to_a_cursed_hex() -> None:
    """Then the hex yields nothing even to magic 5, which no curse bars."""
    others: Players = {1: {"buildings": ["city n24"]}, 2: {"buildings": ["magic n36"], "levels": {"magic": 5}}}
    game = position(phase="roll", me={"hand": "1 ore"}, others=others, curses=[{"hex": place("h10"), "seat": 2}])
    roll(game, 3, 4)
    act(game, "robber h10", "pass")
    assert (seen(game).robber, seen(game).hexes[9].curses) == ("h10", [2])
    roll(game, 2, 4, track="trade")
    assert [hand(game, seat) for seat in range(3)] == [amounts("1 ore"), {}, {}]
