"""Effects of cards by family, as the data file names them. A card is data; adding one touches its entry.

What those do that are used in the own turn stands in ``macao.verbs.use``; the others are looked up where they matter (a
price, an allowance, an event, the final scoring).
"""

from __future__ import annotations

import sys

import msgspec


class Amount(msgspec.Struct, frozen=True):
    """What is gained or paid: gold, prestige, cubes of given colours, cubes of any colours."""

    gold: int = 0
    prestige: int = 0
    cubes: dict[str, int] = {}
    cubes_any: int = 0


class Condition(msgspec.Struct, frozen=True):
    """A metric that must be at least ``min`` and at most ``max``; what holds or does not is 1 or 0."""

    metric: str
    office_kind: str | None = None
    min: int = 0
    max: int = sys.maxsize


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What a card does."""


class Income(Effect, frozen=True, kw_only=True, tag="income"):
    """Gain, if every condition holds."""

    gain: Amount
    requires: tuple[Condition, ...] = ()


class IncomeScaled(Effect, frozen=True, kw_only=True, tag="income_scaled"):
    """Gain once per so many units of a metric."""

    metric: str
    office_kind: str | None = None
    divide_by: int = 1
    gain: Amount


class IncomePartner(Effect, frozen=True, kw_only=True, tag="income_partner"):
    """Gain, and more if the partner is activated too."""

    partner: str
    gain: Amount
    gain_with_partner: Amount


class Exchange(Effect, frozen=True, kw_only=True, tag="exchange"):
    """Pay, then gain. The offices are this: a cube of their colour for gold."""

    pay: Amount
    gain: Amount


class ExchangeMulti(Effect, frozen=True, kw_only=True, tag="exchange_multi"):
    """Pay k times, gain k times, in a single use."""

    pay: Amount
    gain: Amount


class ExchangeDistinctColours(Effect, frozen=True, kw_only=True, tag="exchange_distinct_colours"):
    """Return cubes of pairwise different colours, ``most`` of them, gain for each."""

    most: int
    gain_per_cube: Amount


class ShipMoves(Effect, frozen=True, kw_only=True, tag="ship_moves"):
    """Unpaid ship steps for the rest of this turn (ruling 3)."""

    up_to: int
    pay: Amount = Amount()


class WallSteps(Effect, frozen=True, kw_only=True, tag="wall_steps"):
    """Free steps on the wall beside the paid advance."""

    steps: int
    requires: tuple[Condition, ...] = ()


class DiscardForGain(Effect, frozen=True, kw_only=True, tag="discard_for_gain"):
    """Put another own activated card of a type on the discard pile, gain."""

    discard: str
    gain: Amount


class Trigger(Effect, frozen=True, kw_only=True, tag="trigger"):
    """Acts on an event while the card is active (rules 5.6, ruling 23)."""

    event: str
    gain: Amount = Amount()
    ware: str | None = None
    double_space_value: bool = False
    wall_steps: int = 0
    retroactive_on_activation: bool = False


class CostReduction(Effect, frozen=True, kw_only=True, tag="cost_reduction"):
    """A target costs fewer cubes; the payer chooses which is waived."""

    target: str


class AlternativeCost(Effect, frozen=True, kw_only=True, tag="alternative_cost"):
    """A target may be paid in gold instead of all its cubes."""

    target: str
    gold: int


class ActivateWithoutSpending(Effect, frozen=True, kw_only=True, tag="activate_without_spending"):
    """Handwerker: once per round a card's full cost is shown, not returned; that is a way to pay."""


class ExtraAllowance(Effect, frozen=True, kw_only=True, tag="extra_allowance"):
    """Raises a limit of the turn: quarters, tribute purchases, uses of one office per kind."""

    target: str
    amount: int


class WallStackTop(Effect, frozen=True, kw_only=True, tag="wall_stack_top"):
    """Turm: the owner's disc lies on top of any stack."""


class JokerDouble(Effect, frozen=True, kw_only=True, tag="joker_double"):
    """Gaukler: a joker tile gives two benefits."""


class DiceBonusCubes(Effect, frozen=True, kw_only=True, tag="dice_bonus_cubes"):
    """Forscher: more cubes per chosen die."""

    per_die: int


class DiceShiftField(Effect, frozen=True, kw_only=True, tag="dice_shift_field"):
    """Meister: the cubes of one chosen die go to a neighbouring field."""

    min_field: int
    max_field: int


class DiceValueIncome(Effect, frozen=True, kw_only=True, tag="dice_value_income"):
    """Professor: gain for each chosen die of a value."""

    die_value: int
    gain: Amount


class MaySkipCardChoice(Effect, frozen=True, kw_only=True, tag="may_skip_card_choice"):
    """Müßiggänger: no card need be taken."""


class PenaltyShield(Effect, frozen=True, kw_only=True, tag="penalty_shield"):
    """Abt: no penalties at the end for cards still on the tableau."""


class FinalScore(Effect, frozen=True, kw_only=True, tag="final_score"):
    """Points at the end: fixed, by metric, or by how many of a set are activated."""

    points: int = 0
    metric: str | None = None
    points_each: int = 0
    threshold: int = 1
    set: tuple[str, ...] = ()
    points_by_count: dict[str, int] = {}


Bringing = Income | IncomeScaled | IncomePartner | Exchange | ExchangeMulti | ExchangeDistinctColours
Used = Bringing | ShipMoves | WallSteps | DiscardForGain
"""What is used in the own turn."""
AskedAbout = CostReduction | AlternativeCost | JokerDouble | DiceShiftField | MaySkipCardChoice
"""What its owner decides about elsewhere: when paying, spending a joker, choosing dice or taking a card."""
Standing = ActivateWithoutSpending | DiceBonusCubes | DiceValueIncome | ExtraAllowance | WallStackTop | PenaltyShield
AnyEffect = Used | AskedAbout | Standing | Trigger | FinalScore
