"""A stored message that cannot be read is set aside and reported; its table and all others go on."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy import text

from bot.tables.announcement import Unreadable, decode
from storage.database import Database
from tests.bot.test_delivery_side_by_side import GOOD_SERVER, Offices

pytestmark = pytest.mark.usefixtures("plain_pictures")

NO_JSON, WRONG_SHAPE = '{"kind": "tu', '{"kind": 5, "ping": "everybody"}'


async def damage(database: Database, game_id: int, payload: str) -> None:
    """Spoils everything that is queued or was said about a table."""
    async with database.transaction() as session:
        connection = await session.connection()
        await connection.execute(
            text("UPDATE outbox SET payload = :payload WHERE game_id = :game_id"),
            {"payload": payload, "game_id": game_id},
        )


@pytest.mark.parametrize(
    ("backend", "payload"),
    [("sqlite", NO_JSON), ("sqlite", WRONG_SHAPE), ("postgresql", WRONG_SHAPE)],
    indirect=["backend"],
)
async def test_one_that_waits_is_set_aside_and_the_board_posted_anew(
    database: Database, payload: str, caplog: pytest.LogCaptureFixture
) -> None:
    office = Offices(database)
    spoilt, other = await office.table_in(GOOD_SERVER, 1), await office.table_in(GOOD_SERVER, 2)
    await damage(database, spoilt, payload)
    with caplog.at_level(logging.ERROR):
        await office.deliver()
    assert len(office.good[2].sent) == 1
    assert len(office.good[1].sent) == 1
    assert "<@" in office.good[1].sent[0][0], "who is to move is called"
    assert (await office.row(spoilt)).sent_at is not None
    assert (await office.row(other)).sent_at is not None


@pytest.mark.parametrize(
    ("backend", "payload"),
    [("sqlite", NO_JSON), ("sqlite", WRONG_SHAPE), ("postgresql", WRONG_SHAPE)],
    indirect=["backend"],
)
async def test_one_that_was_sent_does_not_stop_its_table(database: Database, payload: str) -> None:
    office = Offices(database)
    table = await office.table_in(GOOD_SERVER, 1)
    await office.deliver()
    await damage(database, table, payload)
    await office.play(await office.tables.table(table), "rondel", "ships")
    await office.deliver()
    assert len(office.good[1].sent) == 2, "a fresh board: nobody knows what the one before said"
    assert (await office.tables.table(table)).row.live_message_id == 1002


@pytest.mark.parametrize("payload", [{}, {"kind": 5}, {"unreadable": True}, {"kind": "turn", "version": "x"}])
def test_what_is_no_announcement_is_named(payload: dict[str, object]) -> None:
    with pytest.raises(Unreadable, match="what was to be said cannot be read"):
        decode(payload)
