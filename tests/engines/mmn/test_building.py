"""The opening, and what is built step by step: storage, autarky, and what limits it (rules 3, 12, 15, 16)."""

from __future__ import annotations

import pytest

from engines.mmn import board
from engines.mmn.game import Mmn
from tests.engines.mmn.positions import (
    asked,
    chain,
    city,
    corner,
    empty,
    hand,
    held,
    knight,
    legal,
    level,
    play,
    ready,
    refused,
    roll,
    settlement,
)


def middle(game: Mmn) -> tuple[str, list[str]]:
    """An intersection of three hexes, and their names."""
    node = corner(game, "h10", "N")
    geometry = game.size.geometry
    return node, [geometry.hexes[place] for place in geometry.node_hexes[geometry.node_number[node]]]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_3_the_opening_goes_round_and_back(seats: int) -> None:
    game = Mmn.new(seats, 2)
    order = []
    words = []
    while game.state.turn == 0:
        order.append(game.to_act[0])
        first = legal(game)[0]
        words.append(first.split()[0])
        play(game, first)
    there = [seat for seat in range(seats) for _ in range(2)]
    assert order == there + there[::-1]
    assert words == ["settlement", "road"] * seats + ["city", "road"] * seats
    assert game.to_act == (0,)
    assert all(
        sum(player.hand) == sum(len(game.size.geometry.node_hexes[building.node]) for building in player.buildings)
        and not any(player.hand[board.PAIR :])
        for player in game.state.players
    )


def test_3_1_distance_rule() -> None:
    game = Mmn.new(3, 2)
    play(game, "settlement n10", legal_road(game, "n10"))
    for near in game.size.geometry.node_nodes[9]:
        assert refused(game, f"settlement {game.size.geometry.nodes[near]}", 1) == "distance"
    assert refused(game, "settlement n10", 1) == "taken"


def legal_road(game: Mmn, node: str) -> str:
    edge = game.size.geometry.node_edges[game.size.geometry.node_number[node]][0]
    return f"road {game.size.geometry.paths[edge]}"


def test_15_from_store_to_large_store_in_one_turn() -> None:
    game = empty()
    node, places = middle(game)
    settlement(game, 0, node)
    hand(game, 0, "5 ore 6 grain 1 coin 2 cloth")
    game = ready(game)
    play(game, f"store {node} {places[1]}")
    assert legal(game) == ["pay grain", "pay ore"], "two equal resources of any kind (ruling 24.7)"
    play(game, "pay grain")
    assert refused(game, f"store {node} {places[0]}") == "one_chip"
    assert refused(game, f"hall {node}") == "needs_city"
    play(game, f"city {node}")
    assert refused(game, f"large_store {node}") == "needs_chip"
    play(game, f"hall {node}")
    assert held(game, 0) == "2 grain 1 ore 2 cloth", "the only pair there is pays by itself"
    assert game.supply(0)["store"] == 4
    play(game, f"large_store {node}")
    view = game.view(None).players[0]
    assert (view.storage_points, view.buildings[0].chip, view.buildings[0].chip_hex) == (3, "large_store", places[1])
    assert held(game, 0) == "2 grain 1 ore"


def test_15_3_chips_run_out() -> None:
    game = empty()
    geometry = game.size.geometry
    for node in ("n10", "n12", "n30", "n32"):
        city(game, 0, node, chip=1, chip_hex=geometry.node_hexes[geometry.node_number[node]][0])
    settlement(game, 0, "n01")
    hand(game, 0, "2 ore")
    assert refused(ready(game), f"store n01 {geometry.hexes[geometry.node_hexes[0][0]]}") == "supply"
    for building in game.state.players[0].buildings[:3]:
        building.chip = 2
    hand(game, 0, "1 coin")
    assert refused(ready(game), "hall n32") == "supply"


def test_16_from_serf_to_journeyman() -> None:
    game = empty()
    node, places = middle(game)
    settlement(game, 0, node)
    hand(game, 0, "6 ore 5 grain 3 coin 1 meat")
    game = ready(game)
    assert refused(game, f"servant {node} {places[0]}") == "needs_chip"
    play(game, "serf")
    assert legal(game) == ["pay grain", "pay ore"]
    play(game, "pay ore")
    assert game.view(None).players[0].autarky_points == 1
    play(game, f"servant {node} {places[0]}", "pay ore")
    assert game.supply(0)["servant"] == 3
    assert refused(game, f"journeyman {node} {places[0]}") == "needs_city"
    play(game, f"city {node}", f"journeyman {node} {places[0]}", "pay ore")
    assert game.supply(0)["servant"] == 4
    assert game.view(None).players[0].autarky_points == 3
    assert refused(game, f"servant {node} {places[0]}") == "slot"


