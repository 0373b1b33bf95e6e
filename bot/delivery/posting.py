"""Posting of announcements: a message is worded and drawn, then sent, or the newest board is edited."""

from __future__ import annotations

import asyncio
import contextlib
from typing import NamedTuple

import discord
import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.contextvars import bind_contextvars

from bot.delivery import clips, late_pictures
from bot.delivery.compose import Post, compose, has_room_for_call, is_first, remains_of
from bot.delivery.drafts import Draft, edit_draft, post_draft
from bot.delivery.illustrating import files_of
from bot.delivery.requests import in_time, takes_edit
from bot.delivery.seat_buttons import offered_buttons
from bot.delivery.sending import Delivered, Sending
from bot.interactions.controls import AnswerButton, BoardButton, FairDiceButton, MissedButton, MoveButton, RematchButton
from bot.interactions.error_codes import ABOUT_EDITS, refuses_files
from bot.interactions.limits import LABEL
from bot.interactions.services import Services
from bot.interactions.shapes import legend_button, shape_there
from bot.tables import Refused, TableBroken, announcement, event_log
from bot.tables.announcement import Announcement
from bot.tables.event_log import Narration
from bot.tables.table import Table
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from bot.work.worker import OUTSIDE
from engines import Action
from storage import deliveries, jobs
from storage.deliveries import SHOWING_BOARDS
from storage.errors import StorageError
from storage.models import JobRow, Status

log = structlog.get_logger()

PRIMARY = discord.ButtonStyle.primary

ATTEMPT_SECONDS = 45
"""Seconds that an attempt to send a message may take, with all its requests."""
RETIRING_SECONDS = 10
"""Seconds that may be spent afterwards on removing the call and the buttons from the previous board."""

PASSING_ERRORS = (*OUTSIDE, SQLAlchemyError, StorageError, Refused, TableBroken)
"""Errors that may pass; others, raised while a message is worded, are programming errors."""


class Unwordable(Exception):
    """An announcement cannot be worded because of a programming error, which another attempt will most likely meet."""

    def __init__(self, reason: str, announced: Announcement) -> None:
        super().__init__(reason)
        self.announced = announced


class _Newest(NamedTuple):
    """The newest board of a table before a message is sent."""

    message_id: int | None
    """The message of Discord; None: no board was posted yet."""
    shown: Announcement | None
    """The announcement that it shows; None: unknown."""


class _Worded(NamedTuple):
    """The content of a message."""

    announcement: Announcement
    """The announcement as it is sent; it may also tell what the previous board told."""
    narration: Narration
    """The events of the log that the message tells."""
    post: Post
    view: discord.ui.View
    """The buttons."""
    remains: str | None
    """The text that the previous board keeps; None: all of it."""


