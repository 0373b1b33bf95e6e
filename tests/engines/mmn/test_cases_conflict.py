"""The test cases of the rules (23) on progress cards, knights and barbarians: T12 to T16, T19, T21, T22, T24."""

from __future__ import annotations

from typing import Any

import pytest

from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, building_at, hand, knight_at, points, roll, sail, seen, told
from tests.engines.mmn.positions import ENOUGH, Players, chain, position
from tests.engines.playing import act, kinds, offered, player, refused, words

HOMES = ("n25", "n42", "n40", "n18", "n03")


@pytest.mark.parametrize(
    ("threshold", "red", "drawing"),
    [("calendar", 4, {3, 4, 5}), ("literal", 4, {4, 5}), ("calendar", 6, {5}), ("literal", 6, set())],
)
def test_T12_the_red_die_names_the_levels_that_draw(threshold: str, red: int, drawing: set[int]) -> None:
    levels = (1, 2, 3, 4, 5)
    players: dict[int, dict[str, Any]] = {
        seat: {"levels": {"power": level}, "buildings": [("power " if level == 5 else "city ") + home]}
        for seat, (level, home) in enumerate(zip(levels, HOMES, strict=True))
    }
    game = position(
        seats=5,
        phase="roll",
        me=players.pop(0),
        others=players,
        options={"progress_threshold": threshold},
        top={"power": ["assassin", "conscription", "siege"]},
    )
    events = roll(game, red, 6, track="power")
    assert {levels[event.seat] for event in told(events, "drew") if event.seat is not None} == drawing
    assert all(event.data["deck"] == "power" for event in told(events, "drew"))


FULL = ["smith", "smith", "warlord", "inventor", "merchant"]


def drawing(seat: int, *following: str) -> Mmn:
    """Seat 0 rolls; ``seat`` with five cards draws from the science deck."""
    me = {"levels": {"science": 1}, "buildings": ["city n25"], "cards": FULL, "hand": "1 ore"}
    other = {"buildings": ["city n42"], "cards": ["bishop"], "hand": "1 ore"}
    players: dict[int, Any] = {seat: me, (seat + 1) % 3: other}
    mine = players.pop(0, {})
    game = position(phase="roll", me=mine, others=players, top={"science": following})
    roll(game, 1, 4, track="science")
    return game


def test_T13_a_sixth_card_out_of_turn_must_be_returned() -> None:
    game = drawing(1, "crane")
    assert game.to_act == (1,)
    assert sorted(words(game)) == sorted(f"return {card}" for card in {*FULL, "crane"})
    refused(game, "play inventor", "pass")
    act(game, "return warlord")
    assert sorted(player(game, 1).cards) == sorted(["smith", "smith", "inventor", "merchant", "crane"])
    assert game.state.decks["politics"][0] == "warlord"


def test_T13_on_turn_one_of_the_six_may_be_played() -> None:
    game = drawing(0, "irrigation")
    assert game.to_act == (0,)
    assert "play inventor" in words(game)
    assert "return irrigation" in words(game)
    act(game, "play inventor", "choose h01", "choose h02")
    assert game.state.chips[:2] == [10, 9]
    assert len(player(game).cards) == 5
    assert seen(game).phase == "actions"


@pytest.mark.parametrize("seat", [0, 1])
def test_T13_a_sixth_card_that_is_a_victory_point_is_no_overflow(seat: int) -> None:
    game = drawing(seat, "printer")
    assert player(game, seat).vp_cards == ["printer"]
    assert sorted(player(game, seat).cards) == sorted(FULL)
    assert game.to_act == (0,)
    assert seen(game).phase == "actions"


def test_T13_spy_brings_the_hand_back_to_six() -> None:
    me = {"levels": {"politics": 1}, "buildings": ["city n25"], "cards": FULL, "hand": "1 ore"}
    others = {1: {"cards": ["bishop", "golem"]}}
    game = position(phase="roll", me=me, others=others, top={"politics": ["spy"]})
    roll(game, 1, 4, track="politics")
    act(game, "play spy")
    while not any(line.startswith("pick ") for line in words(game)):
        act(game, words(game)[0])
    act(game, "pick golem")
    assert sorted(player(game).cards) == sorted([*FULL, "golem"])
    assert {line for line in words(game) if line.startswith("return ")} == {
        f"return {card}" for card in {*FULL, "golem"}
    }
    act(game, "return golem")
    assert game.state.decks["magic"][0] == "golem"
    assert seen(game).phase == "actions"


def test_T14_politics_5_protects_against_the_assassin_card() -> None:
    me = {"cards": ["assassin"], "hand": "1 ore"}
    safe = {"knights": ["n25"], "levels": {"politics": 5}, "buildings": ["politics n42"]}
    game = position(me=me, others={1: safe, 2: {"knights": ["n03"]}})
    act(game, "play assassin")
    assert "choose n25" not in words(game)
    only_safe = position(me=me, others={1: safe})
    refused(only_safe, "play assassin")
    only_mighty = position(me=me, others={1: safe, 2: {"knights": ["n03 mighty"]}})
    refused(only_mighty, "play assassin")


def food_3(seat: int) -> Mmn:
    """Two active knights of seat 0 with food 3 and one of seat 1 defend in the turn of ``seat``."""
    mine = {
        "buildings": ["city n25"],
        "levels": {"food": 3},
        "knights": ["n18 active", "n20 strong active", "n24"],
        "roads": chain("n24", "n18", "n13"),
        "hand": "1 ore",
    }
    theirs = {"buildings": ["city n42"], "knights": ["n46 active"], "hand": "1 ore", "roads": ["n41-n46"]}
    me, other = (mine, theirs) if seat == 0 else (theirs, mine)
    game = position(seat=seat, phase="roll", me=me, others={1 - seat: other}, ship=6)
    sail(game, 4, 6)
    return game


