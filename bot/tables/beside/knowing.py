"""What a person knows of a seat: since when, and until when. Nobody learns what somebody else held before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.tables import story
from bot.tables.table import Table
from engines import Event
from storage.models import MoveKind, MoveRow
from storage.moves import Entry

LEAVING = (MoveKind.LEAVE, MoveKind.STAND_IN, MoveKind.RESIGN, MoveKind.RETURN, MoveKind.SUBSTITUTE)
"""What may end that somebody decides for a seat."""


class Span(NamedTuple):
    """``until``: the last version; None: it goes on."""

    seat: int
    since: int
    until: int | None

    def holds(self, version: int) -> bool:
        return self.since <= version and (self.until is None or version <= self.until)


class Known(NamedTuple):
    """As whose seat a person may see a table, and when."""

    spans: tuple[Span, ...] = ()

    @classmethod
    def always(cls, seat: int | None) -> Known:
        """Everything of a seat; None: what everybody knows."""
        return EVERYBODY if seat is None else cls((Span(seat, 0, None),))

    def at(self, version: int) -> int | None:
        """As which seat the person may see the table as it was at a version; None: as everybody."""
        return next((span.seat for span in self.spans if span.holds(version)), None)

    def events(self, version: int, stored: Sequence[object]) -> list[Event]:
        """What happened with the decision that led to a version, as far as the person may know it."""
        return story.told_to(self.at(version), stored)


EVERYBODY = Known()
"""What all know who look at the channel."""


def known_to(table: Table, log: Sequence[Entry | MoveRow], user_id: int) -> Known:
    """Whose seat it is knows it from the start, who has come back also what was done meanwhile, and who is away or has
    resigned until then; a substitute knows it while being one."""
    now = table.seat_of(user_id)
    for seat in table.seats:
        if user_id != (seat.owner_id or seat.user_id):
            continue
        if now == seat.number:
            return Known.always(now)
        # A seat is given away by one of these entries, whoever decides there since.
        gone = [entry.version for entry in log if entry.seat == seat.number and entry.kind in LEAVING]
        returned = [entry.version for entry in log if entry.kind == MoveKind.RETURN and entry.seat == seat.number]
        since_return = [version for version in gone if version > max(returned, default=0)]
        return Known((Span(seat.number, 0, min(since_return, default=0) - 1),))
    spans, began = list[Span](), dict[int, int]()
    for entry in log:
        if entry.kind not in LEAVING:
            continue
        if entry.seat in began:
            spans.append(Span(entry.seat, began.pop(entry.seat), entry.version - 1))
        if entry.kind == MoveKind.SUBSTITUTE and entry.by_user_id == user_id:
            began[entry.seat] = entry.version
    return Known((*spans, *(Span(seat, since, None) for seat, since in began.items())))
