"""The test cases T1 to T14 of the rules page, one by one."""

from __future__ import annotations

import pytest

from engines.mmn.game import Mmn
from engines.mmn.state_parts import Building
from engines.mmn.steps.barbarians import Attack
from engines.mmn.steps.clearing import Clearing
from engines.mmn.steps.drawing import Progress
from engines.mmn.steps.opening import OpeningIncome
from engines.mmn.steps.seven import owed
from tests.engines.mmn.positions import (
    asked,
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
    on_top,
    other_settlements,
    play,
    progress,
    ready,
    refused,
    roll,
    settle,
    settlement,
    stored,
    top,
    victims,
)


def land(game: Mmn, node: str, *terrains: str) -> None:
    """Lays terrains on the hexes at an intersection."""
    geometry = game.size.geometry
    for place, terrain in zip(geometry.node_hexes[geometry.node_number[node]], terrains, strict=True):
        lay(game, geometry.hexes[place], terrain)


def test_T1_opening_income() -> None:
    game = empty()
    one, other = corner(game, "h05", "NE"), corner(game, "h15", "S")
    land(game, one, "forest", "hills", "gold_river")
    land(game, other, "fields", "mountains", "pasture")
    settlement(game, 0, one)
    city(game, 0, other)
    game = settle(game, OpeningIncome())
    assert held(game, 0) == "1 brick 1 lumber 1 wool 1 grain 1 ore 1 nugget"


def test_T2_opening_on_the_coast() -> None:
    game = empty()
    geometry = game.size.geometry
    two = next(node for node, places in enumerate(geometry.node_hexes) if len(places) == 2)
    settlement(game, 0, geometry.nodes[two])
    city(game, 0, corner(game, "h10", "S"))
    game = settle(game, OpeningIncome())
    assert held(game, 0) == "5 wool"


def chip_at(game: Mmn, node: str) -> int:
    return game.building(game.size.geometry.node_number[node]).chip


def test_T3_emergency_clearing() -> None:
    game, (a, b, c, d) = victims()
    city(game, 0, a, chip=2, chip_hex=first_hex(game, a))
    city(game, 1, b, chip=3, chip_hex=first_hex(game, b))
    city(game, 2, c, chip=2, chip_hex=first_hex(game, c))
    city(game, 3, d, chip=1, chip_hex=first_hex(game, d))
    other_settlements(game, 2, 5)
    game = settle(game, Attack())
    assert [game.to_act, legal(game)] == [(0,), ["refund lumber", "refund paper"]]
    assert game.default(0) == ("refund", "lumber")
    play(game, "refund lumber")
    assert game.to_act == (1,)
    play(game, "refund paper")
    assert game.to_act == (2,)
    play(game, "refund paper")
    assert [held(game, seat) for seat in range(4)] == ["1 lumber", "2 paper", "1 lumber 1 paper", ""]
    assert [chip_at(game, a), chip_at(game, b), chip_at(game, d)] == [1, 1, 1]
    assert game.network.building[game.size.geometry.node_number[c]] is None
    assert game.state.storage_used == ["lumber"]


def clear(game: Mmn, card: str) -> Mmn:
    game.state.storage.remove(card)
    game.state.storage.append(card)
    return settle(game, Clearing())


def test_T4_clearing() -> None:
    game = empty()
    stored(game, 0, 1, 1, 2, 3)
    assert held(clear(game.copy(), "ore"), 0) == "3 ore 2 coin"
    drain(game, "ore", 2)
    drain(game, "coin", 5)
    assert held(clear(game, "ore"), 0) == "2 coin"


def test_T5_clearing_with_shortage() -> None:
    game = empty()
    stored(game, 0, 1, 1, 2)
    stored(game, 1, 1)
    drain(game, "wool", 2)
    game = clear(game, "wool")
    assert [held(game, 0), held(game, 1)] == ["1 cloth", ""]


def test_T6_seven() -> None:
    game = empty()
    hand(game, 0, "12 wool")
    stored(game, 0, 3, 3)
    assert owed(game, 0) == 4
    game = empty()
    hand(game, 0, "9 wool")
    city(game, 0, "n10", wall=True)
    assert owed(game, 0) == 0
    game = empty()
    hand(game, 0, "8 wool")
    stored(game, 0, 3, 2)
    assert owed(game, 0) == 3
    game = empty()
    hand(game, 0, "9 wool")
    stored(game, 0, 3)
    game.state.players[0].buildings[0].sabotaged = True
    assert owed(game, 0) == 4


def test_T7_storage_card() -> None:
    game = empty(roll=True)
    stored(game, 0, 2, 2)
    stored(game, 1, 3, 1)
    game = ready(game)
    assert game.state.storage_card == -1
    state = game.state

    def build(seat: int, place: int, chip: int) -> None:
        state.players[seat].buildings[place].chip = chip
        game.network.changed = True
        from engines.mmn import awards

        awards.recheck(game)

    build(0, 0, 3)
    assert state.storage_card == 0
    build(1, 1, 2)
    assert state.storage_card == 0, "5 against 5"
    build(1, 1, 3)
    assert state.storage_card == 1
    state.players[1].buildings[0].sabotaged = True
    build(1, 1, 3)
    assert state.storage_card == 0
    build(1, 1, 2)
    state.players[1].buildings[0].sabotaged = False
    state.players[0].buildings[0].sabotaged = True
    build(1, 1, 2)
    assert state.storage_card == 1


def test_T7_a_tie_of_others_sets_the_card_aside() -> None:
    game = empty()
    stored(game, 0, 3, 2)
    stored(game, 1, 3, 3)
    stored(game, 2, 3, 2)
    game.state.storage_card = 1
    game.state.players[1].buildings[0].sabotaged = True
    game.state.decks["politics"].remove("warlord")
    game.state.players[0].cards.append("warlord")
    knight(game, 0, "n01")
    game = Mmn.load(game.dump())
    play(game, "play warlord")
    assert game.state.storage_card == -1


