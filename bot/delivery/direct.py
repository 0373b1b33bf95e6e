"""Send notifications as direct messages."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta

import discord
import structlog

from bot.delivery.attendance import Attendance
from bot.delivery.compose import NOT_DRAWN, fit, is_compact
from bot.delivery.drafts import Draft, post_draft
from bot.delivery.illustrating import Attachment, board_picture
from bot.delivery.requests import in_time, takes_edit
from bot.interactions.controls import BoardButton, MissedButton, MoveButton
from bot.interactions.error_codes import Scope, scope_of
from bot.interactions.limits import CHOICES, LABEL
from bot.interactions.services import Services
from bot.tables.observers.direct_calls import DirectCall
from bot.tables.observers.pending_decisions import PendingDecision, reminder_line
from bot.tables.player_preferences import read_preferences
from bot.wording import Texts, language, texts_in
from bot.wording.escaping import within
from render.shape import Shape
from storage import people
from storage.models import JobRow, User

log = structlog.get_logger()

PICTURE_SECONDS = 6.0
"""Seconds for which a call waits for its board; after that it is sent without one."""
MOST_ATTEMPTS = 12
"""Number of failed attempts, over some hours, after which the person is called in the channel instead."""
REFUSAL_SECONDS = 6 * 3600.0
"""Seconds for which the bot sends nothing to a person who has refused a direct message."""


class DirectCalls:
    """Sends direct messages when their timers are due."""

    def __init__(self, services: Services, attendance: Attendance) -> None:
        self.services = services
        self.attendance = attendance

    async def call(self, timer: JobRow) -> None:
        """Send a direct message to a person who has to decide, or call them in the channel if they refuse it.

        Raises:
            discord.HTTPException: Discord refused for another reason than the person's settings; to be tried again.
        """
        if await self._postpone_if_paused(timer):
            return
        tables = self.services.tables
        direct_call = await tables.direct_calls.take(timer)
        if direct_call is None:
            return
        user = direct_call.user
        is_refusing = self._refused_lately(user)
        try:
            if is_refusing or timer.attempts >= MOST_ATTEMPTS:
                await self._call_in_channel(timer, direct_call, explained=is_refusing)
                return
            draft = await self._draft(direct_call)
            message = await self._send(user, draft, direct_call.nonce)
        except discord.HTTPException as fault:
            match scope_of(fault):
                case Scope.PERSON:
                    self.services.direct_message_refusals[user] = time.monotonic()
                    await self._call_in_channel(timer, direct_call, explained=False)
                    return
                case Scope.BOT:
                    self.services.send_pause.begin(fault)
            raise
        self.services.direct_message_refusals.pop(user, None)
        await tables.direct_calls.record_sent(timer, direct_call, message.channel.id, message.id)

    async def _draft(self, direct_call: DirectCall) -> Draft:
        """Return the content of a direct message; the picture is that of the first waiting table."""
        decisions = direct_call.pending
        texts, shape = await self._language_and_shape(direct_call.user, decisions[0])
        board = await self._board(direct_call.user, decisions[0], texts, shape)
        view = call_view(decisions, texts, whole_board=bool(board) and is_compact(shape))
        text = call_text(decisions, texts, instead=direct_call.is_instead, plan=direct_call.is_plan)
        return Draft(text, view, tuple(board), shortest=Draft(texts.say("say.direct_short"), view))

    async def take_back(self, timer: JobRow) -> None:
        """Edit a direct message about a turn that was taken back, so that it names the tables that still wait."""
        tables = self.services.tables
        user = await tables.direct_calls.user_of(timer)
        channel_id = timer.payload.get("channel")
        message_id = timer.payload.get("message")
        # Without `over` the turn was not taken back: the timer only ends the time for which the message is remembered.
        if timer.payload.get("over") and user and channel_id and message_id:
            decisions = await tables.direct_calls.still_pending(timer, user)
            table = await tables.load_if_readable(timer.game_id)
            texts = await self._texts(user, table.row.guild_id if table else None)
            title = texts.title(table.row.key) if table else ""
            taken_back = texts.say("say.direct_taken_back", game=title, table=str(timer.game_id))
            text = call_text(decisions, texts) if decisions else taken_back
            view = call_view(decisions, texts) if decisions else None
            message = self.services.channel(channel_id, None).get_partial_message(message_id)
            try:
                await takes_edit(in_time(message.edit(content=text, view=view, attachments=[])))
            except discord.HTTPException as fault:
                if scope_of(fault) not in (Scope.PERSON, Scope.CHANNEL, Scope.MESSAGE):
                    raise
                log.info("a call whose turn was taken back could not be edited", reason=str(fault))
        await tables.repository.finish_timer(timer)

    async def tell_of_deleted_channel(self, timer: JobRow) -> None:
        """Send a player the message that the channel of their table was deleted, and how the table can go on."""
        if await self._postpone_if_paused(timer):
            return
        tables = self.services.tables
        table = await tables.load_if_readable(timer.game_id)
        user = await tables.direct_calls.user_of(timer)
        if table is not None and table.is_running and user is not None and not self._refused_lately(user):
            texts = await self._texts(user, table.row.guild_id)
            text = texts.say("say.channel_deleted", game=texts.title(table.row.key), table=str(table.row.id))
            try:
                await self._send(user, Draft(text, discord.ui.View(timeout=None)), timer.nonce)
            except discord.HTTPException as fault:
                if scope_of(fault) is not Scope.PERSON:
                    raise
                log.info("somebody could not be told that a channel was deleted", table=table.row.id)
        await tables.repository.finish_timer(timer)

    async def _send(self, user: int, draft: Draft, nonce: str) -> discord.Message:
        channel = await in_time(self.services.client.create_dm(discord.Object(user)))
        return await post_draft(channel, draft, self.services.forget_emoji, nonce=nonce, users=[user])

    async def _postpone_if_paused(self, timer: JobRow) -> bool:
        """Postpone a timer while Discord lets the bot send nothing to anybody; return whether it was postponed."""
        seconds = self.services.send_pause.seconds_left
        if seconds:
            await self.services.tables.direct_calls.postpone(timer, timedelta(seconds=seconds))
        return bool(seconds)

    def _refused_lately(self, user: int) -> bool:
        """Return whether a person has refused a direct message in the last hours, so that another would be in vain."""
        moment = self.services.direct_message_refusals.get(user)
        return moment is not None and time.monotonic() - moment < REFUSAL_SECONDS

    async def _call_in_channel(self, timer: JobRow, direct_call: DirectCall, *, explained: bool) -> None:
        """Call a person in the channel of the table instead of directly.

        Nobody is called if the direct message itself was a replacement for a message that the channel refused, or if
        the person has left the servers of all tables.

        Args:
            timer: the timer of the call, which is finished if nobody can be called.
            direct_call: the call.
            explained: True if the person was told earlier why direct messages do not arrive.
        """
        user = direct_call.user
        decisions = [awaited for awaited in direct_call.pending if not await self._free_if_left(user, awaited)]
        if not decisions or direct_call.is_instead:
            log.info(
                "somebody can be reached neither in the channel nor directly",
                tables=[awaited.row.id for awaited in decisions],
            )
            await self.services.tables.repository.finish_timer(timer)
            return
        await self.services.tables.direct_calls.call_in_channel(timer, user, decisions, explained=explained)

    async def _free_if_left(self, user: int, awaited: PendingDecision) -> bool:
        """Free the seat of a person who has left the server of a table; return whether it was freed."""
        table = await self.services.tables.load_if_readable(awaited.row.id)
        seat = table.seat_of(user) if table and table.is_running else None
        return table is not None and seat is not None and bool(await self.attendance.free_absent_seats(table, [seat]))

    async def _language_and_shape(self, user: int, first: PendingDecision) -> tuple[Texts, Shape]:
        """Return the person's language, and the shape of pictures that the person has chosen.

        Without a choice the language is that of the server of the ``first`` table.
        """
        row = await self._user_row(user)
        return await self._texts_for(row, first.row.guild_id), read_preferences(people.readable_settings(row)).shape

    async def _texts(self, user: int, guild_id: int | None) -> Texts:
        """Return the language that a person has chosen, else that of their Discord client, else the server's."""
        return await self._texts_for(await self._user_row(user), guild_id)

    async def _user_row(self, user: int) -> User | None:
        async with self.services.database.reading() as session:
            return await people.user(session, user)

    async def _texts_for(self, row: User | None, guild_id: int | None) -> Texts:
        locale = (row.locale or row.client_locale) if row else None
        return texts_in(language(locale)) if locale else await self.services.public_texts(guild_id)

    async def _board(self, user: int, awaited: PendingDecision, texts: Texts, shape: Shape) -> list[Attachment]:
        """Return a list with the board as the person may see it; an empty one if it cannot be drawn in time."""
        table = await self.services.tables.load_if_readable(awaited.row.id)
        if table is None or not table.is_running:
            return []
        try:
            seat = table.seat_of(user)
            return [await board_picture(table, texts, shape, (), seat, patience=PICTURE_SECONDS, is_posted=True)]
        except TimeoutError:
            log.info("the board of a call was not drawn in time")
        except Exception:
            log.exception(NOT_DRAWN)
        return []


