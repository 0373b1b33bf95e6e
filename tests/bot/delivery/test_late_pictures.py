"""More pictures are to be drawn than can be: the text goes out, and the picture is added when it is drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from sqlmodel import col, delete
from structlog.testing import capture_logs

from bot.delivery import send_limits
from bot.delivery.illustrating import AT_ONCE, Attachment, patience_of
from bot.drawing.drawers import DrawerLost
from bot.tables import Table
from engines import Event
from render.shape import Shape
from storage import jobs
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, JobRow
from tests.bot.delivery.test_delivery_side_by_side import until
from tests.bot.office import Office, http_fault

pytestmark = [
    pytest.mark.usefixtures("plain_pictures"),
    pytest.mark.parametrize("backend", ["sqlite"], indirect=True),
]


class Pencil:
    """A pencil that draws when it is told to."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.begun = 0
        self.wanted: list[tuple[float, float | None]] = []
        """For each picture the seconds until it is wanted, and how long somebody waits for it."""
        self.fault: Exception | None = None
        self.fails_once = False

    async def draw(
        self,
        table: Table,
        texts: object,
        shape: Shape,
        events: Sequence[Event],
        *,
        time_limit: float = 0,
        patience: float | None = None,
        is_posted: bool = False,
    ) -> Attachment:
        assert is_posted
        self.begun += 1
        self.wanted.append((time_limit, patience))
        async with asyncio.timeout(patience):
            await self.free.wait()
        if (fault := self.fault) is not None:
            self.fault = None if self.fails_once else fault
            raise fault
        return Attachment("board.png", b"version %d, %d marks" % (table.row.version, len(events)))


@pytest.fixture
def pencil(monkeypatch: pytest.MonkeyPatch) -> Pencil:
    pencil = Pencil()
    for module in ("compose", "late_pictures"):
        monkeypatch.setattr(f"bot.delivery.{module}.board_picture", pencil.draw)
    monkeypatch.setattr("bot.delivery.illustrating.BOARD_PATIENCE_SECONDS", 0.01)
    return pencil


async def test_the_text_goes_out_and_the_picture_follows(office: Office, pencil: Pencil) -> None:
    table = await office.begin()
    office.worker.wake()
    await until(lambda: pencil.begun == 2)
    ((content, options),) = office.channel.sent
    assert f"<@{table.user_at(table.game.order()[0])}>" in content
    assert options["files"] == []
    (_, patience), (late_seconds, late_patience) = pencil.wanted
    assert (patience, late_patience) == (0.01, None)
    assert late_seconds < AT_ONCE, "before what panels want at once"
    pencil.free.set()
    await office.worker.idle()
    ((message_id, changes),) = office.channel.edited
    assert (message_id, [file.filename for file in changes.pop("attachments")], changes) == (1001, ["board.png"], {})
    assert await office.live(table) == 1001
    assert all(row.sent_at for row in await office.rows())


