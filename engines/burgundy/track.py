"""The turn-order track: stacks of markers, the marker furthest right plays first (rules 5)."""

from __future__ import annotations

import msgspec


class Track(msgspec.Struct):
    """Seats by space from the left, on each space the upper marker first."""

    spaces: list[list[int]]

    def order(self) -> list[int]:
        """Seats in turn order: furthest right first, of a stack the upper one first."""
        return [seat for stack in reversed(self.spaces) for seat in stack]

    def space(self, seat: int) -> int:
        """The space of a seat's marker, 0 being the first."""
        return next(number for number, stack in enumerate(self.spaces) if seat in stack)

    def advance(self, seat: int) -> int:
        """One space to the right, onto whatever stands there (rules 8); returns the new space."""
        here = self.space(seat)
        self.spaces[here].remove(seat)
        if here + 1 == len(self.spaces):
            self.spaces.append([])
        self.spaces[here + 1].insert(0, seat)
        return here + 1