def test_T8_maximum_of_storage() -> None:
    game = empty()
    stored(game, 0, 3, 3, 3, 1, 1, 1, 1)
    hand(game, 0, "19 wool 10 cloth")
    game = ready(game)
    assert game.view(None).players[0].storage_points == 13
    assert not [words for words in legal(game) if words.startswith(("store", "hall", "large"))]


@pytest.mark.parametrize(
    ("terrain", "cards"),
    [("fields", "1 grain 1 meat"), ("hills", "1 brick 1 crystal"), ("gold_river", "1 nugget 1 jewel")],
)
def test_T9_a_city_yields_resource_and_commodity(terrain: str, cards: str) -> None:
    game = empty(roll=True)
    lay(game, "h10", terrain, 9)
    city(game, 0, corner(game, "h10", "N"))
    game = ready(game)
    roll(game, "castle", 4, 5)
    assert held(game, 0) == cards


def test_T10_servant_and_journeyman() -> None:
    for fields, kind, cards in (
        ({"servants": [9]}, city, "2 grain 1 meat"),
        ({"servants": [9]}, settlement, "2 grain"),
        ({"journeymen": [9]}, city, "1 grain 2 meat"),
    ):
        game = empty(roll=True)
        lay(game, "h10", "fields", 9)
        kind(game, 0, corner(game, "h10", "N"), **fields)
        robbed = game.copy()
        game = ready(game)
        roll(game, "castle", 4, 5)
        assert held(game, 0) == cards
        robbed.state.robber = 9
        robbed = ready(robbed)
        roll(robbed, "castle", 4, 5)
        assert held(robbed, 0) == ""


def test_T11_slots() -> None:
    game = empty()
    node = corner(game, "h10", "N")
    a, b, c = game.size.geometry.node_hexes[game.size.geometry.node_number[node]]
    settlement(game, 0, node, chip=1, chip_hex=a)
    game.state.players[0].serfs = 1
    hand(game, 0, "2 wool 2 cloth")
    names = game.size.geometry.hexes
    loaded = ready(game)
    assert [words for words in legal(loaded) if "servant" in words] == [
        f"servant {node} {names[b]}",
        f"servant {node} {names[c]}",
    ]
    assert refused(loaded, f"servant {node} {names[a]}") == "slot"
    game.state.players[0].buildings[0] = Building(node=game.size.geometry.node_number[node], servants=[a, b, c])
    game.state.players[0].serfs = 0
    loaded = ready(game)
    assert not [words for words in legal(loaded) if words.startswith("store")]
    assert refused(loaded, f"store {node} {names[a]}") == "slot"


@pytest.mark.parametrize(
    ("option", "red", "levels"),
    [("calendar", 4, [3, 4, 5]), ("literal", 4, [4, 5]), ("calendar", 6, [5]), ("literal", 6, [])],
)
def test_T12_progress(option: str, red: int, levels: list[int]) -> None:
    for height in range(6):
        game = empty(progress_threshold=option)
        level(game, 1, power=height)
        game.state.now.colour, game.state.now.red = "power", red
        game = settle(game, Progress())
        player = game.state.players[1]
        assert len(player.cards) + len(player.vp_cards) == (height in levels)


def test_T13_overflow() -> None:
    six = ["bishop", "spy", "wedding", "warlord", "merchant"]
    game = empty(roll=True)
    level(game, 1, science=5)
    progress(game, 1, *six)
    on_top(game, "irrigation")
    game = ready(game)
    roll(game, "castle", 1, 1, "science")
    assert game.to_act == (1,)
    assert asked(game) == "overflow"
    assert {words.split()[0] for words in legal(game)} == {"return"}
    assert game.default(1) == ("return", "irrigation")
    events = play(game, "return bishop")
    assert next(event for event in events if event.kind == "returned").data == {"deck": "politics"}
    assert [event.seen_by for event in events if event.kind == "returned_card"] == [(1,)]
    assert game.state.decks["politics"][0] == "bishop"
    assert len(game.state.players[1].cards) == 5


def test_T13_on_turn_one_may_be_played_and_a_victory_point_card_is_no_sixth() -> None:
    game = empty(roll=True)
    level(game, 0, science=5)
    progress(game, 0, "bishop", "spy", "wedding", "warlord", "merchant")
    progress(game, 1, "intrigue")
    settlement(game, 0, "n10")
    vp = game.copy()
    on_top(game, "irrigation")
    game = ready(game)
    roll(game, "castle", 1, 1, "science")
    assert "play spy" in legal(game)
    assert "play merchant" in legal(game)
    play(game, "play spy", "pick intrigue")
    assert asked(game) == "overflow", "six again"
    assert len(game.state.players[0].cards) == 6
    play(game, "return irrigation")
    assert type(top(game)).__name__ == "Turn"
    on_top(vp, "printer")
    vp = ready(vp)
    roll(vp, "castle", 1, 1, "science")
    assert type(top(vp)).__name__ == "Turn"
    assert vp.state.players[0].vp_cards == ["printer"]


def test_T14_assassin() -> None:
    game = empty()
    knight(game, 1, "n10")
    knight(game, 2, "n20", rank=3)
    progress(game, 0, "assassin")
    assert "play assassin" in legal(ready(game))
    level(game, 1, politics=5)
    loaded = ready(game)
    assert refused(loaded, "play assassin") == "no_effect"
    game.state.players[2].knights[0].captain = True
    loaded = ready(game)
    play(loaded, "play assassin")
    assert loaded.state.players[2].knights[0].captain is False
