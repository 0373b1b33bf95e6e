"""Limits on notifications: nobody is called at night, nor repeatedly for what the game does not wait for.

All calls pass through this module. A person who is not called is named nevertheless; if the game waits for somebody at
night, the person is told in the morning (`observers.direct_calls`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.announcement import Announcement
from bot.tables.personal_calendar import is_waking, next_waking
from bot.tables.player_preferences import Call, Preferences, read_preferences
from bot.tables.table import user_at
from engines import Message
from storage import clock, jobs, notification_times, people
from storage.jobs import Kind
from storage.models import GameRow, SeatRow

DIRECT_CALLS = (Call.DM, Call.BOTH)
DIRECT_CALL_DELAY = timedelta(seconds=3)
"""Delay of a direct message, until the board exists to which it leads."""
CALL_INTERVAL = timedelta(hours=6)
"""Time for which nobody is called again on an occasion of the same kind at the same table."""


class Occasion(StrEnum):
    """A reason to call somebody. Stored."""

    TURN = "turn"
    """The game waits for the person: there is no limit."""
    AGAIN = "again"
    """The board is posted again though nobody has decided: the game waits as before."""
    SEAT = "seat"
    """A seat changes hands, or might."""
    CANDIDATE = "candidate"
    """A person wants to take a seat."""
    VOTE = "vote"
    INVITATION = "invitation"
    THREAD = "thread"
    """The thread in which the table plays is locked."""
    LOBBY = "lobby"
    """A lobby is about to close."""
    END = "end"
    """The game is over."""
    DIRECT = "direct"
    """The table waits for the person, and its channel takes no message."""
    GONE = "gone"
    """The channel of the table was deleted."""


async def admit_calls(session: AsyncSession, game_id: int, occasion: Occasion, users: Collection[int]) -> list[int]:
    """Return those of these users who may be called now, and record that they are; the others are only named."""
    return await _admit_known(session, game_id, occasion, await _preferences_of(session, users))


async def _preferences_of(session: AsyncSession, users: Collection[int]) -> dict[int, Preferences]:
    settings = await people.settings_of(session, list(users)) if users else {}
    return {user: read_preferences(settings.get(user)) for user in users}


async def _admit_known(
    session: AsyncSession, game_id: int, occasion: Occasion, users: Mapping[int, Preferences]
) -> list[int]:
    if not users:
        return []
    now = await clock.now(session)
    reachable = [
        user for user, preferences in users.items() if preferences.call is not Call.NONE and is_waking(now, preferences)
    ]
    if occasion is Occasion.TURN:
        return reachable
    recent = await recently_called(session, game_id, occasion, reachable)
    admitted = [user for user in reachable if user not in recent]
    await notification_times.note(session, game_id, occasion, admitted)
    return admitted


async def recently_called(session: AsyncSession, game_id: int, occasion: Occasion, users: Collection[int]) -> set[int]:
    """Return those of these users who were called on such an occasion within CALL_INTERVAL."""
    now = await clock.now(session)
    call_times = await notification_times.latest_calls(session, game_id, occasion, users)
    return {user for user, moment in call_times.items() if moment + CALL_INTERVAL > now}


async def enqueue_announcement(
    session: AsyncSession,
    row: GameRow,
    seats: Sequence[SeatRow],
    announcement: Announcement,
    occasion: Occasion,
    *,
    replaces: Sequence[str] = (),
    wait: timedelta = timedelta(0),
    direct_seats: Collection[int] = (),
    unpinged_users: Collection[int] = (),
) -> None:
    """Queue an announcement, which calls the people whom it may call.

    Args:
        session: The transaction.
        row: The table.
        seats: Its seats.
        announcement: The message; its `quiet` users are set here.
        occasion: The reason for calling people.
        replaces: Kinds of waiting messages that need not be sent any more.
        wait: The delay before it is sent.
        direct_seats: Seats whose players get a direct message if they want that.
        unpinged_users: Users who are not called.
    """
    users = {*announcement.users}
    users |= {user for seat in announcement.ping if (user := user_at(seats, seat)) is not None}
    if announcement.kind == "summary":
        users |= {user for seat in seats if not seat.resigned for user in (seat.user_id, seat.owner_id) if user}
    direct_users = {user: seat for seat in direct_seats if (user := user_at(seats, seat)) is not None}
    is_update = announcement.kind == "board"
    preferences = await _preferences_of(session, sorted({*direct_users, *(() if is_update else users)}))
    calls: Collection[int] = users
    if not is_update:
        calls = await _admit_known(session, row.id, occasion, {user: preferences[user] for user in sorted(users)})
    if announcement.kind == "turn":
        # People who want direct messages only are not called in the channel, too.
        calls = [user for user in calls if preferences[user].call is not Call.DM and user not in unpinged_users]
    payload = msgspec.structs.replace(announcement, quiet=sorted(users.difference(calls))).payload()
    await jobs.enqueue(session, row.id, row.channel_id, announcement.kind, payload, replaces=replaces, wait=wait)
    await _schedule_direct_calls(session, row.id, {seat: preferences[user] for user, seat in direct_users.items()})


async def enqueue_notice(
    session: AsyncSession,
    row: GameRow,
    seats: Sequence[SeatRow],
    lines: Sequence[Message],
    occasion: Occasion,
    *,
    ping: Sequence[int] = (),
    users: Sequence[int] = (),
    buttons: Sequence[str] = (),
    direct_seats: Collection[int] = (),
) -> None:
    """Queue lines without a board, which call the seats in `ping` and `users`; see `enqueue_announcement`."""
    announcement = Announcement(
        kind="notice",
        version=row.version,
        introduction=list(lines),
        ping=list(ping),
        users=list(dict.fromkeys(users)),
        buttons=list(buttons),
    )
    await enqueue_announcement(session, row, seats, announcement, occasion, direct_seats=direct_seats)


async def _schedule_direct_calls(session: AsyncSession, game_id: int, seats: Mapping[int, Preferences]) -> None:
    """Set timers for direct messages, soon or when the person wakes.

    A person who wants to be called in the channel, and sleeps now, is called there on waking.
    """
    if not seats:
        return
    now = await clock.now(session)
    for seat, preferences in seats.items():
        if preferences.call in DIRECT_CALLS:
            wait = max(next_waking(now, preferences) - now, DIRECT_CALL_DELAY)
            await jobs.schedule(session, game_id, Kind.CALL, seat=seat, wait=wait)
        elif preferences.call is Call.CHANNEL and not is_waking(now, preferences):
            wait = next_waking(now, preferences) - now
            await jobs.schedule(session, game_id, Kind.CALL, seat=seat, wait=wait, payload={"slept": True})
