"""The order of turns among those who wait."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bot.work.fair_queue import FairLock, FairQueue, Groups


class Waiting:
    """People of servers who wait; ``served`` has their numbers in the order of their turns."""

    def __init__(self) -> None:
        self.queue: FairQueue[str] = FairQueue()
        self.served: list[int] = []
        self.back: list[str] = []
        self.tasks: list[asyncio.Task[None]] = []

    async def come(self, *groups: Groups, rank: float = 0) -> None:
        for group in groups:
            self.tasks.append(asyncio.create_task(self._wait(len(self.tasks), group, rank)))
        await asyncio.sleep(0)

    async def _wait(self, number: int, groups: Groups, rank: float) -> None:
        assert await self.queue.wait_turn(groups, self.back.append, rank) == "given"
        self.served.append(number)

    async def serve(self) -> Sequence[int]:
        while self.queue.give("given"):
            await asyncio.sleep(0)
        return self.served


A = "server a"
B = "server b"


async def test_it_is_every_server_s_turn_and_in_it_every_person_s() -> None:
    people = Waiting()
    await people.come((A, 1), (A, 1), (A, 1), (A, 2), (B, 3), (B, 3))
    assert await people.serve() == [0, 4, 3, 5, 1, 2]


async def test_who_has_just_been_served_waits_for_the_others_also_when_that_was_at_once() -> None:
    people = Waiting()
    people.queue.record_turn((A, 1))
    await people.come((A, 1), (A, 2), (B, 3))
    assert await people.serve() == [2, 1, 0]
    await people.come((A, 1), (B, 3))
    assert await people.serve() == [2, 1, 0, 3, 4], "once nobody waits nothing is remembered"


async def test_the_more_urgent_come_first_whoever_they_are() -> None:
    people = Waiting()
    await people.come((A, 1), rank=1)
    await people.come((B,), (B,), rank=0)
    await people.come((), rank=0.5)
    assert [people.queue.count_before(rank) for rank in (-1, 0, 0.5, 1)] == [0, 2, 3, 4]
    assert await people.serve() == [1, 2, 3, 0]


async def test_who_stops_waiting_is_passed_over_and_what_came_too_late_is_given_back() -> None:
    people = Waiting()
    await people.come((A,), (A,), (B,))
    people.tasks[0].cancel()
    assert people.queue.give("given")
    people.tasks[1].cancel()  # in the moment in which the turn came
    await asyncio.gather(*people.tasks[:2], return_exceptions=True)
    assert (people.back, len(people.queue)) == (["given"], 1)
    assert await people.serve() == [2]


async def test_all_may_be_told_to_leave() -> None:
    people = Waiting()
    await people.come((A,), (B,))
    people.queue.fail_all(lambda: LookupError("closed"))
    assert [type(error) for error in await asyncio.gather(*people.tasks, return_exceptions=True)] == [LookupError] * 2
    assert not people.queue.give("given")


async def test_a_lock_is_held_by_one_at_a_time_in_fair_order() -> None:
    lock = FairLock()
    held = list[Groups]()
    go_on = asyncio.Event()

    async def hold(groups: Groups) -> None:
        async with lock.hold(groups):
            held.append(groups)
            await go_on.wait()
            if groups == (A, 2):
                raise ValueError("it fails")

    tasks = [asyncio.create_task(hold(groups)) for groups in ((A, 1), (A, 1), (A, 2), (B, 3))]
    await asyncio.sleep(0)
    assert held == [(A, 1)]
    go_on.set()
    with pytest.raises(ValueError, match="it fails"):
        await tasks[2]
    await asyncio.gather(*tasks, return_exceptions=True)
    assert held == [(A, 1), (B, 3), (A, 2), (A, 1)]
    await hold((B, 9))
