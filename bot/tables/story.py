"""The one story of a table: what its log tells. A message to be sent copies nothing of it: it is a window on the log,
which is read when it is worded or drawn."""

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
from storage.moves import Entry, Happened

PLANNED = "say.planned"
"""Said before the moves of one player that were planned, once however many follow each other."""


@dataclass(frozen=True)
class Story:
    """What a message tells, as everybody may know it: ``before`` it calls somebody and ``after`` that."""

    before: Sequence[Event] = ()
    after: Sequence[Event] = ()
    marked: Sequence[Event] = ()
    """What its picture marks: what is new and was not taken back."""
    undone: Sequence[Event] = field(default_factory=list)
    """What of all that is told was taken back."""


def said(message: Message) -> Event:
    """What the table itself has to say, to stand among events."""
    return Event(message.id, data=dict(message.args))


async def read(session: AsyncSession, game_id: int, *told: Announcement | None) -> Sequence[Happened]:
    """As much of a table's log as messages are windows on."""
    windows = [(what.since, what.version) for what in told if what is not None and what.since is not None]
    if not windows:
        return []
    after, until = min(since for since, _ in windows), max(version for _, version in windows)
    return await moves.happened(session, game_id, after=after, until=until) if after < until else []


def told(what: Announcement, log: Sequence[Happened]) -> Story:
    """What a message tells of the log."""
    if what.since is None or what.news is None:
        return Story()
    seen = [entry for entry in log if what.since < entry.version <= what.version]
    lines = [(remark.at, said(remark.message)) for remark in what.remarks if what.since < remark.at <= what.version]
    lines += [(now.version, said(Message(PLANNED, {"seat": now.seat}))) for now in _planned(seen)]
    new, undone = list[Event](), list[Event]()
    for entry in seen:
        for event in public(entry):
            lines.append((entry.version, event))
            if entry.undone:
                undone.append(event)
            elif entry.version > what.news:
                new.append(event)
    lines.sort(key=lambda line: line[0])
    before = [event for version, event in lines if version <= what.called_at]
    return Story(
        [*what.copied, *before],
        [event for version, event in lines if version > what.called_at],
        [event for event in (*(what.copied if what.called is None else ()), *new) if not event.is_remark],
        undone,
    )


def _planned(seen: Sequence[Happened]) -> list[Happened]:
    """The entries with which planned moves of a player begin."""
    first = [entry for entry in seen[:1] if entry.planned]
    return first + [
        now for before, now in pairwise(seen) if now.planned and not (before.planned and before.seat == now.seat)
    ]


def told_to(seat: int | None, stored: Sequence[object]) -> list[Event]:
    """What happened in an entry, as far as who sits there (None: everybody) may know it."""
    return [event for each in stored if (event := msgspec.convert(each, Event)).shown_to(seat)]


def public(entry: Happened) -> list[Event]:
    """What everybody may know of what happened."""
    return told_to(None, entry.events)


def events_of(moved: Sequence[MoveRow]) -> list[Event]:
    """What happened in these moves, in order."""
    return [msgspec.convert(event, Event) for move in moved for event in move.events]


def news(recent: Sequence[MoveRow], seat: int, *, after: int, forced: Sequence[Event] = ()) -> list[Event]:
    """Return what a seat that decided on a version wants to read at once, of the ``recent`` moves.

    That is what its decision revealed, what computers and plans did until somebody decides by hand, and what only some
    may know. ``forced``: what the seat's own decision had the game decide for it, since no choice was left.
    """
    played = [move for move in recent if move.version > after]
    events, is_over = list[Event](), False
    previous: MoveRow | None = None
    for move in played:
        is_later = move.turn != played[0].turn
        by_itself = move.by_user_id is None or move.planned
        is_over |= is_later and not by_itself
        happened = events_of([move])
        is_told = not is_over and (by_itself or any(event.barrier for event in happened))
        if is_told and move.planned and not (previous and previous.planned and previous.seat == move.seat):
            events.append(said(Message(PLANNED, {"seat": move.seat})))
        unasked = forced if move is played[0] else ()
        for event in happened:
            is_public = event.seen_by is None and (is_told or event in unasked)
            if is_public or (event.seen_by is not None and seat in event.seen_by):
                events.append(event)
        previous = move
    return events


def renamed(table: Table, names: Sequence[str], entry: Entry | MoveRow) -> list[str]:
    """Who plays the seats after an entry of the log, before which they bore these ``names``."""
    found = list(names)
    seat = table.seats[entry.seat]
    if entry.kind in (MoveKind.SUBSTITUTE, MoveKind.RETURN):
        found[entry.seat] = present_name(seat, entry.words)
    elif entry.kind == MoveKind.RESIGN:
        found[entry.seat] = computer_name(entry.seat)
    elif entry.kind in (MoveKind.LEAVE, MoveKind.STAND_IN):
        found[entry.seat] = present_name(seat, seat.name)
    return found
