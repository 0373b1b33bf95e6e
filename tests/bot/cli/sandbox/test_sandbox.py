"""How the sandbox treats the tables of its last run."""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn

import pytest

from bot.cli.sandbox import page
from bot.cli.sandbox.page import resume
from bot.client.portolan import Portolan
from bot.drawing import drawers
from storage import games
from storage.database import Database
from storage.models import Status
from tests.bot.lobbies import sqlite
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")


async def resume_table(room: Room, *, fresh: bool) -> tuple[Status, int]:
    """Start the sandbox once more; return the status of its table, and how many boards were posted."""
    before = await room.table()
    message_count = len(room.history())
    await resume(room.bot, room.channel, fresh=fresh)
    await room.bot.worker.idle()
    async with room.database.reading() as session:
        row = await games.get(session, before.row.id)
    assert row is not None
    return Status(row.status), len(room.history()) - message_count


@sqlite
@pytest.mark.parametrize(("fresh", "left"), [(False, (Status.RUNNING, 1)), (True, (Status.ABANDONED, 0))])
async def test_a_running_table_goes_on_unless_another_is_opened(
    room: Room, fresh: bool, left: tuple[Status, int]
) -> None:
    await room.open_table()
    assert await resume_table(room, fresh=fresh) == left


@sqlite
@pytest.mark.parametrize("fresh", [False, True])
async def test_a_lobby_is_closed(room: Room, fresh: bool) -> None:
    await room["anna"].slash(room.channel, "game new", game="navegador", seats=2)
    assert await resume_table(room, fresh=fresh) == (Status.ABANDONED, 0)


@sqlite
@pytest.mark.parametrize("fresh", [False, True])
async def test_a_table_that_the_page_cannot_show_is_closed(room: Room, database: Database, fresh: bool) -> None:
    table = await room.open_table()
    async with database.transaction() as session:
        await games.move_to_channel(session, table.row.id, table.row.guild_id, room.channel.id + 1)
    await resume(room.bot, room.channel, fresh=fresh)
    async with database.reading() as session:
        row = await games.get(session, table.row.id)
    assert row is not None
    assert row.status == Status.ABANDONED


async def test_it_draws_in_a_process_so_that_games_get_their_clip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Reached(Exception):
        pass

    has_caches = list[bool]()

    def stop_here(bot: Portolan) -> NoReturn:
        has_caches.append(drawers.has_cache())
        raise Reached

    monkeypatch.setattr(page, "simulated", stop_here)
    with pytest.raises(Reached):
        await page.sandbox(None, None, tmp_path, 0)
    assert (has_caches, drawers.has_cache()) == ([True], False)
