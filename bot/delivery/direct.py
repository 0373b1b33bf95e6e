"""Calling people by direct message."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import discord
import structlog

from bot.delivery.attendance import Attendance
from bot.delivery.compose import NOT_DRAWN, fit, is_compact
from bot.delivery.illustrating import Attachment, board_picture, files_of
from bot.delivery.requests import in_time, refuses_files
from bot.interactions.controls import BoardButton, MoveButton
from bot.interactions.hindsight import MissedButton
from bot.interactions.limits import CHOICES, LABEL
from bot.interactions.services import Services
from bot.tables.following.awaited import Awaited, said_of
from bot.tables.habits import read_habits
from bot.wording import Texts, language, texts_in
from bot.wording.escaping import within
from render.shape import Shape
from storage import people
from storage.models import TimerRow

log = structlog.get_logger()

PICTURE_SECONDS = 6.0
"""A call does not wait longer for its board, and goes out as text."""


class DirectCalls:
    """What the timers of calls lead to."""

    def __init__(self, services: Services, attendance: Attendance) -> None:
        self.services = services
        self.attendance = attendance

    async def call(self, timer: TimerRow) -> None:
        """Writes to whoever is waited for; who cannot be written to is called in the channel.

        Raises what Discord answers when it has no time, to be tried again.
        """
        tables = self.services.tables
        taken = await tables.calling.take(timer)
        if taken is None:
            return
        user, found, nonce = taken
        words, shape = await self._chosen(user, found)
        board = await self._board(user, found[0], words, shape)
        try:
            channel = await in_time(self.services.client.create_dm(discord.Object(user)))
            view = call_view(found, words, whole_board=bool(board) and is_compact(shape))
            said = partial(channel.send, call_text(found, words), view=view, nonce=nonce)
            try:
                await in_time(said(files=files_of(board)))
            except discord.HTTPException as fault:
                if not board or isinstance(fault, discord.Forbidden) or not refuses_files(fault):
                    raise
                await in_time(said())
        except (discord.Forbidden, discord.NotFound):
            if found := [each for each in found if not await self._gone(user, each)]:
                await tables.calling.refused(timer, user, found)
                return
        await tables.repository.over(timer)

    async def _gone(self, user: int, each: Awaited) -> bool:
        """Whether the table need not wait for the person, who has left its server."""
        table = await self.services.tables.readable(each.row.id)
        seat = table.seat_of(user) if table and table.running else None
        return table is not None and seat is not None and bool(await self.attendance.call(table, [seat]))

    async def _chosen(self, user: int, found: Sequence[Awaited]) -> tuple[Texts, Shape]:
        """The language that the person has chosen, else that of the first table's server; the shape of pictures."""
        async with self.services.database.reading() as session:
            row = await people.user(session, user)
        chosen = row.locale if row else None
        texts = texts_in(language(chosen)) if chosen else await self.services.public_texts(found[0].row.guild_id)
        return texts, read_habits(people.chosen(row)).shape

    async def _board(self, user: int, each: Awaited, texts: Texts, shape: Shape) -> list[Attachment]:
        """The board as the person may see it, as a channel shows it; nothing where it cannot be drawn, or not soon
        enough."""
        table = await self.services.tables.readable(each.row.id)
        if table is None or not table.running:
            return []
        try:
            seat = table.seat_of(user)
            return [await board_picture(table, texts, shape, (), seat, patience=PICTURE_SECONDS, posted=True)]
        except TimeoutError:
            log.info("the board of a call was not drawn in time")
        except Exception:
            log.exception(NOT_DRAWN)
        return []


def call_text(found: Sequence[Awaited], texts: Texts) -> str:
    """A line for each table, and where to choose otherwise."""
    return fit([texts.message(each.row.key, said_of(each), ()) for each in found], [texts.say("say.direct_calls")])


def call_view(found: Sequence[Awaited], texts: Texts, *, whole_board: bool = False) -> discord.ui.View:
    """For each table the button that opens the panel; of several each says of which, of one what was missed.
    ``whole_board``: the picture, which is of the first, is a part of its board."""
    view = discord.ui.View(timeout=None)
    for row in [each.row for each in found][: CHOICES - whole_board]:
        label = texts.say("button.move")
        if len(found) > 1:
            label = texts.say("button.move_at", game=texts.title(row.key), table=str(row.id))
        view.add_item(MoveButton(row.id).button(within(label, LABEL), discord.ButtonStyle.primary))
    first = found[0].row.id
    if len(found) == 1:
        view.add_item(MissedButton(first).button(texts.say("button.missed")))
    if whole_board:
        view.add_item(BoardButton(first).button(texts.say("button.whole_board")))
    return view
