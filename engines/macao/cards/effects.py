"""Kinds of card effects, with the parameters that the data file gives them; a card itself is only data.

``macao.verbs.use`` carries out the effects that are used in a player's turn. The rules that they change look up the
others: prices, limits, events and the final scoring.
"""

from __future__ import annotations

import sys

import msgspec


class Amount(msgspec.Struct, frozen=True):
    """A gain or a price in gold, prestige and cubes."""

    gold: int = 0
    prestige: int = 0
    cubes: dict[str, int] = {}
    """The number of cubes of each colour that the card names."""
    cubes_any: int = 0
    """The number of cubes whose colours the player chooses."""


class Condition(msgspec.Struct, frozen=True):
    """A metric that must be at least ``min`` and at most ``max``; metrics that are true or false are 1 or 0."""

    metric: str
    office_kind: str | None = None
    min: int = 0
    max: int = sys.maxsize


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """The effect of a card."""


class Income(Effect, frozen=True, kw_only=True, tag="income"):
    """A gain, if every condition holds."""

    gain: Amount
    requires: tuple[Condition, ...] = ()


class IncomeScaled(Effect, frozen=True, kw_only=True, tag="income_scaled"):
    """A gain for each ``divide_by`` units of a metric."""

    metric: str
    office_kind: str | None = None
    divide_by: int = 1
    gain: Amount


class IncomePartner(Effect, frozen=True, kw_only=True, tag="income_partner"):
    """A gain that is larger if the partner card is activated, too."""

    partner: str
    gain: Amount
    gain_with_partner: Amount


class Exchange(Effect, frozen=True, kw_only=True, tag="exchange"):
    """A payment, then a gain. Offices have this effect: a cube of their colour for gold."""

    pay: Amount
    gain: Amount


class ExchangeMulti(Effect, frozen=True, kw_only=True, tag="exchange_multi"):
    """A payment and a gain, both multiplied by a number that the player chooses for each use."""

    pay: Amount
    gain: Amount


class ExchangeDistinctColours(Effect, frozen=True, kw_only=True, tag="exchange_distinct_colours"):
    """The return of up to ``most`` cubes of different colours, with a gain for each."""

    most: int
    gain_per_cube: Amount


class ShipMoves(Effect, frozen=True, kw_only=True, tag="ship_moves"):
    """Unpaid ship steps for the rest of this turn (ruling 3)."""

    up_to: int
    pay: Amount = Amount()


class WallSteps(Effect, frozen=True, kw_only=True, tag="wall_steps"):
    """Free steps on the wall in addition to the paid advance."""

    steps: int
    requires: tuple[Condition, ...] = ()


class DiscardForGain(Effect, frozen=True, kw_only=True, tag="discard_for_gain"):
    """A gain for discarding another activated card of a type."""

    discard: str
    gain: Amount


class Trigger(Effect, frozen=True, kw_only=True, tag="trigger"):
    """An effect on each occurrence of an event while the card is active (rules 5.6, ruling 23)."""

    event: str
    gain: Amount = Amount()
    ware: str | None = None
    double_space_value: bool = False
    wall_steps: int = 0
    retroactive_on_activation: bool = False


class CostReduction(Effect, frozen=True, kw_only=True, tag="cost_reduction"):
    """A reduction of a target's cost by one cube, which the payer chooses."""

    target: str


class AlternativeCost(Effect, frozen=True, kw_only=True, tag="alternative_cost"):
    """A price in gold that may be paid for a target instead of all its cubes."""

    target: str
    gold: int


class ActivateWithoutSpending(Effect, frozen=True, kw_only=True, tag="activate_without_spending"):
    """A way to pay for a card once a round: its full cost is only shown, not returned (Handwerker)."""


class ExtraAllowance(Effect, frozen=True, kw_only=True, tag="extra_allowance"):
    """A higher limit of a turn: quarters, tribute purchases, uses of one office of each kind."""

    target: str
    amount: int


class WallStackTop(Effect, frozen=True, kw_only=True, tag="wall_stack_top"):
    """The right to lie on top of any stack on the wall (Turm)."""


class JokerDouble(Effect, frozen=True, kw_only=True, tag="joker_double"):
    """Two gains for a joker tile (Gaukler)."""


class DiceBonusCubes(Effect, frozen=True, kw_only=True, tag="dice_bonus_cubes"):
    """More cubes for each chosen die (Forscher)."""

    per_die: int


class DiceShiftField(Effect, frozen=True, kw_only=True, tag="dice_shift_field"):
    """The option to put the cubes of one chosen die on a neighbouring field (Meister)."""

    min_field: int
    max_field: int


class DiceValueIncome(Effect, frozen=True, kw_only=True, tag="dice_value_income"):
    """A gain for each chosen die with a certain value (Professor)."""

    die_value: int
    gain: Amount


class MaySkipCardChoice(Effect, frozen=True, kw_only=True, tag="may_skip_card_choice"):
    """The option to take no card in phase 1 (Müßiggänger)."""


class PenaltyShield(Effect, frozen=True, kw_only=True, tag="penalty_shield"):
    """Protection from the penalties for cards on the tableau at the end (Abt)."""


class FinalScore(Effect, frozen=True, kw_only=True, tag="final_score"):
    """Points at the end: a fixed number, or by a metric such as the number of activated cards of a set."""

    points: int = 0
    metric: str | None = None
    points_each: int = 0
    threshold: int = 1
    set: tuple[str, ...] = ()
    points_by_count: dict[str, int] = {}


Bringing = Income | IncomeScaled | IncomePartner | Exchange | ExchangeMulti | ExchangeDistinctColours
Used = Bringing | ShipMoves | WallSteps | DiscardForGain
"""Effects that a player uses in a turn."""
AskedAbout = CostReduction | AlternativeCost | JokerDouble | DiceShiftField | MaySkipCardChoice
"""Effects that add to another decision: paying, spending a joker, choosing dice or taking a card."""
Standing = ActivateWithoutSpending | DiceBonusCubes | DiceValueIncome | ExtraAllowance | WallStackTop | PenaltyShield
AnyEffect = Used | AskedAbout | Standing | Trigger | FinalScore
