"""Every call passes here: nobody is called at night, nor over and over for what the game does not wait for.

Who is not called is named all the same. Of what the game waits for at night the person is told in the morning
(``bot.tables.following.calling``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta
from enum import StrEnum

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import habits
from bot.tables.announcement import Announcement
from bot.tables.habits import Call
from bot.tables.table import Table, person_at
from storage import called, clock, outbox, people, timers
from storage.models import GameRow, OutboxRow, SeatRow
from storage.timers import Kind

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


async def admitted(
    session: AsyncSession, game_id: int, occasion: Occasion, users: Collection[int], *, directly: bool = False
) -> list[int]:
    """Of these people those who are called now, which is noted; the others are named alone. ``directly``: those who
    want that are written to instead."""
    if not users:
        return []
    chosen, now = await people.settings_of(session, list(users)), await clock.now(session)
    known = {user: habits.read_habits(chosen.get(user)) for user in users}
    wanted = [user for user, person in known.items() if person.call is not Call.NONE and habits.is_waking(now, person)]
    here = [user for user in wanted if not (directly and known[user].call is Call.DM)]
    if occasion is Occasion.TURN:
        return here
    lately = await called_lately(session, game_id, occasion, wanted)
    found = [user for user in wanted if user not in lately]
    await called.note(session, game_id, occasion, found)
    return [user for user in found if user in here]


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
) -> OutboxRow:
    """Queues an announcement, which calls whom it may."""
    users = {*what.users, *(user for seat in what.ping if (user := _user_at(seated, seat)) is not None)}
    if what.kind == "summary":
        users |= {user for seat in seated if not seat.resigned for user in (seat.user_id, seat.owner_id) if user}
    called_now: Collection[int] = users
    if what.kind != "board":
        called_now = await admitted(session, row.id, occasion, sorted(users), directly=what.kind == "turn")
    quiet = sorted(users.difference(called_now))
    payload = msgspec.structs.replace(what, quiet=quiet).payload()
    return await outbox.enqueue(session, row.id, row.channel_id, what.kind, payload, replaces=replaces, wait=wait)


def _user_at(seated: Sequence[SeatRow], number: int) -> int | None:
    return next((person_at(seat) for seat in seated if seat.number == number), None)


async def call_directly(session: AsyncSession, table: Table, called: Sequence[int]) -> None:
    """Those of these seats who want it are written to: soon, or when they wake; who is called in the channel, and
    sleeps now, is called there then."""
    users = {user: seat for seat in called if (user := table.user_at(seat)) is not None}
    chosen, now = await people.settings_of(session, list(users)), await clock.now(session)
    for user, settings in chosen.items():
        person = habits.read_habits(settings)
        if person.call in DIRECTLY:
            wait = max(habits.next_waking(now, person) - now, SOON)
            await timers.start(session, table.row.id, Kind.CALL, seat=users[user], wait=wait)
        elif person.call is Call.CHANNEL and not habits.is_waking(now, person):
            wait = habits.next_waking(now, person) - now
            await timers.start(session, table.row.id, Kind.CALL, seat=users[user], wait=wait, data={"slept": True})
