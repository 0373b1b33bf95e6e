"""The market (rules 7.6): selling, processing, the joker."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.contract import Game
from tests.engines.navegador.moves import mat, offered, on, words
from tests.engines.navegador.positions import GOODS
from tests.engines.playing import act, refused

TOP = {"sugar": 60, "gold": 70, "spice": 80}
TOKENS = {"sugar": 8, "gold": 10, "spice": 12}


def price(good: str, row: int) -> int:
    return TOP[good] - 10 * ((row - 1) // 2)


def profit(row: int) -> int:
    return 20 + 10 * ((row - 1) // 2)


def goods(sugar: int = 0, gold: int = 0, spice: int = 0) -> dict[str, int]:
    return {"sugar": sugar, "gold": gold, "spice": spice}


@pytest.mark.parametrize(
    ("row", "prices", "gain"),
    [
        (1, (60, 70, 80), 20),
        (2, (60, 70, 80), 20),
        (3, (50, 60, 70), 30),
        (4, (50, 60, 70), 30),
        (5, (40, 50, 60), 40),
        (6, (40, 50, 60), 40),
        (7, (30, 40, 50), 50),
        (8, (30, 40, 50), 50),
        (9, (20, 30, 40), 60),
        (10, (20, 30, 40), 60),
    ],
)
def test_every_row_of_the_market_pays_its_price_and_profit(row: int, prices: tuple[int, int, int], gain: int) -> None:
    """Rules 4.3."""
    for good, value in zip(GOODS, prices, strict=True):
        for line, income, after in (
            (f"sell {good} 1", value, min(10, row + 1)),
            (f"process {good} 1", gain, max(1, row - 1)),
        ):
            game = on("market1", me={"colonies": {good: 1}, "money": 0}, market={good: row})
            others = {other_good: game.state.market[other_good] for other_good in GOODS if other_good != good}
            act(game, line)
            assert mat(game).money == income
            assert game.state.market == {good: after} | others


def test_M1_three_gold_from_the_lower_fifty_bring_150() -> None:
    game = on("market1", me={"colonies": goods(gold=3), "money": 0}, market={"gold": 6})
    act(game, "sell gold 3")
    assert mat(game).money == 150
    assert game.state.market["gold"] == 9


def test_M2_five_gold_are_paid_in_full_at_the_end_of_the_scale() -> None:
    game = on("market1", me={"colonies": goods(gold=5), "money": 0}, market={"gold": 6})
    act(game, "sell gold 5")
    assert mat(game).money == 250
    assert game.state.market["gold"] == 10
    following = on("market1", me={"colonies": goods(gold=1), "money": 0}, market={"gold": 10})
    act(following, "sell gold 1")
    assert mat(following).money == 30


def m3() -> Game:
    return on(
        "market2",
        me={"colonies": goods(gold=2, spice=1), "factories": {"sugar": 2, "gold": 1}, "money": 0},
        market=goods(sugar=4, gold=7, spice=4),
    )


def test_M3_a_complete_market_action_earns_240() -> None:
    game = m3()
    act(game, "sell gold 2")
    assert mat(game).money == 80
    refused(game, "process gold 1")
    act(game, "sell spice 1")
    assert mat(game).money == 150
    act(game, "process sugar 3")
    assert mat(game).money == 240
    assert game.to_act == (1,)


def test_M4_the_joker_on_gold_instead_earns_230() -> None:
    game = m3()
    act(game, "process gold 2")
    assert mat(game).money == 100
    assert offered(game, "process sugar") == {"1", "2"}
    refused(game, "process sugar 3")
    refused(game, "process spice 1")
    act(game, "process sugar 2", "sell spice 1")
    assert mat(game).money == 230
    assert game.to_act == (1,)


def test_M5_the_rows_move_by_what_M3_and_M4_traded() -> None:
    game = m3()
    act(game, "process sugar 3", "sell spice 1", "sell gold 2")
    assert game.state.market == goods(sugar=1, gold=9, spice=5)
    game = m3()
    act(game, "sell spice 1", "process sugar 2", "process gold 2")
    assert game.state.market == goods(sugar=2, gold=5, spice=5)


def test_M6_processing_at_the_top_is_paid_in_full() -> None:
    for factories in (2, 3):
        game = on("market1", me={"factories": {"sugar": factories}, "money": 0}, market={"sugar": 1})
        act(game, "process sugar 3")
        assert mat(game).money == 60
        assert game.state.market["sugar"] == 1


def test_M7_the_joker_alone_processes_a_good_that_was_not_sold() -> None:
    game = on("market1", me={"colonies": goods(sugar=1), "money": 0}, market={"gold": 4})
    act(game, "sell sugar 1")
    assert mat(game).money == 50
    refused(game, "process sugar 1")
    act(game, "process gold 1")
    assert mat(game).money == 80
    assert game.state.market["gold"] == 3
    assert game.to_act == (1,)


def test_the_start_factory_alone_processes_one_unit_of_any_good() -> None:
    game = on("market1")
    assert words(game) == {"process sugar 1", "process gold 1", "process spice 1", "done"}
    act(game, "process spice 1")
    assert game.to_act == (1,)


def test_both_market_fields_are_alike() -> None:
    mats = {"colonies": goods(1, 2, 3), "factories": goods(3, 2, 1)}
    assert words(on("market1", me=mats)) == words(on("market2", me=mats))


def test_everything_that_may_be_sold_or_processed_is_offered() -> None:
    game = on("market1", me={"colonies": goods(1, 2, 0), "factories": goods(0, 2, 1)})
    assert words(game) == {
        "sell sugar 1",
        "sell gold 1",
        "sell gold 2",
        "process sugar 1",
        "process gold 1",
        "process gold 2",
        "process gold 3",
        "process spice 1",
        "process spice 2",
        "done",
    }
    for line in ("sell spice 1", "sell gold 3", "process gold 4", "sell gold 0", "process joker 1", "sell joker 1"):
        refused(game, line)


def test_a_good_is_traded_once() -> None:
    game = on("market1", me={"colonies": goods(3, 3, 3), "factories": goods(2, 2, 2)})
    act(game, "sell sugar 1")
    assert not offered(game, "sell sugar")
    assert not offered(game, "process sugar")
    act(game, "process gold 1")
    assert not offered(game, "sell gold")
    assert not offered(game, "process gold")
    assert {"sell spice 3", "process spice 3"} <= words(game)


def test_the_joker_is_kept_while_a_good_uses_its_own_factories_only() -> None:
    game = on("market1", me={"factories": goods(2, 2, 0)})
    act(game, "process sugar 2")
    assert "process gold 3" in words(game)
    act(game, "process gold 3")
    assert game.to_act == (1,)


def test_the_joker_works_once_in_an_action() -> None:
    game = on("market1", me={"factories": goods(2, 2, 0)})
    act(game, "process sugar 3")
    assert offered(game, "process") == {"gold 1", "gold 2"}


def test_nothing_need_be_traded() -> None:
    game = on("market1", me={"colonies": goods(3, 3, 3), "factories": goods(2, 2, 2)})
    before = dict(game.state.market), mat(game).money
    act(game, "done")
    assert (dict(game.state.market), mat(game).money) == before
    assert game.to_act == (1,)


def test_processing_needs_no_colonies_and_selling_no_factories() -> None:
    game = on("market1", me={"factories": goods(spice=6), "money": 0})
    act(game, "process spice 7")
    assert mat(game).money == 7 * 30
    assert game.state.market["spice"] == 1
    game = on("market1", me={"colonies": goods(sugar=8), "money": 0})
    act(game, "sell sugar 8")
    assert mat(game).money == 8 * 50
    assert game.state.market["sugar"] == 10


def test_colonies_and_factories_remain() -> None:
    game = m3()
    act(game, "sell gold 2", "process sugar 2", "sell spice 1")
    assert mat(game).colonies == goods(gold=2, spice=1)
    assert mat(game).factories == {"sugar": 2, "gold": 1, "spice": 0, "joker": 1}


@settings(max_examples=100)
@given(good=st.sampled_from(GOODS), row=st.integers(1, 10), colonies=st.integers(1, 8), data=st.data())
def test_selling_follows_the_formula(good: str, row: int, colonies: int, data: st.DataObject) -> None:
    game = on("market1", me={"colonies": {good: colonies}, "money": 0}, market={good: row})
    assert offered(game, f"sell {good}") == {str(units) for units in range(1, colonies + 1)}
    units = data.draw(st.integers(1, colonies))
    act(game, f"sell {good} {units}")
    assert mat(game).money == units * price(good, row)
    assert game.state.market[good] == min(10, row + units)


@settings(max_examples=100)
@given(good=st.sampled_from(GOODS), row=st.integers(1, 10), factories=st.integers(0, 6), data=st.data())
def test_processing_follows_the_formula(good: str, row: int, factories: int, data: st.DataObject) -> None:
    game = on("market1", me={"factories": {good: factories}, "money": 0}, market={good: row})
    assert offered(game, f"process {good}") == {str(units) for units in range(1, factories + 2)}
    units = data.draw(st.integers(1, factories + 1))
    act(game, f"process {good} {units}")
    assert mat(game).money == units * profit(row)
    assert game.state.market[good] == max(1, row - units)


@settings(max_examples=60)
@given(
    colonies=st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(0, 8)),
    factories=st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6)),
    rows=st.tuples(st.integers(1, 10), st.integers(1, 10), st.integers(1, 10)),
    data=st.data(),
)
def test_a_whole_market_action_earns_the_sum_of_its_goods(
    colonies: tuple[int, int, int], factories: tuple[int, int, int], rows: tuple[int, int, int], data: st.DataObject
) -> None:
    game = on(
        "market1",
        me={"colonies": goods(*colonies), "factories": goods(*factories), "money": 0},
        market=goods(*rows),
    )
    income = 0
    row = goods(*rows)
    owned = goods(*factories)
    joker = True
    traded: set[str] = set()
    while game.to_act == (0,):
        choices = sorted(words(game))
        line = data.draw(st.sampled_from(choices))
        if line == "done":
            act(game, line)
            break
        deed, good, number = line.split()
        assert good not in traded
        traded.add(good)
        units = int(number)
        if deed == "sell":
            income += units * price(good, row[good])
            row[good] = min(10, row[good] + units)
        else:
            assert units <= owned[good] + joker
            joker = joker and units <= owned[good]
            income += units * profit(row[good])
            row[good] = max(1, row[good] - units)
        act(game, line)
    assert mat(game).money == income
    assert game.state.market == row
