"""The building phase between two turns, an option for five and six players (ruling 24.20)."""

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
from engines.mmn.verbs.storage import AUTARKY_FIGURES, Hall, LargeStore, Store
from engines.steps import Arguments, Verb, Words


class Done(steps.Done):
    """Finish building; players who build later may say so before it is their turn."""

    def do(self, game: Position, step: BuildBetween, seat: int, words: Words) -> None:
        # In the player's next turn, knights activated or promoted now may act and be promoted.
        rest(game.state.players[seat])
        game.emit("built_enough", seat)
        builders = [builder for builder in step.left if builder != seat]
        if builders:
            game.push(BuildBetween(left=builders))


DONE = Done()


class BuildBetween(Question, kw_only=True, tag="BuildBetween"):
    """The question what to build, asked of the other players clockwise.

    Nobody trades, plays cards or acts with knights in this phase.
    """

    verbs = (
        *BUILDING,
        HIRE,
        ACTIVATE,
        PROMOTE,
        LEAD,
        *AUTARKY_FIGURES,
        Hall(),
        END_FAMINE,
        Store(),
        LargeStore(),
        Improve(),
        DONE,
    )
    between_turns: ClassVar[bool] = True

    left: list[int]
    """Seats that may still build, the builder of the moment first."""

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
        """Ask even a player who can pay for nothing: to pass over them would reveal that."""
        return True

    def no_answer(self, game: Position, seat: int, action: tuple[str, ...]) -> Message | None:
        own_words = {verb.word for verb in self.verbs}
        if seat != self.left[0] and action and action[0] in own_words:
            return Message("mmn.refuse.builds_first", {"building_seat": self.left[0]})
        return super().no_answer(game, seat, action)

    def sound(self, game: Position) -> bool:
        state = game.state
        other_seats = [seat for seat in game.clockwise()[1:] if seat in self.left]
        return bool(self.left) and other_seats == self.left and state.seats > board.FEW_PLAYERS and bool(state.turn)


def between(game: Position) -> list[BuildBetween]:
    """Return the phase that follows a turn, if the table plays with it: the opponents with cards may build."""
    state = game.state
    if game.option("building_phase") != "between_turns" or state.seats <= board.FEW_PLAYERS:
        return []
    builders = [seat for seat in game.opponents(state.active) if any(state.players[seat].hand)]
    return [BuildBetween(left=builders)] if builders else []


def rest(player: Player) -> None:
    """Clear the marks of a player's knights that hold for one turn: acted, activated, promoted."""
    for knight in player.knights:
        knight.acted = knight.fresh = knight.promoted = False
