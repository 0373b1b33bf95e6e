"""Clocks that are wrong or put back: nothing waits for them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from storage import clock, jobs
from storage.columns import utcnow
from storage.database import Database
from tests.storage.messages import claimed_rows
from tests.storage.sample import CHANNEL, stored, unsent

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)


async def queue(database: Database, game_id: int, wait: timedelta = timedelta(0)) -> None:
    async with database.transaction() as session:
        await jobs.enqueue(session, game_id, CHANNEL, "ping", {}, wait=wait)


async def take(database: Database, now: datetime | None = None) -> list[int]:
    async with database.transaction() as session:
        return [entry.id for entry in await claimed_rows(session, now=now)]


async def jumped(database: Database, now: datetime) -> None:
    async with database.transaction() as session:
        await jobs.after_a_jump(session, now=now)


@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
@pytest.mark.parametrize("wrong", [-HOUR, HOUR])
async def test_machines_whose_clocks_disagree_agree_on_the_clock_of_the_database(
    database: Database, monkeypatch: pytest.MonkeyPatch, wrong: timedelta
) -> None:
    game_id = await stored(database)
    right = utcnow()

    def here(by: timedelta) -> None:
        for module in ("columns", "clock", "games", "models.log", "models.people", "models.tables", "models.waiting"):
            monkeypatch.setattr(f"storage.{module}.utcnow", lambda: datetime.now(UTC) + by)

    here(wrong)
    await queue(database, game_id)
    here(-wrong)
    assert len(await take(database)) == 1
    here(wrong)
    assert await take(database) == [], "what one claims is claimed for all"
    async with database.transaction() as session:
        (entry,) = await unsent(session)
        assert entry.claimed_until is not None
        assert abs(entry.claimed_until - jobs.LEASE - right) < 30 * SECOND
        await jobs.retry_after_failure(session, entry, 10 * SECOND)
    here(-wrong)
    assert await take(database) == []
    async with database.reading() as session:
        (entry,) = await unsent(session)
    assert abs(entry.due_at - 10 * SECOND - right) < 30 * SECOND
    async with database.reading() as session:
        assert abs(await clock.now(session) - right) < 30 * SECOND


async def test_a_message_queued_before_the_clock_was_put_back_is_due(database: Database) -> None:
    await queue(database, await stored(database))
    back = utcnow() - HOUR
    assert await take(database, back) == []
    await jumped(database, back)
    assert len(await take(database, back)) == 1


async def test_a_postponed_message_is_due_when_the_clock_was_put_back_and_keeps_its_wait_when_not(
    database: Database,
) -> None:
    await queue(database, await stored(database))
    now = utcnow() + SECOND
    async with database.transaction() as session:
        (entry,) = await claimed_rows(session, now=now)
        await jobs.retry_after_failure(session, entry, 6 * HOUR, now=now)
    for moment in (now, now - 2 * SECOND, now + 5 * HOUR):
        await jumped(database, moment)
        assert await take(database, moment) == [], "no clock was put back"
    await jumped(database, now - HOUR)
    assert len(await take(database, now - HOUR)) == 1


async def test_a_message_that_is_to_wait_waits(database: Database) -> None:
    now = utcnow()
    await queue(database, await stored(database), wait=HOUR)
    await jumped(database, now + SECOND)
    assert await take(database, now + SECOND) == []


async def test_a_claim_of_before_the_clock_was_put_back_has_ended_and_a_renewed_one_holds(database: Database) -> None:
    for channel in (1, 2):
        await queue(database, await stored(database, channel_id=channel))
    now = utcnow() + SECOND
    async with database.transaction() as session:
        dead, alive = await claimed_rows(session, now=now)
    await jumped(database, now - SECOND)
    assert await take(database, now) == [], "a second is no jump"
    back = now - HOUR
    async with database.transaction() as session:
        await jobs.renew(session, [alive], now=back)
    await jumped(database, back)
    assert await take(database, back) == [dead.id]
