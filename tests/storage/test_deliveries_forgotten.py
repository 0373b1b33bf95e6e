"""Old messages are forgotten, but the newest of a kind."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import func
from sqlmodel import select

from storage import deliveries, jobs
from storage.columns import utcnow
from storage.database import Database
from storage.models import JobRow
from tests.storage.messages import SECOND, add, entry_of
from tests.storage.sample import CHANNEL, stored, unsent


async def test_old_messages_are_forgotten_once_settled(database: Database) -> None:
    game_id = await stored(database)
    first, second, third = await add(database, game_id, "ping", "ping", "ping")
    async with database.transaction() as session:
        await jobs.mark_sent(session, await entry_of(session, first))
        await jobs.give_up(session, await entry_of(session, second), "gone")
        assert (await deliveries.prune(session, utcnow() - SECOND, keep_last=("turn",))).forgotten == 0
        since = utcnow() - SECOND
        assert (
            await deliveries.prune(session, utcnow() + SECOND, keep_last=("ping",), failed_before=since)
        ).forgotten == 1
        assert (await deliveries.prune(session, utcnow() + SECOND, keep_last=("ping",))).forgotten == 1
        assert [entry.id for entry in await unsent(session)] == [third]
        await jobs.mark_sent(session, await entry_of(session, third))
        assert (await deliveries.prune(session, utcnow() + SECOND, keep_last=("ping",))).forgotten == 0, (
            "the last of its kind stays"
        )
        assert (await deliveries.prune(session, utcnow() + SECOND, keep_last=("turn",))).forgotten == 1


async def test_many_are_forgotten_in_small_steps(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """None is missed where many were written in the same moment and where few of those looked at are forgotten."""
    monkeypatch.setattr(deliveries, "STEP", 20)
    game_id = await stored(database)
    moment = utcnow()
    steps = deliveries.STEP * 5
    async with database.transaction() as session:
        for number in range(steps + 3):
            written = moment + timedelta(microseconds=number // (2 * deliveries.STEP))
            kept = number < deliveries.STEP * 2  # given up lately
            session.add(
                JobRow(
                    game_id=game_id,
                    channel_id=CHANNEL,
                    lane=jobs.Lane.MESSAGES,
                    kind="ping",
                    created_at=written,
                    sent_at=None if kept else moment,
                    failed="gone" if kept else None,
                )
            )
    forgotten: list[int] = []
    place: deliveries.Place | None = None
    while not forgotten or place is not None:
        async with database.transaction() as session:
            number, place = await deliveries.prune(
                session, moment + SECOND, keep_last=("turn",), failed_before=moment - SECOND, after=place
            )
            forgotten.append(number)
    assert forgotten == [0, 0, deliveries.STEP, deliveries.STEP, deliveries.STEP, 3]
    async with database.reading() as session:
        assert await session.scalar(select(func.count()).select_from(JobRow)) == deliveries.STEP * 2


async def test_what_a_message_says_is_what_has_arrived_there_last(database: Database) -> None:
    game_id = await stored(database)
    turn, board, failed, later = await add(database, game_id, "turn", "board", "board", "board")
    kinds = ("turn", "board")
    async with database.transaction() as session:
        await jobs.mark_sent(session, await entry_of(session, turn), 7)
        await jobs.mark_sent(session, await entry_of(session, board), 7, payload={"said": 1})
        await jobs.give_up(session, await entry_of(session, failed), "gone")
        shown = await deliveries.sent_as(session, 7, kinds, game_id=game_id, before=later)
        assert shown is not None
        assert (shown.id, shown.payload) == (board, {"said": 1})
        assert await deliveries.sent_as(session, 8, kinds, game_id=game_id, before=later) is None
        first = await deliveries.sent_as(session, 7, kinds, game_id=game_id, before=board)
        assert first is not None
        assert first.id == turn


async def test_each_game_keeps_its_own_newest_of_each_kind(database: Database) -> None:
    one = await stored(database)
    two = await stored(database, channel_id=1)
    (update,) = await add(database, one, "board")
    first, second = await add(database, one, "turn", "turn")
    (third,) = await add(database, two, "turn")
    async with database.transaction() as session:
        for entry_id in (update, first, second, third):
            await jobs.mark_sent(session, await entry_of(session, entry_id))
        assert (await deliveries.prune(session, utcnow() + SECOND, keep_last=("turn", "board"))).forgotten == 1
        assert await session.get(JobRow, update, populate_existing=True) is not None
        assert await session.get(JobRow, first, populate_existing=True) is None
        assert await session.get(JobRow, second, populate_existing=True) is not None
