"""What an operator asks of the database."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import update
from sqlmodel import col

from storage import jobs, overview
from storage.columns import utcnow
from storage.database import Database
from storage.models import JobRow
from tests.storage.messages import claimed_rows
from tests.storage.sample import CHANNEL, stored

HOUR = timedelta(hours=1)


async def test_what_waits_behind_a_refused_message_is_no_sign_of_a_bot_that_is_behind(database: Database) -> None:
    refused = await stored(database)
    other = await stored(database, channel_id=CHANNEL + 1)
    now = utcnow()
    async with database.transaction() as session:
        for game_id in (refused, refused, other):
            await jobs.enqueue(session, game_id, CHANNEL, "turn", {})
        (first, second) = await claimed_rows(session, now=now + HOUR)
        await jobs.retry_after_failure(session, first if first.game_id == refused else second, HOUR)
        ages = {refused: 5, other: 1}
        for game_id, hours in ages.items():
            written = update(JobRow).where(col(JobRow.game_id) == game_id)
            await session.exec(written.values(created_at=now - hours * HOUR))
    async with database.reading() as session:
        found = await overview.message_queue(session)
    assert (found.waiting, found.oldest) == (3, now - HOUR)
