"""Positions of the parts of the pictures, and of the cells of a mat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.navegador import board
from render.kit.canvas import Box
from render.kit.part import Part, part
from render.navegador import geography
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape

MARGIN = 18
GAP = 16
SECOND = 46
"""Distance from the first line of a cell to its second, in units."""

BAND = 500
"""Height of market, buildings, Lisbon and gallery, in their units. Their widths follow; buildings have the rest."""
MARKET = 400
LISBON = 384
GALLERY = 262
BANNER = (690, 148)
CARD = (214, 184)


class Cell(NamedTuple):
    """A cell of a mat, in its units."""

    left: float
    top: float
    width: float
    height: float
    two: bool = False

    @property
    def lines(self) -> tuple[float, float]:
        """Return the middles of the first and of the second line; a cell with one line has it twice."""
        middle = self.top + self.height / 2
        return (middle - SECOND / 2, middle + SECOND / 2) if self.two else (middle, middle)


Cells = dict[str, Cell]
"""The cells of a mat by name: ``head``, ``money``, ``crew``, ``points`` and the categories."""


class Layout(NamedTuple):
    """The arrangement of a board."""

    size: tuple[int, int]
    chart: Part
    banner: Part
    card: Part
    market: Part
    buildings: Part
    lisbon: Part
    gallery: Part
    offers: tuple[Box, ...]
    """Places of the privileges in the gallery by category, then of the explanation of points, in its units."""
    mats: tuple[Part, ...]
    cells: Cells


@lru_cache(maxsize=16)
def of(shape: Shape, seats: int) -> Layout:
    """Return the arrangement for a shape and number of seats."""
    return _tall(seats) if shape is Shape.TALL else _wide(seats)


_Line = tuple[bool, tuple[tuple[str, float], ...]]
"""A row of cells: whether it has two lines of text, and its cells with their shares of the width."""

_HEAD: _Line = (False, (("head", 0.72), ("points", 0.28)))
_NAME: _Line = (False, (("head", 1.0),))
_TOTAL: _Line = (False, (("money", 0.5), ("points", 0.5)))
_CREW: _Line = (False, (("crew", 1.0),))
_PURSE: _Line = (False, (("money", 0.5), ("crew", 0.5)))
_BUILT = (("explorer", 1.0), ("shipyard", 1.0), ("church", 1.0))
_GOODS = (("colony", 0.46), ("factory", 0.54))


def _cells(width: float, height: float, lines: Sequence[_Line]) -> Cells:
    """Return the cells of a mat from top to bottom; spare height is shared out."""
    pitch = height / sum(1 + two for two, _ in lines)
    cells: Cells = {}
    top = 0.0
    for two, row in lines:
        left = 20.0
        whole = sum(share for _, share in row)
        high = pitch * (1 + two)
        for name, share in row:
            wide = (width - 30) * share / whole
            cells[name] = Cell(left, top, wide, high, two)
            left += wide
        top += high
    return cells


def rows(gallery: Part) -> tuple[Box, ...]:
    """Return the places in a gallery that is higher than wide, one below the other."""
    high = (gallery.height - 62 - 44) / len(board.CATEGORIES)
    offers = [(0.0, 62 + high * number, gallery.width, high) for number in range(len(board.CATEGORIES))]
    return (*offers, (0.0, gallery.height - 50, gallery.width, 40.0))


# -- tall ------------------------------------------------------------------------------------------------------------

_TALL_HEAD: _Line = (False, (("head", 0.5), ("money", 0.18), ("crew", 0.19), ("points", 0.13)))
_TALL_BUILT: _Line = (True, (("colony", 348.0), ("factory", 410.0), *((name, 258.0) for name, _ in _BUILT)))
_TALL_MAT = 168
_TALL_GALLERY = 92
_TALL_FIRST = 250.0
_TALL_OFFER = 230.0


def _tall(seats: int) -> Layout:
    inner = TALL_WIDTH - 2 * MARGIN
    top = geography.HEIGHT + GAP
    gallery = Part(MARGIN, top + BAND + GAP, inner, _TALL_GALLERY)
    first = gallery.top + _TALL_GALLERY + GAP
    mats = tuple(Part(MARGIN, first + seat * (_TALL_MAT + 10), inner, _TALL_MAT) for seat in range(seats))
    offers = [(_TALL_FIRST + _TALL_OFFER * number, 0.0, _TALL_OFFER, float(_TALL_GALLERY)) for number in range(5)]
    last = _TALL_FIRST + 5 * _TALL_OFFER
    return Layout(
        size=(TALL_WIDTH, round(mats[-1].top) + _TALL_MAT + MARGIN),
        chart=Part(0, 0, geography.WIDTH, geography.HEIGHT),
        banner=Part(618, 22, *BANNER),
        card=Part(1368, 838, *CARD),
        market=Part(MARGIN, top, MARKET, BAND),
        buildings=Part(MARGIN + MARKET + GAP, top, inner - MARKET - LISBON - 2 * GAP, BAND),
        lisbon=Part(TALL_WIDTH - MARGIN - LISBON, top, LISBON, BAND),
        gallery=gallery,
        offers=(*offers, (last, 0.0, inner - last, float(_TALL_GALLERY))),
        mats=mats,
        cells=_cells(inner, _TALL_MAT, (_TALL_HEAD, _TALL_BUILT)),
    )


# -- wide ------------------------------------------------------------------------------------------------------------

_CHART_UNIT = 0.668
_BAND_UNIT = 0.572
_EDGE = 10
_COLUMN = 504
"""Width of the mats' column, in pixels."""
_WIDE: dict[int, tuple[float, tuple[_Line, ...]]] = {
    2: (0.9, (_NAME, _TOTAL, _CREW, (True, _GOODS[:1]), (True, _GOODS[1:]), (True, _BUILT))),
    3: (0.74, (_NAME, _TOTAL, _CREW, (True, _GOODS), (True, _BUILT))),
    4: (0.7, (_HEAD, _PURSE, (True, _GOODS), (True, _BUILT))),
    5: (0.65, (_HEAD, _PURSE, (True, _GOODS), (True, _BUILT))),
}
"""For each number of seats, the pixels of a mat's unit and the mat's rows."""


