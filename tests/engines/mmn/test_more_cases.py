"""The test cases T15 to T27 of the rules page, one by one."""

from __future__ import annotations

import pytest

from engines.mmn import board, setup
from engines.mmn.game import Mmn
from engines.mmn.steps.barbarians import Attack
from engines.randomness import Dice
from tests.engines.mmn.positions import (
    asked,
    chain,
    city,
    corner,
    drain,
    empty,
    first_hex,
    hand,
    held,
    knight,
    lay,
    legal,
    level,
    other_settlements,
    play,
    ready,
    refused,
    roll,
    settle,
    settlement,
    stored,
    top,
    victims,
)
from tests.engines.playing import kinds


def test_T15_food_3() -> None:
    game = empty(roll=True)
    city(game, 0, "n10")
    city(game, 1, "n30")
    level(game, 0, food=3)
    chain(game, 0, "n10", *(game.size.geometry.nodes[there] for _, there in game.size.geometry.ways[9][:1]))
    knight(game, 0, "n20", active=True)
    knight(game, 0, "n22", active=True)
    knight(game, 1, "n40", active=True)
    game.state.ship = 6
    game = ready(game)
    roll(game, "ship", 1, 1)
    assert [each.active for each in game.state.players[0].knights] == [True, True]
    assert [each.active for each in game.state.players[1].knights] == [False]
    assert not any(each.acted or each.fresh for each in game.state.players[0].knights)
    assert game.state.players[0].defender == 1


def test_T16_food_5() -> None:
    game = empty()
    nodes = [corner(game, "h10", side) for side in ("N", "NE", "SE")]
    chain(game, 0, *nodes)
    knight(game, 0, nodes[0], active=True)
    level(game, 0, food=5)
    game = ready(game)
    play(game, f"move {nodes[0]} {nodes[2]}")
    (moved,) = game.state.players[0].knights
    assert moved.active
    assert moved.acted
    assert refused(game, f"move {nodes[2]} {nodes[0]}") == "acted"
    assert game.contributions() == [1, 0, 0]


def test_T17_trade_5() -> None:
    game = empty()
    hand(game, 0, "1 cloth 3 coin")
    level(game, 0, trade=5)
    five = ready(game)
    play(five, "bank 1 coin 1 cloth for ore")
    assert held(five, 0) == "1 ore 2 coin"
    level(game, 0, trade=3)
    three = ready(game)
    assert refused(three, "bank 1 cloth 1 coin for ore") == "level"
    play(three, "bank 2 coin", "take ore")
    assert held(three, 0) == "1 ore 1 cloth 1 coin"


def test_T18_empty_stack() -> None:
    game = empty()
    hand(game, 0, "8 wool")
    drain(game, "brick")
    game = ready(game)
    assert refused(game, "bank 4 wool for brick") == "bank_empty"
    play(game, "bank 4 wool for ore")
    assert held(game, 0) == "4 wool 1 ore"


def test_T19_pirate() -> None:
    game = empty()
    a, b = (game.size.geometry.nodes[node] for node in game.size.geometry.harbour_nodes[2])
    game.state.harbours[2] = "wool"
    settlement(game, 0, a)
    hand(game, 0, "4 wool")
    assert "bank 2 wool" in legal(ready(game))
    game.state.pirate = 2
    blocked = ready(game)
    assert [words for words in legal(blocked) if words.startswith("bank")] == ["bank 4 wool"]
    knight(game, 0, b, active=True)
    game = ready(game)
    play(game, f"chase pirate {b}")
    assert "pirate p3" not in legal(game)
    assert len(legal(game)) == 8
    assert refused(game, "pirate p3") == "stays"
    assert refused(game, "pirate h01") == "other_than_harbour"
    assert refused(game, "robber h01") == "other_figure"
    play(game, "pirate p1")
    assert game.state.pirate == 0
    assert "bank 2 wool" in legal(game)


def test_T20_science_5() -> None:
    game = empty(roll=True)
    settlement(game, 0, corner(game, "h10", "N"))
    lay(game, "h10", "fields", 9)
    level(game, 0, science=5)
    game.state.robber = 9
    seven = ready(game.copy())
    game = ready(game)
    roll(game, "ship", 4, 5)
    assert asked(game) == "takeresources"
    assert game.prompt(0).optional
    play(game, "take ore", "take ore")
    assert held(game, 0) == "2 ore"
    assert type(top(game)).__name__ == "Turn"
    roll(seven, "ship", 3, 4)
    assert asked(seven) == "movefigure"


def test_T21_order() -> None:
    game = empty(roll=True)
    game.state.ship = 2
    stored(game, 0, 1)
    hand(game, 1, "8 ore")
    game = ready(game)
    events = roll(game, "ship", 3, 4)
    events += play(game, "discard 4 ore")
    events += play(game, legal(game)[0])
    while asked(game) == "rob":
        events += play(game, legal(game)[0])
    told = [kind for kind in kinds(events) if kind in ("barbarians", "discarded", "robber", "clearing")]
    assert told == ["barbarians", "discarded", "robber", "clearing"]
    assert all(event.data.get("why") != "production" for event in events)


