"""What the view of the seat that must decide quotes: fields of the rondel, deals, units, buildings."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import engines
from engines.contract import Game
from engines.navegador import board
from tests.engines.navegador.positions import CATEGORIES, FIELDS, position, up_to
from tests.engines.playing import act


def quote(game: Game, key: str) -> Any:
    return game.view(game.to_act[0]).quotes[key]


def outlook(game: Game, field: str) -> int | None:
    income: int | None = quote(game, f"rondel {field}").outlook
    return income


@pytest.mark.parametrize("steps", range(1, 9))
def test_a_field_costs_a_ship_for_each_step_beyond_three(steps: int) -> None:
    game = position(me={"stone": 0, "fleet": {"portugal": 4}})
    quoted = quote(game, f"rondel {FIELDS[steps % 8]}")
    cost = max(0, steps - board.FREE_STEPS)
    assert (quoted.steps, quoted.price) == (steps, {"ships": cost} if cost else {})
    assert quoted.offered == (cost <= 4)
    assert (quoted.reason is None) == quoted.offered


def test_churches_and_shipyards_say_how_many_workers_and_ships_are_cheap() -> None:
    game = position(me={"stone": 0, "churches": 3, "shipyards": 2, "fleet": {"portugal": 7}})
    assert (outlook(game, "workers"), outlook(game, "ships")) == (3, 2)


@pytest.mark.parametrize("cost", [1, 2])
def test_ships_that_a_move_costs_do_not_sail(cost: int) -> None:
    stone = (FIELDS.index("sailing") - board.FREE_STEPS - cost) % 8
    assert outlook(position(me={"stone": stone, "fleet": {"portugal": 4}}), "sailing") == 4 - cost


def test_the_cheapest_colony_within_the_means_is_named() -> None:
    me = {"stone": "market1", "workers": 4, "money": 60, "fleet": {"guine": 1, "bahia": 1}}
    tokens = {"guine": [60, 70, 80], "bahia": [40, 80, 90, 100]}
    stacks = {"discovered": ("guine", "bahia"), "tokens": tokens}
    assert outlook(position(me=me, **stacks), "colony") == 40  # type: ignore[arg-type]
    assert outlook(position(me=me | {"fleet": {"guine": 1}}, **stacks), "colony") == 60  # type: ignore[arg-type]
    assert outlook(position(me=me | {"money": 30}, **stacks), "colony") is None  # type: ignore[arg-type]
    both_paid = me | {"stone": (FIELDS.index("colony") - board.FREE_STEPS - 2) % 8}
    assert outlook(position(me=both_paid, **stacks), "colony") is None  # type: ignore[arg-type]


def test_the_best_privilege_of_the_gallery_is_told_and_the_royal_one_with_a_ship_in_goa() -> None:
    gallery = dict.fromkeys(CATEGORIES, 1) | {"church": 0}
    me = {"stone": "colony", "workers": 3, "churches": 5, "shipyards": 2, "fleet": {"goa": 1}}
    game = position(me=me, gallery=gallery, discovered=up_to("goa"))
    best = outlook(game, "privilege")
    act(game, "rondel privilege")
    incomes = [game.hint(0, action) for action in game.legal(0) if action[0] == "privilege"]
    assert best == max(int(str(hint.args["income"])) for hint in incomes if hint)
    few = me | {"workers": board.WORKERS_LEFT}
    assert outlook(position(me=few, gallery=gallery, discovered=up_to("goa")), "privilege") is None
    royal = position(me=few, gallery=gallery, royal="goa", discovered=up_to("goa"))
    best = outlook(royal, "privilege")
    act(royal, "rondel privilege")
    incomes = [royal.hint(0, action) for action in royal.legal(0) if action[0] == "royal"]
    assert best == max(int(str(hint.args["income"])) for hint in incomes if hint)


def test_the_market_pays_the_most_that_any_way_of_dealing_brings() -> None:
    seen = 0
    for seed in range(6):
        game = engines.new("navegador", 4, seed)
        rng = Random(seed)
        for number in range(600):
            if not game.to_act:
                break
            (seat,) = game.to_act
            quotes: Any = game.view(seat).quotes
            near = [key for key in quotes if key.startswith("rondel market") and quotes[key].offered]
            if near and number % 5 == 0 and not quotes[near[0]].price:
                after = game.copy()
                after.play(seat, tuple(near[0].split()))
                assert quotes[near[0]].outlook == _dealt(after, seat) - _money(game, seat)
                seen += 1
            game.play(seat, game.sample(seat, rng))
    assert seen > 20


def _money(game: Game, seat: int) -> int:
    return int(game.state.players[seat].money)


def _dealt(game: Game, seat: int) -> int:
    """Return the money after the best of all ways to deal, every one tried."""
    deals = [action for action in game.legal(seat) if action[0] in ("sell", "process")]
    amounts = [_money(game, seat)]
    for action in deals:
        after = game.copy()
        after.play(seat, action)
        amounts.append(_dealt(after, seat))
    return max(amounts)


def test_as_many_buildings_are_quoted_as_can_be_bought_one_after_the_other() -> None:
    seen = set[int]()
    for seed in range(8):
        game = engines.new("navegador", 2 + seed % 4, seed)
        rng = Random(seed)
        for _ in range(600):
            if not game.to_act:
                break
            (seat,) = game.to_act
            quotes: Any = game.view(seat).quotes
            for key in [key for key in quotes if key.startswith("build ")]:
                buying = game.copy()
                count = 0
                action = tuple(key.split())
                while seat in buying.to_act and action in buying.legal(seat):
                    buying.play(seat, action)
                    count += 1
                assert quotes[key].limit == count
                seen.add(count)
            game.play(seat, game.sample(seat, rng))
    assert {0, 1, 2} <= seen
