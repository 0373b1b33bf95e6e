"""Effects of cards by family: when they can be used, what a use does. A card is data; adding one touches its entry.

Only the kinds that are used explicitly in the own turn have a ``use``; the others are looked up where they matter
(a price, an allowance, an event, the final scoring).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import msgspec

from engines.contract import Message
from engines.macao.cards.metrics import measure

if TYPE_CHECKING:
    from engines.macao.game import Macao


class Amount(msgspec.Struct, frozen=True):
    """What is gained or paid: gold, prestige, cubes of given colours, cubes of any colours."""

    gold: int = 0
    prestige: int = 0
    cubes: dict[str, int] = {}
    cubes_any: int = 0


class Condition(msgspec.Struct, frozen=True):
    """A metric that must be at least ``min`` or at most ``max``; with neither it must hold."""

    metric: str
    office_kind: str | None = None
    min: int | None = None
    max: int | None = None

    def holds(self, game: Macao, seat: int) -> bool:
        value = measure(game, seat, self.metric, self.office_kind)
        if self.max is not None:
            return value <= self.max
        return value >= (1 if self.min is None else self.min)


class Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """What all effects share: by themselves they are never used."""

    usable: ClassVar[bool] = True

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        """The words after ``use CARD`` of every use that is possible now."""
        return iter(())

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        raise LookupError(f"{card} is not used by itself")

    def unmet(self, game: Macao, seat: int) -> Message | None:
        """Why the card is of no use now, if its condition is the reason."""
        return None


class Income(Effect, frozen=True, kw_only=True, tag="income"):
    """Gain, if every condition holds."""

    gain: Amount
    requires: tuple[Condition, ...] = ()

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        if all(condition.holds(game, seat) for condition in self.requires):
            yield ()

    def unmet(self, game: Macao, seat: int) -> Message | None:
        for condition in self.requires:
            if not condition.holds(game, seat):
                return Message(f"macao.refuse.needs_{condition.metric}", {"n": condition.min or condition.max or 1})
        return None

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        game.receive(seat, self.gain, card)


class ScaledMetric(msgspec.Struct, frozen=True):
    metric: str
    office_kind: str | None = None
    divide_by: int = 1


class IncomeScaled(Effect, frozen=True, kw_only=True, tag="income_scaled"):
    """Gain once per unit of a metric."""

    metric: ScaledMetric
    gain: Amount

    def times(self, game: Macao, seat: int) -> int:
        return measure(game, seat, self.metric.metric, self.metric.office_kind) // self.metric.divide_by

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        if self.times(game, seat):
            yield ()

    def unmet(self, game: Macao, seat: int) -> Message | None:
        return None if self.times(game, seat) else Message("macao.refuse.brings_nothing")

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        times = self.times(game, seat)
        gain = Amount(gold=self.gain.gold * times, prestige=self.gain.prestige * times)
        game.receive(seat, gain, card)


class IncomePartner(Effect, frozen=True, kw_only=True, tag="income_partner"):
    """Gain, and more if the partner is activated too."""

    partner: str
    gain: Amount
    gain_with_partner: Amount

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        yield ()

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        game.receive(seat, self.gain_with_partner if game.has(seat, self.partner) else self.gain, card)


class Exchange(Effect, frozen=True, kw_only=True, tag="exchange"):
    """Pay, then gain. The offices are this: a cube of their colour for gold."""

    pay: Amount
    gain: Amount
    counts_as_office_use: bool = False

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        if game.can_pay(seat, self.pay):
            yield ()

    def unmet(self, game: Macao, seat: int) -> Message | None:
        return None if game.can_pay(seat, self.pay) else Message("macao.refuse.cannot_pay")

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        if self.counts_as_office_use:
            game.count_office_use(seat, card)
        game.pay_then_receive(seat, self.pay, self.gain, card)


class ExchangeMulti(Effect, frozen=True, kw_only=True, tag="exchange_multi"):
    """Pay k times, gain k times, in a single use."""

    pay: Amount
    gain: Amount

    def most(self, game: Macao, seat: int) -> int:
        player = game.state.players[seat]
        due = ((player.gold, self.pay.gold), (sum(player.stock.values()), self.pay.cubes_any))
        return min(have // price for have, price in due if price)

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        return ((str(times),) for times in range(1, self.most(game, seat) + 1))

    def unmet(self, game: Macao, seat: int) -> Message | None:
        return None if self.most(game, seat) else Message("macao.refuse.cannot_pay")

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        times = int(words[0])
        pay = Amount(gold=self.pay.gold * times, cubes_any=self.pay.cubes_any * times)
        gain = Amount(gold=self.gain.gold * times, cubes_any=self.gain.cubes_any * times)
        game.pay_then_receive(seat, pay, gain, card)


class DistinctColours(msgspec.Struct, frozen=True):
    min: int
    max: int


class DistinctPayment(msgspec.Struct, frozen=True):
    cubes_distinct_colours: DistinctColours


class ExchangeDistinctColours(Effect, frozen=True, kw_only=True, tag="exchange_distinct_colours"):
    """Return cubes of pairwise different colours, gain for each."""

    pay: DistinctPayment
    gain_per_cube: Amount

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        if game.state.players[seat].stock:
            yield ()

    def unmet(self, game: Macao, seat: int) -> Message | None:
        return None if game.state.players[seat].stock else Message("macao.refuse.cannot_pay")

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        game.return_distinct(seat, card)


class ShipMoves(Effect, frozen=True, kw_only=True, tag="ship_moves"):
    """Unpaid ship steps for the rest of this turn (ruling 3)."""

    up_to: int
    pay: Amount = Amount()

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        if game.can_pay(seat, self.pay):
            yield ()

    def unmet(self, game: Macao, seat: int) -> Message | None:
        return None if game.can_pay(seat, self.pay) else Message("macao.refuse.cannot_pay")

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        game.spend(seat, self.pay)
        game.state.players[seat].free_steps += self.up_to


class WallSteps(Effect, frozen=True, kw_only=True, tag="wall_steps"):
    """Free steps on the wall beside the paid advance."""

    steps: int
    requires: tuple[Condition, ...] = ()

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        if game.state.wall.spaces_ahead(seat) and all(condition.holds(game, seat) for condition in self.requires):
            yield ()

    def unmet(self, game: Macao, seat: int) -> Message | None:
        return None if any(self.uses(game, seat, "")) else Message("macao.refuse.no_wall_step")

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        game.advance_on_wall(seat, self.steps)


class Discard(msgspec.Struct, frozen=True):
    type: str


class DiscardForGain(Effect, frozen=True, kw_only=True, tag="discard_for_gain"):
    """Put another own activated card of a type on the discard pile, gain."""

    discard: Discard
    gain: Amount

    def uses(self, game: Macao, seat: int, card: str) -> Iterator[tuple[str, ...]]:
        for other in game.state.players[seat].activated:
            if other != card and game.card(other).type == self.discard.type:
                yield (other,)

    def unmet(self, game: Macao, seat: int) -> Message | None:
        return Message("macao.refuse.nobody_to_discard")

    def use(self, game: Macao, seat: int, card: str, words: tuple[str, ...]) -> None:
        game.state.players[seat].activated.remove(words[0])
        game.state.discard.append(words[0])
        game.emit("buried", seat, card=words[0])
        game.receive(seat, self.gain, card)


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
    amount: int


class AlternativeCost(Effect, frozen=True, kw_only=True, tag="alternative_cost"):
    """A target may be paid in gold instead of all its cubes."""

    target: str
    gold: int


class ActivateWithoutSpending(Effect, frozen=True, kw_only=True, tag="activate_without_spending"):
    """Handwerker: once per round a card's full cost is shown, not returned; that is a way to pay."""

    usable = False


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

    def worth(self, game: Macao, seat: int) -> int:
        """The points this card would bring now."""
        if self.metric is None:
            return self.points
        value = measure(game, seat, self.metric, None, self.threshold, self.set)
        return self.points_by_count.get(str(value), 0) if self.points_by_count else value * self.points_each


AnyEffect = (
    Income
    | IncomeScaled
    | IncomePartner
    | Exchange
    | ExchangeMulti
    | ExchangeDistinctColours
    | ShipMoves
    | WallSteps
    | DiscardForGain
    | Trigger
    | CostReduction
    | AlternativeCost
    | ActivateWithoutSpending
    | ExtraAllowance
    | WallStackTop
    | JokerDouble
    | DiceBonusCubes
    | DiceShiftField
    | DiceValueIncome
    | MaySkipCardChoice
    | PenaltyShield
    | FinalScore
)
