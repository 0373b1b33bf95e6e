"""Which events are told in one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec

from engines import Event
from engines.messages import PAID, PASSED, TURN

FEW = 3
"""Players of whom all but one are named one by one."""
HANDED_ON = PASSED, TURN
"""Kinds of events that tell the same when one follows the other: that a turn has ended, and whose begins."""


def together(events: Sequence[Event], seats: int) -> int:
    """How many of the first events are the same of everybody, or of all but one; 0: the first stands for itself."""
    first, done = events[0], set[int]()
    for event in events:
        if event.seat is None or event.seat in done or (event.kind, event.data) != (first.kind, first.data):
            break
        done.add(event.seat)
    if seats <= FEW and len(done) < seats:
        return 0  # of three each is named: "everybody but one" are two
    return len(done) if seats > 2 and len(done) >= seats - 1 else 0


def beside(events: Sequence[Event]) -> Sequence[Event]:
    """The first events, as far as they tell of different players one thing that differs in what is listed alone."""
    found: list[Event] = []
    for event in events:
        if event.seat is None or event.seat in {each.seat for each in found}:
            break
        if found and (event.kind, _unlisted(event)) != (found[0].kind, _unlisted(found[0])):
            break
        found.append(event)
    return found


def _unlisted(event: Event) -> dict[str, object]:
    return {name: value for name, value in event.data.items() if not isinstance(value, list)}


def paid_in_all(one: Event, other: Event) -> Event | None:
    """Two payments of one player as one; None: they are not that."""
    if {one.kind, other.kind} != {PAID} or one.seat != other.seat or one.data.keys() != other.data.keys():
        return None
    data: dict[str, int | str | list[str]] = {}
    for name, first in one.data.items():
        second = other.data[name]
        if not isinstance(first, list) or not isinstance(second, list):
            return None
        data[name] = [*first, *second]
    return msgspec.structs.replace(one, data=data)


def counted(lines: Sequence[str]) -> list[str]:
    """Each line once, with how often it was there on end."""
    counts = ((line, len([*same])) for line, same in groupby(lines))
    return [line if times == 1 else f"{line} (×{times})" for line, times in counts]