def test_16_4_the_autarky_card_and_16_6_supply() -> None:
    game = empty()
    node, places = middle(game)
    city(game, 0, node, journeymen=[game.size.geometry.hex_number[places[0]]])
    game.state.players[0].serfs = 1
    hand(game, 0, "1 ore 1 coin 3 grain 3 meat")
    game = ready(game)
    assert game.state.autarky == -1
    play(game, "serf", "pay ore")
    assert game.state.autarky == 0
    assert game.scores()[0].sources["autarky"] == 2
    play(game, "serf", "serf")
    assert refused(game, "serf") == "supply"


def test_13_2_own_knights_must_move_away() -> None:
    game = empty()
    a, b, c = (corner(game, "h10", side) for side in ("N", "NE", "SE"))
    chain(game, 0, a, b, c)
    knight(game, 0, c, active=True)
    settlement(game, 0, a)
    hand(game, 0, "1 brick 1 lumber 1 wool 1 grain")
    game = ready(game)
    assert refused(game, f"settlement {c}") == "taken"
    assert refused(game, f"settlement {b}") == "distance"
    assert refused(game, "settlement n01") == "not_connected"
    play(game, f"move {c} {b}", f"settlement {c}")
    assert held(game, 0) == ""


def test_24_8_the_third_space_is_counted_again_after_an_attack() -> None:
    game = empty(roll=True)
    spaces = []
    game = ready(game)
    for _ in range(10):
        before = len(game.state.storage)
        roll(game, "ship", 1, 2)
        if len(game.state.storage) < before:
            spaces.append(game.state.ship)
        while asked(game) != "beforeroll":
            play(game, " ".join(game.default(game.to_act[0])))
    assert spaces == [3, 3]


@pytest.mark.parametrize("seats", [3, 6])
def test_24_15_sixteen_points_win_whatever_the_number_of_players(seats: int) -> None:
    game = empty(seats)
    game.state.players[0].defender = 15
    settlement(game, 0, "n10")
    hand(game, 0, "3 ore 2 grain")
    game.state.players[0].defender = 14
    game = ready(game)
    play(game, "city n10")
    assert game.state.over
    assert game.view(None).target == 16
    assert game.scores()[0].total == 16


def test_24_16_everybody_on_level_5_has_the_benefit() -> None:
    game = empty()
    city(game, 1, "n10", metropolis="trade")
    city(game, 0, "n30")
    for seat in (0, 1):
        level(game, seat, trade=5)
    hand(game, 0, "1 cloth 1 coin")
    assert "bank 1 cloth 1 coin" in legal(ready(game))


def test_24_17_protection_covers_all_knights_and_captains() -> None:
    game = empty()
    level(game, 0, power=5)
    level(game, 1, politics=5)
    hand(game, 0, "1 nugget 1 jewel")
    for node, captain in (("n01", True), ("n02", True), ("n03", False)):
        knight(game, 1, node, rank=1 + (node == "n03"), captain=captain)
    game = ready(game)
    assert not [words for words in legal(game) if words.startswith("strike")]
    assert refused(game, "strike n01") == "immune"


def test_7_1_walls_raise_the_limit() -> None:
    game = empty()
    for node in ("n10", "n12", "n30"):
        city(game, 0, node, wall=True)
    assert ready(game).view(None).players[0].hand_limit == 13


def test_an_action_phase_refuses_what_is_not_offered_with_a_reason() -> None:
    game = empty()
    game = ready(game)
    for words, why in (
        ("road n01-n04", "not_connected"),
        ("road n01-n99", "no_place"),
        ("city n01", "not_yours"),
        ("settlement n01", "not_connected"),
        ("knight n01", "not_connected"),
        ("activate n01", "no_knight"),
        ("promote nowhere", "no_place"),
        ("store n01 h01", "not_yours"),
        ("serf", "token"),
        ("end_famine", "no_famine"),
        ("improve trade", "no_city"),
        ("play bishop", "card_not_held"),
        ("strike n01", "level"),
        ("swap seat2 wool", "no_harbour_card"),
    ):
        assert refused(game, words) == why, words
    before = empty(roll=True)
    assert refused(ready(before), "pass") == "roll_first"
