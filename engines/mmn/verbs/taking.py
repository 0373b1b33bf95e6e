"""Resources of choice from the bank: gold rivers, consolation, opening (rules 10.3, 24.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Message
from engines.mmn import board, hands, refusals
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Decision, unfit
from engines.steps import Arguments, Pass, Verb, Words


class Take(Verb[Position, "TakeResources"]):
    """From a stack that is not empty."""

    word = "take"

    def choices(self, game: Position, step: TakeResources, seat: int) -> Iterable[Words]:
        return ((kind,) for kind in board.RESOURCES if game.state.bank[board.KIND[kind]])

    def fault(self, game: Position, step: TakeResources, seat: int, words: Words) -> Message | None:
        return refusals.in_bank(game, words[0], "resource") if len(words) == 1 else None

    def do(self, game: Position, step: TakeResources, seat: int, words: Words) -> None:
        hands.receive(game, seat, ((board.KIND[words[0]], 1),), step.why)
        if step.left > 1:
            game.push(TakeResources(seat=seat, left=step.left - 1, why=step.why))


class TakeResources(Decision, kw_only=True, tag="TakeResources"):
    """One at a time."""

    asks = "mmn.prompt.takeresources"
    verbs = (Take(), Pass())

    left: int
    why: str
    """ "consolation", "gold" or "opening"."""

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        """Consolation "may" be taken."""
        return self.verbs if self.why == "consolation" else self.verbs[:1]

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if any(game.state.bank[: board.PAIR]) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"count": self.left, "why": self.why}

    def run(self, game: Position) -> None:
        """The bank has no resources: nothing is taken."""

    def faults(self, game: Position) -> list[str]:
        return super().faults(game) or unfit(self, left=self.left > 0)
