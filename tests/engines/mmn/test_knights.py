"""Knights and captains: building, activating, promoting, moving, displacing, chasing (rules 14)."""

from __future__ import annotations

from typing import Any

import pytest

from engines.contract import Message
from engines.mmn.game import Mmn
from tests.engines.mmn.moves import amounts, events_of, hand, knight_at, question, roll, seen
from tests.engines.mmn.positions import ENOUGH, chain, place, position
from tests.engines.playing import act, kinds, offered, player, refused, words

WAY = chain("n09", "n14", "n10", "n15", "n20")


def mine(*knights: str, opponent: Any = None, **changes: Any) -> Mmn:
    """Return a game in which seat 0 has knights on a road from n09 to n20 and a city at its beginning."""
    state = {name: changes.pop(name) for name in list(changes) if name in ("robber", "pirate", "longest_road")}
    me = {"roads": WAY, "buildings": ["city n25"], "knights": knights, "hand": ENOUGH} | changes
    return position(me=me, others={1: {"hand": "2 wool"} | (opponent or {})}, **state)


def round_on(game: Mmn) -> None:
    """Let everybody pass until it is the same player's turn, on sevens that hit nobody."""
    seat = game.state.active
    for _ in range(game.state.seats):
        act(game, "pass")
        roll(game, 6, 6, track="food")
    assert game.to_act == (seat,)


# -- building, activating, promoting -----------------------------------------------------------------------------------


def test_a_knight_is_built_inactive_on_a_free_intersection_of_an_own_road() -> None:
    """Rules 14.1, 14.7."""
    game = mine(opponent={"knights": ["n14"], "buildings": ["settlement n10"]})
    assert sorted(offered(game, "knight")) == ["n09", "n15", "n20"]
    refused(game, "knight n14", "knight n10", "knight n25", "knight n30", "knight n19")
    act(game, "knight n09")
    built = knight_at(game, "n09")
    assert (built.rank, built.active, built.captain) == (1, False, False)


def test_a_knight_may_stand_next_to_buildings() -> None:
    """Rules 14.1."""
    game = mine(opponent={"buildings": ["settlement n05"]})
    assert "n09" in offered(game, "knight")


def test_a_knight_activated_this_turn_may_not_act() -> None:
    """Rules 14.2."""
    game = mine("n09", robber=place("h05"))
    act(game, "activate n09")
    assert knight_at(game, "n09").active
    refused(game, "move n09 n14", "chase robber n09", "activate n09")
    round_on(game)
    assert "n09 n14" in offered(game, "move")
    assert "robber n09" in offered(game, "chase")


def test_an_inactive_knight_does_nothing() -> None:
    game = mine("n09", robber=place("h05"))
    assert offered(game, "move") == offered(game, "chase") == []
    refused(game, "move n09 n14", "chase robber n09")


def test_a_knight_acts_once_a_turn_and_may_be_activated_again() -> None:
    """Rules 14.4."""
    game = mine("n09 active", robber=place("h05"))
    act(game, "move n09 n14")
    knight = knight_at(game, "n14")
    assert (knight.active, knight.acted) == (False, True)
    act(game, "activate n14")
    refused(game, "move n14 n09", "chase robber n14")
    assert seen(game).defence == 1
    round_on(game)
    act(game, "chase robber n14")


def test_other_knights_may_still_act() -> None:
    """Rules 14.4."""
    game = mine("n09 active", "n20 active")
    act(game, "move n09 n14", "move n20 n15")
    assert [knight_at(game, where).acted for where in ("n14", "n15")] == [True, True]


def test_a_knight_is_promoted_once_a_turn() -> None:
    """Rules 14.3."""
    game = mine("n09", "n20", levels={"politics": 3})
    act(game, "promote n09", "promote n20")
    assert [knight_at(game, where).rank for where in ("n09", "n20")] == [2, 2]
    refused(game, "promote n09", "promote n20")
    round_on(game)
    act(game, "promote n09")
    assert knight_at(game, "n09").rank == 3
    supply = seen(game).players[0].supply
    assert (supply["basic"], supply["strong"], supply["mighty"]) == (2, 1, 1)


