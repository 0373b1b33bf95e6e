"""The actions of a turn: quarters, ship, deliveries, purchases, jokers (rules 5)."""

from __future__ import annotations

import pytest

from engines.macao import board
from tests.engines.macao.moves import gains, next_round, owning, seen, stock
from tests.engines.macao.positions import COLOURS, DARK, LIGHT, PORTS, cubes, position
from tests.engines.playing import act, offered, player, refused, words

QUARTERS = [f"q{number:02}" for number in range(1, 31)]


def price(quarter: str) -> str:
    letters = dict(zip(COLOURS, "RGBVKY", strict=True))
    return "".join(letters[colour] * count for colour, count in board.QUARTERS[quarter].cost.items())


# -- quarters (rules 5.2) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quarter", QUARTERS)
def test_a_quarter_costs_exactly_its_cubes(quarter: str) -> None:
    game = position(me={"stock": price(quarter) + "RGBVKY"})
    tile = game.state.city[quarter]
    act(game, f"quarter {quarter}")
    assert stock(game) == cubes("RGBVKY")
    assert player(game).quarters == [quarter]
    assert quarter not in game.state.city
    assert (player(game).hold, player(game).jokers) == (({}, 1) if tile == "joker" else ({tile: 1}, 0))
    assert seen(game).owners == {quarter: 0}


@pytest.mark.parametrize("quarter", QUARTERS)
def test_a_quarter_is_not_taken_with_a_cube_missing(quarter: str) -> None:
    for colour in sorted(set(price(quarter))):
        rest = "".join(other * 4 for other in "RGBVKY" if other != colour)
        held = rest + colour * (price(quarter).count(colour) - 1)
        refused(position(me={"stock": held}), f"quarter {quarter}")


def test_one_quarter_is_taken_in_a_turn_and_another_in_the_next_round() -> None:
    game = position(me={"stock": "VKG"})
    act(game, "quarter q04")
    assert offered(game, "quarter") == []
    refused(game, "quarter q12", "quarter q18")
    act(next_round(game, stock="K"), "quarter q12")


def test_a_quarter_has_one_owner() -> None:
    game = position(me={"stock": "VK", "quarters": ["q04"]}, others={1: {"quarters": ["q12"]}})
    refused(game, "quarter q04", "quarter q12", "quarter q31", "quarter", "quarter q4")


def test_no_neighbourhood_is_needed() -> None:
    game = position(me={"stock": "B", "quarters": ["q01"]})
    act(game, "quarter q29")
    assert seen(game).players[0].group == 1


def test_a_ware_is_aboard_at_once_and_may_be_delivered_right_away() -> None:
    game = position(me={"stock": "V", "ship": "lisboa"}, tiles={"q04": "spices"})
    refused(game, "deliver 1")
    act(game, "quarter q04")
    gains(game, "deliver 1", prestige=5)


def test_a_joker_may_be_spent_at_once() -> None:
    game = position(me={"stock": "RVK"})
    act(game, "quarter q13")
    gains(game, "joker gray", left="Y")


# -- ship (rules 5.4) --------------------------------------------------------------------------------------------------


def test_a_ship_reaches_every_space_within_its_cubes() -> None:
    for count in range(9):
        game = position(me={"stock": "R" * count})
        within = {space for space, steps in board.DISTANCE["start"].items() if 0 < steps <= count}
        assert set(offered(game, "ship")) == within
        refused(game, "ship start", "ship atlantis", "ship")


@pytest.mark.parametrize("target", [space for space in board.SPACES if space != "hamburg"])
def test_the_way_costs_its_distance(target: str) -> None:
    steps = board.DISTANCE["hamburg"][target]
    game = position(me={"stock": "G" * 12, "ship": "hamburg"})
    gains(game, f"ship {target}", left="G" * (12 - steps))
    assert player(game).ship == target
    assert player(game).this_round.steps == steps


def test_a_ship_moves_any_number_of_times_with_changes_of_direction() -> None:
    game = position(me={"stock": "RRRRRR"})
    act(game, "ship s01", "ship start", "ship s03", "ship s04", "ship genova")
    assert player(game).this_round.steps == 5
    assert stock(game) == cubes("R")


def test_any_number_of_ships_shares_a_space() -> None:
    game = position(me={"stock": "RRRR"}, others={1: {"ship": "lisboa"}, 2: {"ship": "lisboa"}})
    act(game, "ship lisboa")
    assert [player.ship for player in game.state.players] == ["lisboa"] * 3


@pytest.mark.parametrize(("free", "paid"), [(1, 2), (2, 1), (3, 0), (4, 0)])
def test_free_steps_go_first(free: int, paid: int) -> None:
    game = position(me={"stock": "RRR", "free_steps": free})
    events = act(game, "ship lisboa")
    assert stock(game) == cubes("R" * (3 - paid))
    assert player(game).free_steps == max(0, free - 3)
    assert [event.data for event in events if event.kind == "ship"] == [
        {"space": "lisboa", "steps": 3, "from_space": "start"}
    ]


def test_free_steps_widen_the_reach() -> None:
    game = position(me={"stock": "RR", "free_steps": 1})
    reach = {space for space, steps in board.DISTANCE["start"].items() if 0 < steps <= 3}
    assert set(offered(game, "ship")) == reach


