"""More is to be drawn than can be: the text goes out, and the picture is added when it is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import discord
import pytest

from bot.delivery import outbox_worker
from bot.delivery.pictures import Attachment
from storage import outbox
from storage.columns import utcnow
from storage.database import Database
from tests.bot.office import Office, http_fault

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


class Pencil:
    """Draws when it is told to."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.begun = 0

    async def draw(self, *_: object) -> Attachment:
        self.begun += 1
        await self.free.wait()
        return Attachment("board.png", b"drawn")


@pytest.fixture
def pencil(monkeypatch: pytest.MonkeyPatch) -> Pencil:
    pencil = Pencil()
    for where in ("compose", "late_pictures"):
        monkeypatch.setattr(f"bot.delivery.{where}.board_picture", pencil.draw)
    monkeypatch.setattr("bot.delivery.pictures.BOARD_PATIENCE_SECONDS", 0.01)
    return pencil


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():
            await asyncio.sleep(0.005)


async def test_the_text_goes_out_and_the_picture_follows(database: Database, pencil: Pencil) -> None:
    office = Office(database)
    table = await office.begin()
    office.worker.wake()
    await until(lambda: pencil.begun == 2)
    ((content, options),) = office.channel.sent
    assert f"<@{table.user_at(table.game.order()[0])}>" in content
    assert options["files"] == []
    pencil.free.set()
    await office.worker.idle()
    ((edited, changes),) = office.channel.edited
    assert (edited, [file.filename for file in changes.pop("attachments")], changes) == (1001, ["board.png"], {})
    assert await office.live(table) == 1001
    assert all(row.sent_at for row in await office.rows())


async def test_an_edited_board_keeps_its_picture_until_the_new_one_is_there(database: Database, pencil: Pencil) -> None:
    office = Office(database)
    table = await office.begin()
    pencil.free.set()
    await office.deliver()
    pencil.free.clear()
    await office.play(table, "rondel", "ships")
    office.worker.wake()
    await until(lambda: len(office.channel.edited) == 1)
    assert office.channel.edited[0][1]["attachments"] is discord.utils.MISSING
    pencil.free.set()
    await office.worker.idle()
    assert [file.filename for file in office.channel.edited[1][1]["attachments"]] == ["board.png"]


async def test_a_table_that_moves_on_waits_for_no_picture(database: Database, pencil: Pencil) -> None:
    office = Office(database)
    table = await office.begin()
    office.worker.wake()
    await until(lambda: pencil.begun == 2)
    await office.play(table, "rondel", "ships")
    office.worker.wake()
    await until(lambda: len(office.channel.edited) == 1)
    assert "Ships" in office.channel.edited[0][1]["content"]
    await office.play(table, "pass")
    office.worker.wake()
    await until(lambda: len(office.channel.sent) == 2)
    pencil.free.set()
    await office.worker.idle()
    pictures = [(edited, changes) for edited, changes in office.channel.edited if changes.get("attachments")]
    assert [edited for edited, _ in pictures] == [1002], "only the newest board is worth its picture"


async def test_so_many_are_drawn_at_once_and_the_others_can_be_replaced(
    database: Database, pencil: Pencil, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox_worker, "PICTURES", 0)
    office = Office(database)
    table = await office.begin()
    await office.deliver()
    await office.play(table, "rondel", "ships")
    await office.deliver()
    waiting = [row for row in await office.rows() if row.sent_at is None]
    assert [(row.kind, row.payload["version"]) for row in waiting] == [(outbox.PICTURE, table.row.version + 1)]


async def test_a_picture_that_waits_survives_a_restart(database: Database, pencil: Pencil) -> None:
    office = Office(database)
    await office.begin()
    office.worker.wake()
    await until(lambda: pencil.begun == 2)
    await office.worker.stop(seconds=0)
    pencil.free.set()
    after = Office(database)
    await after.deliver()
    assert (after.channel.sent, [edited for edited, _ in after.channel.edited]) == ([], [1001])


@pytest.mark.parametrize(("status", "code", "again"), [(400, 30046, 0), (404, 10008, 0), (403, 50001, 0), (500, 0, 1)])
async def test_a_message_that_takes_no_picture_has_none(
    database: Database, pencil: Pencil, status: int, code: int, again: int
) -> None:
    office = Office(database)
    await office.begin()
    office.channel.edit_faults = [http_fault(status, code)]
    office.worker.wake()
    await until(lambda: pencil.begun == 2)
    pencil.free.set()
    await office.worker.idle()
    (row,) = [row for row in await office.rows() if row.kind == outbox.PICTURE]
    assert (row.attempts, row.sent_at is None) == (again, bool(again))
    assert (row.failed, row.next_attempt_at > utcnow()) == (None, bool(again))
