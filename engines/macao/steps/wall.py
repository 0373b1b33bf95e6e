"""Steps forward on the wall (rules 8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Step
from engines.macao import board
from engines.macao.steps.decision import Decision

if TYPE_CHECKING:
    from engines.macao.game import Macao


class MoveDisc(Step, kw_only=True, tag="MoveDisc"):
    """The paid advance on the wall."""

    seat: int
    spaces: int

    def run(self, game: Macao) -> None:
        game.advance_on_wall(self.seat, self.spaces)


class WellStep(Decision, kw_only=True, tag="WellStep"):
    """Brunnen: a free step on the wall after a quarter was taken, or none (ruling 2)."""

    asks = "macao.prompt.wellstep"

    steps: int

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        yield ("step",)
        if board.RULINGS.brunnen_and_wachposten_optional:
            yield ("stay",)

    def play(self, game: Macao, seat: int, action: Action) -> None:
        if action == ("step",):
            game.advance_on_wall(seat, self.steps)
