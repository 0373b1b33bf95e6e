"""The building phase between two turns with five and six players, where the table has agreed so (ruling 24.20)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from engines import steps
from engines.contract import Message
from engines.mmn import board
from engines.mmn.position import Position
from engines.mmn.state import Player
from engines.mmn.verbs.action import Question
from engines.mmn.verbs.building import BUILDING, END_FAMINE, Improve
from engines.mmn.verbs.knights import ACTIVATE, HIRE, LEAD, PROMOTE
from engines.mmn.verbs.storage import FIGURES, Hall, LargeStore, Store
from engines.steps import Arguments, Verb, Words


class Done(steps.Done):
    """Nothing more is built; who comes later may say so before it is their turn to build."""

    def do(self, game: Position, step: BuildBetween, seat: int, words: Words) -> None:
        rest(game.state.players[seat])
        game.emit("built_enough", seat)
        left = [other for other in step.left if other != seat]
        if left:
            game.push(BuildBetween(left=left))


DONE = Done()


class BuildBetween(Question, kw_only=True, tag="BuildBetween"):
    """The others build one after the other, clockwise: nobody trades, plays cards or acts with knights."""

    verbs = (
        *BUILDING,
        HIRE,
        ACTIVATE,
        PROMOTE,
        LEAD,
        *FIGURES,
        Hall(),
        END_FAMINE,
        Store(),
        LargeStore(),
        Improve(),
        DONE,
    )
    between_turns: ClassVar[bool] = True

    left: list[int]
    """Seats that may still build, the one that builds now first."""

    def actors(self, game: Position) -> tuple[int, ...]:
        return tuple(self.left)

    def blocking_seats(self, game: Position) -> tuple[int, ...]:
        return (self.left[0],)

    def offered(self, game: Position, seat: int) -> Sequence[Verb[Any, Any]]:
        return self.verbs if seat == self.left[0] else (DONE,)

    def question(self, game: Position, seat: int) -> str:
        return "mmn.prompt.buildbetween" if seat == self.left[0] else "mmn.prompt.buildlater"

    def asking(self, game: Position, seat: int) -> Arguments:
        return {} if seat == self.left[0] else {"building_seat": self.left[0]}

    def waits(self, game: Position, seat: int) -> bool:
        """That somebody cannot pay for anything would tell of the hand."""
        return True

    def no_answer(self, game: Position, seat: int, action: tuple[str, ...]) -> Message | None:
        known = {verb.word for verb in self.verbs}
        if seat != self.left[0] and action and action[0] in known:
            return Message("mmn.refuse.builds_first", {"building_seat": self.left[0]})
        return super().no_answer(game, seat, action)

    def sound(self, game: Position) -> bool:
        state = game.state
        others = [seat for seat in game.clockwise()[1:] if seat in self.left]
        return bool(self.left) and others == self.left and state.seats > board.FEW_PLAYERS and bool(state.turn)


def between(game: Position) -> list[BuildBetween]:
    """What follows a turn before the next one begins: who has cards is asked, in turn order."""
    state = game.state
    if game.option("building_phase") != "between_turns" or state.seats <= board.FEW_PLAYERS:
        return []
    left = [seat for seat in game.opponents(state.active) if any(state.players[seat].hand)]
    return [BuildBetween(left=left)] if left else []


def rest(player: Player) -> None:
    """What knights have done or had done to them counts for one turn."""
    for knight in player.knights:
        knight.acted = knight.fresh = knight.promoted = False
