"""The 108 progress cards, read once from ``data/cards.json``; their effects are in ``effects``."""

from __future__ import annotations

from collections import Counter

import msgspec

from engines import datafile
from engines.mmn.board import KIND, TRACKS
from engines.mmn.files import Amounts


class Card(msgspec.Struct, frozen=True):
    """A progress card: its deck (a track), its copies and its timing ("action", "before_roll" or "on_draw").

    A persistent card lies on the table as long as it has an effect, and then goes under its deck.
    """

    id: str
    deck: str
    count: int
    timing: str
    vp: int
    persistent: bool = False
    number: int = 0
    """The number in its text: cards to look at, take or pay, at most or for each hex or opponent; 0: none."""
    price: Amounts = {}
    """The cards that must be paid when it is played."""


class _Provenance(msgspec.Struct):
    status: str


class _Deck(msgspec.Struct):
    id: str
    size: int
    provenance: _Provenance


class _File(msgspec.Struct):
    decks: list[_Deck]
    cards: list[Card]


def _faults(file: _File) -> list[str]:
    faults = []
    if {deck.id for deck in file.decks} != set(TRACKS):
        faults.append(f"the decks are {[deck.id for deck in file.decks]}")
    times = Counter(card.id for card in file.cards)
    faults += [f"card {card} appears {number} times" for card, number in times.items() if number > 1]
    for card in file.cards:
        if card.deck not in TRACKS or card.count < 1:
            faults.append(f"{card.id}: {card.count} in deck {card.deck}")
        if card.timing not in ("action", "before_roll", "on_draw") or (card.timing == "on_draw") != (card.vp > 0):
            faults.append(f"{card.id} is played {card.timing} for {card.vp} points")
        if card.number < 0 or not set(card.price) <= set(KIND):
            faults.append(f"{card.id} has number {card.number} and costs {card.price}")
    return faults


def _load() -> _File:
    file = datafile.checked("engines.mmn", "cards.json", _File, _faults)
    for deck in file.decks:
        cards = sum(card.count for card in file.cards if card.deck == deck.id)
        if cards != deck.size:
            datafile.note("engines.mmn", "cards.json", f"deck {deck.id} has {cards} cards instead of {deck.size}")
    return file


_FILE = _load()

CARDS: dict[str, Card] = {card.id: card for card in _FILE.cards}
RECONSTRUCTED = tuple(deck.id for deck in _FILE.decks if deck.provenance.status == "RECONSTRUCTED")
"""The decks that the option ``reconstructed_cards=off`` leaves out."""


def deck(track: str) -> list[str]:
    """Return all cards of a deck, unshuffled."""
    return [card.id for card in CARDS.values() if card.deck == track for _ in range(card.count)]
