"""What must happen later is done once, by one worker, whatever becomes of the others and of the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

from storage import jobs
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import IN_ORDER, LEASE, Kind, Lane
from storage.models import GameRow, JobRow
from tests.storage.messages import claimed_rows
from tests.storage.sample import stored

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


async def start(database: Database, game_id: int, **options: timedelta) -> None:
    async with database.transaction() as session:
        await jobs.schedule(session, game_id, Kind.COMPUTERS, **options)  # type: ignore[arg-type]


async def take(database: Database, *, later: timedelta = timedelta(0)) -> Sequence[JobRow]:
    async with database.transaction() as session:
        return await claimed_rows(session, Lane.COMPUTERS, limit=5, now=utcnow() + later)


async def left(database: Database, game_id: int) -> Sequence[JobRow]:
    async with database.reading() as session:
        return await jobs.timers_of(session, game_id)


async def over(database: Database, timer: JobRow) -> bool:
    async with database.transaction() as session:
        return await jobs.complete(session, timer)


async def test_what_is_due_is_taken_once_and_is_over_when_it_was_done(database: Database) -> None:
    game_id = await stored(database)
    await start(database, game_id)
    (timer,) = await take(database)
    assert (timer.game_id, timer.kind, timer.attempts) == (game_id, Kind.COMPUTERS, 0)
    assert await take(database) == []
    assert await over(database, timer)
    assert not await over(database, timer)
    assert await left(database, game_id) == []


async def test_what_is_not_due_waits(database: Database) -> None:
    game_id = await stored(database)
    await start(database, game_id, wait=HOUR)
    assert await take(database) == []
    async with database.reading() as session:
        due, wait = await jobs.look(session)
        assert due == {}
        assert wait is not None
        assert HOUR - 60 * SECOND < wait <= HOUR
        due, wait = await jobs.look(session, now=utcnow() + HOUR + SECOND)
        assert wait is None
    assert list(due) == [Lane.COMPUTERS]
    assert due[Lane.COMPUTERS] >= SECOND
    (timer,) = await take(database, later=HOUR + SECOND)
    assert timer.due_at - timer.set_at == HOUR


async def test_a_worker_that_died_loses_its_claim(database: Database) -> None:
    game_id = await stored(database)
    await start(database, game_id)
    (lost,) = await take(database)
    assert await take(database, later=LEASE - SECOND) == []
    (again,) = await take(database, later=LEASE + SECOND)
    assert not await over(database, lost), "who came too late ends nothing"
    assert (again.attempts, again.lost) == (0, 1), "what killed one may kill the next"
    assert await over(database, again)


async def test_what_a_process_has_lost_is_forgotten_when_the_timer_is_set_anew_or_put_off(database: Database) -> None:
    game_id = await stored(database)
    for anew in (True, False):
        await start(database, game_id)
        await take(database)
        (lost,) = await take(database, later=LEASE + SECOND)
        assert lost.lost == 1
        if anew:
            await start(database, game_id)
        else:
            async with database.transaction() as session:
                assert await jobs.reschedule(session, lost, timedelta(0), {})
        (timer,) = await take(database, later=SECOND)
        assert timer.lost == 0
        assert await over(database, timer)


async def test_a_worker_that_lives_keeps_its_claim(database: Database) -> None:
    game_id = await stored(database)
    await start(database, game_id)
    (timer,) = await take(database)
    async with database.transaction() as session:
        await jobs.renew(session, [timer], now=utcnow() + LEASE - SECOND)
    assert await take(database, later=LEASE + SECOND) == []
    assert await over(database, timer)


async def test_a_timer_set_anew_is_not_ended_by_who_worked_on_the_old_one(database: Database) -> None:
    game_id = await stored(database)
    await start(database, game_id)
    (old,) = await take(database)
    await start(database, game_id)
    assert not await over(database, old)
    (new,) = await take(database)
    assert await over(database, new)


async def test_a_failure_is_counted_and_tried_again_later(database: Database) -> None:
    game_id = await stored(database)
    await start(database, game_id)
    (timer,) = await take(database)
    async with database.transaction() as session:
        await jobs.retry_after_failure(session, timer, HOUR)
    assert await take(database) == []
    (again,) = await take(database, later=HOUR + SECOND)
    assert again.attempts == 1
    async with database.transaction() as session:
        await jobs.hand_back(session, again)
    assert len(await take(database, later=HOUR + SECOND)) == 1


async def test_timers_that_are_not_needed_any_more_go(database: Database) -> None:
    game_id = await stored(database)
    await start(database, game_id, wait=HOUR)
    async with database.transaction() as session:
        await jobs.cancel(session, game_id, Kind.COMPUTERS)
    assert await left(database, game_id) == []
    await start(database, game_id, wait=HOUR)
    async with database.transaction() as session:
        await jobs.cancel(session, game_id)
    assert await left(database, game_id) == []


async def test_many_who_take_at_once_take_each_timer_once(database: Database) -> None:
    for number in range(5):
        await start(database, await stored(database, channel_id=number))
    taken = await asyncio.gather(*(take(database) for _ in range(4)))
    assert len({timer.id for some in taken for timer in some}) == sum(map(len, taken)) == 5


async def test_a_clock_that_was_put_back_makes_nobody_wait_longer(database: Database) -> None:
    """Both what was to come later and what a worker has claimed."""
    soon = await stored(database, channel_id=1)
    held = await stored(database, channel_id=2)
    await start(database, soon, wait=HOUR)
    await start(database, held)
    (claimed,) = await take(database)
    assert claimed.game_id == held
    before = utcnow() - 24 * HOUR
    async with database.transaction() as session:
        await jobs.after_a_jump(session, now=before)
        (timer,) = await jobs.timers_of(session, soon)
        assert (timer.set_at, timer.due_at) == (before, before + HOUR)
        (again,) = await claimed_rows(session, Lane.COMPUTERS, limit=5, now=before + HOUR - SECOND)
        assert again.game_id == held
        assert [row.game_id for row in await claimed_rows(session, Lane.COMPUTERS, limit=5, now=before + HOUR)] == [
            soon
        ]


async def test_timers_go_with_their_table(database: Database) -> None:
    game_id = await stored(database)
    await start(database, game_id)
    async with database.transaction() as session:
        await session.delete(await session.get(GameRow, game_id))
    assert await left(database, game_id) == []


async def test_what_waits_for_one_thing_is_taken_apart_from_what_waits_for_another(database: Database) -> None:
    game_id = await stored(database)
    async with database.transaction() as session:
        for kind in (Kind.COMPUTERS, Kind.CALL, Kind.REMINDER, Kind.VOTE):
            await jobs.schedule(session, game_id, kind)
    async with database.reading() as session:
        assert {*(await jobs.look(session)).due} == {*Lane} - {*IN_ORDER}
    async with database.transaction() as session:
        taken = {lane: await claimed_rows(session, lane, limit=5) for lane in Lane if lane not in IN_ORDER}
    assert {lane: {timer.kind for timer in of_lane} for lane, of_lane in taken.items()} == {
        Lane.COMPUTERS: {Kind.COMPUTERS},
        Lane.CALLS: {Kind.CALL},
        Lane.TABLES: {Kind.REMINDER, Kind.VOTE},
    }
    async with database.reading() as session:
        assert (await jobs.look(session)).due == {}


async def test_what_is_left_to_others_is_taken_when_it_has_been_due_for_long(database: Database) -> None:
    await start(database, await stored(database))
    now = utcnow() + SECOND
    async with database.transaction() as session:
        assert await claimed_rows(session, Lane.COMPUTERS, limit=5, wait=HOUR, now=now) == []
        (timer,) = await claimed_rows(session, Lane.COMPUTERS, limit=5, wait=HOUR, now=now + HOUR)
    assert timer.claimed_until == now + HOUR + LEASE
