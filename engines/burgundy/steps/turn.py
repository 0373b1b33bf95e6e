"""A player's turn: two dice actions and at most one purchase, in any order (rules 6)."""

from __future__ import annotations

from engines.burgundy.position import Position
from engines.burgundy.verbs.action import Acting, End
from engines.burgundy.verbs.place import ACTIONS


class Turn(Acting, kw_only=True, tag="Turn"):
    """One turn; it goes on until both dice are used and the player ends it."""

    free = False
    asks = "burgundy.prompt.turn"
    verbs = (*ACTIONS, End())

    def may_buy(self, game: Position) -> bool:
        return True
