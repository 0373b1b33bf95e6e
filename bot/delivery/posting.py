"""One message of the outbox: worded, drawn, and sent or edited."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import TypeVar

import aiohttp
import discord
import structlog
from structlog.contextvars import bind_contextvars

from bot.delivery import late_pictures
from bot.delivery.compose import Post, compose
from bot.delivery.pictures import Attachment, files_of
from bot.items import AnswerButton, MoveButton
from bot.services import Services
from bot.tables import Refused, announcement
from bot.tables.announcement import Announcement
from bot.tables.table import Table
from bot.wording import Texts
from storage import outbox
from storage.models import OutboxRow

log = structlog.get_logger()
T = TypeVar("T")

REQUEST_SECONDS = 20
"""How long Discord may take for one request; then the attempt has failed. Well below the lease of a claim."""
UNKNOWN_MESSAGE, OLD_MESSAGE_EDITED_OFTEN, TOO_LARGE, THREAD_ARCHIVED = 10008, 30046, 40005, 50083

SHOWING_BOARDS = ("turn", "board", "summary")
"""Kinds of messages that show a board."""

OUTSIDE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What may go wrong between here and Discord."""


async def deliver(services: Services, row: OutboxRow) -> tuple[int | None, Announcement | None]:
    """Sends or edits; the id of the message that now shows the board, and the picture that is to be added to it."""
    if row.kind == outbox.PICTURE:
        if found := await late_pictures.drawn(services, row):
            await _add(*found)
        return None, None
    what = announcement.decode(row.payload)
    table = await services.tables.table(row.game_id)
    words = await services.public_texts(table.row.guild_id)
    draw = what.version == table.row.version or not await _shown_again(services, row)
    post = await compose(services.database, table, what, words, draw=draw)
    bind_contextvars(version=table.row.version, picture=bool(post.files))
    later = late_pictures.wanted(what, table.row.version) if draw and post.late else None
    channel = services.channel(row.channel_id, table.row.guild_id)
    old = table.row.live_message_id
    if what.kind == "board" and old is not None:
        edited = await _edit(channel.get_partial_message(old), table, post, words)
        if edited:
            return old, later
    message = await _post(channel, table, post, words, row.nonce)
    if old is not None and what.kind != "notice":
        await _retire(channel.get_partial_message(old))
    return message.id, later


async def _shown_again(services: Services, row: OutboxRow) -> bool:
    """Whether a later message shows the board: then that one has the picture, and this one goes out as text."""
    async with services.database.reading() as session:
        return await outbox.overtaken(session, row, SHOWING_BOARDS)


async def _edit(message: discord.PartialMessage, table: Table, post: Post, words: Texts) -> bool:
    """False: the message is gone or takes no more edits, and the board must be posted anew."""
    view = move_view(table, post, words)
    none = discord.AllowedMentions.none()
    try:
        try:
            files = discord.utils.MISSING if post.late else files_of(post.files)
            await _in_time(message.edit(content=post.content, attachments=files, view=view, allowed_mentions=none))
        except discord.HTTPException as fault:
            if not _refuses_files(fault) or not post.files:
                raise
            await _in_time(message.edit(content=post.content, attachments=[], view=view, allowed_mentions=none))
    except discord.RateLimited:  # an old message takes few edits an hour; a new one is as good
        return False
    except discord.HTTPException as fault:
        # A new message opens the thread again.
        if fault.code not in (UNKNOWN_MESSAGE, OLD_MESSAGE_EDITED_OFTEN, THREAD_ARCHIVED):
            raise
        return False
    return True


async def _add(message: discord.PartialMessage, picture: Attachment) -> None:
    """The text says everything: a message that takes no picture has none."""
    try:
        await _in_time(message.edit(attachments=files_of([picture])))
    except discord.HTTPException as fault:
        if fault.status == 429 or fault.status >= 500:
            raise
        log.info("a picture could not be added", reason=str(fault))


async def _post(
    channel: discord.PartialMessageable, table: Table, post: Post, words: Texts, nonce: str
) -> discord.Message:
    view = move_view(table, post, words)
    called = discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in post.pings], replied_user=False
    )
    try:
        files = files_of(post.files)
        return await _in_time(channel.send(post.content, files=files, view=view, allowed_mentions=called, nonce=nonce))
    except discord.HTTPException as fault:
        if not _refuses_files(fault) or not post.files:
            raise
        log.warning("files refused; the text goes out alone", table=table.row.id, reason=str(fault))
        return await _in_time(channel.send(post.content, view=view, allowed_mentions=called, nonce=nonce))


async def _retire(message: discord.PartialMessage) -> None:
    """Takes the button off the board before; the channel keeps one place to play."""
    with contextlib.suppress(*OUTSIDE):
        await _in_time(message.edit(view=None))


async def _in_time(request: Awaitable[T]) -> T:
    """What Discord answers. Raises TimeoutError when it takes too long."""
    async with asyncio.timeout(REQUEST_SECONDS):
        return await request


def move_view(table: Table, post: Post, words: Texts) -> discord.ui.View:
    """Under a board: the button that opens the panel, and answers to a question asked in public."""
    view = discord.ui.View(timeout=None)
    if post.button and table.running:
        view.add_item(MoveButton(table.row.id, words.say("button.move")))
        for mark, answer in post.answers:
            view.add_item(AnswerButton(table.row.id, mark, answer, words.word(table.row.key, answer[0])))
    return view


def hopeless(fault: Exception) -> bool:
    """Whether Discord would refuse the same message at any other time too, or there is nothing to tell."""
    if isinstance(fault, discord.HTTPException):
        return 400 <= fault.status < 500 and fault.status not in (401, 403, 408, 429)
    return isinstance(fault, Refused | ValueError)


def _refuses_files(fault: discord.HTTPException) -> bool:
    """Whether the same message might go through without its files: too large, or attaching is not allowed here."""
    if fault.code == OLD_MESSAGE_EDITED_OFTEN:
        return False
    return fault.status in (400, 413) or fault.code == TOO_LARGE or isinstance(fault, discord.Forbidden)
