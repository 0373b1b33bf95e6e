"""What the channel is told: entries for the outbox, written in the transaction of what they tell about.

A payload holds messages as ids and arguments, not texts: they are worded and drawn when they are sent.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.tables.table import Table
from engines import Event, Message
from storage.models import Json


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One message to be sent.

    ``kind``: "turn" posts a new board and pings, "board" updates the newest one, "notice" posts lines alone,
    "summary" posts the end.
    """

    kind: str
    version: int
    """The game's version that the message tells about."""
    turn: int = 0
    leads: list[Message] = []
    """Said before the events."""
    told: list[Event] = []
    """What the message being updated has said already."""
    events: list[Event] = []
    """What happened since; the picture marks it."""
    ping: list[int] = []
    """Seats whose players are called."""

    def payload(self) -> Json:
        data: Json = msgspec.to_builtins(self)
        return data


def entry(payload: Json) -> Entry:
    """The entry of a stored payload."""
    return msgspec.convert(payload, Entry)


def waiting_for(table: Table) -> list[int]:
    """Seats of people who must decide now, in the game's order."""
    return [seat for seat in table.game.blocking_seats if table.user_at(seat) is not None]


def after_moves(
    table: Table, last: Entry | None, events: Sequence[Event], leads: Sequence[Message] = (), *, fresh: bool = False
) -> Entry:
    """What to say after a change: the same people still decide, or the turn has passed, or all is over.

    ``last``: the entry that posted the newest board; ``events``: what happened since. ``fresh``: the board must be
    posted anew in any case.
    """
    version, turn = table.row.version, table.game.state.turn
    public = [event for event in events if event.seen_by is None]
    waiting = waiting_for(table)
    if table.game.state.over:
        return Entry(kind="summary", version=version, turn=turn, leads=list(leads), events=public)
    if last is not None and not fresh and turn == last.turn and set(waiting) <= set(last.ping):
        leads = [*last.leads, *leads]
        return Entry(
            kind="board", version=version, turn=turn, leads=leads, told=last.events, events=public, ping=waiting
        )
    return Entry(kind="turn", version=version, turn=turn, leads=list(leads), events=public, ping=waiting)
