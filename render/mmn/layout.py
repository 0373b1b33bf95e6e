"""Where the parts of the picture lie, in pixels."""

from __future__ import annotations

from render.kit import fonts
from render.kit.canvas import Box

WIDTH = fonts.WIDTH
MARGIN, GAP = 18, 14
INNER = WIDTH - 2 * MARGIN

HEAD_TOP, HEAD = 16, 206
TURN: Box = (MARGIN, HEAD_TOP, 560, HEAD)
DICE: Box = (MARGIN + 560 + GAP, HEAD_TOP, 420, HEAD)
TRACK: Box = (MARGIN + 560 + 420 + 2 * GAP, HEAD_TOP, INNER - 560 - 420 - 2 * GAP, HEAD)
HEAD_BOTTOM = HEAD_TOP + HEAD + GAP

OFFER_LINE = 92
"""The height of an offer of trade or a counter-offer."""

BANK = 200
"""The height of the bank."""
BANK_GAP = 8
BANK_WIDE = (INNER - 5 * BANK_GAP) / 6

MAT_WIDE, MAT_HIGH = (INNER - GAP) // 2, 356


def mat(seat: int, top: int) -> Box:
    """The mat of a seat, when the first begins at ``top``."""
    row, column = divmod(seat, 2)
    return MARGIN + column * (MAT_WIDE + GAP), top + row * (MAT_HIGH + GAP), MAT_WIDE, MAT_HIGH


LEGEND = 184
"""The height of the legend when it has a strip of its own."""


def legend(seats: int, top: int) -> Box:
    """Where pieces are explained: in the place of the mat that is missing, or below the mats."""
    if seats % 2:
        return mat(seats, top)
    return MARGIN, top + mats_high(seats) + GAP, INNER, LEGEND


def bottom(seats: int, top: int) -> int:
    """The lower edge of mats and legend."""
    return top + mats_high(seats) + (0 if seats % 2 else GAP + LEGEND)


def mats_high(seats: int) -> int:
    """The height of all mats."""
    return -(-seats // 2) * (MAT_HIGH + GAP) - GAP
