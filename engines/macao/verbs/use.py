"""Activated cards that are used in the own turn (rules 5.6): when each kind can be used, and what a use does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from engines.contract import Message
from engines.macao import metrics
from engines.macao.cards import CARDS
from engines.macao.cards import effects as kinds
from engines.macao.cards.effects import Amount
from engines.macao.position import Position
from engines.macao.verbs.cubes import ReturnColours, pay_then_receive, receive, trigger
from engines.steps import Verb, Words

E = TypeVar("E")


class Usage(Generic[E]):
    """What one kind of effect does when its card is used."""

    def unmet(self, effect: E, game: Position, seat: int, card: str) -> Message | None:
        """Why the card is of no use now."""
        return None

    def choices(self, effect: E, game: Position, seat: int, card: str) -> Iterable[Words]:
        """The words after ``use CARD``, of a card that is of use."""
        return ((),)

    def use(self, effect: E, game: Position, seat: int, card: str, words: Words) -> None:
        raise NotImplementedError


def _conditions(requires: Iterable[kinds.Condition], game: Position, seat: int) -> Message | None:
    """The first condition that does not hold."""
    for condition in requires:
        if not metrics.holds(condition, game, seat):
            return Message(f"macao.refuse.needs_{condition.metric}", {"n": condition.min or condition.max or 1})
    return None


def _payable(pay: Amount, game: Position, seat: int) -> Message | None:
    return None if game.can_pay(seat, pay) else Message("macao.refuse.cannot_pay")


class _Income(Usage[kinds.Income]):
    def unmet(self, effect: kinds.Income, game: Position, seat: int, card: str) -> Message | None:
        return _conditions(effect.requires, game, seat)

    def use(self, effect: kinds.Income, game: Position, seat: int, card: str, words: Words) -> None:
        receive(game, seat, effect.gain, card)


class _IncomeScaled(Usage[kinds.IncomeScaled]):
    def times(self, effect: kinds.IncomeScaled, game: Position, seat: int) -> int:
        metric = effect.metric
        return metrics.measure(game, seat, metric.metric, metric.office_kind) // metric.divide_by

    def unmet(self, effect: kinds.IncomeScaled, game: Position, seat: int, card: str) -> Message | None:
        return None if self.times(effect, game, seat) else Message("macao.refuse.brings_nothing")

    def use(self, effect: kinds.IncomeScaled, game: Position, seat: int, card: str, words: Words) -> None:
        times = self.times(effect, game, seat)
        receive(game, seat, Amount(gold=effect.gain.gold * times, prestige=effect.gain.prestige * times), card)


class _IncomePartner(Usage[kinds.IncomePartner]):
    def use(self, effect: kinds.IncomePartner, game: Position, seat: int, card: str, words: Words) -> None:
        receive(
            game,
            seat,
            effect.gain_with_partner if effect.partner in game.state.players[seat].activated else effect.gain,
            card,
        )


class _Exchange(Usage[kinds.Exchange]):
    def unmet(self, effect: kinds.Exchange, game: Position, seat: int, card: str) -> Message | None:
        return _payable(effect.pay, game, seat)

    def use(self, effect: kinds.Exchange, game: Position, seat: int, card: str, words: Words) -> None:
        if effect.counts_as_office_use:
            count_office_use(game, seat, card)
        pay_then_receive(game, seat, effect.pay, effect.gain, card)


def count_office_use(game: Position, seat: int, card: str) -> None:
    """The first use of a kind of office in a round is an event for other cards."""
    kind = CARDS[card].office_kind
    assert kind is not None
    uses = game.state.players[seat].this_round.office_uses
    uses[kind] = uses.get(kind, 0) + 1
    if uses[kind] == 1:
        trigger(game, seat, "office_kind_first_used_this_round")


class _ExchangeMulti(Usage[kinds.ExchangeMulti]):
    def most(self, effect: kinds.ExchangeMulti, game: Position, seat: int) -> int:
        player, pay = game.state.players[seat], effect.pay
        due = ((player.gold, pay.gold), (sum(player.stock.values()), pay.cubes_any))
        return min(have // price for have, price in due if price)

    def unmet(self, effect: kinds.ExchangeMulti, game: Position, seat: int, card: str) -> Message | None:
        return None if self.most(effect, game, seat) else Message("macao.refuse.cannot_pay")

    def choices(self, effect: kinds.ExchangeMulti, game: Position, seat: int, card: str) -> Iterable[Words]:
        return ((str(times),) for times in range(1, self.most(effect, game, seat) + 1))

    def use(self, effect: kinds.ExchangeMulti, game: Position, seat: int, card: str, words: Words) -> None:
        times, pay, gain = int(words[0]), effect.pay, effect.gain
        pay = Amount(gold=pay.gold * times, cubes_any=pay.cubes_any * times)
        pay_then_receive(game, seat, pay, Amount(gold=gain.gold * times, cubes_any=gain.cubes_any * times), card)


class _ExchangeDistinctColours(Usage[kinds.ExchangeDistinctColours]):
    def unmet(self, effect: kinds.ExchangeDistinctColours, game: Position, seat: int, card: str) -> Message | None:
        return None if game.state.players[seat].stock else Message("macao.refuse.cannot_pay")

    def use(self, effect: kinds.ExchangeDistinctColours, game: Position, seat: int, card: str, words: Words) -> None:
        most = effect.pay.cubes_distinct_colours.max
        game.push(ReturnColours(seat=seat, card=card, most=most, gain=effect.gain_per_cube))


class _ShipMoves(Usage[kinds.ShipMoves]):
    def unmet(self, effect: kinds.ShipMoves, game: Position, seat: int, card: str) -> Message | None:
        return _payable(effect.pay, game, seat)

    def use(self, effect: kinds.ShipMoves, game: Position, seat: int, card: str, words: Words) -> None:
        game.spend(seat, effect.pay)
        game.state.players[seat].free_steps += effect.up_to


class _WallSteps(Usage[kinds.WallSteps]):
    def unmet(self, effect: kinds.WallSteps, game: Position, seat: int, card: str) -> Message | None:
        if not game.state.wall.spaces_ahead(seat):
            return Message("macao.refuse.no_wall_step")
        return _conditions(effect.requires, game, seat)

    def use(self, effect: kinds.WallSteps, game: Position, seat: int, card: str, words: Words) -> None:
        game.advance_on_wall(seat, effect.steps)


class _DiscardForGain(Usage[kinds.DiscardForGain]):
    def others(self, effect: kinds.DiscardForGain, game: Position, seat: int, card: str) -> list[str]:
        activated = game.state.players[seat].activated
        return [other for other in activated if other != card and CARDS[other].type == effect.discard.type]

    def unmet(self, effect: kinds.DiscardForGain, game: Position, seat: int, card: str) -> Message | None:
        return None if self.others(effect, game, seat, card) else Message("macao.refuse.nobody_to_discard")

    def choices(self, effect: kinds.DiscardForGain, game: Position, seat: int, card: str) -> Iterable[Words]:
        return ((other,) for other in self.others(effect, game, seat, card))

    def use(self, effect: kinds.DiscardForGain, game: Position, seat: int, card: str, words: Words) -> None:
        (other,) = words
        game.state.players[seat].activated.remove(other)
        game.state.discard.append(other)
        game.emit("buried", seat, card=other)
        receive(game, seat, effect.gain, card)


USAGES: dict[type, Usage[Any]] = {
    kinds.Income: _Income(),
    kinds.IncomeScaled: _IncomeScaled(),
    kinds.IncomePartner: _IncomePartner(),
    kinds.Exchange: _Exchange(),
    kinds.ExchangeMulti: _ExchangeMulti(),
    kinds.ExchangeDistinctColours: _ExchangeDistinctColours(),
    kinds.ShipMoves: _ShipMoves(),
    kinds.WallSteps: _WallSteps(),
    kinds.DiscardForGain: _DiscardForGain(),
}
"""By the kind of effect; cards of other kinds are not used in the turn."""


@lru_cache(maxsize=1 << 14)
def usable(activated: tuple[str, ...]) -> tuple[str, ...]:
    """Those of these cards that are used in the turn."""
    return tuple(card for card in activated if type(CARDS[card].effect) in USAGES)


ASKED_ABOUT = (
    *(kinds.CostReduction, kinds.AlternativeCost, kinds.JokerDouble, kinds.DiceShiftField, kinds.MaySkipCardChoice),
)
"""Kinds whose owner decides elsewhere: when paying, spending a joker, choosing dice or taking a card."""


class Use(Verb[Position, Any]):
    """Rules 5.6: once per round per card; with the Schreiber one office of each kind twice."""

    word = "use"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        for card in usable(tuple(player.activated)):
            if card in player.this_round.used and not self.once_more(game, seat, card):
                continue
            effect = CARDS[card].effect
            usage = USAGES[type(effect)]
            if usage.unmet(effect, game, seat, card) is None:
                for words in usage.choices(effect, game, seat, card):
                    yield (card, *words)

    def once_more(self, game: Position, seat: int, card: str) -> bool:
        """Whether a card that was used in this round may be used again (Schreiber)."""
        used = game.state.players[seat].this_round.used
        kind = CARDS[card].office_kind
        if kind is None or used[card] > 1 or "office_use_per_kind" not in game.powers(seat).allowances:
            return False
        return not any(times > 1 and CARDS[other].office_kind == kind for other, times in used.items())

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        card = words[0] if words else ""
        if card not in CARDS:
            return None
        effect = CARDS[card].effect
        if card not in game.state.players[seat].activated:
            return Message("macao.refuse.not_activated", {"card": card})
        if isinstance(effect, kinds.ActivateWithoutSpending):
            return Message("macao.refuse.craftsman")
        usage = USAGES.get(type(effect))
        if usage is None:
            asked = isinstance(effect, ASKED_ABOUT) or (isinstance(effect, kinds.Trigger) and effect.wall_steps)
            return Message("macao.refuse.asked_about" if asked else "macao.refuse.by_itself", {"card": card})
        if card in game.state.players[seat].this_round.used and not self.once_more(game, seat, card):
            return Message("macao.refuse.used", {"card": card})
        unmet = usage.unmet(effect, game, seat, card)
        if unmet is None and isinstance(effect, kinds.DiscardForGain):
            return Message("macao.refuse.whom_to_discard")
        return unmet

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("macao.hint.use", {"effect": f"{words[0]}.short"})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        card, *rest = words
        effect = CARDS[card].effect
        game.count_use(seat, card)
        game.emit("used", seat, card=card)
        USAGES[type(effect)].use(effect, game, seat, card, tuple(rest))
