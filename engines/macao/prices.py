"""What a stock of cubes pays for (rules 5.1 and 5.2): tables of sets, in which every card and quarter is a bit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engines.macao import board
from engines.macao.cards import CARDS

COST: dict[str, dict[str, int]] = {
    **{card.id: card.cost for card in CARDS.values()},
    **{quarter.id: quarter.cost for quarter in board.QUARTERS.values()},
}
"""The printed cubes of every card and quarter."""
TARGET = {card.id: f"activate_{card.type}" for card in CARDS.values()} | dict.fromkeys(board.QUARTERS, "take_quarter")
"""What paying for each is called in the data of reductions."""
BIT: dict[str, int] = {what: 1 << place for place, what in enumerate(COST)}


def bits(things: Iterable[str]) -> int:
    """A set of cards and quarters, none of them named twice."""
    return sum(map(BIT.__getitem__, things))


EVERYTHING = bits(COST)
QUARTERS = bits(board.QUARTERS)
MOST = max(number for cost in COST.values() for number in cost.values())
_BEYOND: dict[str, tuple[int, ...]] = {
    colour: tuple(bits(what for what in COST if COST[what].get(colour, 0) > number) for number in range(MOST))
    for colour in board.COLOURS
}
_SIZES = {what: sum(cost.values()) for what, cost in COST.items()}
_DEARER_THAN = tuple(bits(what for what in COST if _SIZES[what] > size) for size in range(max(_SIZES.values()) + 1))


def beyond(colour: str, number: int) -> int:
    """What costs more than so many cubes of a colour."""
    return _BEYOND[colour][number] if number < MOST else 0


@lru_cache(maxsize=1 << 14)
def quarters(payable: int) -> tuple[tuple[str], ...]:
    """The words for every quarter of a set, in the order of the data."""
    return tuple((quarter,) for quarter in board.QUARTERS if payable & BIT[quarter])


def payable(stock: Mapping[str, int]) -> int:
    """What a stock pays for."""
    return _payable(tuple(stock.items()))


@lru_cache(maxsize=1 << 14)
def _payable(stock: tuple[tuple[str, int], ...]) -> int:
    missing = 0
    held = dict(stock)
    for colour in board.COLOURS:
        missing |= beyond(colour, held.get(colour, 0))
    return EVERYTHING & ~missing


def payable_for_less(stock: Mapping[str, int]) -> int:
    """What it pays for when one cube is waived; small costs stay as they are (``cost_reduction_floor``)."""
    found = 0
    for colour in board.COLOURS:
        found |= payable({**stock, colour: stock.get(colour, 0) + 1})
    return payable(stock) | found & _DEARER_THAN[board.RULINGS.cost_reduction_floor]
