"""A person's knowledge of seats: in which versions of the table the person may see the hidden things of which seat.

Nobody learns what somebody else held before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.tables import event_log
from bot.tables.table import Table
from engines import Event
from storage.models import MoveKind, MoveRow
from storage.moves import Entry

PLAYER_CHANGES = (MoveKind.LEAVE, MoveKind.STAND_IN, MoveKind.RESIGN, MoveKind.RETURN, MoveKind.SUBSTITUTE)
"""Entries of the log after which somebody else may decide for a seat."""


class Span(NamedTuple):
    """The versions in which a person knows a seat."""

    seat: int
    first_version: int
    last_version: int | None
    """The last version; None if it goes on."""

    def holds(self, version: int) -> bool:
        return self.first_version <= version and (self.last_version is None or version <= self.last_version)


class SeatKnowledge(NamedTuple):
    """The seats that a person knows, each in some versions."""

    spans: tuple[Span, ...] = ()

    @classmethod
    def always(cls, seat: int | None) -> SeatKnowledge:
        """Return knowledge of a seat in all versions; with None, what everybody knows."""
        return PUBLIC_KNOWLEDGE if seat is None else cls((Span(seat, 0, None),))

    def at(self, version: int) -> int | None:
        """Return the seat as which the person may see the table of a version; None for what everybody sees."""
        return next((span.seat for span in self.spans if span.holds(version)), None)

    def events(self, version: int, stored: Sequence[object]) -> list[Event]:
        """Return the events of the decision that led to a version, as far as the person may know them."""
        return event_log.events_shown_to(self.at(version), stored)


PUBLIC_KNOWLEDGE = SeatKnowledge()
"""The knowledge of everybody who can read the channel."""


def knowledge_of(table: Table, log: Sequence[Entry | MoveRow], user_id: int) -> SeatKnowledge:
    """Return what a person knows of the seats.

    The owner of a seat knows it from the start, after a return also what was done meanwhile; an owner who is away or
    has resigned knows it until then. A substitute knows it while playing it.
    """
    played_seat = table.seat_of(user_id)
    for seat in table.seats:
        if user_id == (seat.owner_id or seat.user_id):
            return _owner_knowledge(seat.number, log, is_playing=played_seat == seat.number)
    return _substitute_knowledge(log, user_id)


def _owner_knowledge(seat: int, log: Sequence[Entry | MoveRow], *, is_playing: bool) -> SeatKnowledge:
    if is_playing:
        return SeatKnowledge.always(seat)
    # A seat is given away by one of these entries, even if somebody else has taken it since.
    changes = [entry.version for entry in log if entry.seat == seat and entry.kind in PLAYER_CHANGES]
    returns = [entry.version for entry in log if entry.seat == seat and entry.kind == MoveKind.RETURN]
    changes_since_return = [version for version in changes if version > max(returns, default=0)]
    return SeatKnowledge((Span(seat, 0, min(changes_since_return, default=0) - 1),))


def _substitute_knowledge(log: Sequence[Entry | MoveRow], user_id: int) -> SeatKnowledge:
    spans = list[Span]()
    begin_of_seat = dict[int, int]()
    for entry in log:
        if entry.kind not in PLAYER_CHANGES:
            continue
        if entry.seat in begin_of_seat:
            spans.append(Span(entry.seat, begin_of_seat.pop(entry.seat), entry.version - 1))
        if entry.kind == MoveKind.SUBSTITUTE and entry.by_user_id == user_id:
            begin_of_seat[entry.seat] = entry.version
    return SeatKnowledge((*spans, *(Span(seat, first_version, None) for seat, first_version in begin_of_seat.items())))
