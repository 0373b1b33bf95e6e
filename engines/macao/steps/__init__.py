"""Steps of a game of Macao, in the order of a round; steps that follow from a verb are defined in its module."""

from engines.macao.steps.cards import DraftCard, Overflow, PlaceCubes, TakeCard
from engines.macao.steps.dice import ChooseDice
from engines.macao.steps.rounds import EndRound, RollDice, StartRound, Turn
from engines.macao.verbs.acquisition import Pay
from engines.macao.verbs.cubes import GainCubes, PayCubes, Receive, ReturnColours
from engines.macao.verbs.jokers import AvertEmptyStock
from engines.macao.verbs.moving import MoveDisc, MoveShip, WellStep

Beginning = DraftCard | PlaceCubes
Phases = StartRound | TakeCard | Overflow | RollDice | ChooseDice | AvertEmptyStock | Turn | EndRound
InTurn = Pay | PayCubes | GainCubes | ReturnColours | Receive | MoveShip | MoveDisc | WellStep
"""Steps that follow from actions of a turn."""
AnyStep = Beginning | Phases | InTurn