async def test_a_message_that_is_late_itself_waits_less_for_its_picture(
    database: Database, pencil: Pencil, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.illustrating.BOARD_PATIENCE_SECONDS", 30)
    office = Office(database)
    await office.begin()
    (row,) = await office.rows()
    async with database.transaction() as session:
        await session.merge(row.unkept(due_at=row.due_at - timedelta(seconds=10)))
    pencil.free.set()
    await office.deliver()
    ((_, patience),) = pencil.wanted
    assert patience is not None
    assert 15 < patience <= 20
    assert [patience_of(waited) for waited in (0, 10, 29.5, 31, 3600)] == [30, 20, 0.5, 0.25, 0.25]


async def test_an_edited_board_keeps_its_picture_until_the_new_one_is_there(office: Office, pencil: Pencil) -> None:
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


async def test_a_table_that_moves_on_waits_for_no_picture(office: Office, pencil: Pencil) -> None:
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


async def test_a_table_that_is_gone_before_its_picture_comes_has_none(office: Office, pencil: Pencil) -> None:
    table = await office.begin()
    office.worker.wake()
    await until(lambda: pencil.begun == 2)
    async with office.database.transaction() as session:
        await session.exec(delete(GameRow).where(col(GameRow.id) == table.row.id))
    pencil.free.set()
    with capture_logs() as logs:
        await office.worker.idle()
    assert not office.channel.edited
    assert {entry["log_level"] for entry in logs} == {"info"}


async def deliver_undrawn(database: Database, monkeypatch: pytest.MonkeyPatch) -> tuple[Office, Table]:
    """Deliver the first board of a table; its picture waits, and nobody draws it."""
    monkeypatch.setattr(send_limits, "PICTURES", 0)
    office = Office(database)
    table = await office.begin()
    await office.deliver()
    return office, table


async def test_so_many_are_drawn_at_once_and_the_others_can_be_replaced(
    database: Database, pencil: Pencil, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, table = await deliver_undrawn(database, monkeypatch)
    await office.play(table, "rondel", "ships")
    await office.deliver()
    waiting = [row for row in await office.rows() if row.sent_at is None]
    assert [(row.kind, row.payload["version"]) for row in waiting] == [(jobs.PICTURE, table.row.version + 1)]


async def test_a_table_that_moves_before_its_picture_is_drawn_keeps_its_turn_with_pictures(
    database: Database, pencil: Pencil, monkeypatch: pytest.MonkeyPatch
) -> None:
    office, table = await deliver_undrawn(database, monkeypatch)
    (first,) = [row for row in await office.rows() if row.sent_at is None]
    for words in (("rondel", "ships"), ("pass",)):  # the first edits the board, the second posts a new one
        await office.play(table, *words)
        await office.deliver()
    (last,) = [row for row in await office.rows() if row.sent_at is None]
    assert (first.kind, last.kind) == (jobs.PICTURE, jobs.PICTURE)
    assert first.id < last.id
    assert last.due_at == first.due_at


async def test_a_picture_that_waits_survives_a_restart(database: Database, office: Office, pencil: Pencil) -> None:
    await office.begin()
    office.worker.wake()
    await until(lambda: pencil.begun == 2)
    await office.worker.stop(seconds=0)
    pencil.free.set()
    after = Office(database)
    await after.deliver()
    assert (after.channel.sent, [edited for edited, _ in after.channel.edited]) == ([], [1001])


class Gate:
    """A gate before the edits that add a picture to a message: they go on, or fail, when it is opened."""

    def __init__(self, office: Office) -> None:
        self.reached = asyncio.Event()
        self.open = asyncio.Event()
        self.fault: Exception | None = None
        self.messages = office.channel.get_partial_message
        office.channel.get_partial_message = self.message  # type: ignore[method-assign]

    def message(self, message_id: int) -> Any:
        async def edit(**options: Any) -> None:
            if "content" not in options and options.get("attachments") and not self.open.is_set():
                self.reached.set()
                await self.open.wait()
                if self.fault:
                    await arrives(**options)
                    raise self.fault
            await arrives(**options)

        arrives = self.messages(message_id).edit
        return SimpleNamespace(edit=edit)


def edited_pictures(office: Office) -> list[bytes]:
    """Return the pictures that edits have brought."""
    return [file.fp.read() for _, changes in office.channel.edited for file in changes["attachments"]]


@pytest.fixture
def logs() -> Iterator[list[Any]]:
    with capture_logs() as entries:
        yield entries


def has_only_infos(logs: list[Any]) -> bool:
    assert logs
    return not [entry for entry in logs if entry["log_level"] != "info"]


async def post_late(office: Office, pencil: Pencil) -> Table:
    """Post the board of a table as text, while its picture is being drawn."""
    table = await office.begin()
    office.worker.wake()
    await until(lambda: pencil.begun == 2)
    return table


async def edit_late(office: Office, pencil: Pencil) -> Table:
    """Edit the board of a table: a new text over the old picture, while the new one is being drawn."""
    table = await office.begin()
    pencil.free.set()
    await office.deliver()
    pencil.free.clear()
    before = pencil.begun
    await office.play(table, "rondel", "ships")
    office.worker.wake()
    await until(lambda: pencil.begun == before + 2)
    return table


async def draw_picture(office: Office, pencil: Pencil, *faults: Exception) -> None:
    """Draw the picture; the first edits, which are to bring it, meet ``faults``."""
    office.channel.edit_faults = list(faults)
    pencil.free.set()
    await office.worker.idle()


async def picture_jobs(office: Office) -> list[JobRow]:
    """Return the jobs that add pictures to messages, the oldest first."""
    return [row for row in await office.rows() if row.kind == jobs.PICTURE]


async def test_a_picture_on_its_way_arrives_before_a_newer_board(office: Office, pencil: Pencil) -> None:
    gate = Gate(office)
    table = await post_late(office, pencil)
    pencil.free.set()
    await gate.reached.wait()
    await office.play(table, "rondel", "ships")
    office.worker.wake()
    drawings = pencil.begun
    await until(lambda: pencil.begun > drawings)
    for _ in range(50):
        await asyncio.sleep(0)
    gate.open.set()
    await office.worker.idle()
    assert ["content" in changes for _, changes in office.channel.edited][:2] == [False, True]
    assert edited_pictures(office) == [
        b"version 3, 0 marks",
        *[b"version 4, 1 marks"] * (len(office.channel.edited) - 1),
    ]


async def test_a_picture_that_has_covered_a_board_of_another_process_is_drawn_anew(
    database: Database, pencil: Pencil
) -> None:
    office = Office(database)
    other_office = Office(database)
    gate = Gate(office)
    table = await post_late(office, pencil)
    pencil.free.set()
    await gate.reached.wait()
    await other_office.play(table, "rondel", "ships")
    await other_office.deliver()
    assert len(other_office.channel.edited) == 1
    gate.open.set()
    await office.worker.idle()
    pictures = await picture_jobs(office)
    assert [row.payload["version"] for row in pictures] == [table.row.version, table.row.version + 1]
    assert all(row.sent_at for row in pictures)
    assert edited_pictures(office) == [b"version 3, 0 marks", b"version 4, 1 marks"]


async def test_a_picture_that_may_have_arrived_late_is_drawn_anew_too(office: Office, pencil: Pencil) -> None:
    gate = Gate(office)
    gate.fault = OSError("reset")
    table = await post_late(office, pencil)
    pencil.free.set()
    await gate.reached.wait()
    other_office = Office(office.database)
    await other_office.play(table, "rondel", "ships")
    await other_office.deliver()
    gate.open.set()
    await office.worker.idle()
    (late_picture,) = await picture_jobs(office)
    async with office.database.transaction() as session:
        await session.merge(late_picture.unkept(due_at=utcnow()))
    await office.deliver()
    assert [row.payload["version"] for row in await picture_jobs(office)] == [
        table.row.version,
        table.row.version + 1,
    ]
    assert len(office.channel.edited) == 2


EXPECTED = [http_fault(400, 30046), http_fault(429, 30046), http_fault(404, 10008), http_fault(400, 50083)]


@pytest.mark.parametrize("fault", [*EXPECTED, discord.RateLimited(99.0)], ids=repr)
async def test_a_board_whose_picture_cannot_be_changed_any_more_is_posted_anew(
    office: Office, pencil: Pencil, fault: Exception, logs: list[Any]
) -> None:
    table = await edit_late(office, pencil)
    await draw_picture(office, pencil, fault)
    assert len(office.channel.sent) == 2
    assert [file.filename for file in office.channel.sent[1][1]["files"]] == ["board.png"]
    assert await office.live(table) == 1002
    assert all(row.sent_at for row in await office.rows())
    assert has_only_infos(logs)


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 0), (413, 40005)])
async def test_an_edited_board_that_takes_no_picture_loses_the_old_one(
    office: Office, pencil: Pencil, status: int, code: int, logs: list[Any]
) -> None:
    await edit_late(office, pencil)
    await draw_picture(office, pencil, http_fault(status, code))
    assert len(office.channel.sent) == 1
    assert office.channel.edited[-1] == (1001, {"attachments": []})
    assert all(row.sent_at for row in await office.rows())
    assert has_only_infos(logs)