async def post(sending: Sending) -> Delivered:
    """Post an announcement, or edit the newest board with it.

    An edit that the board does not take becomes a new message. After a new message the previous board is retired.

    Raises:
        Unreadable: the stored announcement cannot be read.
        Unwordable: its text cannot be made.
        TimeoutError: all requests together took too long.
        discord.HTTPException: Discord refused the message.
    """
    services = sending.services
    job = sending.job
    texts = sending.server.texts
    later: Announcement | None = None
    async with asyncio.timeout(ATTEMPT_SECONDS):
        announced = announcement.decode(job.payload)
        table = await services.tables.table(job.game_id)
        async with services.database.reading():
            message_id = table.row.live_message_id
            newest = _Newest(message_id, await late_pictures.announcement_shown(services, job, message_id))
            is_pictured = announced.version == table.row.version or not await _is_shown_again(services, job)
        announcement_sent, narration, content, view, remains = await _worded(
            sending, table, announced, newest, is_pictured=is_pictured
        )
        bind_contextvars(version=table.row.version, picture=bool(content.files))
        if announcement_sent.kind == "summary":
            later = clips.clip_job(table)
        elif is_pictured and content.lacks_picture:
            later = late_pictures.picture_job(announced, table.row.version)
        channel = services.channel(job.channel_id, table.row.guild_id)
        if announcement_sent.board is not None:
            async with sending.showing:
                is_shared = await _share_picture(channel.get_partial_message(announcement_sent.board), content)
            if not is_shared:
                # Without the board, the message is worded again, so that it does not link to the earlier one.
                announcement_sent = msgspec.structs.replace(announcement_sent, board=None)
                shape = shape_there(table.row, sending.server.settings)
                unlinked = await compose(
                    services.database, table, announcement_sent, narration, texts, shape, pictured=False
                )
                content.content = unlinked.content
        draft = Draft(content.content, view, tuple(content.files), shortest_draft(table, content, texts))
        if announcement_sent.kind == "board" and newest.message_id is not None:
            async with sending.showing:
                board = channel.get_partial_message(newest.message_id)
                # While the new picture is not drawn, the message keeps the old one.
                edit = edit_draft(board, draft, services.forget_emoji, with_files=not content.lacks_picture)
                is_edited = await takes_edit(edit)
            if is_edited:
                return Delivered(newest.message_id, announcement_sent, later)
        message = await post_draft(channel, draft, services.forget_emoji, nonce=job.nonce, users=content.pings)
    # The message has arrived: a failure from here on must not make the job post it again.
    if newest.message_id is not None and (announcement_sent.kind != "notice" or table.row.status == Status.ABANDONED):
        buttons = fair_view(table, texts) if newest.shown is not None and is_first(newest.shown) else None
        await _retire(channel.get_partial_message(newest.message_id), remains, buttons)
    return Delivered(message.id, announcement_sent, later)


def _seconds_waited(job: JobRow) -> float:
    """Return the seconds between the moments when a message was due and when it was claimed, by the database clock."""
    if job.claimed_until is None:
        return 0
    return max(0, (job.claimed_until - jobs.LEASE - job.due_at).total_seconds())


async def _worded(
    sending: Sending, table: Table, announced: Announcement, newest: _Newest, *, is_pictured: bool
) -> _Worded:
    """Make the content of a message.

    Args:
        sending: the job.
        table: the table.
        announced: the announcement.
        newest: the newest board, whose events need not be told again.
        is_pictured: False to leave out the board.

    Raises:
        Unwordable: the content cannot be made.
    """
    services = sending.services
    texts = sending.server.texts
    shape = shape_there(table.row, sending.server.settings)
    shown = newest.shown
    async with services.database.reading() as session:
        entries = await event_log.load_entries(session, table.row.id, announced, shown)
    announcement_sent = announced
    try:
        # A whole turn is told in one message if there is room.
        tells_whole_turn = (
            shown is not None
            and shown.continues_in(announced)
            and has_room_for_call(table, announced, event_log.narrate(announced, entries), texts)
        )
        announcement_sent = announced.continued_from(shown, whole=tells_whole_turn)
        announcement_sent = announcement_sent.with_shared_picture(shown, newest.message_id)
        narration = event_log.narrate(announcement_sent, entries)
        content = await compose(
            services.database,
            table,
            announcement_sent,
            narration,
            texts,
            shape,
            pictured=is_pictured,
            awaiting_picture=sending.awaiting_picture,
            waited=_seconds_waited(sending.job),
        )
        view = move_view(table, content, texts)
        remains = None
        if shown is not None:
            shown_narration = event_log.narrate(shown, entries)
            remains = remains_of(table, shown, shown_narration, texts, is_repeated=tells_whole_turn)
        return _Worded(announcement_sent, narration, content, view, remains)
    except PASSING_ERRORS:
        raise
    except Exception as fault:
        raise Unwordable(
            f"what was to be said cannot be worded: {type(fault).__name__}: {fault}", announcement_sent
        ) from fault


async def _share_picture(message: discord.PartialMessage, post: Post) -> bool:
    """Move the picture of a post to an earlier message; return False if that message cannot be edited any more."""
    if post.files and not await takes_edit(_edit_picture(message, post)):
        return False
    post.files = []
    post.lacks_picture = True
    return True


