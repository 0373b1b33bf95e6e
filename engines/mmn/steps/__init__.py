"""What can wait in a game, in the order of a turn; the steps that follow from a verb stand beside it."""

from engines.mmn.steps.barbarians import Attack, Barbarians, DefenderDraw, EndAttack, LoseCity
from engines.mmn.steps.clearing import Clearing, PayOut
from engines.mmn.steps.drawing import DrawByDice, KeepOne, Progress
from engines.mmn.steps.losses import Emergency, TearDown
from engines.mmn.steps.opening import OpeningBuilding, OpeningIncome, OpeningRoad
from engines.mmn.steps.production import Production
from engines.mmn.steps.seven import Discard, Seven
from engines.mmn.steps.turn import BeforeRoll, BeginActions, RollDice, StartTurn, Turn
from engines.mmn.verbs.action import Completed
from engines.mmn.verbs.bank import TakeFromBank
from engines.mmn.verbs.cards import CardQuestion, PlayedCard
from engines.mmn.verbs.deserting import Enlist, LoseKnight
from engines.mmn.verbs.giving import Give, LookAndTake, PickCard
from engines.mmn.verbs.metropolis import PlaceMetropolis
from engines.mmn.verbs.offers import Offer
from engines.mmn.verbs.overflow import Overflow
from engines.mmn.verbs.pay import Pay
from engines.mmn.verbs.retreat import Retreat
from engines.mmn.verbs.robbing import MoveFigure, Rob
from engines.mmn.verbs.taking import TakeResources
from engines.mmn.verbs.together import TakeFree, Together

__all__ = ["AnyStep", "OpeningBuilding", "OpeningIncome"]

AnyStep = (
    OpeningBuilding
    | OpeningRoad
    | OpeningIncome
    | StartTurn
    | BeforeRoll
    | RollDice
    | Barbarians
    | Attack
    | DefenderDraw
    | LoseCity
    | Emergency
    | TearDown
    | EndAttack
    | Seven
    | Discard
    | MoveFigure
    | Rob
    | Clearing
    | PayOut
    | Progress
    | DrawByDice
    | KeepOne
    | Overflow
    | Production
    | TakeFree
    | TakeResources
    | Together
    | BeginActions
    | Turn
    | Completed
    | Pay
    | PlaceMetropolis
    | Retreat
    | TakeFromBank
    | Offer
    | Give
    | LookAndTake
    | PickCard
    | LoseKnight
    | Enlist
    | CardQuestion
    | PlayedCard
)