async def test_an_edited_board_that_takes_nothing_at_all_is_left(
    office: Office, pencil: Pencil, logs: list[Any]
) -> None:
    await edit_late(office, pencil)
    await draw_picture(office, pencil, *[http_fault(403, 50013)] * 2)
    assert (len(office.channel.sent), len(office.channel.edited)) == (1, 1)
    assert all(row.sent_at for row in await office.rows())
    assert has_only_infos(logs)


@pytest.mark.parametrize("fault", [DrawerLost(), TimeoutError(), ValueError()], ids=repr)
async def test_an_edited_board_whose_picture_cannot_be_drawn_loses_the_old_one(
    office: Office, pencil: Pencil, fault: Exception
) -> None:
    await edit_late(office, pencil)
    pencil.fault = fault
    pencil.free.set()
    await office.worker.idle()
    assert office.channel.edited[-1] == (1001, {"attachments": []})
    assert all(row.sent_at for row in await office.rows())


async def test_a_channel_that_is_gone_before_its_picture_comes_gets_nothing_more(
    office: Office, pencil: Pencil
) -> None:
    await edit_late(office, pencil)
    office.looks = http_fault(404, 10003)
    await draw_picture(office, pencil, http_fault(404, 10003))
    assert len(office.channel.edited) == 1
    assert [row.failed for row in await picture_jobs(office)] == ["channel: 10003 no"]


