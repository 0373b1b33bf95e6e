"""Positions of the parts of a player's own picture in both shapes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from render.kit.part import Part
from render.kit.pen import Point
from render.mmn.layout import INNER, LEAST, MARGIN, NARROW
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape


class Column(NamedTuple):
    """A column of parts: its left edge and width in pixels, and its unit."""

    left: float
    width: float
    unit: float

    def part(self, top: float, height: float) -> Part:
        """Return a part that begins at ``top``, in pixels, with a height in units."""
        return Part(self.left, top, self.width / self.unit, height, self.unit)

    def row(self, top: float, height: float, count: int, gap: float) -> Iterator[Part]:
        """Return so many parts side by side, ``gap`` units apart."""
        step = (self.width / self.unit + gap) / count
        for number in range(count):
            yield Part(self.left + number * step * self.unit, top, step - gap, height, self.unit)


class Kinds(NamedTuple):
    """The cells of a column of own cards: its height, the cards, their numbers, names and rates of exchange."""

    height: float
    cards: tuple[Point, Point]
    card: int
    counts: tuple[Point, Point]
    number: int
    names: tuple[Point, Point] | None
    rates: tuple[Point, Point]


class Own(NamedTuple):
    """A player's own picture: the head, then cards and prices, below or beside each other."""

    top: float
    gap: float
    margin: float
    head: Column
    aside: Column
    """The column of offers, of cards to be looked at, and of notes."""
    kinds: Column
    effects: tuple[Column, ...]
    """Columns for the progress cards, the largest first."""
    shop: Column
    items: int
    """Number of prices in a row."""
    beside: bool
    """True if prices stand beside the cards; the next levels of the tracks stay below the cards."""
    most: float
    """The greatest height, in pixels."""


_EDGE = 10
_SPACE = 8
_CARDS = 1118
"""Width of the column of cards in a wide picture, in pixels."""
_ACROSS = Column(MARGIN, INNER, 1)

_HANDS = {
    Shape.TALL: Own(16, 14, MARGIN, _ACROSS, _ACROSS, _ACROSS, (_ACROSS,), _ACROSS, 4, False, math.inf),
    Shape.WIDE: Own(
        top=_EDGE,
        gap=_SPACE,
        margin=_EDGE,
        head=Column(_EDGE, WIDE_SIZE[0] - 2 * _EDGE, 0.6),
        aside=Column(_EDGE, _CARDS, 0.6),
        kinds=Column(_EDGE, _CARDS, 0.7),
        effects=tuple(Column(_EDGE, _CARDS, unit) for unit in (0.7, 0.64, LEAST)),
        shop=Column(_EDGE + _CARDS + _SPACE, WIDE_SIZE[0] - 2 * _EDGE - _CARDS - _SPACE, LEAST),
        items=2,
        beside=True,
        most=WIDE_SIZE[1],
    ),
}


def of(shape: Shape) -> Own:
    """Return the layout of a shape."""
    return _HANDS[shape]


def width(shape: Shape) -> int:
    """Return the width of the picture, in pixels."""
    return WIDE_SIZE[0] if shape is Shape.WIDE else TALL_WIDTH


def kinds(wide: float) -> Kinds:
    """Return a column of own cards: cards below each other, or side by side with the numbers below them."""
    if wide > NARROW:
        tops = 104.0, 212.0
        return Kinds(
            height=268,
            cards=((14, tops[0]), (14, tops[1])),
            card=98,
            counts=((102, tops[0] - 20), (102, tops[1] - 20)),
            number=54,
            names=((102, tops[0] + 30), (102, tops[1] + 30)),
            rates=((wide - 14, tops[0] - 20), (wide - 14, tops[1] - 20)),
        )
    half = wide / 2
    middles = half / 2 + 4, wide - half / 2 - 4
    return Kinds(
        height=236,
        cards=((middles[0] - 33, 92), (middles[1] - 33, 92)),
        card=84,
        counts=((middles[0], 160), (middles[1], 160)),
        number=46,
        names=None,
        rates=((middles[0], 207), (middles[1], 207)),
    )
