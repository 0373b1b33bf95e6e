"""Resources of choice from the bank: gold rivers, consolation, opening (rules 10.3, 24.1)."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Action, Message
from engines.mmn import board, hands, refusals, words
from engines.mmn.position import Position
from engines.mmn.verbs.decision import Decision
from engines.steps import Arguments


class TakeResources(Decision, kw_only=True, tag="TakeResources"):
    """Resources of choice from stacks that are not empty, one at a time (rules 10.3, 24.1)."""

    asks = "mmn.prompt.takeresources"

    left: int
    why: str
    """ "consolation" (may be declined), "gold" or "opening"."""

    def actors(self, game: Position) -> tuple[int, ...]:
        return (self.seat,) if any(game.state.bank[: board.PAIR]) else ()

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"count": self.left, "why": self.why}

    def optional(self, game: Position, seat: int) -> bool:
        return self.why == "consolation"

    def legal(self, game: Position, seat: int) -> Iterator[Action]:
        for kind in range(board.PAIR):
            if game.state.bank[kind]:
                yield words.TAKE[kind]
        if self.why == "consolation":
            yield words.PASS

    def refusal(self, game: Position, seat: int, action: Action) -> Message | None:
        match action:
            case ("take", kind):
                return refusals.in_bank(game, kind, "resource")
        return super().refusal(game, seat, action)

    def play(self, game: Position, seat: int, action: Action) -> None:
        if action == words.PASS:
            return
        hands.receive(game, seat, ((board.KIND[action[1]], 1),), self.why)
        if self.left > 1:
            game.push(TakeResources(seat=seat, left=self.left - 1, why=self.why))

    def run(self, game: Position) -> None:
        """The bank has no resources: nothing is taken."""