@pytest.mark.parametrize("level", [2, 3, 4])
def test_mighty_needs_politics_3(level: int) -> None:
    """Rules 14.3."""
    buildings = ["politics n25"] if level == 4 else ["city n25"]
    game = mine("n09 strong", levels={"politics": level}, buildings=buildings)
    if level < 3:
        refused(game, "promote n09")
    else:
        act(game, "promote n09")
        assert knight_at(game, "n09").rank == 3
        refused(game, "promote n09")


def test_promotion_carries_over_activation_captain_and_used_action() -> None:
    """Rules 14.3, 14.6."""
    game = mine("n09 active captain", "n20")
    act(game, "move n09 n14", "promote n14")
    knight = knight_at(game, "n14")
    assert (knight.rank, knight.active, knight.captain, knight.acted) == (2, False, True, True)
    act(game, "activate n14")
    refused(game, "move n14 n09")
    promoted_first = mine("n09 active captain")
    act(promoted_first, "promote n09", "move n09 n14")
    assert knight_at(promoted_first, "n14").rank == 2


# -- moving (rules 14.5) -----------------------------------------------------------------------------------------------


def test_a_move_passes_own_pieces_but_needs_a_free_end() -> None:
    game = mine("n09 active", "n14", buildings=["settlement n10"])
    assert sorted(offered(game, "move n09")) == ["n15", "n20"]
    refused(game, "move n09 n14", "move n09 n10", "move n09 n09", "move n09 n05", "move n14 n15", "move n09")


@pytest.mark.parametrize("block", [{"buildings": ["settlement n10"]}, {"knights": ["n10 strong"]}])
def test_a_move_does_not_pass_opponents(block: dict[str, Any]) -> None:
    game = mine("n09 active", opponent=block)
    assert offered(game, "move n09") == ["n14"]
    refused(game, "move n09 n15", "move n09 n20", "move n09 n10")


def test_a_knight_without_roads_does_not_move() -> None:
    game = mine("n40 active")
    assert offered(game, "move") == []


# -- displacing (rules 14.5) -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attacker", "defender", "weaker"),
    [
        *(("", "", False), ("captain", "", True), ("strong", "", True), ("strong", "captain", False)),
        *(("strong", "strong", False), ("strong captain", "strong", True), ("strong captain", "mighty", False)),
        *(("mighty", "strong captain", False), ("mighty", "captain", True), ("mighty captain", "mighty", True)),
    ],
)
def test_only_weaker_knights_are_displaced(attacker: str, defender: str, weaker: bool) -> None:
    opponent = {"knights": [f"n14 active {defender}"], "roads": ["n14-n19"]}
    game = mine(f"n09 active {attacker}", opponent=opponent)
    if not weaker:
        refused(game, "move n09 n14")
        return
    assert game.hint(0, ("move", "n09", "n14")) == Message("mmn.hint.displace", {"victim_seat": 1})
    events = act(game, "move n09 n14")
    assert knight_at(game, "n14").acted
    assert not knight_at(game, "n14").active
    moved = knight_at(game, "n19", 1)
    assert moved.active
    assert moved.captain == ("captain" in defender)
    assert not moved.acted
    assert kinds(events, "displaced", "retreated") == ["displaced", "retreated"]


def displacing(roads: list[str], knight: str = "n14 active", **changes: Any) -> Mmn:
    """Return a game in which seat 0 on n09 has displaced seat 1, who has these roads, from n14."""
    opponent = {"knights": [knight, *changes.pop("more", [])], "roads": roads} | changes
    game = mine("n09 active mighty", opponent=opponent)
    act(game, "move n09 n14")
    return game


def test_the_owner_chooses_the_retreat_along_his_roads() -> None:
    game = displacing(chain("n13", "n09", "n05") + chain("n19", "n24") + ["n14-n19"])
    assert game.to_act == (1,)
    assert question(game) == "retreat"
    assert sorted(offered(game, "retreat")) == ["n19", "n24"]
    refused(game, "retreat n14", "retreat n10", "retreat n09", "retreat n13", "pass")
    act(game, "retreat n24")
    assert knight_at(game, "n24", 1).active
    assert game.to_act == (0,)


def test_the_intersection_the_attacker_left_is_free_for_the_retreat() -> None:
    opponent = {"knights": ["n15"], "roads": chain("n15", "n11", "n16")}
    game = mine("n10 active strong", opponent=opponent, roads=chain("n10", "n15"))
    act(game, "move n10 n15")
    assert sorted(offered(game, "retreat")) == ["n11", "n16"]
    circle = {"knights": ["n15"], "roads": chain("n15", "n11", "n07", "n03", "n06", "n10")}
    game = mine("n10 active strong", opponent=circle, roads=chain("n10", "n15"), longest_road=1)
    act(game, "move n10 n15")
    assert "n10" in offered(game, "retreat")


