"""What can wait in a game of Burgundy, in the order of play; the steps that follow from a verb stand beside it."""

from engines.burgundy.steps.rounds import EndRound, StartPhase, StartRound
from engines.burgundy.steps.setup import ChooseBoard, StartCastle
from engines.burgundy.steps.turn import Turn
from engines.burgundy.verbs.place import Building, Castle
from engines.burgundy.verbs.ship import KeepGoods, MoveMarker, ShipGoods
from engines.burgundy.verbs.storing import Discard, Store

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

__all__ = ["AnyStep", "ChooseBoard", "EndRound", "StartCastle", "StartPhase", "Turn"]
