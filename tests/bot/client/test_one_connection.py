"""No task holds a connection while it waits for another one: as many tasks as there are connections would wait for each
other. With a single connection everything goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from storage.database import Database
from storage.sqlite import POOL
from tests.bot.interactions.test_forged_clicks import without_faults
from tests.bot.room import open_room

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


@pytest.fixture
async def single_connection(database_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """Open a database with one connection, for which nobody waits long."""
    for name, value in (("pool_size", 1), ("pool_timeout", 3)):
        monkeypatch.setitem(POOL, name, value)
    async with Database.open(database_url) as database:
        yield database


async def test_clicks_panels_commands_and_messages_need_one_connection_at_a_time(
    single_connection: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_room(single_connection, "anna", "ben", unabridged=True) as room:
        await room.open_table(order="joining")
        for _ in range(2):
            mover, waiting_person = await room.deciding()
            await room.open_panel(mover)
            await room.open_panel(waiting_person)
            await room.ask(mover, "play", move="rondel ships")
            await room.ask(mover, "undo")
            await room.ask(mover, "play", move="rondel ships")
            await room.ask(mover, "play", move="pass")
        for command in ("score", "log", "board", "games"):
            await room.ask(room["anna"], command)
        assert len(room.history()) > 2
        assert without_faults(room, caplog)
