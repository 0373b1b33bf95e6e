"""Pictures that are added later to board messages, which were sent without them while drawing was overloaded."""

from __future__ import annotations

import asyncio
import contextlib

import discord
import structlog
from structlog.contextvars import bind_contextvars

from bot.delivery.illustrating import Attachment, board_picture, files_of
from bot.delivery.requests import in_time
from bot.delivery.sending import Delivered, Sending
from bot.drawing.drawers import DrawerLost
from bot.interactions.error_codes import UNEDITABLE, Scope, refuses_files, scope_of
from bot.interactions.services import Services
from bot.interactions.shapes import shape_there
from bot.tables import Refused, TableBroken, announcement, event_log
from bot.tables.announcement import BOARDS, Announcement
from storage import deliveries, games
from storage.games import Standing
from storage.jobs import PICTURE
from storage.models import JobRow, Status

log = structlog.get_logger()

OVERDUE = -2.0
"""Seconds until such a picture is due, for the order of drawing.

Negative, so that it is drawn before the maps of panels, whose text says all.
"""
DRAWING_SECONDS = 20
"""Seconds to wait for a picture; then the job is tried again later, and finds the picture if it was drawn meanwhile."""


def picture_job(announced: Announcement, version: int) -> Announcement:
    """Return the job that draws the board of an announcement later.

    Args:
        announced: the announcement whose message was sent without its picture.
        version: the present version of the table. If it differs from the announcement's, no events are marked.
    """
    marks_since = announced.news_since if announced.version == version else version
    return Announcement(kind=PICTURE, version=version, since=marks_since)


async def announcement_shown(services: Services, job: JobRow, live_message_id: int | None) -> Announcement | None:
    """Return the announcement that the newest board message of a table shows, before ``job`` changes the message.

    None: no board was posted, or its announcement is not stored any more or cannot be read.
    """
    if live_message_id is None:
        return None
    async with services.database.reading() as session:
        message_row = await deliveries.sent_as(session, live_message_id, BOARDS, game_id=job.game_id, before=job.id)
    try:
        return announcement.decode(message_row.payload) if message_row else None
    except announcement.Unreadable:
        return None


async def add(sending: Sending) -> Delivered:
    """Draw a picture and add it to its board, unless the table has moved on: a newer message has its own picture then.

    If this picture may have replaced a newer one, the result asks for another picture, of the table as it is now.
    """
    services = sending.services
    job = sending.job
    wanted_picture = announcement.decode(job.payload)
    picture = await _draw(sending, wanted_picture)
    newest = await _newest_messages(services, job)
    # True if the newest board was shown by editing a message, which may still have the picture of an older board.
    is_stale = "board" in newest and ("turn" not in newest or newest["board"].id > newest["turn"].id)
    async with sending.showing:
        before = await _standing(services, job)
        if before is None or _is_outdated(wanted_picture, before):
            # An earlier attempt may have reached Discord, and shown an old board, although its answer was lost.
            return await _order_again(services, job, before) if job.attempts else Delivered()
        announced = await announcement_shown(services, job, before.live_message_id)
        board = announced.board if announced else None  # set if the newest board shares an earlier message's picture
        is_taken = await _add(sending, before, picture, board=board, is_stale=is_stale or board is not None)
    now = await _standing(services, job)
    if _is_outdated(wanted_picture, now):
        # Another process may have edited the board while this picture was on its way.
        is_same_message = now is not None and now.live_message_id == before.live_message_id
        return await _order_again(services, job, now) if is_same_message else Delivered()
    if not is_taken:  # the board is posted again, as a new message with its picture
        with contextlib.suppress(Refused, TableBroken):
            await services.tables.play.post_again(job.game_id)
    return Delivered()


async def _standing(services: Services, job: JobRow) -> Standing | None:
    async with services.database.reading() as session:
        return await games.standing(session, job.game_id)


async def _order_again(services: Services, job: JobRow, now: Standing | None) -> Delivered:
    """Order another picture, of the table as it is now, with the marks of the newest board."""
    if now is None or not _shows_boards(now):
        return Delivered()
    newest = max((await _newest_messages(services, job)).values(), key=lambda message: message.id, default=job)
    return Delivered(picture_job=picture_job(announcement.decode(newest.payload), now.version))


async def _newest_messages(services: Services, job: JobRow) -> dict[str, JobRow]:
    """Return the table's newest message that posts a board ("turn"), and the newest that edits one ("board")."""
    async with services.database.reading() as session:
        return await deliveries.newest(session, job.game_id, BOARDS)


def _shows_boards(now: Standing) -> bool:
    return now.status == Status.RUNNING and now.live_message_id is not None


def _is_outdated(wanted_picture: Announcement, now: Standing | None) -> bool:
    return now is None or now.version != wanted_picture.version or not _shows_boards(now)


async def _draw(sending: Sending, wanted_picture: Announcement) -> Attachment | None:
    """Draw a board. Return None if the table has moved on or drawing fails.

    Raises:
        TimeoutError: the picture still waits behind others after ``DRAWING_SECONDS``.
    """
    services = sending.services
    if _is_outdated(wanted_picture, await _standing(services, sending.job)):
        return None
    table = await services.tables.table(sending.job.game_id)
    texts = sending.server.texts
    shape = shape_there(table.row, sending.server.settings)
    async with services.database.reading() as session:
        marked = event_log.narrate(
            wanted_picture, await event_log.load_entries(session, table.row.id, wanted_picture)
        ).marked
    try:
        async with asyncio.timeout(DRAWING_SECONDS) as patience:
            return await board_picture(table, texts, shape, marked, time_limit=OVERDUE, is_posted=True)
    except (TimeoutError, DrawerLost) as fault:
        if isinstance(fault, TimeoutError) and patience.expired():
            raise
        log.warning("a picture could not be drawn again; the text stays alone", reason=str(fault))
    except Exception:
        log.exception("a picture could not be drawn; the text stays alone")
    return None


async def _add(
    sending: Sending, now: Standing, picture: Attachment | None, *, board: int | None, is_stale: bool
) -> bool:
    """Put a picture in the place of a message's attachments; return whether the message can be edited.

    Args:
        sending: the job.
        now: the present state of the table.
        picture: the picture; None: only remove an outdated one.
        board: the id of the message; None: the newest board of the table.
        is_stale: True if the message may have an outdated picture, which is removed if Discord refuses the new one.
    """
    bind_contextvars(version=now.version, picture=picture is not None)
    if picture is None and not is_stale:
        return True
    assert now.live_message_id is not None
    channel = sending.services.channel(sending.job.channel_id, now.guild_id)
    message = channel.get_partial_message(board or now.live_message_id)
    try:
        await in_time(message.edit(attachments=files_of([picture] if picture else [])))
    # Discord allows few edits an hour of an old message. Without an outdated picture, trying again later is enough.
    except discord.RateLimited:
        if not is_stale:
            raise
        return False
    except discord.HTTPException as fault:
        if fault.code in UNEDITABLE:
            return False
        if not refuses_files(fault) and scope_of(fault) is not Scope.MESSAGE:
            raise
        log.info("a picture could not be added", reason=str(fault))
        if picture is not None:
            return await _add(sending, now, None, board=board, is_stale=is_stale)
    return True
