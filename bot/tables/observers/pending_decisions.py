"""Tables that wait for a person, as the person is told of them in a channel or a direct message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import notification_limits
from bot.tables.notification_limits import Occasion
from bot.tables.player_preferences import Preferences, read_preferences
from bot.tables.table import user_at
from bot.wording.dates import seconds
from engines import Message
from storage import games, jobs, people, seats
from storage.jobs import Kind
from storage.models import GameRow, JobRow


class PendingDecision(NamedTuple):
    """A table that waits for the decision of a seat."""

    row: GameRow
    seat: int
    due: datetime | None
    """The deadline; None without one."""


class DueTimers(NamedTuple):
    """The timers of one kind that are due for a person, apart from the claimed one."""

    user: int
    preferences: Preferences
    other_timers: Sequence[JobRow]


async def collect_due(session: AsyncSession, timer: JobRow) -> DueTimers | None:
    """Return the timers that are due together with this one.

    If nobody decides for its seat, the timer is deleted and None is returned. Until the transaction ends nobody changes
    the tables, and no other process tells the person of any.
    """
    user = user_at(await seats.of_game(session, timer.game_id), timer.seat)
    if user is None:
        await jobs.complete(session, timer)
        return None
    kind = Kind(timer.kind)
    held_games = {timer.game_id, *(due_timer.game_id for due_timer in await jobs.due_of_user(session, user, kind))}
    # Tables are held before people and timers, in the same order as in all other transactions.
    await games.hold(session, *held_games)
    user = user_at(await seats.of_game(session, timer.game_id), timer.seat)
    if user is None:
        await jobs.complete(session, timer)
        return None
    # Changing nothing locks the person's row, so that only one transaction at a time sends the person a reminder.
    preferences = read_preferences(await people.change_settings(session, user, lambda _: {}))
    # A timer that another process claimed now could not be rescheduled here, and would be told of a second time.
    timers = await jobs.due_of_user(session, user, kind, locked=True)
    return DueTimers(
        user,
        preferences,
        [due_timer for due_timer in timers if due_timer.id != timer.id and due_timer.game_id in held_games],
    )


def reminder_line(pending: PendingDecision) -> Message:
    """Return the line that tells the person of a table, with a link to its board."""
    row = pending.row
    # A link to a message that does not exist leads to the channel.
    board = row.live_message_id or row.channel_id
    args: dict[str, int | str | list[str]] = {
        "game": row.key,
        "table": str(row.id),
        "server": str(row.guild_id or 0),
        "channel": str(row.channel_id),
        "message": str(board),
    }
    if pending.due is None:
        return Message("say.awaited", args)
    return Message("say.reminder", {**args, "moment": seconds(pending.due)})


async def queue_channel_reminder(
    session: AsyncSession, pending: Sequence[PendingDecision], *heading: Message, user: int | None = None
) -> None:
    """Queue one message about these tables in the channel of the first one.

    `user` is called there, even if this person has chosen direct messages.
    """
    first = pending[0]
    lines = [*heading, *(channel_line(decision, first) for decision in pending)]
    seat_rows = await seats.of_game(session, first.row.id)
    ping = [first.seat] if user is None else []
    users = [] if user is None else [user]
    await notification_limits.enqueue_notice(
        session, first.row, seat_rows, lines, Occasion.TURN, ping=ping, users=users
    )


def channel_line(pending: PendingDecision, first: PendingDecision) -> Message:
    """Return the line about a table in the channel of the `first` one.

    Games on other servers concern nobody there, so that neither game nor place are named.
    """
    if pending.row.guild_id == first.row.guild_id:
        return reminder_line(pending)
    if pending.due is None:
        return Message("say.awaited_elsewhere")
    return Message("say.reminder_elsewhere", {"moment": seconds(pending.due)})
