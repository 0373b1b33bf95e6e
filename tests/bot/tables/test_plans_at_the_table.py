"""Plans: played when the turn comes, once, in the owner's order, and stopped where they do not fit."""

from __future__ import annotations

import asyncio

import pytest

from bot.features.log import log_lines
from bot.tables import Table, Tables
from bot.tables.event_log import PLANNED
from bot.tables.observers import plan_execution
from bot.tables.observers.plan_execution import PlanOutcome
from bot.tables.table_notes import Plan, PlanStop, StopReason
from bot.wording import texts_in
from engines import Event, Message
from engines.record import notation
from storage import jobs
from storage.database import Database
from storage.jobs import Kind
from tests.bot.lobbies import BEN, CARLA, on_both, queued, sqlite, started, worked_off
from tests.bot.planning import act, moves, plan_of, plan_timers, planning, turn_of
from tests.bot.timers import timer_worker


def ids(lines: list[Message]) -> list[str]:
    return [line.id for line in lines]


@sqlite
async def test_what_was_planned_is_played_as_soon_as_the_turn_comes(database: Database, tables: Tables) -> None:
    table = await started(tables, BEN, CARLA)
    first = table.game.to_act[0]
    second = (first + 1) % 3
    await planning(tables, table, second, "rondel market1", "sell gold 1", "done")
    assert [timer.kind for timer in await plan_timers(tables, table)] == []
    await turn_of(tables, table, "rondel workers")
    table = await worked_off(Tables(database), table.row.id)
    mine = [move for move in await moves(tables, table) if move.seat == second]
    assert mine
    assert all(move.planned and move.by_user_id == table.user_at(second) for move in mine)
    assert mine[0].words == "rondel market1"
    assert not any(move.planned for move in await moves(tables, table) if move.seat == first)


@sqlite
async def test_the_log_and_the_message_say_that_it_was_planned_and_only_the_next_player_is_called(
    database: Database,
    tables: Tables,
) -> None:
    table = await started(tables, BEN, CARLA)
    first = table.game.to_act[0]
    second = (first + 1) % 3
    third = (first + 2) % 3
    await planning(tables, table, second, "rondel market1", "done", wishes=True)
    table = await turn_of(tables, table, "rondel workers")
    while table.game.to_act == (second,):
        table = await act(tables, table, notation(table.game.legal(second)[-1]))
    announced = await queued(database, table.row.id)
    told = announced[-1].before
    assert [event.kind for event in told].count(PLANNED) == 1
    place = told.index(Event(PLANNED, data={"seat": second}))
    assert {event.seat for event in told[:place]} == {first}
    assert {event.seat for event in told[place + 1 :]} == {second}
    assert announced[-1].ping == [third]
    lines = log_lines(table, await moves(tables, table), texts_in("en"))
    assert any(line.endswith("*(planned)*") for line in lines)
    assert not lines[0].endswith("*(planned)*")


@sqlite
async def test_a_plan_for_the_present_turn_is_played_when_it_is_kept(tables: Tables) -> None:
    table = await started(tables, BEN)
    seat = table.game.to_act[0]
    await planning(tables, table, seat, "rondel market1")
    table = await worked_off(tables, table.row.id)
    assert [move.words for move in await moves(tables, table)] == ["rondel market1"]
    assert await plan_of(tables, table, seat) is None


@on_both
async def test_of_two_processes_one_carries_it_out(database: Database, tables: Tables) -> None:
    table = await started(tables, BEN)
    await planning(tables, table, table.game.to_act[0], "rondel market1")
    both = [timer_worker(Tables(database)) for _ in range(2)]
    for worker in both:
        worker.wake()
    for worker in both:
        await worker.idle()
    assert [move.words for move in await moves(tables, table)] == ["rondel market1"]


