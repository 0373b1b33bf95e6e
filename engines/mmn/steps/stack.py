"""Every kind of step that can wait in a game, in the order of a game."""

from engines.mmn.steps.action_phase import BeginActions, Completed, Turn
from engines.mmn.steps.banking import TakeFromBank
from engines.mmn.steps.barbarians import Attack, Barbarians, DefenderDraw, EndAttack, LoseCity
from engines.mmn.steps.cards import CardQuestion, PlayedCard
from engines.mmn.steps.clearing import Clearing, PayOut
from engines.mmn.steps.deserting import Enlist, LoseKnight
from engines.mmn.steps.drawing import DrawByDice, KeepOne, Overflow, Progress
from engines.mmn.steps.giving import Give, LookAndTake, PickCard
from engines.mmn.steps.losses import Emergency, TearDown
from engines.mmn.steps.metropolis import PlaceMetropolis
from engines.mmn.steps.offers import Offer
from engines.mmn.steps.opening import OpeningBuilding, OpeningIncome, OpeningRoad
from engines.mmn.steps.pay import Pay
from engines.mmn.steps.production import Production
from engines.mmn.steps.retreat import Retreat
from engines.mmn.steps.seven import Discard, MoveFigure, Rob, Seven
from engines.mmn.steps.taking import TakeResources
from engines.mmn.steps.together import TakeFree, Together
from engines.mmn.steps.turn import BeforeRoll, RollDice, StartTurn

__all__ = ["AnyStep"]

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
