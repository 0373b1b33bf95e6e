"""Time that jumps: a bot that was not running, summer time that begins, a clock that is put back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta

import pytest

from bot.tables import Tables
from bot.tables.observers.pending_decisions import collect_due
from storage import jobs, people
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind, Lane
from tests.bot.lobbies import ANNA, BEN, on_both, queued_announcements, run_table_jobs, sqlite
from tests.bot.planning import play_short_turn, store_plan
from tests.bot.tables.test_reminders import table_waiting_for_anna
from tests.bot.tables.test_time_limits import DAY, MINUTE, deadlines, effective_moves, pass_time, table_with_limit
from tests.bot.timers import timer_worker

HOUR = timedelta(hours=1)


@pytest.fixture
async def processes(database_url: str) -> AsyncIterator[list[Tables]]:
    async with AsyncExitStack() as stack:
        yield [Tables(await stack.enter_async_context(Database.open(database_url))) for _ in range(2)]


@on_both
async def test_two_processes_that_come_back_call_somebody_once_for_all_tables(processes: list[Tables]) -> None:
    """Each table says that time was up and how long there is now; no computer plays, and one message calls."""
    first, second = processes
    async with first.database.transaction() as session:
        await people.change_settings(session, ANNA, lambda _: {"call": "both", "quiet": []})
    tables = [
        await table_waiting_for_anna(first, channel_id=channel, time_up="play", guild_id=1) for channel in (5, 6, 7)
    ]
    for table in tables:
        await pass_time(first.database, table.row.id, beyond=3 * HOUR)
    before = [await effective_moves(first.database, table.row.id) for table in tables]
    await asyncio.gather(*(run_table_jobs(each, tables[0].row.id) for each in (first, second)))
    queued = [await queued_announcements(first.database, table.row.id) for table in tables]
    late = [
        [notice for notice in each if notice.introduction[:1] and "late" in notice.introduction[0].id]
        for each in queued
    ]
    assert [len(each) for each in late] == [1, 1, 1]
    calling = [notice for (notice,) in late if notice.ping]
    assert [[line.id for line in notice.introduction] for notice in calling] == [
        ["say.time_up_late", "say.reminder", "say.reminder"]
    ]
    assert [await effective_moves(first.database, table.row.id) for table in tables] == before
    for table in tables:
        (deadline,) = (await deadlines(first.database, table.row.id)).values()
        assert abs(deadline.due_at - utcnow() - HOUR) < MINUTE
        assert deadline.payload == {"late": True}


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_a_timer_that_is_told_with_others_is_claimed_by_no_other_process_meanwhile(
    processes: list[Tables],
) -> None:
    """Otherwise the other process would call the person a second time, for one table of those told of."""
    first, second = processes
    tables = [await table_waiting_for_anna(first, channel_id=channel, guild_id=1) for channel in (5, 6)]
    for table in tables:
        await pass_time(first.database, table.row.id, beyond=3 * HOUR)
    async with first.database.transaction() as session:
        (claimed,) = await jobs.claim(session, Lane.TABLES, limit=1)
    async with first.database.transaction() as session, second.database.transaction() as other_session:
        due_timers = await collect_due(session, claimed.job)
        assert due_timers is not None
        assert len(due_timers.other_timers) == 1
        claimed_elsewhere = await jobs.claim(other_session, Lane.TABLES)
        assert claimed.job.kind not in {other.job.kind for other in claimed_elsewhere}


@sqlite
async def test_reminders_and_deadline_keep_to_a_day_that_summer_time_makes_shorter(database: Database) -> None:
    """Of the 24 hours from 13:00 to 14:00 of the next day in Berlin the night takes eight, not nine."""
    began = datetime(2027, 3, 27, 12, tzinfo=UTC)
    tables = Tables(database)
    async with database.transaction() as session:
        for user in (ANNA, BEN):
            await people.change_settings(session, user, lambda _: {"zone": "Europe/Berlin"})

    async def becomes(moment: datetime) -> list[str]:
        """Move the clock to a moment, and return the ids of what is announced until then."""
        database.clock_offset = moment - utcnow()
        await run_table_jobs(tables, game_id)
        lines = [
            line.id
            for announcement in await queued_announcements(database, game_id)
            for line in announcement.introduction
        ]
        return [id for id in lines if id in ("say.reminder", "say.time_up_played")]

    database.clock_offset = began - utcnow()
    table = await table_with_limit(tables, BEN, time_up="play")
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    assert abs((await deadlines(database, game_id))[seat].due_at - began - DAY) < MINUTE
    # of the sixteen hours awake eight, and 14.4
    half = began + 8 * HOUR
    late = began + 22.4 * HOUR
    assert await becomes(half - MINUTE) == []
    assert await becomes(half + MINUTE) == ["say.reminder"]
    assert await becomes(late - MINUTE) == ["say.reminder"]
    assert await becomes(late + MINUTE) == ["say.reminder"] * 2
    assert await becomes(began + DAY - MINUTE) == ["say.reminder"] * 2
    assert await becomes(began + DAY + MINUTE) == ["say.reminder"] * 2 + ["say.time_up_played"]
    assert {move.seat for move in await effective_moves(database, game_id)} == {seat}


async def test_when_a_clock_is_put_back_deadlines_votes_and_plans_are_as_they_were(tables: Tables) -> None:
    tables.database.clock_offset = 10 * DAY
    table = await table_waiting_for_anna(tables)
    game_id = table.row.id
    (seat,) = table.game.blocking_seats
    await tables.voting.propose_clock(game_id, table.row.host_id, {"limit": "48"})
    await store_plan(tables, table, 1 - seat, "rondel market1", wishes=True)
    tables.database.clock_offset = timedelta(0)
    await timer_worker(tables).sweep.run_once()
    async with tables.database.reading() as session:
        due = {timer.kind: timer.due_at - utcnow() for timer in await jobs.timers_of(session, game_id)}
    expected = {Kind.DEADLINE: DAY, Kind.REMINDER: DAY / 2, Kind.VOTE: DAY}
    assert set(due) == set(expected)
    assert all(abs(due[kind] - wait) < MINUTE for kind, wait in expected.items())
    assert abs((await tables.deadlines(table))[seat] - utcnow() - DAY) < MINUTE
    assert (await tables.voting.open_vote(game_id)) is not None
    await play_short_turn(tables, table, "rondel workers")
    assert any(move.planned for move in await effective_moves(tables.database, game_id))
    assert not await tables.late_seats(await tables.table(game_id))
