"""What can wait in a game of Macao, in the order of a round; the steps that follow from a verb stand beside it."""

from engines.macao.steps.cards import DraftCard, Overflow, PlaceCubes, TakeCard
from engines.macao.steps.dice import ChooseDice
from engines.macao.steps.rounds import EndRound, RollDice, StartRound
from engines.macao.steps.turn import Turn
from engines.macao.verbs.acquisition import Pay
from engines.macao.verbs.cubes import GainCubes, PayCubes, Receive, ReturnColours
from engines.macao.verbs.jokers import AvertEmptyStock
from engines.macao.verbs.ship import MoveShip
from engines.macao.verbs.wall import MoveDisc, WellStep

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

__all__ = ["AnyStep", "ChooseDice", "DraftCard", "EndRound", "Overflow", "PlaceCubes", "RollDice", "StartRound"]
