"""Join events that are described in one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from engines import Event
from engines.messages import PAID, PASSED, TURN

FEW = 3
"""Players of whom all but one are named one by one."""
HANDED_ON = PASSED, TURN
"""Kinds of events of which the second implies the first: a turn has ended, and the next one begins."""


def together(events: Sequence[Event], seats: int) -> int:
    """Return how many of the first events are the same for everybody, or all but one; 0 if they are not."""
    first = events[0]
    done = set[int]()
    for event in events:
        if event.seat is None or event.seat in done or (event.kind, event.data) != (first.kind, first.data):
            break
        done.add(event.seat)
    if seats <= FEW and len(done) < seats:
        return 0  # of three each is named: "everybody but one" are two
    return len(done) if seats > 2 and len(done) >= seats - 1 else 0


def beside(events: Sequence[Event]) -> Sequence[Event]:
    """Return the first events that are of different players and differ in their lists alone."""
    similar: list[Event] = []
    for event in events:
        if event.seat is None or event.seat in {earlier.seat for earlier in similar}:
            break
        if similar and (event.kind, _unlisted(event)) != (similar[0].kind, _unlisted(similar[0])):
            break
        similar.append(event)
    return similar


def _unlisted(event: Event) -> dict[str, object]:
    return {name: value for name, value in event.data.items() if not isinstance(value, list)}


def paid_in_all(first: Event, second: Event) -> Event | None:
    """Return two payments of a player as one, or None if they are anything else."""
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
    counts = ((line, len([*same])) for line, same in groupby(lines))
    return [line if times == 1 else f"{line} (×{times})" for line, times in counts]
