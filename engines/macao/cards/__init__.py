"""The 120 cards, read once from ``data/cards.json``, and the combined effects of a player's activated cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec

from engines import datafile
from engines.macao.board import COLOURS
from engines.macao.cards.effects import AlternativeCost, AnyEffect, CostReduction, Effect, ExtraAllowance, Trigger, Used


class Tribute(msgspec.Struct, frozen=True):
    """The amounts that a card adds to the tribute value of a round."""

    gold: int
    prestige: int


class Card(msgspec.Struct, frozen=True):
    """A card with its cost, its tribute value and its effect."""

    id: str
    name_de: str
    name_en: str
    type: str
    """"office", "building" or "person"."""
    cost: dict[str, int]
    """The printed cubes by colour."""
    tribute: Tribute
    timing: str
    limit: str
    end_scoring: bool
    effect: AnyEffect
    office_kind: str | None = None

    @property
    def size(self) -> int:
        """The number of printed cubes."""
        return sum(self.cost.values())


class _Kind(msgspec.Struct):
    id: str
    colour: str


class _Share(Tribute, frozen=True):
    count: int


class _Expected(msgspec.Struct):
    cards: int
    tribute_distribution: list[_Share]


class _File(msgspec.Struct):
    office_kinds: list[_Kind]
    end_scoring_cards: list[str]
    expected: _Expected
    cards: list[Card]


def _faults(file: _File) -> list[str]:
    faults = []
    counts = Counter(card.id for card in file.cards)
    faults += [f"card {card} appears {times} times" for card, times in counts.items() if times > 1]
    kinds = {kind.id for kind in file.office_kinds}
    for card in file.cards:
        if not set(card.cost) <= set(COLOURS) or min(card.cost.values(), default=0) < 1 or not 1 <= card.size <= 4:
            faults.append(f"{card.id} costs {card.cost}")
        if card.type not in ("office", "building", "person") or (card.type == "office") != (card.office_kind in kinds):
            faults.append(f"{card.id} is a {card.type} of kind {card.office_kind}")
    if {card.id for card in file.cards if card.end_scoring} != set(file.end_scoring_cards):
        faults.append("the list of end-scoring cards and the cards disagree")
    return faults


def _load() -> _File:
    file = datafile.checked("engines.macao", "cards.json", _File, _faults)
    pairs = Counter((card.tribute.gold, card.tribute.prestige) for card in file.cards)
    expected = {(share.gold, share.prestige): share.count for share in file.expected.tribute_distribution}
    if pairs != expected or len(file.cards) != file.expected.cards:
        datafile.note("engines.macao", "cards.json", f"{len(file.cards)} cards, tribute values {dict(pairs)}")
    return file


_FILE = _load()

CARDS: dict[str, Card] = {card.id: card for card in _FILE.cards}
OFFICES = tuple(card.id for card in _FILE.cards if card.type == "office")
DECK = tuple(card.id for card in _FILE.cards if card.type != "office")
"""The 96 building and person cards."""
OFFICE_KINDS: dict[str, str] = {kind.id: kind.colour for kind in _FILE.office_kinds}
"""The colour of each kind of office."""


E = TypeVar("E", bound=Effect)


class Powers(NamedTuple):
    """The effects of a player's activated cards, grouped by the rules that ask for them."""

    by_kind: Mapping[type[Effect], str]
    """The first card with an effect of a kind, by kind."""
    allowances: Mapping[str, int]
    """The amounts by which limits are raised, by limit (``ExtraAllowance.target``)."""
    reduced: frozenset[str]
    """The targets that cost one cube less (``CostReduction.target``)."""
    gold: Mapping[str, int]
    """The prices in gold that may replace all cubes, by target (``AlternativeCost.target``)."""
    triggers: Mapping[str, tuple[tuple[str, Trigger], ...]]
    """The cards that act on an event, by event; first those that ask for no decision."""
    used: tuple[str, ...]
    """The cards that are used in the player's turn."""

    def card(self, kind: type[Effect]) -> str | None:
        """Return the first activated card with an effect of a kind; None: there is none."""
        return self.by_kind.get(kind)

    def effect(self, kind: type[E]) -> E | None:
        """Return the effect of the first activated card with an effect of a kind; None: there is none."""
        card = self.by_kind.get(kind)
        effect: AnyEffect | None = None if card is None else CARDS[card].effect
        return effect if isinstance(effect, kind) else None

    def price_in_gold(self, target: str) -> int | None:
        """Return the gold that may replace all cubes for a target; None: no card allows it."""
        every_card = self.gold.get("activate_card") if target.startswith("activate") else None
        return self.gold.get(target, every_card)


@lru_cache(maxsize=1 << 14)
def powers(activated: tuple[str, ...]) -> Powers:
    """Return the effects of activated cards together."""
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
    used_cards = tuple(card for card in activated if isinstance(CARDS[card].effect, Used))
    return Powers(by_kind, allowances, frozenset(reduced), gold, in_order, used_cards)
