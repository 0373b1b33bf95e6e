"""A stored message that cannot be read is set aside and reported; its table and all others go on."""

from __future__ import annotations

import json
import logging
from datetime import timedelta

import pytest
from sqlalchemy import text
from structlog.testing import capture_logs

from bot.delivery import message_jobs
from bot.tables.announcement import Unreadable, decode
from storage.database import Database
from storage.errors import DatabaseUnreachable
from tests.bot.delivery.test_delivery_side_by_side import GOOD_SERVER, Offices

pytestmark = pytest.mark.usefixtures("plain_pictures")

NO_JSON = '{"kind": "tu'
WRONG_SHAPE = '{"kind": 5, "ping": "everybody"}'


async def damage(database: Database, game_id: int, payload: str) -> None:
    """Spoil everything that is queued or was said about a table."""
    async with database.transaction() as session:
        connection = await session.connection()
        await connection.execute(
            text("UPDATE job SET payload = :payload WHERE game_id = :game_id AND seat IS NULL"),
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
    damaged_id = await office.table_in(GOOD_SERVER, 1)
    other_id = await office.table_in(GOOD_SERVER, 2)
    await damage(database, damaged_id, payload)
    with caplog.at_level(logging.ERROR):
        await office.deliver()
    assert len(office.good[2].sent) == 1
    assert len(office.good[1].sent) == 1
    assert "<@" in office.good[1].sent[0][0], "who is to move is called"
    assert (await office.row(damaged_id)).sent_at is not None
    assert (await office.row(other_id)).sent_at is not None


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


UNWORDABLE = {
    "nobody is called": {"ping": [99]},
    "no argument": {"leads": [{"id": "say.begins", "args": {}}]},
}


@pytest.mark.parametrize("fields", UNWORDABLE.values(), ids=UNWORDABLE)
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_one_that_cannot_be_worded_is_set_aside_too(
    database: Database, fields: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_jobs, "FIRST_WAIT", timedelta(0))
    office = Offices(database)
    table = await office.table_in(GOOD_SERVER, 1)
    await damage(database, table, json.dumps({"kind": "turn", "version": 3} | fields))
    with capture_logs() as logs:
        await office.deliver()
    assert [(row.attempts, row.sent_at is not None) for row in await office.rows()] == [(2, False), (0, True)]
    ((content, _),) = office.good[1].sent
    assert "<@" in content, "who is to move is called"
    assert [entry["table"] for entry in logs if entry["event"] == "message unreadable"] == [table]
    await office.play(await office.tables.table(table), "rondel", "ships")
    await office.deliver()
    assert "Ships" in office.good[1].edited[-1][1]["content"]
    assert all(row.sent_at or row.failed for row in await office.rows())


@pytest.mark.parametrize("function_name", ["compose", "move_view"])
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_a_table_that_cannot_be_spoken_of_at_all_is_not_tried_for_ever(
    database: Database, monkeypatch: pytest.MonkeyPatch, function_name: str
) -> None:
    def fail(*_: object, **options: object) -> object:
        raise LookupError("a fault of ours")

    monkeypatch.setattr(message_jobs, "FIRST_WAIT", timedelta(0))
    monkeypatch.setattr(f"bot.delivery.posting.{function_name}", fail)
    office = Offices(database)
    table = await office.table_in(GOOD_SERVER, 1)
    for _ in range(6):
        await office.deliver()
    assert [row.attempts for row in await office.rows()] == [2, 2]
    assert all("LookupError: a fault of ours" in (row.failed or "") for row in await office.rows())
    monkeypatch.undo()
    await office.play(await office.tables.table(table), "rondel", "ships")
    await office.deliver()
    assert "Ships" in office.good[1].sent[0][0]


@pytest.mark.parametrize("fault", [DatabaseUnreachable(""), OSError()], ids=repr)
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_what_the_database_or_the_network_cannot_do_now_is_no_fault_of_the_message(
    database: Database, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def fail(*_: object, **options: object) -> object:
        raise fault

    monkeypatch.setattr(message_jobs, "FIRST_WAIT", timedelta(0))
    monkeypatch.setattr(message_jobs, "ATTEMPTS", 4)
    monkeypatch.setattr("bot.delivery.posting.compose", fail)
    office = Offices(database)
    await office.table_in(GOOD_SERVER, 1)
    await office.deliver()
    (row,) = await office.rows()
    assert row.attempts == 4
    assert (row.failed or "").startswith(f"later: 0 {type(fault).__name__}")


@pytest.mark.parametrize("payload", [{}, {"kind": 5}, {"unreadable": True}, {"kind": "turn", "version": "x"}])
def test_what_is_no_announcement_is_named(payload: dict[str, object]) -> None:
    with pytest.raises(Unreadable, match="what was to be said cannot be read"):
        decode(payload)
