"""Work that is repeated at a fixed interval."""

from __future__ import annotations

import asyncio
import time

import pytest
from structlog.testing import capture_logs

from bot.work.periodic import Periodic


async def test_work_goes_on_after_a_failure_and_after_the_clock_was_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    done = 0
    now = time.time

    async def work() -> None:
        nonlocal done
        done += 1
        if done == 2:
            raise ValueError("once")
        if done == 4:
            monkeypatch.setattr(time, "time", lambda: now() - 3600)

    with capture_logs() as logs:
        periodic = Periodic(0.01, work)
        periodic.start()
        async with asyncio.timeout(5):
            while done < 8:
                await asyncio.sleep(0.001)
        periodic.cancel()
    assert [entry["event"] for entry in logs] == ["periodic work failed"]


async def test_work_that_is_cancelled_is_broken_off_and_not_repeated() -> None:
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        await asyncio.sleep(60)

    periodic = Periodic(0, work)
    periodic.start()
    periodic.start()
    await asyncio.sleep(0.01)
    assert periodic.is_running()
    periodic.cancel()
    await asyncio.sleep(0.01)
    assert not periodic.is_running()
    assert begun == 1
