"""Tables that wait for somebody, as that person is told of them: in a channel, or in a direct message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import brake, habits
from bot.tables.brake import Occasion
from bot.tables.habits import Habits
from bot.tables.table import user_at
from bot.wording.dates import seconds
from engines import Message
from storage import games, jobs, people, seats
from storage.jobs import Kind
from storage.models import GameRow, JobRow


class Awaited(NamedTuple):
    """A table that waits for the decision of a seat, and until when; None: without end."""

    row: GameRow
    seat: int
    due: datetime | None


class Due(NamedTuple):
    """Whom a timer is about, and what else of its kind is due for that person."""

    user: int
    person: Habits
    others: Sequence[JobRow]


async def due_together(session: AsyncSession, timer: JobRow) -> Due | None:
    """What is due with a timer; None: nobody decides for its seat, and it is over.

    Until the transaction ends nobody changes the tables, and nobody else tells the person of any.
    """
    user = user_at(await seats.of_game(session, timer.game_id), timer.seat)
    if user is None:
        await jobs.done(session, timer)
        return None
    kind = Kind(timer.kind)
    held = {timer.game_id, *(each.game_id for each in await jobs.due_of_user(session, user, kind))}
    await games.hold(session, *held)  # tables before people and timers, as everybody does
    user = user_at(await seats.of_game(session, timer.game_id), timer.seat)
    if user is None:
        await jobs.done(session, timer)
        return None
    person = habits.read_habits(await people.change_settings(session, user, lambda _: {}))
    due = await jobs.due_of_user(session, user, kind)
    return Due(user, person, [each for each in due if each.id != timer.id and each.game_id in held])


def said_of(awaited: Awaited) -> Message:
    """The line that tells the person of it, with the way there."""
    row = awaited.row
    args = {"game": row.key, "table": str(row.id), **_place(row)}
    if awaited.due is None:
        return Message("say.awaited", args)
    return Message("say.reminder", {**args, "moment": seconds(awaited.due)})


async def tell_in_channel(
    session: AsyncSession, waiting: Sequence[Awaited], *heading: Message, user: int | None = None
) -> None:
    """Queue one message in the channel of the first table.

    ``user``: is called there, even if this person has chosen to be written to directly.
    """
    first = waiting[0]
    lines = [*heading, *(said_beside(awaited, first) for awaited in waiting)]
    seated = await seats.of_game(session, first.row.id)
    if user is None:
        await brake.notice(session, first.row, seated, lines, Occasion.TURN, ping=[first.seat])
    else:
        await brake.notice(session, first.row, seated, lines, Occasion.TURN, users=[user])


def said_beside(awaited: Awaited, first: Awaited) -> Message:
    """The line for the channel of the first one. What is played on other servers concerns nobody there, and where."""
    return said_of(awaited) if awaited.row.guild_id == first.row.guild_id else _said_elsewhere(awaited)


def _said_elsewhere(awaited: Awaited) -> Message:
    if awaited.due is None:
        return Message("say.awaited_elsewhere")
    return Message("say.reminder_elsewhere", {"moment": seconds(awaited.due)})


def _place(row: GameRow) -> dict[str, int | str | list[str]]:
    """Of the newest board; where no message has that number Discord shows the channel."""
    board = row.live_message_id or row.channel_id
    return {"server": str(row.guild_id or 0), "channel": str(row.channel_id), "message": str(board)}
