"""What can wait in a game of Navegador; one module per family of decisions, in the order of a turn."""

from engines.navegador.steps.builder import Builder
from engines.navegador.steps.colony import Colony
from engines.navegador.steps.market import Market
from engines.navegador.steps.privilege import Privilege
from engines.navegador.steps.recruiting import Ships, Workers
from engines.navegador.steps.rondel import ChooseField, GiveUpShips
from engines.navegador.steps.sailing import Sailing
from engines.navegador.steps.turn import Act, EndTurn, PassCard

__all__ = ["AnyStep", "ChooseField", "EndTurn"]

AnyStep = (
    ChooseField
    | GiveUpShips
    | Act
    | Sailing
    | PassCard
    | Workers
    | Ships
    | Market
    | Colony
    | Builder
    | Privilege
    | EndTurn
)
