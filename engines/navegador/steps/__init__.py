"""What can wait in a game of Navegador, in the order of a turn; the questions of actions stand beside their verbs."""

from engines.navegador.steps.turn import ChooseField, EndTurn
from engines.navegador.verbs.builder import Builder
from engines.navegador.verbs.card import PassCard
from engines.navegador.verbs.colony import Colony
from engines.navegador.verbs.market import Market
from engines.navegador.verbs.privilege import Privilege
from engines.navegador.verbs.recruiting import Ships, Workers
from engines.navegador.verbs.rondel import Act, GiveUpShips
from engines.navegador.verbs.sailing import Sailing

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

__all__ = ["AnyStep", "ChooseField", "EndTurn"]
