"""What the sandbox does with the tables of last time."""

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
from tests.bot.room import Room

pytestmark = pytest.mark.usefixtures("plain_pictures")
sqlite = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def begun_anew(here: Room, *, fresh: bool) -> tuple[Status, int]:
    """The sandbox starts; how the table stands then, and how many boards were posted."""
    before, posted = await here.table(), len(here.history())
    await resume(here.bot, here.channel, fresh=fresh)
    await here.bot.worker.idle()
    async with here.database.reading() as session:
        row = await games.get(session, before.row.id)
    assert row is not None
    return Status(row.status), len(here.history()) - posted


@sqlite
@pytest.mark.parametrize(("fresh", "left"), [(False, (Status.RUNNING, 1)), (True, (Status.ABANDONED, 0))])
async def test_a_running_table_goes_on_unless_another_is_opened(
    here: Room, fresh: bool, left: tuple[Status, int]
) -> None:
    await here.open_table()
    assert await begun_anew(here, fresh=fresh) == left


@sqlite
@pytest.mark.parametrize("fresh", [False, True])
async def test_a_lobby_is_closed(here: Room, fresh: bool) -> None:
    await here["anna"].slash(here.channel, "game new", game="navegador", seats=2)
    assert await begun_anew(here, fresh=fresh) == (Status.ABANDONED, 0)


@sqlite
@pytest.mark.parametrize("fresh", [False, True])
async def test_a_table_that_the_page_cannot_show_is_closed(here: Room, database: Database, fresh: bool) -> None:
    table = await here.open_table()
    async with database.transaction() as session:
        await games.move_to_channel(session, table.row.id, table.row.guild_id, here.channel.id + 1)
    await resume(here.bot, here.channel, fresh=fresh)
    async with database.reading() as session:
        row = await games.get(session, table.row.id)
    assert row is not None
    assert row.status == Status.ABANDONED


async def test_it_draws_in_a_process_so_that_games_get_their_clip(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Reached(Exception):
        pass

    drawn = list[bool]()

    def simulated(bot: Portolan) -> NoReturn:
        drawn.append(drawers.has_cache())
        raise Reached

    monkeypatch.setattr(page, "simulated", simulated)
    with pytest.raises(Reached):
        await page.sandbox(None, None, tmp_path, 0)
    assert (drawn, drawers.has_cache()) == ([True], False)
