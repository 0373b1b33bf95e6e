"""The events of a table's log, as messages and panels tell them.

A message copies nothing of the log: it covers a range of log versions, which is read when it is worded or drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.announcement import Announcement
from bot.tables.table import Table, computer_name, present_name
from engines import Event, Message
from storage import moves
from storage.models import MoveKind, MoveRow
from storage.moves import Entry, LoggedEvents

PLANNED = "say.planned"
"""Line before planned moves of one player, once however many follow each other."""


@dataclass(frozen=True)
class Narration:
    """The public events that a message tells; the message calls its players between `before` and `after`."""

    before: Sequence[Event] = ()
    """Events before the message calls somebody."""
    after: Sequence[Event] = ()
    """Events after the call."""
    marked: Sequence[Event] = ()
    """Events that the picture marks: those that are new and were not taken back."""
    undone: Sequence[Event] = field(default_factory=list)
    """Events among all of these that were taken back."""


def remark_event(message: Message) -> Event:
    """Return a line of the table itself as an event, to stand among those of the game."""
    return Event(message.id, data=dict(message.args))


async def load_entries(
    session: AsyncSession, game_id: int, *announcements: Announcement | None
) -> Sequence[LoggedEvents]:
    """Return the part of a table's log that these announcements cover."""
    ranges = [
        (announcement.since, announcement.version)
        for announcement in announcements
        if announcement is not None and announcement.since is not None
    ]
    if not ranges:
        return []
    after = min(first_version for first_version, _ in ranges)
    last_version = max(version for _, version in ranges)
    return (
        await moves.events_between(session, game_id, after=after, last_version=last_version)
        if after < last_version
        else []
    )


def narrate(announcement: Announcement, log: Sequence[LoggedEvents]) -> Narration:
    """Return the events that a message tells out of the log.

    `log` may hold more entries than the announcement covers.
    """
    first_version = announcement.since
    news_since = announcement.news_since
    if first_version is None or news_since is None:
        return Narration()
    entries = [entry for entry in log if first_version < entry.version <= announcement.version]
    # Events with their versions: first the remarks, which come before the events of the same version.
    versioned_events = [
        (remark.at, remark_event(remark.message))
        for remark in announcement.remarks
        if first_version < remark.at <= announcement.version
    ]
    versioned_events += [
        (entry.version, remark_event(Message(PLANNED, {"seat": entry.seat}))) for entry in _planned_starts(entries)
    ]
    new = list[Event]()
    undone = list[Event]()
    for entry in entries:
        for event in public_events(entry):
            versioned_events.append((entry.version, event))
            if entry.undone:
                undone.append(event)
            elif entry.version > news_since:
                new.append(event)
    versioned_events.sort(key=lambda versioned: versioned[0])  # keeps the order within a version
    # An update of a board has copied events from before its call, which are not new.
    copied_news = announcement.copied if announcement.called is None else []
    return Narration(
        before=[
            *announcement.copied,
            *(event for version, event in versioned_events if version <= announcement.called_at),
        ],
        after=[event for version, event in versioned_events if version > announcement.called_at],
        marked=[event for event in (*copied_news, *new) if not event.is_remark],
        undone=undone,
    )


def _planned_starts(entries: Sequence[LoggedEvents]) -> list[LoggedEvents]:
    """Return the entries with which a sequence of planned moves of one player begins."""
    starts = [entry for entry in entries[:1] if entry.planned]
    for previous, entry in pairwise(entries):
        if entry.planned and not (previous.planned and previous.seat == entry.seat):
            starts.append(entry)
    return starts


def events_shown_to(seat: int | None, stored: Sequence[object]) -> list[Event]:
    """Return the stored events that the player of a seat may know; None for those that everybody may know."""
    events = (msgspec.convert(value, Event) for value in stored)
    return [event for event in events if event.shown_to(seat)]


def public_events(entry: LoggedEvents) -> list[Event]:
    """Return the events of a log entry that everybody may know."""
    return events_shown_to(None, entry.events)


def move_events(moves: Sequence[MoveRow]) -> list[Event]:
    """Return all events of these moves, in order."""
    return [msgspec.convert(event, Event) for move in moves for event in move.events]


def events_to_report(recent: Sequence[MoveRow], seat: int, *, after: int, forced: Sequence[Event] = ()) -> list[Event]:
    """Return the events after a decision that its player wants to read at once.

    These are what the decision revealed, what computers and plans did until somebody decided by hand in a later turn,
    and what only some players, this one among them, may know.

    Args:
        recent: The newest moves of the table.
        seat: The seat that decided.
        after: The version on which it decided.
        forced: The choices that the game made for the seat, since no alternative was left.
    """
    new_moves = [move for move in recent if move.version > after]
    events = list[Event]()
    has_ended = False  # True once somebody has decided by hand in a later turn
    previous: MoveRow | None = None
    for move in new_moves:
        is_later_turn = move.turn != new_moves[0].turn
        is_automatic = move.by_user_id is None or move.planned
        has_ended |= is_later_turn and not is_automatic
        events_of_move = move_events([move])
        # At a barrier something was drawn or revealed.
        is_reported = not has_ended and (is_automatic or any(event.barrier for event in events_of_move))
        continues_plan = previous is not None and previous.planned and previous.seat == move.seat
        if is_reported and move.planned and not continues_plan:
            events.append(remark_event(Message(PLANNED, {"seat": move.seat})))
        forced_choices = forced if move is new_moves[0] else ()
        for event in events_of_move:
            is_public_news = event.seen_by is None and (is_reported or event in forced_choices)
            if is_public_news or (event.seen_by is not None and seat in event.seen_by):
                events.append(event)
        previous = move
    return events


def names_after(table: Table, names: Sequence[str], entry: Entry | MoveRow) -> list[str]:
    """Return the players' names after a log entry; `names` are those before it."""
    renamed = list(names)
    seat = table.seats[entry.seat]
    if entry.kind in (MoveKind.SUBSTITUTE, MoveKind.RETURN):
        renamed[entry.seat] = present_name(seat, entry.words)
    elif entry.kind == MoveKind.RESIGN:
        renamed[entry.seat] = computer_name(entry.seat)
    elif entry.kind in (MoveKind.LEAVE, MoveKind.STAND_IN):
        renamed[entry.seat] = present_name(seat, seat.name)
    return renamed