def test_T15_food_3_reactivates_the_defenders() -> None:
    game = food_3(0)
    assert [knight_at(game, where).active for where in ("n18", "n20", "n24")] == [True, True, False]
    assert not knight_at(game, "n46", 1).active
    act(game, "move n18 n13")
    assert not knight_at(game, "n13").active


def test_T15_food_3_reactivates_in_another_players_turn() -> None:
    game = food_3(1)
    assert [knight_at(game, where).active for where in ("n18", "n20", "n24")] == [True, True, False]
    assert not knight_at(game, "n46", 1).active
    refused(game, "move n46 n41")


def test_T16_food_5_reactivates_after_each_action() -> None:
    me = {
        "buildings": ["food n25"],
        "levels": {"food": 5},
        "knights": ["n18 active"],
        "roads": chain("n24", "n18", "n13"),
        "hand": "1 ore",
    }
    game = position(me=me, others={1: {"buildings": ["city n42"]}})
    act(game, "move n18 n13")
    assert knight_at(game, "n13").active
    assert offered(game, "move") == []
    refused(game, "move n13 n18", "activate n13")
    assert seen(game).defence == 1
    act(game, "pass")
    assert seen(game).defence == 1


def test_T19_the_pirate_closes_its_harbour_and_can_be_chased() -> None:
    me = {"buildings": ["settlement n50"], "knights": ["n53 active"], "hand": "4 wool 1 ore"}
    game = position(me=me, pirate=5)
    assert "bank 4 wool" in words(game)
    refused(game, "bank 2 wool", "bank 2 wool for ore", "bank 3 wool")
    act(game, "chase pirate n53")
    assert offered(game, "pirate") == [f"p{number}" for number in (1, 2, 3, 4, 5, 7, 8, 9)]
    refused(game, "pirate p6", "robber h01", "pass", "pirate h01", "pirate p10")
    act(game, "pirate p1")
    assert seen(game).pirate == "p1"
    assert not knight_at(game, "n53").active
    assert "bank 2 wool" in words(game)


def test_T19_three_to_one_elsewhere_stays_open() -> None:
    me = {"buildings": ["settlement n50", "settlement n43"], "hand": "4 wool 1 ore"}
    game = position(me=me, pirate=5)
    assert {"bank 3 wool"} == {line for line in words(game) if line.startswith("bank")}


def test_T21_discards_and_robber_come_before_the_clearing_and_nothing_is_produced() -> None:
    me = {"buildings": ["settlement n18 store h05"], "hand": "8 ore"}
    others = {1: {"buildings": ["city n25"], "hand": "1 wool"}}
    game = position(phase="roll", me=me, others=others, ship=2, storage=["brick"])
    events = sail(game, 3, 4)
    events += act(game, "discard ore", "discard ore", "discard ore", "discard ore", "robber h06")
    if game.prompt(0).message.id == "mmn.prompt.rob":
        events += act(game, "rob seat2")
    order = kinds(events, "rolled", "barbarians", "discarded", "robber", "stolen", "clearing", "received")
    assert order == ["rolled", "barbarians", "discarded", "robber", "stolen", "clearing", "received"]
    assert hand(game) == amounts("4 ore 1 wool 1 brick")


def raid(strength: int) -> Mmn:
    """Five cities, one of them the metropolis of seat 3, who has nothing else; seat 0 defends with ``strength``."""
    mine = ["n19 active", "n24 active"] if strength == 2 else ["n19 active", "n24 strong active"]
    others: Players = {
        1: {"buildings": ["city n42"], "knights": ["n47 active"], "hand": "1 ore"},
        2: {"buildings": ["city n40"], "knights": ["n45 active"], "hand": "1 ore"},
        3: {"buildings": ["trade n03"], "levels": {"trade": 4}, "hand": "1 ore"},
    }
    me = {"buildings": ["city n25", "city n18"], "knights": mine, "hand": "1 ore"}
    game = position(seats=4, phase="roll", me=me, others=others, ship=6)
    sail(game, 1, 1)
    return game


def test_T22_the_weakest_with_a_plain_city_lose() -> None:
    game = raid(2)
    assert [building_at(game, where, seat).city for where, seat in (("n42", 1), ("n40", 2), ("n03", 3))] == [
        False,
        False,
        True,
    ]
    assert building_at(game, "n25").city
    assert building_at(game, "n18").city
    assert [player(game, seat).defender for seat in range(4)] == [0, 0, 0, 0]


def test_T22_one_more_and_the_attack_fails() -> None:
    game = raid(3)
    assert [player(game, seat).defender for seat in range(4)] == [1, 0, 0, 0]
    assert building_at(game, "n42", 1).city
    assert building_at(game, "n40", 2).city


def test_T24_sixteen_points_in_anothers_turn_win_in_the_own() -> None:
    """Three metropolises and a settlement are 13, two cards 15; the Defender card is the sixteenth."""
    rich = {
        "buildings": ["trade n25", "science n42", "food n40", "settlement n03"],
        "levels": {"trade": 4, "science": 4, "food": 4},
        "vp_cards": ["printer", "constitution"],
        "knights": ["n18 mighty active", "n51 mighty active"],
        "hand": ENOUGH,
    }
    game = position(seat=2, phase="roll", me={"hand": "1 ore"}, others={0: rich}, ship=6)
    sail(game, 4, 6)
    assert points(game) == 16
    assert not game.state.over
    act(game, "0: pass")  # no consolation
    events = act(game, "2: pass")
    assert game.state.over
    assert (game.state.winner, game.ranking()[0], game.to_act) == (0, 0, ())
    assert "rolled" not in kinds(events)
    assert kinds(events)[-2:] == ["victory", "over"]