def call_text(decisions: Sequence[PendingDecision], texts: Texts, *, instead: bool = False, plan: bool = False) -> str:
    """Return the text of a direct call: a line for each waiting table, then the reason for the message.

    Args:
        decisions: the decisions that the person has to make.
        texts: the language.
        instead: True if the message replaces one that the channel refused, which is the reason then.
        plan: True if a plan of the person has stopped, which is the reason then. Without both, the reason is the
            person's preference, with a hint where to change it.
    """
    reason_id = "say.direct_calls"
    if instead:
        reason_id = "say.direct_instead"
    elif plan:
        reason_id = "say.direct_plan"
    lines = [texts.message(awaited.row.key, reminder_line(awaited), ()) for awaited in decisions]
    return fit(lines, [texts.say(reason_id)])


def call_view(decisions: Sequence[PendingDecision], texts: Texts, *, whole_board: bool = False) -> discord.ui.View:
    """Return the buttons of a direct call: for each table one that opens its panel.

    If several tables wait, each button names its table; if one waits, a second button shows what the person has missed.

    Args:
        decisions: the decisions that the person has to make; at least one.
        texts: the language.
        whole_board: True to add a button for the whole board of the first table, whose picture shows only a part.
    """
    view = discord.ui.View(timeout=None)
    most_tables = CHOICES - 1 if whole_board else CHOICES
    for row in [awaited.row for awaited in decisions][:most_tables]:
        label = texts.say("button.move")
        if len(decisions) > 1:
            label = texts.say("button.move_at", game=texts.title(row.key), table=str(row.id))
        view.add_item(MoveButton(row.id).button(within(label, LABEL), discord.ButtonStyle.primary))
    first = decisions[0].row.id
    if len(decisions) == 1:
        view.add_item(MissedButton(first).button(texts.say("button.missed")))
    if whole_board:
        view.add_item(BoardButton(first).button(texts.say("button.whole_board")))
    return view
