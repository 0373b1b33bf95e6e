"""Selling goods by die, castle and warehouse (rules 6.4, 7, test case 7)."""

from __future__ import annotations

import pytest

from engines import Message
from engines.burgundy import box
from tests.engines.burgundy.moves import all_goods, data, gains, offered
from tests.engines.burgundy.positions import position
from tests.engines.playing import act, player, refused, words


@pytest.mark.parametrize(("seats", "points"), [(2, 6), (3, 9), (4, 12)])
def test_case_7_three_tiles_sold_score_by_the_number_of_players(seats: int, points: int) -> None:
    game = position(seats=seats, me={"goods": {"pink": 3}})
    events = gains(game, "sell pink die 3", vp=points, silverlings=1)
    assert player(game).goods.get("pink", 0) == 0
    assert player(game).sold == {"pink": 3}
    assert player(game).earned["sales"] == points
    assert data(events, "sold") == [{"goods": "pink", "count": 3, "points": points, "silverlings": 1}]


def test_case_7_knowledge_3_and_4_pay_more_for_a_sale() -> None:
    for knows, silverlings, workers in ((["k3"], 2, 0), (["k4"], 1, 1), (["k3", "k4"], 2, 1)):
        game = position(seats=4, me={"goods": {"pink": 3}, "knows": knows})
        events = gains(game, "sell pink die 3", vp=12, silverlings=silverlings, workers=workers)
        assert data(events, "sold")[0]["silverlings"] == silverlings
        assert data(events, "tile_workers") == [{"tile": "k4", "count": 1}] * workers


def number(hint: Message, name: str) -> int:
    """Return a number among the arguments of a hint."""
    value = hint.args[name]
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize("knows", [[], ["k3"], ["k4"], ["k3", "k4"]], ids=str)
def test_what_is_offered_says_all_that_a_sale_brings(knows: list[str]) -> None:
    game = position(seats=4, me={"goods": {"pink": 3}, "knows": knows})
    hint = game.hint(0, ("sell", "pink", "die", "3"))
    assert hint is not None
    workers = int(hint.id == "burgundy.hint.sale_and_worker")
    assert workers or hint.id == "burgundy.hint.sale"
    gains(game, "sell pink die 3", vp=number(hint, "points"), silverlings=number(hint, "n"), workers=workers)


@pytest.mark.parametrize("knows", [[], ["k13"], ["k14"], ["k13", "k14"]], ids=str)
def test_what_is_offered_says_all_that_workers_bring(knows: list[str]) -> None:
    game = position(me={"knows": knows, "dice": (3, 3)})
    hint = game.hint(0, ("workers", "die", "3"))
    assert hint is not None
    silverlings = int(hint.id == "burgundy.hint.workers_and_silverling")
    assert silverlings or hint.id == "burgundy.hint.workers"
    gains(game, "workers die 3", workers=number(hint, "n"), silverlings=silverlings)


@pytest.mark.parametrize("goods", box.GOODS)
def test_the_die_names_the_type(goods: str) -> None:
    die = box.DIE_OF[goods]
    game = position(me={"goods": dict.fromkeys(box.GOODS[:3] if die <= 3 else box.GOODS[3:], 1), "dice": (die, die)})
    assert offered(game, "sell") == {f"{goods} die {die}"}


def test_all_tiles_of_a_type_are_sold() -> None:
    """No partial sale; one silverling whatever the number."""
    for count in range(1, 8):
        game = position(seats=2, me={"goods": {"red": count}})
        gains(game, "sell red die 4", vp=2 * count, silverlings=1)
        refused(game, "sell red die 3", "sell red die 3 workers 1")


def test_goods_one_does_not_have_are_not_sold() -> None:
    game = position(me={"goods": {"pink": 1}, "workers": 9})
    refused(game, "sell red die 4", "sell blue die 3", "sell pink die 4", "sell pink", "sell pink 1 die 3")


def test_selling_frees_the_space_of_the_type() -> None:
    game = position(
        me={"goods": {"pink": 1, "red": 1, "brown": 1}, "storage": ["ship"], "dice": (3, 5)},
        lying={"1": {"orange": 1}, "2": {"purple": 1}},
    )
    act(game, "sell pink die 3", "place ship d5 die 5", "goods 1")
    assert player(game).goods == {"red": 1, "brown": 1, "orange": 1}


def test_both_dice_may_sell() -> None:
    game = position(me={"goods": {"pink": 1, "red": 2}})
    gains(game, "sell red die 4", "sell pink die 3", vp=9, silverlings=2)


def test_sold_tiles_are_kept_and_counted() -> None:
    game = position(me={"goods": {"pink": 2}, "sold": {"pink": 1, "red": 3}})
    act(game, "sell pink die 3")
    assert player(game).sold == {"pink": 3, "red": 3}
    assert all_goods(game) == dict.fromkeys(box.GOODS, 7)


def test_a_warehouse_sells_any_type() -> None:
    me = {"goods": {"pink": 2, "orange": 1}, "storage": ["warehouse"]}
    game = position(me=me)
    act(game, "place warehouse e4 die 3")
    assert set(words(game)) == {"sell pink", "sell orange", "pass"}
    refused(game, "sell red", "sell pink die 4", "workers", "end")
    gains(game, "sell orange", vp=3, silverlings=1)
    assert player(game).goods == {"pink": 2}


def test_a_warehouse_may_be_declined() -> None:
    """Ruling A9."""
    game = position(me={"goods": {"pink": 2}, "storage": ["warehouse"]})
    act(game, "place warehouse e4 die 3")
    events = gains(game, "pass")
    assert data(events, "passed") == [{"tile": "warehouse"}]
    assert player(game).goods == {"pink": 2}


def test_a_warehouse_without_goods_has_no_effect() -> None:
    game = position(me={"storage": ["warehouse"]})
    events = gains(game, "place warehouse e4 die 3")
    assert data(events, "no_effect") == [{"tile": "warehouse"}]


def test_knowledge_3_and_4_serve_the_warehouse_and_the_castle() -> None:
    me = {"goods": {"red": 2}, "knows": ["k3", "k4"]}
    game = position(me={**me, "storage": ["warehouse"], "dice": (3, 6)})
    act(game, "place warehouse e4 die 3")
    gains(game, "sell red", vp=6, silverlings=2, workers=1)
    game = position(me={**me, "storage": ["castle"], "dice": (6, 3)})
    act(game, "place castle b3 die 6")
    gains(game, "sell red", vp=6, silverlings=2, workers=1)
