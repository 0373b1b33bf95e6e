"""Rules for joining events that are described in one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from engines import Event
from engines.messages import PAID, PASSED, TURN

FEW = 3
"""Number of players up to which "everybody but one" is not used, as it would stand for two or fewer."""
HANDED_ON = PASSED, TURN
"""Two kinds of events in a row, the end of a turn and the beginning of the next one; the second implies the first."""


def count_of_everybody(events: Sequence[Event], seats: int) -> int:
    """Return the number of leading events that are equal and of all players, or of all but one; 0 if there are none."""
    first = events[0]
    acting_seats = set[int]()
    for event in events:
        if event.seat is None or event.seat in acting_seats or (event.kind, event.data) != (first.kind, first.data):
            break
        acting_seats.add(event.seat)
    if seats <= FEW and len(acting_seats) < seats:
        return 0
    return len(acting_seats) if seats > 2 and len(acting_seats) >= seats - 1 else 0


def similar_events(events: Sequence[Event]) -> Sequence[Event]:
    """Return the leading events that are of different players and differ only in their lists."""
    similar: list[Event] = []
    for event in events:
        if event.seat is None or event.seat in {earlier_event.seat for earlier_event in similar}:
            break
        if similar and (event.kind, _unlisted(event)) != (similar[0].kind, _unlisted(similar[0])):
            break
        similar.append(event)
    return similar


def _unlisted(event: Event) -> dict[str, object]:
    return {name: value for name, value in event.data.items() if not isinstance(value, list)}


def paid_in_all(first: Event, second: Event) -> Event | None:
    """Return two payments of one player as one event; None if the events are anything else."""
    if {first.kind, second.kind} != {PAID} or first.seat != second.seat or first.data.keys() != second.data.keys():
        return None
    data: dict[str, int | str | list[str]] = {}
    for name, paid_first in first.data.items():
        paid_second = second.data[name]
        if not isinstance(paid_first, list) or not isinstance(paid_second, list):
            return None
        data[name] = [*paid_first, *paid_second]
    return msgspec.structs.replace(first, data=data)


def counted(lines: Sequence[str]) -> list[str]:
    """Return lines with equal neighbours joined and counted."""
    counts = ((line, len([*repetitions])) for line, repetitions in groupby(lines))
    return [line if times == 1 else f"{line} (×{times})" for line, times in counts]
