"""What can wait in a game of Burgundy; one module per family of decisions, in the order of play."""

from engines.burgundy.steps.effects import Building, Castle
from engines.burgundy.steps.rounds import EndRound, StartPhase, StartRound
from engines.burgundy.steps.setup import ChooseBoard, StartCastle
from engines.burgundy.steps.ship import KeepGoods, MoveMarker, ShipGoods
from engines.burgundy.steps.storing import Discard, Store
from engines.burgundy.steps.turn import Turn

__all__ = ["AnyStep", "ChooseBoard", "StartCastle", "StartPhase"]

AnyStep = (
    ChooseBoard
    | StartCastle
    | StartPhase
    | StartRound
    | Turn
    | Discard
    | Store
    | Castle
    | Building
    | ShipGoods
    | KeepGoods
    | MoveMarker
    | EndRound
)
