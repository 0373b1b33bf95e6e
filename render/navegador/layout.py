"""Layouts of the board and of a mat: trees of boxes (``render.kit.boxes``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from render.kit.boxes import Node, arrange, column, inset, leaf, margin, row, scaled, space, stack
from render.kit.part import Part
from render.navegador import geography
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape

Parts = Mapping[str, Part]

# -- parts, in their own units ---------------------------------------------------------------------------------------

_LEAST_HEIGHT = 488
"""The least height of a panel, in units: with less, the rows of the market have no room."""
PANEL_HEIGHT = 500
"""The height of a panel where there is room for it, in units."""

CHART = leaf("chart", geography.WIDTH, geography.HEIGHT)
BANNER = leaf("banner", 690, 148)
CARD = leaf("card", 214, 184)
MARKET = leaf("market", 400, _LEAST_HEIGHT)
# It is the panel that takes the room that is left over. With two players eight houses of 72 units stand wall to wall in
# its least width; with three players they overlap by 8 units, and their numbers just fit on a wide board.
BUILDINGS = leaf("buildings", 730, _LEAST_HEIGHT, share=1)
LISBON = leaf("lisbon", 384, _LEAST_HEIGHT)
GALLERY = leaf("gallery", 262, _LEAST_HEIGHT)

_CARD_ON_CHART = inset(CARD, right=18, bottom=18)


# -- the board -------------------------------------------------------------------------------------------------------


class Layout(NamedTuple):
    """The arrangement of a picture."""

    size: tuple[int, int]
    """Width and height in pixels."""
    parts: Parts
    """The parts by name, without the mats."""
    mats: tuple[Part, ...]
    """The mats from top to bottom."""
    cells: Parts
    """The cells of a mat by name, in its units: ``head``, ``money``, ``crew``, ``points`` and the categories."""


@lru_cache(maxsize=16)
def of(shape: Shape, seats: int) -> Layout:
    """Return the arrangement of a board for a shape and number of seats."""
    if shape is Shape.TALL:
        tree = _tall(seats)
        size = TALL_WIDTH, round(tree.least[1])
        mat = _TALL_MAT
    else:
        tree = _wide(seats)
        size = WIDE_SIZE
        mat = _WIDE_MATS[seats]
    parts = arrange(tree, size)
    mats = tuple(parts.pop(f"mat{number}") for number in range(seats))
    return Layout(size, parts, mats, arrange(mat, mats[0].measures))


def _tall(seats: int) -> Node:
    mats = (leaf(f"mat{number}", height=168) for number in range(seats))
    return column(
        stack(CHART, inset(BANNER, left=618, top=22), _CARD_ON_CHART),
        inset(
            column(
                row(MARKET, BUILDINGS, LISBON, gap=16, height=PANEL_HEIGHT),
                leaf("gallery", height=92),
                column(*mats, gap=10),
                gap=16,
            ),
            left=18,
            top=16,
            right=18,
            bottom=18,
        ),
    )


_CHART_UNIT = 0.668
"""Pixels of a unit of the chart on a wide board."""
_BANNER_UNIT = 0.736
"""Pixels of a unit of the banner on a wide board."""
_PANEL_UNIT = 0.572
"""Pixels of a unit of a panel on a wide board."""
_MAT_UNITS = {2: 0.9, 3: 0.74, 4: 0.7, 5: 0.65}
"""Pixels of a unit of a mat on a wide board, by number of seats."""


def _wide(seats: int) -> Node:
    chart = scaled(_CHART_UNIT, stack(CHART, _CARD_ON_CHART))
    banner = scaled(_BANNER_UNIT, BANNER)
    panels = (scaled(_PANEL_UNIT, panel) for panel in (MARKET, BUILDINGS, LISBON, GALLERY))
    mats = (scaled(_MAT_UNITS[seats], leaf(f"mat{number}")) for number in range(seats))
    return row(
        column(
            stack(chart, inset(banner, left=322, top=9)),
            margin(10, row(*panels, gap=10, share=1)),
        ),
        space(),
        margin(10, column(*mats, gap=12, width=504)),
    )


# -- mats ------------------------------------------------------------------------------------------------------------


def _mat(*lines: Node) -> Node:
    return inset(column(*lines), left=20, top=0, right=10, bottom=0)


# Cells with a share of 2 are high enough for two lines of text.
_GOODS = row(leaf("colony", share=0.46), leaf("factory", share=0.54), share=2)
_BUILT = row(leaf("explorer"), leaf("shipyard"), leaf("church"), share=2)

HIGH_MAT = _mat(
    leaf("head"),
    row(leaf("money"), leaf("points")),
    leaf("crew"),
    leaf("colony", share=2),
    leaf("factory", share=2),
    _BUILT,
)
_SQUARE_MAT = _mat(
    leaf("head"),
    row(leaf("money"), leaf("points")),
    leaf("crew"),
    _GOODS,
    _BUILT,
)
_LOW_MAT = _mat(
    row(leaf("head", share=0.72), leaf("points", share=0.28)),
    row(leaf("money"), leaf("crew")),
    _GOODS,
    _BUILT,
)
_WIDE_MATS = {2: HIGH_MAT, 3: _SQUARE_MAT, 4: _LOW_MAT, 5: _LOW_MAT}
"""The mats of a wide board by number of seats."""
# The shares of the second line are the widths in units that its cells would like.
_TALL_MAT = _mat(
    row(leaf("head", share=0.5), leaf("money", share=0.18), leaf("crew", share=0.19), leaf("points", share=0.13)),
    row(
        leaf("colony", share=348),
        leaf("factory", share=410),
        leaf("explorer", share=258),
        leaf("shipyard", share=258),
        leaf("church", share=258),
        share=2,
    ),
)
