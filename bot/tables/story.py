"""The one story of a table: what its log tells. A message to be sent copies nothing of it; it has windows on the log,
which become the events again when it is worded or drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.announcement import Announcement
from bot.tables.table import Table
from engines import Event
from storage import moves
from storage.models import MoveKind, MoveRow
from storage.moves import Entry

WINDOW = "log"
"""The kind of what stands for the public events of moves: ``after`` one version, ``until`` another one."""

Log = Mapping[int, Sequence[Event]]
"""The public events of moves by the version that each produced, also of those that were taken back since."""


def events_of(moved: Sequence[MoveRow]) -> list[Event]:
    """What happened in these moves, in order."""
    return [msgspec.convert(event, Event) for move in moved for event in move.events]


def news(recent: Sequence[MoveRow], seat: int, *, after: int) -> list[Event]:
    """Of ``recent`` moves what a seat that decided on a version wants to read at once: what its decision revealed,
    what computers did until somebody's turn comes, and what only some may know."""
    played = [move for move in recent if move.version > after]
    found, over = list[Event](), False
    for move in played:
        events = events_of([move])
        later = move.turn != played[0].turn
        over |= later and move.by_user_id is not None
        told = not over and (move.by_user_id is None or any(event.barrier for event in events))
        found += [event for event in events if (told if event.seen_by is None else seat in event.seen_by)]
    return found


def renamed(table: Table, names: Sequence[str], entry: Entry | MoveRow) -> list[str]:
    """Who plays the seats after an entry of the log, before which they bore these ``names``."""
    found = list(names)
    if entry.kind in (MoveKind.SUBSTITUTE, MoveKind.RETURN):
        found[entry.seat] = entry.words
    elif entry.kind in (MoveKind.LEAVE, MoveKind.STAND_IN, MoveKind.RESIGN):
        found[entry.seat] = table.seats[entry.seat].name
    return found


def windows(happened: Sequence[tuple[int, Sequence[Event]]]) -> list[Event]:
    """What stands for the public events of moves, given with their versions; the ``seat`` is whose all of them are."""
    public = [(version, [event for event in events if event.seen_by is None]) for version, events in happened]
    public = [(version, events) for version, events in public if events]
    found = list[Event]()
    for _, group in groupby(enumerate(public), key=lambda each: (each[1][0] - each[0], _seat(each[1][1]))):
        run = [each for _, each in group]
        data: dict[str, int | str | list[str]] = {"after": run[0][0] - 1, "until": run[-1][0]}
        found.append(Event(WINDOW, _seat(run[0][1]), data))
    return found


def _seat(events: Sequence[Event]) -> int | None:
    seats = {event.seat for event in events}
    return seats.pop() if len(seats) == 1 else None


async def read(session: AsyncSession, game_id: int, *told: Announcement | None) -> Log:
    """As much of a table's log as messages have windows on."""
    ends = [_ends(event) for what in filter(None, told) for event in (*what.earlier, *what.events) if _is_window(event)]
    if not ends:
        return {}
    after, until = min(first for first, _ in ends), max(last for _, last in ends)
    return {
        version: [event for each in events if (event := msgspec.convert(each, Event)).seen_by is None]
        for version, events in await moves.events(session, game_id, after=after, until=until)
    }


def unfolded(what: Announcement, log: Log) -> Announcement:
    """An announcement with the events of the log that its windows stand for."""
    first = what.earlier if what.kind == "board" else what.events
    return msgspec.structs.replace(
        what,
        earlier=_unfold(what.earlier, log),
        events=_unfold(what.events, log),
        skipped=len(_unfold(first[: what.skipped], log)),
    )


def _unfold(told: Sequence[Event], log: Log) -> list[Event]:
    found = list[Event]()
    for event in told:
        if _is_window(event):
            after, until = _ends(event)
            found += [each for version in range(after + 1, until + 1) for each in log.get(version, ())]
        else:
            found.append(event)
    return found


def _is_window(event: Event) -> bool:
    return event.kind == WINDOW


def _ends(window: Event) -> tuple[int, int]:
    after, until = window.data["after"], window.data["until"]
    assert isinstance(after, int)
    assert isinstance(until, int)
    return after, until
