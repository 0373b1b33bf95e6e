"""What activated cards let their owner do, gathered once for each tableau of activated cards (rules 5 and 5.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

from engines.macao.cards import CARDS
from engines.macao.cards.effects import AlternativeCost, AnyEffect, CostReduction, Effect, ExtraAllowance, Trigger

E = TypeVar("E", bound=Effect)


class Powers(NamedTuple):
    """The effects of activated cards, by what they matter for."""

    by_kind: Mapping[type[Effect], str]
    """The first card with an effect of a kind."""
    allowances: Mapping[str, int]
    """By how much limits are raised."""
    reduced: frozenset[str]
    """For what one cube less is paid."""
    gold: Mapping[str, int]
    """What gold replaces all cubes, and how much."""
    triggers: Mapping[str, tuple[tuple[str, Trigger], ...]]
    """Cards that act on an event: those first that ask nothing."""

    def card(self, kind: type[Effect]) -> str | None:
        """The activated card with an effect of this kind."""
        return self.by_kind.get(kind)

    def effect(self, kind: type[E]) -> E | None:
        """Its effect."""
        card = self.by_kind.get(kind)
        effect: AnyEffect | None = None if card is None else CARDS[card].effect
        return effect if isinstance(effect, kind) else None

    def price_in_gold(self, target: str) -> int | None:
        """Gold that replaces all cubes; None: no card allows it."""
        every_card = self.gold.get("activate_card") if target.startswith("activate") else None
        return self.gold.get(target, every_card)


@lru_cache(maxsize=1 << 14)
def powers(activated: tuple[str, ...]) -> Powers:
    """What these cards let their owner do."""
    by_kind: dict[type[Effect], str] = {}
    allowances: dict[str, int] = {}
    gold: dict[str, int] = {}
    triggers: dict[str, list[tuple[str, Trigger]]] = {}
    reduced = set()
    for card in activated:
        effect = CARDS[card].effect
        by_kind.setdefault(type(effect), card)
        match effect:
            case ExtraAllowance(target=target, amount=amount):
                allowances[target] = allowances.get(target, 0) + amount
            case CostReduction(target=target):
                reduced.add(target)
            case AlternativeCost(target=target, gold=price):
                gold[target] = price
            case Trigger(event=event):
                triggers.setdefault(event, []).append((card, effect))
    in_order = {
        event: tuple(sorted(acting, key=lambda pair: bool(pair[1].gain.cubes_any)))
        for event, acting in triggers.items()
    }
    return Powers(by_kind, allowances, frozenset(reduced), gold, in_order)
