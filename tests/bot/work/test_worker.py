"""The worker carries out jobs, whatever they are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import pytest
from sqlmodel.ext.asyncio.session import AsyncSession
from structlog.testing import capture_logs

from bot.work.worker import AtMost, JobWorker
from storage import jobs
from storage.database import Database
from storage.jobs import Claimed, Kind, Lane
from storage.models import JobRow
from tests.storage.sample import stored

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


class Numbers:
    """Seats of a table whose timers are done in some order; some take until they are freed, one is broken."""

    def __init__(self, database: Database, game_id: int, *, most: int, endless: Sequence[int], broken: int) -> None:
        self.database = database
        self.game_id = game_id
        self.broken = broken
        self.freed = {number: asyncio.Event() for number in endless}
        self.done: list[int] = []
        self.worker = JobWorker(database)
        self.worker.serve(Lane.TABLES, AtMost(Lane.TABLES, most), {Kind.NUDGED: self.carry_out})

    async def add(self, *numbers: int) -> None:
        """Have these numbers due."""
        async with self.database.transaction() as session:
            for number in numbers:
                await jobs.schedule(session, self.game_id, Kind.NUDGED, seat=number)

    async def carry_out(self, work: Claimed) -> None:
        number = work.job.seat
        if number == self.broken:
            raise ValueError(f"{number} is broken")
        if number in self.freed:
            await self.freed[number].wait()
        async with self.database.transaction() as session:
            await jobs.complete(session, work.job)
        self.done.append(number)

    async def left(self) -> Sequence[JobRow]:
        async with self.database.reading() as session:
            return await jobs.timers_of(session, self.game_id)

    async def rest(self) -> None:
        """Return when all tasks only wait."""
        self.worker.wake()
        await asyncio.sleep(0.1)


async def numbers(
    database: Database, *due: int, most: int = 9, endless: Sequence[int] = (), broken: int = 0
) -> Numbers:
    made = Numbers(database, await stored(database), most=most, endless=endless, broken=broken)
    await made.add(*due)
    return made


@pytest.fixture(autouse=True)
async def patience() -> AsyncIterator[None]:
    async with asyncio.timeout(20):
        yield


@pytest.mark.parametrize("most", [1, 2, 9])
async def test_everything_that_is_due_is_done_however_much_room_there_is(database: Database, most: int) -> None:
    work = await numbers(database, 1, 2, 3, 4, 5, most=most)
    work.worker.wake()
    await work.worker.idle()
    assert sorted(work.done) == [1, 2, 3, 4, 5]
    assert not work.worker.busy


async def test_what_waits_for_room_is_done_once_it_may_be(database: Database) -> None:
    work = await numbers(database, 1, 2, most=2, endless=[1, 2])
    await work.rest()
    await work.add(3)
    await work.rest()
    assert (work.done, len(await work.left())) == ([], 3), "there is no room"
    work.freed[1].set()
    await asyncio.sleep(0.1)
    assert work.done == [1, 3]
    work.freed[2].set()
    await work.worker.idle()
    assert work.done == [1, 3, 2]


async def test_what_fails_is_logged_and_tried_again_and_stops_nothing(database: Database) -> None:
    work = await numbers(database, 1, 2, 3, most=1, broken=2)
    with capture_logs() as logs:
        work.worker.wake()
        await work.worker.idle()
    assert work.done == [1, 3]
    (line,) = logs
    assert (line["event"], str(line["exc_info"])) == ("what was due could not be done", "2 is broken")
    (timer,) = await work.left()
    assert (timer.seat, timer.attempts, timer.claimed_until) == (2, 1, None)


async def test_what_has_no_handler_is_tried_again_later(database: Database) -> None:
    work = await numbers(database)
    async with database.transaction() as session:
        await jobs.schedule(session, work.game_id, Kind.LOBBY)
    with capture_logs() as logs:
        work.worker.wake()
        await work.worker.idle()
    assert [str(line["exc_info"]) for line in logs] == ["no handler is known for lobby"]
    assert [timer.attempts for timer in await work.left()] == [1]


async def test_a_lane_that_cannot_be_read_holds_up_no_other(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = await numbers(database, 1)
    work.worker.serve(Lane.COMPUTERS, AtMost(Lane.COMPUTERS, 1), {Kind.COMPUTERS: work.carry_out})
    async with database.transaction() as session:
        await jobs.schedule(session, work.game_id, Kind.COMPUTERS)
    claim = jobs.claim

    async def fail_in_one_lane(session: AsyncSession, lane: Lane, **options: Any) -> Sequence[Claimed]:
        if lane is Lane.COMPUTERS:
            raise ValueError("no moment")
        return await claim(session, lane, **options)

    monkeypatch.setattr(jobs, "claim", fail_in_one_lane)
    with capture_logs() as logs:
        work.worker.wake()
        await work.worker.idle()
    assert work.done == [1]
    assert {(line["event"], line["lane"]) for line in logs} == {
        ("what is due could not be read; the next sweep tries again", Lane.COMPUTERS)
    }


async def test_what_becomes_due_between_two_sweeps_is_done_in_time(database: Database) -> None:
    work = await numbers(database)
    work.worker.start()
    await work.worker.idle()
    async with database.transaction() as session:
        await jobs.schedule(session, work.game_id, Kind.NUDGED, seat=4, wait=jobs.TOLERANCE / 20)
    work.worker.wake()
    await asyncio.sleep(0.05)
    assert work.done == []
    await asyncio.sleep(0.5)
    assert work.done == [4]
    await work.worker.stop()


async def test_what_is_broken_off_when_it_stops_is_handed_back_and_no_fault(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.work.worker.LAST_TIMER_SECONDS", 0.3)
    faults = list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    work = await numbers(database, 1, 2, 3, endless=[2])
    with capture_logs() as logs:
        work.worker.wake()
        await work.worker.stop()
    assert sorted(work.done) == [1, 3]
    (timer,) = await work.left()
    assert (timer.seat, timer.claimed_until, timer.attempts, timer.lost) == (2, None, 0, 0)
    assert (logs, faults, work.worker.claimed) == ([], [], {})
