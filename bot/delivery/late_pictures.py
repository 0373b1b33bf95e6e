"""Pictures of boards that went out without theirs, because more was to be drawn than could be."""

from __future__ import annotations

import asyncio
import contextlib

import discord
import structlog
from structlog.contextvars import bind_contextvars

from bot.delivery.illustrating import Attachment, board_picture, files_of
from bot.delivery.requests import UNEDITABLE, UNKNOWN_MESSAGE, in_time
from bot.drawing.drawers import DrawerLost
from bot.interactions.services import Services
from bot.interactions.shapes import public_shape
from bot.tables import Refused, Table, TableBroken, announcement, story
from bot.tables.announcement import Announcement
from storage import outbox
from storage.models import OutboxRow

log = structlog.get_logger()

OVERDUE = -2.0
"""As if it had been wanted so long ago: before what panels want, which say everything without."""
DRAWING_SECONDS = 20
"""Who waits longer to be drawn tries again later; what has been begun is finished and kept for then."""


def wanted(what: Announcement, version: int) -> Announcement:
    """What is to be drawn of the board that ``what`` told of, now that the table has this version."""
    return Announcement(kind="picture", version=version, since=what.news if what.version == version else version)


async def said_before(services: Services, row: OutboxRow, table: Table) -> Announcement | None:
    """What the table's newest board says before this message changes it; None: that is not known."""
    if table.row.live_message_id is None:
        return None
    async with services.database.reading() as session:
        shown = await outbox.shown(session, row.game_id, table.row.live_message_id, announcement.BOARDS, before=row.id)
    try:
        return announcement.decode(shown.payload) if shown else None
    except announcement.Unreadable:
        return None


async def add(services: Services, row: OutboxRow, showing: asyncio.Lock) -> Announcement | None:
    """Draws a picture and adds it to its board, unless the table has moved on: then a newer message has its own.

    ``showing``: held while the board is changed. Returns what is to be drawn because this one may cover a newer board.
    """
    what = announcement.decode(row.payload)
    table = await services.tables.table(row.game_id)
    picture = None if _outdated(what, table) else await _drawn(services, what, table)
    posted, edited = await _newest(services, row)
    # An edited message may still have the picture of an older board.
    stale = edited is not None and (posted is None or edited.id > posted.id)
    async with showing:
        table = await services.tables.table(row.game_id)
        if _outdated(what, table):
            # An attempt that failed may have reached Discord all the same.
            return await _anew(services, row, table) if row.attempts else None
        said = await said_before(services, row, table)
        to = said.board if said else None
        taken = await _add(services, row, table, picture, to=to, stale=stale or to is not None)
    now = await services.tables.table(row.game_id)
    if _outdated(what, now):
        # Another process may have edited the board while this picture was on its way.
        same = now.row.live_message_id == table.row.live_message_id
        return await _anew(services, row, now) if same else None
    if not taken:
        with contextlib.suppress(Refused, TableBroken):
            await services.tables.play.post_again(row.game_id)
    return None


async def _anew(services: Services, row: OutboxRow, table: Table) -> Announcement | None:
    """What is to be drawn of the table as it is now, with the marks of the newest board."""
    if not _shows_boards(table):
        return None
    newest = max(filter(None, await _newest(services, row)), key=lambda found: found.id, default=row)
    return wanted(announcement.decode(newest.payload), table.row.version)


async def _newest(services: Services, row: OutboxRow) -> tuple[OutboxRow | None, OutboxRow | None]:
    """The table's newest message that posts a board, and the newest that edits one."""
    async with services.database.reading() as session:
        return await outbox.last(session, row.game_id, "turn"), await outbox.last(session, row.game_id, "board")


def _shows_boards(table: Table) -> bool:
    return table.running and table.row.live_message_id is not None


def _outdated(what: Announcement, table: Table) -> bool:
    return table.row.version != what.version or not _shows_boards(table)


async def _drawn(services: Services, what: Announcement, table: Table) -> Attachment | None:
    """None: it cannot be drawn. Raises TimeoutError when others are drawn first."""
    texts = await services.public_texts(table.row.guild_id)
    shape = await public_shape(services.database, table.row)
    async with services.database.reading() as session:
        marked = story.told(what, await story.read(session, table.row.id, what)).marked
    try:
        async with asyncio.timeout(DRAWING_SECONDS) as patience:
            return await board_picture(table, texts, shape, marked, within=OVERDUE, posted=True)
    except (TimeoutError, DrawerLost) as fault:
        if isinstance(fault, TimeoutError) and patience.expired():
            raise
        log.warning("a picture could not be drawn again; the text stays alone", reason=str(fault))
    except Exception:
        log.exception("a picture could not be drawn; the text stays alone")
    return None


async def _add(
    services: Services, row: OutboxRow, table: Table, picture: Attachment | None, *, to: int | None, stale: bool
) -> bool:
    """False: the message takes no edits, and the board must be posted anew. ``to``: the message that has the picture;
    None: the newest board.

    The text says everything: a message that takes no picture has none, and no ``stale`` one either.
    """
    bind_contextvars(version=table.row.version, picture=picture is not None)
    if picture is None and not stale:
        return True
    assert table.row.live_message_id is not None
    channel = services.channel(row.channel_id, table.row.guild_id)
    message = channel.get_partial_message(to or table.row.live_message_id)
    try:
        await in_time(message.edit(attachments=files_of([picture] if picture else [])))
    except discord.RateLimited:  # an old message takes few edits an hour; a new one can wait for its picture
        if not stale:
            raise
        return False
    except discord.HTTPException as fault:
        if fault.code in UNEDITABLE:
            return False
        if fault.status == 429 or fault.status >= 500 or _channel_gone(fault):
            raise
        log.info("a picture could not be added", reason=str(fault))
        if picture is not None:
            return await _add(services, row, table, None, to=to, stale=stale)
    return True


def _channel_gone(fault: discord.HTTPException) -> bool:
    return isinstance(fault, discord.NotFound) and fault.code != UNKNOWN_MESSAGE