async def test_what_is_changed_while_it_is_looked_at_is_looked_at_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan, and the table."""
    tables = Tables(database)
    carry_out = plan_execution.execute_plan
    table = await started(tables, BEN)
    seat = table.game.to_act[0]
    loop = asyncio.get_running_loop()
    again: list[list[list[str]]] = []

    def slowly(table: Table, seat: int, plan: Plan) -> PlanOutcome:
        again.append(plan.decisions)
        if len(again) == 1:
            change = planning(tables, table, seat, "rondel workers")
            asyncio.run_coroutine_threadsafe(change, loop).result(10)
        return carry_out(table, seat, plan)

    monkeypatch.setattr(plan_execution, "execute_plan", slowly)
    await planning(tables, table, seat, "rondel market1")
    table = await worked_off(tables, table.row.id)
    assert [move.words for move in await moves(tables, table)][:1] == ["rondel workers"]
    assert again[0] == [["rondel market1"]]


@sqlite
async def test_decisions_that_all_make_at_once_are_planned_too(tables: Tables) -> None:
    table = await started(tables, BEN, CARLA, game="macao", options={"dice": "together"})
    while len(table.game.to_act) < 3:
        table = await act(tables, table, notation(table.game.legal(table.game.to_act[0])[0]))
    first, second, third = table.game.to_act
    await planning(tables, table, second, "dice red blue")
    await planning(tables, table, third, ["dice red red", "dice red green"])
    table = await worked_off(tables, table.row.id)
    assert table.game.to_act == (first,)
    done = {move.seat: move.words for move in await moves(tables, table) if move.planned}
    assert done == {second: "dice red blue", third: "dice red green"}


@sqlite
async def test_a_plan_that_does_not_fit_stops_and_is_told_to_its_owner_alone(tables: Tables) -> None:
    table = await started(tables, BEN)
    first = table.game.to_act[0]
    second = 1 - first
    await planning(tables, table, second, "rondel nowhere", "done")
    table = await turn_of(tables, table, "rondel workers")
    assert table.game.to_act == (second,)
    plan = await plan_of(tables, table, second)
    assert plan is not None
    assert plan.decisions == [["rondel nowhere"], ["done"]]
    assert plan.stopped == PlanStop(why=StopReason.NONE_FITS)
    called = [each for each in await queued(tables.database, table.row.id) if second in each.ping]
    assert len(called) == 1
    assert called[0].introduction == []
    assert called[0].quiet == [table.user_at(second)]
    async with tables.database.reading() as session:
        calls = [timer for timer in await jobs.timers_of(session, table.row.id) if timer.kind == Kind.CALL]
    assert [(call.seat, call.payload) for call in calls] == [(second, {"plan": True})]
    assert await plan_timers(tables, table) == []
    version = table.row.version
    assert (await worked_off(tables, table.row.id)).row.version == version


@sqlite
async def test_the_order_is_strict_unless_they_are_wishes(tables: Tables) -> None:
    table = await started(tables, BEN)
    seat = table.game.to_act[0]
    await planning(tables, table, seat, "sell gold 1", "rondel market1")
    table = await worked_off(tables, table.row.id)
    assert await moves(tables, table) == []
    await planning(tables, table, seat, "sell gold 9", "rondel market1", wishes=True)
    table = await worked_off(tables, table.row.id)
    assert [move.words for move in await moves(tables, table)][:1] == ["rondel market1"]
    left = await plan_of(tables, table, seat)
    assert left is not None
    assert left.decisions == [["sell gold 9"]]


@sqlite
async def test_of_alternatives_the_first_that_fits_is_played_and_the_others_are_over(tables: Tables) -> None:
    table = await started(tables, BEN)
    seat = table.game.to_act[0]
    await planning(tables, table, seat, ["sell gold 1", "rondel market1", "rondel workers"])
    table = await worked_off(tables, table.row.id)
    assert [move.words for move in await moves(tables, table)][:1] == ["rondel market1"]
    assert await plan_of(tables, table, seat) is None


@sqlite
@pytest.mark.parametrize("wishes", [False, True])
async def test_after_something_was_revealed_only_wishes_go_on(tables: Tables, wishes: bool) -> None:
    table = await started(tables, BEN, CARLA, game="mmn")
    while ("roll",) not in table.game.legal(table.game.to_act[0]):
        table = await act(tables, table, notation(table.game.legal(table.game.to_act[0])[0]))
    seat = table.game.to_act[0]
    await planning(tables, table, seat, "roll", ["pass", "discard", "robber h01"], wishes=wishes)
    table = await worked_off(tables, table.row.id)
    assert any(move.words == "roll" and move.planned for move in await moves(tables, table))
    plan = await plan_of(tables, table, seat)
    if not wishes:
        assert plan is not None
        assert plan.stopped == PlanStop(why=StopReason.REVEALED)
    else:
        assert plan is None or plan.stopped == PlanStop(why=StopReason.NONE_FITS)


@sqlite
async def test_a_condition_that_holds_lets_it_begin_and_one_that_does_not_stops_it_in_words(tables: Tables) -> None:
    table = await started(tables, BEN)
    seat = table.game.to_act[0]
    price = table.game.facts(seat, ("sell", "gold", "1"))[0]
    other = Message(price.id, {**price.args, "price": 5})
    await planning(tables, table, seat, "rondel market1", "sell gold 1", conditions=[price, other])
    table = await worked_off(tables, table.row.id)
    assert await moves(tables, table) == []
    plan = await plan_of(tables, table, seat)
    assert plan is not None
    assert plan.stopped == PlanStop(why=StopReason.CONDITION, condition=other, now=price)
    await planning(tables, table, seat, "rondel market1", "sell gold 9", conditions=[price])
    table = await worked_off(tables, table.row.id)
    assert [move.words for move in await moves(tables, table)][:1] == ["rondel market1"]
    left = await plan_of(tables, table, seat)
    assert left is not None
    assert left.conditions == []


@sqlite
async def test_of_what_is_gone_there_is_nothing_to_say_instead(tables: Tables) -> None:
    table = await started(tables, BEN, game="macao")
    seat = table.game.to_act[0]
    gone = Message("macao.fact.on_display", {"card": "nowhere"})
    await planning(tables, table, seat, notation(table.game.legal(seat)[0]), conditions=[gone])
    table = await worked_off(tables, table.row.id)
    plan = await plan_of(tables, table, seat)
    assert plan is not None
    assert plan.stopped == PlanStop(why=StopReason.CONDITION, condition=gone)
