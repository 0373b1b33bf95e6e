"""One message of the outbox: worded, drawn, and sent or edited."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import NamedTuple

import discord
import msgspec
import structlog
from sqlalchemy.exc import SQLAlchemyError
from structlog.contextvars import bind_contextvars

from bot.delivery import clips, late_pictures, seat_offers, vote_messages
from bot.delivery.compose import Post, WhilePictured, compose, is_first, is_short, remains_of
from bot.delivery.illustrating import files_of
from bot.delivery.plainer import Draft
from bot.delivery.requests import in_time, takes_edit
from bot.delivery.seat_buttons import offered_buttons
from bot.interactions.controls import AnswerButton, BoardButton, FairDiceButton, MissedButton, MoveButton, RematchButton
from bot.interactions.error_codes import ABOUT_EDITS, refuses_files
from bot.interactions.limits import LABEL
from bot.interactions.ornaments import send_plainer
from bot.interactions.services import Server, Services
from bot.interactions.shapes import legend_button, shape_there
from bot.tables import Refused, TableBroken, announcement, story
from bot.tables.announcement import Announcement
from bot.tables.story import Story
from bot.tables.table import Table
from bot.wording import Texts
from bot.wording.escaping import unformatted, within
from bot.work.worker import OUTSIDE
from engines import Action
from render.shape import Shape
from storage import outbox
from storage.errors import StorageError
from storage.models import OutboxRow, Status
from storage.moves import Happened

log = structlog.get_logger()

PRIMARY = discord.ButtonStyle.primary
SHOWING_BOARDS = (*announcement.BOARDS, "summary")
"""Kinds of messages that show a board."""

ATTEMPT_SECONDS, RETIRING_SECONDS = 45, 10
"""How long an attempt may take with all its requests, and what follows it; together less than the lease of a claim."""


NOT_OURS = (*OUTSIDE, SQLAlchemyError, StorageError, Refused, TableBroken)


class Unwordable(Exception):
    """A fault of ours while an announcement was worded, which it will meet again; the text names it."""

    def __init__(self, reason: str, what: Announcement) -> None:
        super().__init__(reason)
        self.what = what


class Delivered(NamedTuple):
    """What became of a message: which one shows the board now, what it says, and the picture to be added to it."""

    message_id: int | None
    said: Announcement | None = None
    later: Announcement | None = None


async def deliver(
    services: Services, row: OutboxRow, here: Server, showing: asyncio.Lock, meanwhile: WhilePictured = nullcontext
) -> Delivered:
    """Sends or edits.

    ``here``: the server of its table; ``showing``: held while the table's newest board is changed, so that a picture on
    its way covers no newer board.
    ``meanwhile``: around what waits for the picture of a message.
    Raises Unreadable and Unwordable, TimeoutError when all of it takes too long, and what Discord answers.
    """
    if row.kind == announcement.CLIP:
        with meanwhile():
            await services.unhurried(clips.add(services, row, here))
        return Delivered(None)
    async with asyncio.timeout(ATTEMPT_SECONDS):
        if row.kind == outbox.PICTURE:
            return Delivered(None, later=await late_pictures.add(services, row, here, showing))
        if row.kind == announcement.SEAT_OFFERS:
            await seat_offers.take_down(services, row, here.texts)
            return Delivered(None)
        if row.kind == announcement.VOTE:
            return Delivered(await vote_messages.show(services, row))
        said = announcement.decode(row.payload)
        table = await services.tables.table(row.game_id)
        async with services.database.reading() as session:
            old, shown = (
                table.row.live_message_id,
                await late_pictures.said_before(services, row, table.row.live_message_id),
            )
            log_of = await story.read(session, row.game_id, said, shown)
            pictured = said.version == table.row.version or not await _shown_again(services, row)
        texts, shape = here.texts, shape_there(table.row, here.settings)
        waited = _waited(row)
        composed = partial(compose, services.database, pictured=pictured, meanwhile=meanwhile, waited=waited)
        worded = await _worded(composed, here, table, said, shown, log_of)
        said, told, post, view, remains = worded
        bind_contextvars(version=table.row.version, picture=bool(post.files))
        later = late_pictures.wanted(said, table.row.version) if pictured and post.late else None
        if said.kind == "summary":
            later = clips.wanted(table)
        channel = services.channel(row.channel_id, table.row.guild_id)
        if said.board is not None:
            async with showing:
                shared = await _share(channel.get_partial_message(said.board), post)
            if not shared:
                said = msgspec.structs.replace(said, board=None)
                alone = await compose(services.database, table, said, told, texts, shape, pictured=False)
                post.content = alone.content
        draft = Draft(post.content, view, tuple(post.files), shortest_draft(table, post, texts))
        if said.kind == "board" and old is not None:
            async with showing:
                edited = await takes_edit(_edit(services, channel.get_partial_message(old), post, draft))
            if edited:
                return Delivered(old, said, later)
        message = await _post(services, channel, post, draft, row.nonce)
    # The message is there: nothing that happens from here on makes the attempt fail.
    if old is not None and (said.kind != "notice" or table.row.status == Status.ABANDONED):
        kept = fair_view(table, texts) if shown is not None and is_first(shown) else None
        await _retire(channel.get_partial_message(old), remains, kept)
    return Delivered(message.id, said, later)


def _waited(row: OutboxRow) -> float:
    """How many seconds a message had been due when it was claimed, by the clock of the database."""
    if row.claimed_until is None:
        return 0
    return max(0, (row.claimed_until - outbox.LEASE - row.next_attempt_at).total_seconds())


class _Worded(NamedTuple):
    """A message in words: what it says and tells, and what ``remains`` of the text of the board before (None: all)."""

    said: Announcement
    told: Story
    post: Post
    view: discord.ui.View
    remains: str | None


async def _worded(
    composed: Callable[[Table, Announcement, Story, Texts, Shape], Awaitable[Post]],
    here: Server,
    table: Table,
    said: Announcement,
    shown: Announcement | None,
    log_of: Sequence[Happened],
) -> _Worded:
    """What is said, put into words behind what the newest board has ``shown``; ``composed`` makes the message of it.
    Raises Unwordable."""
    texts, shape = here.texts, shape_there(table.row, here.settings)
    try:
        goes_on = shown is not None and shown.goes_on_in(said)
        moved = goes_on and is_short(table, said, story.told(said, log_of), texts)  # a turn is told in one message
        said = said.behind(shown, whole=moved)
        said = said.on(shown, table.row.live_message_id)
        told = story.told(said, log_of)
        post = await composed(table, said, told, texts, shape)
        view = move_view(table, post, texts)
        remains = None
        if shown is not None:
            remains = remains_of(table, shown, story.told(shown, log_of), texts, moved=moved)
        return _Worded(said, told, post, view, remains)
    except NOT_OURS:
        raise
    except Exception as fault:
        raise Unwordable(f"what was to be said cannot be worded: {type(fault).__name__}: {fault}", said) from fault


async def _share(message: discord.PartialMessage, post: Post) -> bool:
    """Gives an earlier board the picture of a post, which goes out without it. False: it takes none, and the post
    keeps its own."""
    if post.files and not await takes_edit(_picture(message, post)):
        return False
    post.files, post.late = [], True
    return True


async def _picture(message: discord.PartialMessage, post: Post) -> None:
    try:
        await in_time(message.edit(attachments=files_of(post.files)))
    except discord.HTTPException as fault:
        if fault.code in ABOUT_EDITS or not refuses_files(fault):
            raise
        await in_time(message.edit(attachments=[]))


async def _shown_again(services: Services, row: OutboxRow) -> bool:
    """Whether a later message shows the board: then that one has the picture, and this one goes out as text."""
    async with services.database.reading() as session:
        return await outbox.overtaken(session, row, SHOWING_BOARDS)


async def _edit(services: Services, message: discord.PartialMessage, post: Post, draft: Draft) -> None:
    """Edit a board, plainer where Discord refuses what it contains; a picture that comes late is left as it is."""

    async def send(draft: Draft) -> None:
        attachments = discord.utils.MISSING if post.late else files_of(draft.files)
        none = discord.AllowedMentions.none()
        edit = message.edit(content=draft.content, attachments=attachments, view=draft.view, allowed_mentions=none)
        await in_time(edit)

    await send_plainer(draft, send, services.forget_emoji)


async def _post(
    services: Services, channel: discord.PartialMessageable, post: Post, draft: Draft, nonce: str
) -> discord.Message:
    """Post a message, plainer where Discord refuses what it contains."""
    called = discord.AllowedMentions(
        everyone=False, roles=False, users=[discord.Object(user) for user in post.pings], replied_user=False
    )
    silent = not post.pings  # what calls nobody makes no phone ring

    async def send(draft: Draft) -> discord.Message:
        posted = channel.send(
            draft.content,
            files=files_of(draft.files),
            view=draft.view,
            allowed_mentions=called,
            nonce=nonce,
            silent=silent,
        )
        return await in_time(posted)

    return await send_plainer(draft, send, services.forget_emoji)


def shortest_draft(table: Table, post: Post, texts: Texts) -> Draft:
    """Return the message that is left when Discord refuses all else: who is called, and the button to the board."""
    mentions = [f"<@{user}>" for user in post.pings]
    line = "say.short_call" if mentions else "say.short_news"
    text = texts.say(line, players=mentions, game=texts.title(table.row.key), table=str(table.row.id)).strip()
    view = discord.ui.View(timeout=None)
    if post.button and table.running and not table.paused:
        view.add_item(MoveButton(table.row.id).button(texts.say("button.move"), PRIMARY))
    return Draft(text, view)


async def _retire(message: discord.PartialMessage, remains: str | None, kept: discord.ui.View | None) -> None:
    """Takes the call and the button off the board before, but for the buttons that are ``kept``; the channel keeps its
    picture and what ``remains`` of its text (None: all of it)."""
    content = discord.utils.MISSING if remains is None else remains
    with contextlib.suppress(*OUTSIDE):
        async with asyncio.timeout(RETIRING_SECONDS):
            await message.edit(content=content, view=kept, allowed_mentions=discord.AllowedMentions.none())


def move_view(table: Table, post: Post, texts: Texts) -> discord.ui.View:
    """Under a board: the button that opens the panel, answers to a question asked in public, what was missed, and what
    the parts of the board are. Under a notice: what may be done about seats. Under the end: another game."""
    view = discord.ui.View(timeout=None)
    for offered in offered_buttons(table, texts, post.offers):
        view.add_item(offered)
    if post.rematch:
        view.add_item(RematchButton(table.row.id).button(texts.say("button.rematch"), PRIMARY))
    if post.button and table.running and not table.paused:
        view.add_item(MoveButton(table.row.id).button(texts.say("button.move"), PRIMARY))
        for mark, answer in post.answers:
            label = answer_label(table, mark, answer, texts)
            view.add_item(AnswerButton(table.row.id, mark, answer).button(label))
        if not post.first:  # before the first move nobody has missed anything
            view.add_item(MissedButton(table.row.id).button(texts.say("button.missed")))
        view.add_item(legend_button(table.row.id, texts))
    if post.compact:
        view.add_item(BoardButton(table.row.id).button(texts.say("button.whole_board")))
    if post.fair:
        view.add_item(FairDiceButton(table.row.id).button(texts.say("button.fair")))
    return view


def fair_view(table: Table, texts: Texts) -> discord.ui.View:
    """What stays under the first board of a game."""
    view = discord.ui.View(timeout=None)
    view.add_item(FairDiceButton(table.row.id).button(texts.say("button.fair")))
    return view


def answer_label(table: Table, mark: str, answer: Action, texts: Texts) -> str:
    """What a button under a question says: a word, or a whole answer with what it brings."""
    key = table.row.key
    if len(answer) == 1:
        return texts.word(key, answer[0])
    hints = [table.game.hint(seat, answer) for seat in table.game.to_act if table.question(seat) == mark]
    notes = [texts.message(key, hint, table.names) for hint in hints if hint]
    said = unformatted(" · ".join([texts.action(key, answer, table.names), *notes[:1]]))
    return within(said, LABEL)
