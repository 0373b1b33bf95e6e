"""All steps that can lie on the stack, in the order of a turn, and the phase of the game that they make up.

Steps that only follow from a verb are defined in the module of that verb.
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.mmn.position import Position
from engines.mmn.steps.barbarians import Attack, Barbarians, DefenderDraw, Emergency, EndAttack, LoseCity, TearDown
from engines.mmn.steps.between import BuildBetween
from engines.mmn.steps.chips import LayChip
from engines.mmn.steps.clearing import Clearing, PayOut
from engines.mmn.steps.income import DrawByDice, KeepOne, Production, Progress
from engines.mmn.steps.seven import Discard, Seven
from engines.mmn.steps.turn import (
    BeforeRoll,
    BeginActions,
    OpeningBuilding,
    OpeningIncome,
    OpeningRoad,
    RollDice,
    StartTurn,
    Turn,
)
from engines.mmn.verbs.action import Completed
from engines.mmn.verbs.bank import TakeFromBank
from engines.mmn.verbs.cards import CardQuestion, Overflow, PlayedCard
from engines.mmn.verbs.driven import Enlist, LoseKnight, Retreat
from engines.mmn.verbs.giving import Give, LookAndTake, PickCard, TakeFree, TakeResources, Together
from engines.mmn.verbs.metropolis import PlaceMetropolis
from engines.mmn.verbs.offers import Offer
from engines.mmn.verbs.robbing import MoveFigure, Rob
from engines.mmn.verbs.storage import Pay

_Opening = LayChip | OpeningBuilding | OpeningRoad | OpeningIncome
_Roll = StartTurn | BeforeRoll | RollDice
_Attack = Barbarians | Attack | DefenderDraw | LoseCity | Emergency | TearDown | EndAttack
_Seven = Seven | Discard | MoveFigure | Rob
_Income = Clearing | PayOut | Progress | DrawByDice | KeepOne | Overflow | Production | TakeFree | TakeResources
_Actions = BeginActions | Turn | BuildBetween | Completed | Pay | PlaceMetropolis | Retreat | TakeFromBank | Offer
_Cards = CardQuestion | PlayedCard | Give | LookAndTake | PickCard | LoseKnight | Enlist | Together
AnyStep = _Opening | _Roll | _Attack | _Seven | _Income | _Actions | _Cards


def phase(game: Position) -> str:
    """Return the phase of the game for pictures and texts.

    It is "opening", "before_roll", "events" (steps A to E), "actions", "building" (between turns) or "over".
    """
    if game.state.over:
        return "over"
    kinds = {type(step) for step in game.state.stack}
    if not game.state.turn or kinds & {OpeningBuilding, OpeningRoad, OpeningIncome}:
        return "opening"
    if game.between_turns:
        return "building"
    if BeforeRoll in kinds or not game.state.now.event:
        return "before_roll"
    # Steps A to E lie on the stack above the action phase; an action in progress lies on a phase already begun.
    return "actions" if game.state.now.begun else "events"


def owed(game: Position) -> Mapping[int, int]:
    """Return how many cards each seat must discard, for the seats that have not finished choosing."""
    for step in game.state.stack:
        if isinstance(step, Discard):
            return {seat: step.due[seat] for seat in game.clockwise() if step.left(seat)}
    return {}
