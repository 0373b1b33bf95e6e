"""What a worker does with each piece of work, whatever it is."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import cast

import pytest
from structlog.testing import capture_logs

from bot.work.worker import Worker
from storage.database import Database


class Numbers(Worker[int]):
    """Works off numbers. ``room``: for so many at once, of which it claims ``each`` at a time; some of them take until
    they are ``freed``, some are ``broken``, and some wait until others are done, which they are ``behind``."""

    def __init__(self, *due: int, room: int = 9, each: int = 9, endless: Sequence[int] = (), broken: int = 0) -> None:
        super().__init__(cast("Database", None), "numbers")
        self.due, self.room, self.each, self.broken = list(due), room, each, broken
        self.freed = {number: asyncio.Event() for number in endless}
        self.behind: dict[int, int] = {}
        self.done: list[int] = []
        self.handed_back: list[int] = []
        self.more = True

    async def claim(self) -> Sequence[int]:
        free = [number for number in self.due if self.behind.get(number) in (None, *self.done)]
        taken = free[: min(self.room - len(self.claimed), self.each)]
        self.due = [number for number in self.due if number not in taken]
        return taken

    def more_may_be_due(self) -> bool:
        return self.more

    async def carry_out(self, work: int) -> None:
        await asyncio.sleep(0)
        if work == self.broken:
            raise ValueError(f"{work} is broken")
        if work in self.freed:
            await self.freed[work].wait()
        self.done.append(work)

    async def renew(self, works: Sequence[int]) -> None:
        pass

    async def hand_back(self, works: Sequence[int]) -> None:
        self.handed_back += works

    async def after_a_jump(self) -> None:
        pass

    async def rest(self) -> None:
        """Until it can do nothing but wait."""
        self.wake()
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("room", [1, 2, 9])
async def test_everything_that_is_due_is_done_however_much_room_there_is(room: int) -> None:
    worker = Numbers(1, 2, 3, 4, 5, room=room)
    async with asyncio.timeout(5):
        worker.wake()
        await worker.idle()
    assert worker.done == [1, 2, 3, 4, 5]
    assert not worker.busy


async def test_what_a_claim_has_left_is_begun_while_the_rest_is_under_way() -> None:
    worker = Numbers(1, 2, each=1, endless=[1])
    await worker.rest()
    assert worker.done == [2]
    worker.freed[1].set()
    await worker.idle()
    assert worker.done == [2, 1]


async def test_what_waits_for_room_or_for_what_is_under_way_is_done_once_it_may_be() -> None:
    worker = Numbers(1, 2, room=2, endless=[1, 2])
    worker.behind[4] = 2
    worker.more = False  # a claim that took everything tells of nothing more: this is left to who wakes it
    async with asyncio.timeout(5):
        await worker.rest()
        worker.due += [3, 4]
        await worker.rest()
        assert worker.due == [3, 4], "there is no room"
        worker.freed[1].set()
        await asyncio.sleep(0.01)
        assert (worker.done, worker.due) == ([1, 3], [4])
        worker.freed[2].set()
        await worker.idle()
    assert worker.done == [1, 3, 2, 4]


async def test_a_fault_that_nobody_has_handled_is_logged_and_stops_nothing() -> None:
    worker = Numbers(1, 2, 3, room=1, broken=2)
    with capture_logs() as logs:
        async with asyncio.timeout(5):
            worker.wake()
            await worker.idle()
    assert worker.done == [1, 3]
    (told,) = logs
    assert (told["event"], told["worker"]) == ("what became of work could not be stored", "numbers")
    assert str(told["exc_info"]) == "2 is broken"


async def test_what_is_broken_off_when_it_stops_is_handed_back_and_no_fault() -> None:
    faults = list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))
    worker = Numbers(1, 2, 3, endless=[2])
    with capture_logs() as logs:
        worker.wake()
        await worker.finish(0.05)
    assert (worker.done, worker.handed_back) == ([1, 3], [2])
    assert (logs, faults, worker.claimed) == ([], [], {})
