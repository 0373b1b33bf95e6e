"""The 120 cards, read once from ``data/cards.json``; what each kind of effect does stands in ``effects``."""

from __future__ import annotations

from collections import Counter

import msgspec

from engines import datafile
from engines.macao.board import COLOURS
from engines.macao.cards.effects import AnyEffect


class Tribute(msgspec.Struct, frozen=True):
    """What a card adds to the round's tribute value."""

    gold: int
    prestige: int


class Card(msgspec.Struct, frozen=True):
    """A card: type "office", "building" or "person", its cost in cubes, its effect and when it acts."""

    id: str
    name_de: str
    name_en: str
    type: str
    cost: dict[str, int]
    tribute: Tribute
    timing: str
    limit: str
    end_scoring: bool
    effect: AnyEffect
    office_kind: str | None = None

    @property
    def size(self) -> int:
        """Cubes of the printed cost."""
        return sum(self.cost.values())


class _Kind(msgspec.Struct):
    id: str
    colour: str


class _Share(msgspec.Struct):
    gold: int
    prestige: int
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
    found = []
    counts = Counter(card.id for card in file.cards)
    found += [f"card {card} appears {times} times" for card, times in counts.items() if times > 1]
    kinds = {kind.id for kind in file.office_kinds}
    for card in file.cards:
        if not set(card.cost) <= set(COLOURS) or min(card.cost.values(), default=0) < 1 or not 1 <= card.size <= 4:
            found.append(f"{card.id} costs {card.cost}")
        if card.type not in ("office", "building", "person") or (card.type == "office") != (card.office_kind in kinds):
            found.append(f"{card.id} is a {card.type} of kind {card.office_kind}")
    if {card.id for card in file.cards if card.end_scoring} != set(file.end_scoring_cards):
        found.append("the list of end-scoring cards and the cards disagree")
    return found


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