def _wide(seats: int) -> Layout:
    width, height = WIDE_SIZE
    chart = Part(0, 0, geography.WIDTH, geography.HEIGHT, _CHART_UNIT)
    _, _, across, down = chart.box
    top = down + _EDGE
    left = float(_EDGE)
    band = []
    high = (height - _EDGE - top) / _BAND_UNIT
    rest = (across - 5 * _EDGE) / _BAND_UNIT - MARKET - LISBON - GALLERY
    for wide in (MARKET, rest, LISBON, GALLERY):
        band.append(Part(left, top, wide, high, _BAND_UNIT))
        left += wide * _BAND_UNIT + _EDGE
    unit, lines = _WIDE[seats]
    pitch = (height - 2 * _EDGE + 12) / seats
    mats = tuple(
        part((width - _COLUMN - _EDGE, _EDGE + seat * pitch, _COLUMN, pitch - 12), unit) for seat in range(seats)
    )
    return Layout(
        size=WIDE_SIZE,
        chart=chart,
        banner=Part(322, 9, *BANNER, 0.736),
        card=Part(1368 * _CHART_UNIT, 838 * _CHART_UNIT, *CARD, _CHART_UNIT),
        market=band[0],
        buildings=band[1],
        lisbon=band[2],
        gallery=band[3],
        offers=rows(band[3]),
        mats=mats,
        cells=_cells(mats[0].width, mats[0].height, lines),
    )


def own_cells(part: Part) -> Cells:
    """Return the cells of a mat that is shown alone."""
    lines = _WIDE[2][1] if part.height > part.width * 0.6 else (_TALL_HEAD, _TALL_BUILT)
    return _cells(part.width, part.height, lines)