async def _edit_picture(message: discord.PartialMessage, post: Post) -> None:
    """Replace the picture of a message; remove it if Discord refuses files, as the old one would be wrong."""
    try:
        await in_time(message.edit(attachments=files_of(post.files)))
    except discord.HTTPException as fault:
        if fault.code in ABOUT_EDITS or not refuses_files(fault):
            raise
        await in_time(message.edit(attachments=[]))


async def _is_shown_again(services: Services, job: JobRow) -> bool:
    """Return whether a later message shows the board, so that this one can be sent without its picture."""
    async with services.database.reading() as session:
        return await deliveries.overtaken(session, job, SHOWING_BOARDS)


def shortest_draft(table: Table, post: Post, texts: Texts) -> Draft:
    """Return the shortest form of a message, sent if Discord refuses the full one: mentions and the panel button."""
    mentions = [f"<@{user}>" for user in post.pings]
    line = "say.short_call" if mentions else "say.short_news"
    text = texts.say(line, players=mentions, game=texts.title(table.row.key), table=str(table.row.id)).strip()
    view = discord.ui.View(timeout=None)
    if post.has_panel_button and table.is_running and not table.is_paused:
        view.add_item(MoveButton(table.row.id).button(texts.say("button.move"), PRIMARY))
    return Draft(text, view)


async def _retire(message: discord.PartialMessage, remains: str | None, buttons: discord.ui.View | None) -> None:
    """Remove the call and the buttons from the previous board; its picture stays. Errors are ignored.

    Args:
        message: the message of that board.
        remains: the text that it keeps; None: all of it.
        buttons: the buttons that it keeps; None: none.
    """
    content = discord.utils.MISSING if remains is None else remains
    with contextlib.suppress(*OUTSIDE):
        async with asyncio.timeout(RETIRING_SECONDS):
            await message.edit(content=content, view=buttons, allowed_mentions=discord.AllowedMentions.none())


def move_view(table: Table, post: Post, texts: Texts) -> discord.ui.View:
    """Return the buttons under a message.

    Under a board: the panel, public answers to the question, a summary of missed turns, the legend. Under a notice:
    actions about seats. Under a result: a rematch.
    """
    view = discord.ui.View(timeout=None)
    for offered in offered_buttons(table, texts, post.seat_buttons):
        view.add_item(offered)
    if post.has_rematch_button:
        view.add_item(RematchButton(table.row.id).button(texts.say("button.rematch"), PRIMARY))
    if post.has_panel_button and table.is_running and not table.is_paused:
        view.add_item(MoveButton(table.row.id).button(texts.say("button.move"), PRIMARY))
        for mark, answer in post.answers:
            label = answer_label(table, mark, answer, texts)
            view.add_item(AnswerButton(table.row.id, mark, answer).button(label))
        if not post.is_first:  # before the first move nobody has missed anything
            view.add_item(MissedButton(table.row.id).button(texts.say("button.missed")))
        view.add_item(legend_button(table.row.id, texts))
    if post.is_compact:
        view.add_item(BoardButton(table.row.id).button(texts.say("button.whole_board")))
    if post.has_fair_dice_button:
        view.add_item(FairDiceButton(table.row.id).button(texts.say("button.fair")))
    return view


def fair_view(table: Table, texts: Texts) -> discord.ui.View:
    """Return the buttons that stay under the first board of a game."""
    view = discord.ui.View(timeout=None)
    view.add_item(FairDiceButton(table.row.id).button(texts.say("button.fair")))
    return view


def answer_label(table: Table, mark: str, answer: Action, texts: Texts) -> str:
    """Return the label of a button that answers a question: a word, or a whole answer with its gain or cost.

    ``mark`` is the digest of the question.
    """
    key = table.row.key
    if len(answer) == 1:
        return texts.word(key, answer[0])
    hints = [table.game.hint(seat, answer) for seat in table.game.to_act if table.question_digest(seat) == mark]
    notes = [texts.message(key, hint, table.names) for hint in hints if hint]
    return within(unformatted(" · ".join([texts.action(key, answer, table.names), *notes[:1]])), LABEL)
