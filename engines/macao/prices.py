"""Cards and quarters that a stock of cubes pays for (rules 5.1 and 5.2), as bit sets with a bit for each of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engines.macao import board
from engines.macao.cards import CARDS

COST: dict[str, dict[str, int]] = {
    **{card.id: card.cost for card in CARDS.values()},
    **{quarter.id: quarter.cost for quarter in board.QUARTERS.values()},
}
"""The printed cubes of each card and quarter."""
TARGET = {card.id: f"activate_{card.type}" for card in CARDS.values()} | dict.fromkeys(board.QUARTERS, "take_quarter")
"""The target by which effects of cards name the payment for each card and quarter."""
BIT: dict[str, int] = {item: 1 << place for place, item in enumerate(COST)}
"""The bit of each card and quarter."""


def bits(items: Iterable[str]) -> int:
    """Return the bit set of cards and quarters, each of which may be named only once."""
    return sum(map(BIT.__getitem__, items))


EVERYTHING = bits(COST)
QUARTERS = bits(board.QUARTERS)
MOST = max(number for cost in COST.values() for number in cost.values())
"""The largest number of cubes of one colour in a price."""
_BEYOND: dict[str, tuple[int, ...]] = {
    colour: tuple(bits(item for item in COST if COST[item].get(colour, 0) > number) for number in range(MOST))
    for colour in board.COLOURS
}
_SIZES = {item: sum(cost.values()) for item, cost in COST.items()}
_DEARER_THAN = tuple(bits(item for item in COST if _SIZES[item] > size) for size in range(max(_SIZES.values()) + 1))


def beyond(colour: str, number: int) -> int:
    """Return the set of cards and quarters that cost more than so many cubes of a colour."""
    return _BEYOND[colour][number] if number < MOST else 0


@lru_cache(maxsize=1 << 14)
def quarters(payable: int) -> tuple[tuple[str], ...]:
    """Return the completions for all quarters of a set, in the order of the data file."""
    return tuple((quarter,) for quarter in board.QUARTERS if payable & BIT[quarter])


def payable(stock: Mapping[str, int]) -> int:
    """Return the set of cards and quarters that a stock pays for."""
    return _payable(tuple(stock.items()))


@lru_cache(maxsize=1 << 14)
def _payable(stock: tuple[tuple[str, int], ...]) -> int:
    missing_count = 0
    cubes_left = dict(stock)
    for colour in board.COLOURS:
        missing_count |= beyond(colour, cubes_left.get(colour, 0))
    return EVERYTHING & ~missing_count


def payable_for_less(stock: Mapping[str, int]) -> int:
    """Return the set that a stock pays for if one cube is waived; small prices stay (``cost_reduction_floor``)."""
    with_one_more = 0
    for colour in board.COLOURS:
        with_one_more |= payable({**stock, colour: stock.get(colour, 0) + 1})
    return payable(stock) | with_one_more & _DEARER_THAN[board.RULINGS.cost_reduction_floor]
