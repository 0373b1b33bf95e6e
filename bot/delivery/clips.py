"""The clip of a finished game: an animated picture that is added to the message with the result once it is drawn."""

from __future__ import annotations

from typing import Any

import discord
import structlog

from bot.delivery import costliest_move
from bot.delivery.board_description import ALT_LIMIT
from bot.delivery.illustrating import Attachment, files_of
from bot.delivery.requests import in_time
from bot.delivery.sending import Delivered, Sending
from bot.drawing import drawers
from bot.drawing.filming import ClipOrder
from bot.interactions.error_codes import MESSAGE_GONE, UNEDITABLE, refuses_files
from bot.interactions.services import Server, Services
from bot.interactions.shapes import shape_there
from bot.tables import Refused, Table
from bot.tables.analysis.replays import TableHistory
from bot.tables.announcement import CLIP, Announcement
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from bot.work.process_pool import PoolClosed
from render.shape import Shape
from storage.models import JobRow

log = structlog.get_logger()

NAME = "game.webp"
FEWEST_DECISIONS = 3
"""Smallest number of decisions in a game that gets a clip."""


class _ExistingAttachment:
    """An existing attachment that stays at its message during an edit.

    Discord needs only id and file name; discord.py would send back every field that it received.
    """

    def __init__(self, attachment: discord.Attachment) -> None:
        self._attachment = attachment

    def to_dict(self) -> dict[str, object]:
        return {"id": self._attachment.id, "filename": self._attachment.filename}


def clip_job(table: Table) -> Announcement | None:
    """Return the job that makes the clip of a game; None if it gets no clip.

    There is none before the end, and none without drawing processes: making a clip takes more memory than the bot's own
    process can spare.
    """
    if not table.is_over or not drawers.has_cache():
        return None
    return Announcement(kind=CLIP, version=table.row.version)


async def add(sending: Sending) -> Delivered:
    """Carry out the job: add the clip to the message with the result, then the sentence on the costliest move.

    A clip that cannot be made or that Discord refuses for good is left out.

    Raises:
        discord.HTTPException: a passing error of Discord; the job is tried again.
    """
    with sending.awaiting_picture():
        await sending.services.unhurried(make_and_add(sending.services, sending.job, sending.server))
    return Delivered()


async def make_and_add(services: Services, job: JobRow, server: Server) -> None:
    """Make and add the clip and the sentence, unless the message with the result is gone."""
    table = await services.tables.table(job.game_id)
    if table.row.live_message_id is None:
        return
    channel = services.channel(job.channel_id, table.row.guild_id)
    try:
        message = await in_time(channel.fetch_message(table.row.live_message_id))
    except discord.HTTPException as fault:
        if fault.code not in MESSAGE_GONE:
            raise
        return
    # An earlier attempt may have reached Discord although its answer was lost.
    if not any(file.filename == NAME for file in message.attachments):
        await _add_clip(services, table, message, server)
    await costliest_move.add(services, table, message, server.texts)


async def _add_clip(services: Services, table: Table, message: discord.Message, server: Server) -> None:
    texts = server.texts
    data = await _make_clip(services, table, texts, shape_there(table.row, server.settings))
    if data is None:
        return
    players = [texts.name_of(table.names, seat) for seat in range(len(table.seats))]
    alt = unformatted(texts.say("say.clip_alt", game=texts.title(table.row.key), players=players))
    files = files_of([Attachment(NAME, data, within(alt, ALT_LIMIT))])
    try:
        attachments: Any = [_ExistingAttachment(attachment) for attachment in message.attachments]
        await in_time(message.edit(attachments=[*attachments, *files]))
    except discord.HTTPException as fault:
        if fault.code not in UNEDITABLE and not refuses_files(fault):
            raise
        log.info("a clip could not be added", reason=str(fault))


async def _make_clip(services: Services, table: Table, texts: Texts, shape: Shape) -> bytes | None:
    """Return the clip of a table, or None if it cannot be made. Raises PoolClosed while the bot shuts down."""
    try:
        history = await services.tables.replays.load_history(table)
        await services.tables.replays.positions(history, ())  # raises if replaying the log does not reach the end
        if len(history.decisions) < FEWEST_DECISIONS:
            return None
        return await drawers.film(clip_order(history, texts, shape))
    except PoolClosed:
        raise
    except Refused:
        log.info("a game of other rules has no clip")
    except Exception:
        log.exception("a clip could not be made; the end goes without")
    return None


def clip_order(history: TableHistory, texts: Texts, shape: Shape) -> ClipOrder:
    """Return the drawing order for a clip that shows only what all players saw."""
    table = history.table
    start = table.initial_game()
    return ClipOrder(
        game=table.row.key,
        rules=start.state.rules,
        seats=len(table.seats),
        seed=table.row.seed,
        options=dict(start.state.options),
        moves=tuple((decision.seat, decision.words) for decision in history.decisions),
        names=table.names,
        locale=texts.name,
        shape=shape,
        colours=table.colours,
    )
