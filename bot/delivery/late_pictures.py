"""Pictures of boards that went out without theirs, because more was to be drawn than could be."""

from __future__ import annotations

import asyncio
import contextlib

import discord
import structlog
from structlog.contextvars import bind_contextvars

from bot.delivery.illustrating import Attachment, board_picture, files_of
from bot.delivery.requests import UNEDITABLE, in_time
from bot.drawing.drawers import DrawerLost
from bot.interactions.error_codes import Scope, refuses_files, scope_of
from bot.interactions.services import Server, Services
from bot.interactions.shapes import shape_there
from bot.tables import Refused, TableBroken, announcement, story
from bot.tables.announcement import Announcement
from storage import games, outbox
from storage.games import Standing
from storage.models import OutboxRow, Status
from storage.outbox import Queued

log = structlog.get_logger()

OVERDUE = -2.0
"""As if it had been wanted so long ago: before what panels want, which say everything without."""
DRAWING_SECONDS = 20
"""Who waits longer to be drawn tries again later; what has been begun is finished and kept for then."""


def wanted(what: Announcement, version: int) -> Announcement:
    """What is to be drawn of the board that ``what`` told of, now that the table has this version."""
    return Announcement(kind="picture", version=version, since=what.news if what.version == version else version)


async def said_before(services: Services, row: OutboxRow, live: int | None) -> Announcement | None:
    """What the table's newest board, the message ``live``, says before this message changes it; None: that is not
    known."""
    if live is None:
        return None
    async with services.database.reading() as session:
        shown = await outbox.shown(session, row.game_id, live, announcement.BOARDS, before=row.id)
    try:
        return announcement.decode(shown.payload) if shown else None
    except announcement.Unreadable:
        return None


async def add(services: Services, row: OutboxRow, here: Server, showing: asyncio.Lock) -> Announcement | None:
    """Draws a picture and adds it to its board, unless the table has moved on: then a newer message has its own.

    ``here``: the server of its table; ``showing``: held while the board is changed. Returns what is to be drawn because
    this one may cover a newer board.
    """
    what = announcement.decode(row.payload)
    picture = await _drawn(services, row, what, here)
    newest = await _newest(services, row)
    # An edited message may still have the picture of an older board.
    stale = "board" in newest and ("turn" not in newest or newest["board"].id > newest["turn"].id)
    async with showing:
        before = await _standing(services, row)
        if before is None or _outdated(what, before):
            # An attempt that failed may have reached Discord all the same.
            return await _anew(services, row, before) if row.attempts else None
        said = await said_before(services, row, before.live_message_id)
        to = said.board if said else None
        taken = await _add(services, row, before, picture, to=to, stale=stale or to is not None)
    now = await _standing(services, row)
    if _outdated(what, now):
        # Another process may have edited the board while this picture was on its way.
        same = now is not None and now.live_message_id == before.live_message_id
        return await _anew(services, row, now) if same else None
    if not taken:
        with contextlib.suppress(Refused, TableBroken):
            await services.tables.play.post_again(row.game_id)
    return None


async def _standing(services: Services, row: OutboxRow) -> Standing | None:
    async with services.database.reading() as session:
        return await games.standing(session, row.game_id)


async def _anew(services: Services, row: OutboxRow, now: Standing | None) -> Announcement | None:
    """What is to be drawn of the table as it is now, with the marks of the newest board."""
    if now is None or not _shows_boards(now):
        return None
    newest = max((await _newest(services, row)).values(), key=lambda found: found.id, default=row)
    return wanted(announcement.decode(newest.payload), now.version)


async def _newest(services: Services, row: OutboxRow) -> dict[str, Queued]:
    """The table's newest message that posts a board ("turn"), and the newest that edits one ("board")."""
    async with services.database.reading() as session:
        return {found.kind: found for found in await outbox.newest(session, row.game_id, announcement.BOARDS)}


def _shows_boards(now: Standing) -> bool:
    return now.status == Status.RUNNING and now.live_message_id is not None


def _outdated(what: Announcement, now: Standing | None) -> bool:
    return now is None or now.version != what.version or not _shows_boards(now)


async def _drawn(services: Services, row: OutboxRow, what: Announcement, here: Server) -> Attachment | None:
    """None: the table has moved on, or it cannot be drawn. Raises TimeoutError when others are drawn first."""
    if _outdated(what, await _standing(services, row)):
        return None
    table = await services.tables.table(row.game_id)
    texts, shape = here.texts, shape_there(table.row, here.settings)
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
    services: Services, row: OutboxRow, now: Standing, picture: Attachment | None, *, to: int | None, stale: bool
) -> bool:
    """False: the message takes no edits, and the board must be posted anew. ``to``: the message that has the picture;
    None: the newest board.

    The text says everything: a message that takes no picture has none, and no ``stale`` one either.
    """
    bind_contextvars(version=now.version, picture=picture is not None)
    if picture is None and not stale:
        return True
    assert now.live_message_id is not None
    channel = services.channel(row.channel_id, now.guild_id)
    message = channel.get_partial_message(to or now.live_message_id)
    try:
        await in_time(message.edit(attachments=files_of([picture] if picture else [])))
    except discord.RateLimited:  # an old message takes few edits an hour; a new one can wait for its picture
        if not stale:
            raise
        return False
    except discord.HTTPException as fault:
        if fault.code in UNEDITABLE:
            return False
        if not refuses_files(fault) and scope_of(fault) is not Scope.MESSAGE:
            raise
        log.info("a picture could not be added", reason=str(fault))
        if picture is not None:
            return await _add(services, row, now, None, to=to, stale=stale)
    return True
