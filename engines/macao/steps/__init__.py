"""What can wait in a game of Macao; one module per family of decisions, in the order of a round."""

from engines.macao.steps.cards import DraftCard, Overflow, PlaceCubes, TakeCard
from engines.macao.steps.cubes import GainCubes, PayCubes, Receive, ReturnColours
from engines.macao.steps.dice import ChooseDice
from engines.macao.steps.jokers import AvertEmptyStock
from engines.macao.steps.payment import Pay
from engines.macao.steps.rounds import EndRound, RollDice, StartRound
from engines.macao.steps.turn import MoveShip, Turn
from engines.macao.steps.wall import MoveDisc, WellStep

__all__ = ["AnyStep", "DraftCard", "PlaceCubes", "StartRound"]

AnyStep = (
    DraftCard
    | PlaceCubes
    | StartRound
    | TakeCard
    | Overflow
    | RollDice
    | ChooseDice
    | AvertEmptyStock
    | Turn
    | Pay
    | PayCubes
    | GainCubes
    | ReturnColours
    | Receive
    | MoveShip
    | MoveDisc
    | WellStep
    | EndRound
)
