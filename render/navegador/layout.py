"""Where the parts of the picture lie, in pixels."""

from __future__ import annotations

from render.kit.canvas import Box
from render.navegador import geography

WIDTH = geography.WIDTH
MARGIN = 18
GAP = 16

BANNER: Box = (618, 22, 690, 148)
CARD: Box = (1368, 838, 214, 184)

BAND_TOP = geography.HEIGHT + GAP
BAND_HEIGHT = 416
MARKET: Box = (MARGIN, BAND_TOP, 450, BAND_HEIGHT)
BUILDINGS: Box = (MARGIN + 450 + GAP, BAND_TOP, 620, BAND_HEIGHT)
LISBON: Box = (MARGIN + 450 + 620 + 2 * GAP, BAND_TOP, WIDTH - 2 * MARGIN - 450 - 620 - 2 * GAP, BAND_HEIGHT)

MATS_TOP = BAND_TOP + BAND_HEIGHT + GAP
MATS_HEAD = 84
ROW, ROW_GAP = 102, 7


def row_top(seat: int) -> int:
    """The upper edge of a seat's mat."""
    return MATS_TOP + MATS_HEAD + seat * (ROW + ROW_GAP)


def height(seats: int) -> int:
    """The height of the picture."""
    return row_top(seats) + GAP - ROW_GAP + 2
