"""The city wall: who is ahead of whom (rules 8)."""

from __future__ import annotations

import msgspec

from engines.macao import board


class Wall(msgspec.Struct, kw_only=True):
    """Discs on spaces 1 to 16. ``stacks``: seats on each space, the top disc first; ``stacks[0]`` is space 1.

    ``locked``: seats that went past the last space, in that order; they are first for the rest of the game and lie
    in no stack.
    """

    stacks: list[list[int]]
    locked: list[int] = []

    @classmethod
    def at_start(cls, seats: list[int]) -> Wall:
        """All discs on space 1, the first seat named on top."""
        return cls(stacks=[list(seats), *([] for _ in range(board.WALL_END - 1))])

    def order(self) -> list[int]:
        """Seats, first to act first: locked ones, then further spaces, then top to bottom."""
        return [*self.locked, *(seat for stack in reversed(self.stacks) for seat in stack)]

    def space(self, seat: int) -> int:
        """The space of a seat's disc, 1 to 16; a locked disc stays on 16."""
        for number, stack in enumerate(self.stacks, 1):
            if seat in stack:
                return number
        return board.WALL_END

    def spaces_ahead(self, seat: int) -> int:
        """How far a seat may still advance: one step past the last space locks it (ruling 8)."""
        if seat in self.locked:
            return 0
        past = 1 if board.RULINGS.wall_overshoot_locks_first else 0
        return board.WALL_END - self.space(seat) + past

    def advance(self, seat: int, spaces: int, tower: int | None) -> None:
        """Moves a disc; ``tower`` is the seat whose disc lies on top of any stack (Turm)."""
        if not self.spaces_ahead(seat):
            return
        target = self.space(seat) + spaces
        self.stacks[self.space(seat) - 1].remove(seat)
        if target > board.WALL_END:
            ahead = seat == tower and board.RULINGS.tower_outranks_overshoot_lock
            self.locked.insert(0 if ahead else len(self.locked), seat)
            return
        stack = self.stacks[target - 1]
        stack.insert(1 if stack[:1] == [tower] else 0, seat)

    def raise_tower(self, seat: int) -> None:
        """Turm was activated: the disc moves to the top of its stack at once."""
        for stack in self.stacks:
            if seat in stack:
                stack.remove(seat)
                stack.insert(0, seat)