@pytest.mark.parametrize("fault", [http_fault(403, 50013), http_fault(400)], ids=repr)
async def test_a_message_that_takes_no_picture_has_none(office: Office, pencil: Pencil, fault: Exception) -> None:
    await post_late(office, pencil)
    await draw_picture(office, pencil, fault)
    assert (len(office.channel.sent), office.channel.edited) == (1, [])
    assert all(row.sent_at for row in await office.rows())


@pytest.mark.parametrize("fault", [http_fault(500), http_fault(429), discord.RateLimited(9.0), OSError()], ids=repr)
async def test_a_new_board_can_wait_for_its_picture(office: Office, pencil: Pencil, fault: Exception) -> None:
    await post_late(office, pencil)
    await draw_picture(office, pencil, fault)
    (row,) = await picture_jobs(office)
    assert (row.attempts, row.sent_at, row.failed, row.due_at > utcnow()) == (1, None, None, True)
    assert len(office.channel.sent) == 1


@pytest.mark.parametrize(
    ("fault", "is_late"), [(DrawerLost(), True), (TimeoutError(), True), (ValueError(), False)], ids=repr
)
async def test_a_picture_whose_drawing_was_lost_is_drawn_once_more(
    database: Database, pencil: Pencil, monkeypatch: pytest.MonkeyPatch, fault: Exception, is_late: bool
) -> None:
    monkeypatch.setattr("bot.delivery.illustrating.BOARD_PATIENCE_SECONDS", 60)
    office = Office(database)
    await office.begin()
    pencil.fault = fault
    pencil.fails_once = True
    office.worker.wake()
    await until(lambda: pencil.begun == 1)
    pencil.free.set()
    await office.worker.idle()
    assert office.channel.sent[0][1]["files"] == []
    assert len(edited_pictures(office)) == is_late


async def test_a_picture_whose_drawing_is_lost_again_is_left_out(office: Office, pencil: Pencil) -> None:
    await office.begin()
    pencil.fault = DrawerLost()
    pencil.free.set()
    await office.deliver()
    assert pencil.begun == 2
    assert all(row.sent_at for row in await office.rows())
    assert (len(office.channel.sent), office.channel.edited) == (1, [])


async def test_a_picture_that_waits_long_to_be_drawn_is_tried_again(
    database: Database, pencil: Pencil, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.delivery.late_pictures.DRAWING_SECONDS", 0.01)
    office = Office(database)
    await office.begin()
    await office.deliver()
    (row,) = await picture_jobs(office)
    assert (row.attempts, row.sent_at, row.failed) == (1, None, None)