def test_the_retreat_passes_own_pieces_and_displaces_nobody() -> None:
    roads = chain("n14", "n19", "n24", "n18", "n13")
    companions = ["n19 active"]
    opponent = {"knights": ["n14", *companions], "roads": roads, "buildings": ["settlement n24"]}
    me = {"roads": WAY, "knights": ["n09 active mighty", "n13"], "hand": ENOUGH}
    game = position(me=me, others={1: opponent})
    act(game, "move n09 n14")
    assert knight_at(game, "n18", 1) is not None
    assert knight_at(game, "n13").rank == 1


def test_without_a_way_out_the_knight_leaves_the_board_with_its_captain() -> None:
    game = displacing([], "n14 active captain")
    assert player(game, 1).knights == []
    supply = seen(game).players[1].supply
    assert (supply["basic"], supply["captain"]) == (2, 2)
    assert game.to_act == (0,)


def test_a_full_road_is_no_way_out() -> None:
    game = displacing(["n14-n19"], more=["n19"])
    assert [knight.node for knight in player(game, 1).knights] == [18]


def test_own_knights_and_buildings_are_not_displaced() -> None:
    game = mine("n09 active mighty", "n14", opponent={"buildings": ["settlement n15"]})
    refused(game, "move n09 n14", "move n09 n15")


# -- chasing (rules 14.5) ----------------------------------------------------------------------------------------------


def test_chasing_the_robber_moves_it_and_robs() -> None:
    opponent = {"buildings": ["settlement n42"], "hand": "1 meat"}
    game = mine("n09 active", "n20 active", robber=place("h05"), opponent=opponent, hand="1 ore")
    assert offered(game, "chase") == ["robber n09"]
    refused(game, "chase robber n20", "chase pirate n09", "chase robber n40", "chase n09")
    act(game, "chase robber n09")
    assert question(game) == "movefigure"
    assert "h05" not in offered(game, "robber")
    assert len(words(game)) == 18
    refused(game, "robber h05", "pirate p1", "robber h20")
    events = act(game, "robber h15")
    assert hand(game) == amounts("1 ore 1 meat")
    assert (events_of(events, "stolen")[0].data["victim_seat"], seen(game).robber) == (1, "h15")
    assert not knight_at(game, "n09").active


@pytest.mark.parametrize("take", [True, False])
def test_chasing_the_pirate_may_take_a_card(take: bool) -> None:
    opponent = {"buildings": ["settlement n01"], "hand": "1 meat"}
    game = mine("n53 active", pirate=5, opponent=opponent, hand="1 ore")
    act(game, "chase pirate n53")
    assert all(line.startswith("pirate ") for line in words(game))
    act(game, "pirate p1")
    assert question(game) == "rob"
    act(game, "rob seat2" if take else "pass")
    assert hand(game) == amounts("1 ore 1 meat" if take else "1 ore")


@pytest.mark.parametrize("figure", ["robber", "pirate"])
def test_there_is_nothing_to_chase_beside_the_board(figure: str) -> None:
    game = mine("n53 active", "n09 active")
    refused(game, f"chase {figure} n53", f"chase {figure} n09")


def test_a_pirate_is_chased_from_its_own_harbour_only() -> None:
    game = mine("n48 active", "n01 active", pirate=5)
    assert offered(game, "chase") == []
    refused(game, "chase pirate n48", "chase pirate n01")


# -- captains ----------------------------------------------------------------------------------------------------------


def test_a_captain_marker_goes_to_any_own_knight_without_one() -> None:
    """Rules 14.6."""
    game = mine("n09", "n20 mighty active", opponent={"knights": ["n42"]})
    assert sorted(offered(game, "captain")) == ["n09", "n20"]
    refused(game, "captain n42", "captain n15")
    act(game, "captain n20")
    assert (knight_at(game, "n20").captain, knight_at(game, "n20").active) == (True, True)
    assert seen(game).defence == 4
    refused(game, "captain n20")
    act(game, "captain n09")
    assert seen(game).defence == 4
    assert seen(game).players[0].supply["captain"] == 0


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