def attack_of_T22(strength: int) -> Mmn:
    game = empty(4)
    nodes = [corner(game, place, "N") for place in ("h04", "h07", "h13", "h16", "h10")]
    city(game, 0, nodes[0])
    city(game, 0, nodes[4])
    city(game, 1, nodes[1])
    city(game, 2, nodes[2])
    city(game, 3, nodes[3], metropolis="trade")
    level(game, 3, trade=4)
    knight(game, 0, corner(game, "h01", "N"), rank=strength, active=True)
    knight(game, 1, corner(game, "h01", "SE"), active=True)
    knight(game, 2, corner(game, "h03", "N"), active=True)
    return settle(game, Attack())


def test_T22_attack() -> None:
    lost = attack_of_T22(2)
    assert [sum(each.city for each in player.buildings) for player in lost.state.players] == [2, 0, 0, 1]
    won = attack_of_T22(3)
    assert [player.defender for player in won.state.players] == [1, 0, 0, 0]
    assert sum(each.city for player in won.state.players for each in player.buildings) == 5


@pytest.mark.parametrize(("sabotaged", "cards"), [(False, "2 wool 1 cloth"), (True, "1 wool")])
def test_T23_T26_city_without_replacement(sabotaged: bool, cards: str) -> None:
    game, _ = victims("wool")
    a = corner(game, "h10", "N")
    places = game.size.geometry.node_hexes[game.size.geometry.node_number[a]]
    city(game, 0, a, chip=3, chip_hex=places[0], servants=[places[1]], journeymen=[places[2]], sabotaged=sabotaged)
    other_settlements(game, 0, 5)
    before = Mmn.load(game.dump()).scores()[0].sources
    game = settle(game, Attack())
    if not sabotaged:
        assert legal(game) == ["refund wool", "refund cloth"]
        play(game, "refund wool")
    assert held(game, 0) == cards
    assert game.network.free(game.size.geometry.node_number[a])
    assert before["cities"] - game.scores()[0].sources["cities"] == 2
    assert game.supply(0)["servant"] == 4
    assert game.supply(0)["journeyman"] == 3
    assert game.supply(0)["hall"] == 3


def test_T24_the_win_waits_for_the_own_turn() -> None:
    game = empty(roll=True)
    for node in ("n10", "n30"):
        city(game, 1, node)
    game.state.players[1].defender = 11
    knight(game, 1, "n40", rank=3, active=True)
    game.state.ship = 6
    game = ready(game)
    assert game.scores()[1].total == 15
    roll(game, "ship", 1, 1)
    assert game.scores()[1].total == 16
    assert game.to_act == (0,)
    events = play(game, "pass")
    assert kinds(events)[-2:] == ["victory", "over"]
    assert game.state.winner == 1
    assert not game.to_act


@pytest.mark.parametrize(
    ("seats", "places", "gold", "harbours"), [(3, 19, 2, 9), (4, 19, 2, 9), (5, 30, 3, 11), (6, 30, 3, 11)]
)
def test_T25_board(seats: int, places: int, gold: int, harbours: int) -> None:
    size = board.size(seats)
    for seed in range(40):
        terrain = setup.lay_terrain(size, "random", Dice.from_seed(seed))
        chips = setup.lay_chips(size, terrain, Dice.from_seed(seed + 1000))
        assert len(terrain) == places == len(chips)
        assert terrain.count("gold_river") == gold
        given_up = [name for name in size.given_up if terrain.count(name) == size.terrain[name] - 1]
        assert len(given_up) == 1
        extra = sorted(chips)
        for chip in size.chips:
            extra.remove(chip)
        assert len(extra) == size.extra_chips
        assert set(extra) <= {4, 5, 6, 8, 9, 10}
        assert all(chip in (6, 8) for chip, name in zip(chips, terrain, strict=True) if name == "gold_river")
        assert 7 not in chips
    assert len(Mmn.new(seats, 1).state.harbours) == harbours


def test_T27_crossing_losses() -> None:
    game, (a, b, *_) = victims()
    city(game, 0, a, chip=3, chip_hex=first_hex(game, a))
    city(game, 1, b, chip=2, chip_hex=first_hex(game, b))
    stored(game, 0, 3, 1)
    stored(game, 1, 3, 1)
    game.state.storage_card = 0
    for seat in (0, 1):
        for building in game.state.players[seat].buildings[1:]:
            if building.city:
                building.metropolis = ("trade", "politics")[seat]
                game.state.metropolises[seat] = seat
                game.state.players[seat].levels[seat] = 4
    game = settle(game, Attack())
    while asked(game) == "refund":
        play(game, legal(game)[0])
    assert [game.view(None).players[seat].storage_points for seat in (0, 1)] == [5, 5]
    assert game.state.storage_card == 0
