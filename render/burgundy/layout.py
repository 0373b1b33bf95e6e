"""Where the parts of the picture lie, in pixels."""

from __future__ import annotations

from render.kit import fonts
from render.kit.canvas import Box

WIDTH = fonts.WIDTH
MARGIN, GAP = 18, 14
INNER = WIDTH - 2 * MARGIN

_HEAD_TOP, _HEAD = 16, 214
TURN: Box = (MARGIN, _HEAD_TOP, 566, _HEAD)
PHASES: Box = (MARGIN + 566 + GAP, _HEAD_TOP, 476, _HEAD)
TRACK: Box = (MARGIN + 566 + 476 + 2 * GAP, _HEAD_TOP, INNER - 566 - 476 - 2 * GAP, _HEAD)

DEPOTS_TOP = _HEAD_TOP + _HEAD + GAP
TILE = 100
"""Every tile of the public picture is as wide."""
DEPOT_WIDE = (INNER - 2 * GAP) / 3
MIDDLE = 168
"""Height of the strip with the black depot and the bonus tiles."""
BLACK_WIDE = 1050

MAT_WIDE = (INNER - GAP) // 2
MAT_HEAD, MAT_FOOT = 76, 140
BOARD_WIDE, BOARD_HIGH = 7 * TILE, 650
MAT_HIGH = MAT_HEAD + BOARD_HIGH + MAT_FOOT
LINE = 46
"""Pitch of the lines of notes."""


def depot_high(seats: int) -> int:
    """The height of a numbered depot: with two players its goods lie beside the tiles, else below them."""
    return 144 if seats == 2 else 200


def depots_bottom(seats: int) -> int:
    """The lower edge of all depots."""
    return DEPOTS_TOP + 2 * depot_high(seats) + MIDDLE + 2 * GAP


def mat(seats: int, seat: int, top: int) -> Box:
    """The mat of a seat, when the first begins at ``top``."""
    row, column = divmod(seat, 2)
    return MARGIN + column * (MAT_WIDE + GAP), top + row * (MAT_HIGH + GAP), MAT_WIDE, MAT_HIGH