def test_a_ship_may_stop_on_the_way_to_deliver() -> None:
    game = position(me={"stock": "RRRRRR", "hold": {"spices": 1, "tea": 1}})
    act(game, "ship lisboa")
    assert offered(game, "deliver") == ["1"]
    gains(game, "deliver 1", "ship london", "deliver 1", prestige=5 + 6)


# -- deliveries (rules 5.4) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("port", "ware"), PORTS.items())
@pytest.mark.parametrize("filled", [0, 1, 2])
def test_a_tile_goes_to_the_highest_free_space(port: str, ware: str, filled: int) -> None:
    values = board.PORTS[port].delivery_values
    game = position(me={"ship": port, "hold": {ware: 1}}, ports={port: filled})
    gains(game, "deliver 1", prestige=values[filled], gold=0)
    assert game.state.ports[port] == filled + 1
    assert player(game).hold.get(ware, 0) == 0
    assert game.scores()[0].sources["wares"] == values[filled]


@pytest.mark.parametrize(("port", "ware"), PORTS.items())
def test_a_port_takes_its_ware_only(port: str, ware: str) -> None:
    others = {other: 1 for other in PORTS.values() if other != ware}
    refused(position(me={"ship": port, "hold": others}), "deliver 1")
    away = position(me={"ship": "start", "hold": {ware: 3}})
    refused(away, "deliver 1")


def test_any_number_of_tiles_is_delivered_as_often_as_wanted() -> None:
    for lines, points in ((("deliver 3",), 13), (("deliver 1", "deliver 2"), 13), (("deliver 2",), 10)):
        game = position(me={"ship": "hamburg", "hold": {"rice": 3}})
        assert offered(game, "deliver") == ["1", "2", "3"]
        gains(game, *lines, prestige=points)
    assert offered(game, "deliver") == ["1"]
    refused(game, "deliver 2", "deliver 0", "deliver -1", "deliver")


def test_undelivered_tiles_are_worth_nothing() -> None:
    game = position(turn=12, seat=2, me={"hold": {"tea": 3}, "jokers": 1, "gold": 20, "rose": {1: "RRR"}})
    act(game, "pass")
    assert [score.total for score in game.scores()][2] == 0


# -- purchases (rules 5.5) ---------------------------------------------------------------------------------------------


def test_prestige_is_bought_once_and_whole() -> None:
    game = position(tribute=(4, 7), me={"gold": 9, "jokers": 1})
    events = act(game.copy(), "tribute")
    assert [event.data for event in events if event.kind == "tribute"] == [{"gold": 4, "prestige": 7}]
    gains(game, "tribute", gold=-4, prestige=7)
    assert game.scores()[0].sources["tribute"] == 7
    refused(game, "tribute", "tribute 1")
    refused(position(tribute=(4, 7), me={"gold": 3, "jokers": 1}), "tribute")


def test_prestige_may_be_had_for_nothing() -> None:
    gains(position(tribute=(0, 5), me={"gold": 0}), "tribute", prestige=5)


def test_prestige_may_cost_the_last_gold() -> None:
    game = position(tribute=(5, 5), me={"gold": 5, "jokers": 1})
    act(game, "tribute")
    assert player(game).gold == 0


# -- jokers (rules 5.7) ------------------------------------------------------------------------------------------------


def test_a_joker_is_a_cube_or_three_gold() -> None:
    game = position(me={"jokers": 3})
    assert sorted(offered(game, "joker")) == sorted(["gold", *COLOURS])
    gains(game, "joker gold", gold=3)
    gains(game, "joker violet", "joker violet", left="VV")
    assert player(game).jokers == 0
    refused(game, "joker gold", "joker violet")
    refused(position(me={"jokers": 1}), "joker gold gold", "joker red red", "joker", "joker pink")


def test_a_joker_may_be_kept_for_later_rounds() -> None:
    later = next_round(position(me={"jokers": 1}), stock="")
    gains(later, "joker red", left="R")


@pytest.mark.parametrize("phase", ["cards", "dice"])
def test_jokers_are_spent_in_the_own_turn_only(phase: str) -> None:
    """Ruling 1."""
    game = position(phase=phase, me={"jokers": 1}, others={1: {"jokers": 1}}, display=["tor", "bank", "kran"])
    refused(game, "joker gold", "joker red")
    turn = position(me={"jokers": 1}, others={1: {"jokers": 1}})
    refused(turn, "joker gold", seat=1)


def test_nothing_is_limited_by_the_box() -> None:
    game = owning("bank", me={"gold": 500, "jokers": 6, "stock": "R" * 60})
    gains(game, "use bank", "joker gold", gold=5)
    gains(game, "joker red", left="R" * 61)


def test_tiles_of_a_position_are_complete() -> None:
    game = position(me={"hold": {"tea": 2}, "jokers": 1, "quarters": ["q02"]}, ports={"lisboa": 1})
    assert game.audit() == []
    assert set(game.state.city) | set(seen(game).owners) == {*DARK, *LIGHT}
    assert words(game)[-1] == "pass"
