"""Every call passes here: nobody is called at night, nor over and over for what the game does not wait for.

Who is not called is named all the same. Of what the game waits for at night the person is told in the morning
(``bot.tables.following.calling``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import habits
from bot.tables.announcement import Announcement
from bot.tables.habits import Call, Habits
from bot.tables.table import user_at
from engines import Message
from storage import called, clock, jobs, people
from storage.jobs import Kind
from storage.models import GameRow, SeatRow

DIRECTLY = (Call.DM, Call.BOTH)
SOON = timedelta(seconds=3)
"""So much later somebody is written to, when the board is there to which that leads."""
PAUSE = timedelta(hours=6)
"""So long nobody is called again on an occasion of the same kind at the same table."""


class Occasion(StrEnum):
    """Why somebody is called."""

    TURN = "turn"
    """The game waits for the person: there is no brake."""
    AGAIN = "again"
    """The board is posted anew though nobody has decided: the game waits as before."""
    SEAT = "seat"
    """A seat changes hands, or might."""
    CANDIDATE = "candidate"
    """Somebody wants to take a seat."""
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


async def admitted(session: AsyncSession, game_id: int, occasion: Occasion, users: Collection[int]) -> list[int]:
    """Of these people those who are called now, which is noted; the others are named alone."""
    return await _admitted(session, game_id, occasion, await _chosen_by(session, users))


async def _chosen_by(session: AsyncSession, users: Collection[int]) -> dict[int, Habits]:
    """What each of these people has chosen."""
    chosen = await people.settings_of(session, list(users)) if users else {}
    return {user: habits.read_habits(chosen.get(user)) for user in users}


async def _admitted(session: AsyncSession, game_id: int, occasion: Occasion, known: Mapping[int, Habits]) -> list[int]:
    if not known:
        return []
    now = await clock.now(session)
    wanted = [user for user, person in known.items() if person.call is not Call.NONE and habits.is_waking(now, person)]
    if occasion is Occasion.TURN:
        return wanted
    lately = await called_lately(session, game_id, occasion, wanted)
    found = [user for user in wanted if user not in lately]
    await called.note(session, game_id, occasion, found)
    return found


async def called_lately(session: AsyncSession, game_id: int, occasion: Occasion, users: Collection[int]) -> set[int]:
    """Those of these people who were called on such an occasion, and are not to be called again yet."""
    now, before = await clock.now(session), await called.when(session, game_id, occasion, users)
    return {user for user, moment in before.items() if moment + PAUSE > now}


async def enqueue(
    session: AsyncSession,
    row: GameRow,
    seated: Sequence[SeatRow],
    what: Announcement,
    occasion: Occasion,
    *,
    replaces: Sequence[str] = (),
    wait: timedelta = timedelta(0),
    directly: Collection[int] = (),
    named: Collection[int] = (),
) -> None:
    """Queue an announcement, which calls whom it may.

    Those of the seats ``directly`` who want it are written to; the users ``named`` are not called.
    """
    users = {*what.users, *(user for seat in what.ping if (user := user_at(seated, seat)) is not None)}
    if what.kind == "summary":
        users |= {user for seat in seated if not seat.resigned for user in (seat.user_id, seat.owner_id) if user}
    written = {user: seat for seat in directly if (user := user_at(seated, seat)) is not None}
    known = await _chosen_by(session, sorted({*written, *(users if what.kind != "board" else ())}))
    called_now: Collection[int] = users
    if what.kind != "board":
        called_now = await _admitted(session, row.id, occasion, {user: known[user] for user in sorted(users)})
    if what.kind == "turn":  # whoever is written to alone is not called besides
        called_now = [user for user in called_now if known[user].call is not Call.DM and user not in named]
    payload = msgspec.structs.replace(what, quiet=sorted(users.difference(called_now))).payload()
    await jobs.enqueue(session, row.id, row.channel_id, what.kind, payload, replaces=replaces, wait=wait)
    await _call_directly(session, row.id, {seat: known[user] for user, seat in written.items()})


async def notice(
    session: AsyncSession,
    row: GameRow,
    seated: Sequence[SeatRow],
    lines: Sequence[Message],
    occasion: Occasion,
    *,
    ping: Sequence[int] = (),
    users: Sequence[int] = (),
    buttons: Sequence[str] = (),
    directly: Collection[int] = (),
) -> None:
    """Queues lines alone, for these seats (``ping``) and ``users``; what else as ``enqueue``."""
    what = Announcement(
        kind="notice",
        version=row.version,
        introduction=list(lines),
        ping=list(ping),
        users=list(dict.fromkeys(users)),
        buttons=list(buttons),
    )
    await enqueue(session, row, seated, what, occasion, directly=directly)


async def _call_directly(session: AsyncSession, game_id: int, seats: Mapping[int, Habits]) -> None:
    """Those of these people, by their seats, who want it are written to: soon, or when they wake; who is called in the
    channel, and sleeps now, is called there then."""
    if not seats:
        return
    now = await clock.now(session)
    for seat, person in seats.items():
        if person.call in DIRECTLY:
            wait = max(habits.next_waking(now, person) - now, SOON)
            await jobs.schedule(session, game_id, Kind.CALL, seat=seat, wait=wait)
        elif person.call is Call.CHANNEL and not habits.is_waking(now, person):
            wait = habits.next_waking(now, person) - now
            await jobs.schedule(session, game_id, Kind.CALL, seat=seat, wait=wait, payload={"slept": True})
