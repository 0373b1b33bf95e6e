"""Where the parts of the picture lie, in pixels."""

from __future__ import annotations

from render.kit import fonts
from render.kit.canvas import Box

WIDTH = fonts.WIDTH
MARGIN, GAP = 18, 14
INNER = WIDTH - 2 * MARGIN

TURN: Box = (MARGIN, 16, 652, 172)
TRIBUTE: Box = (684, 16, 188, 172)
ROUNDS: Box = (886, 16, INNER + MARGIN - 886, 172)

TABLE: Box = (MARGIN, 202, INNER, 266)
"""The cards of the round, then the dice, at the end the ranking."""

WALL: Box = (MARGIN, 480, INNER, 138)

BOARD_TOP, BOARD_HEIGHT = 630, 744
SEA: Box = (MARGIN, BOARD_TOP, 768, BOARD_HEIGHT)
CITY: Box = (MARGIN + 768 + GAP, BOARD_TOP, INNER - 768 - GAP, BOARD_HEIGHT)

MATS_TOP = BOARD_TOP + BOARD_HEIGHT + GAP
MAT_HEAD = 178
"""Height of a mat without the rows of activated cards."""
PILL, PILL_STEP = 38, 43
MAT_GAP = 8


def mat_height(rows: int) -> int:
    """The height of a mat with so many rows of activated cards."""
    return MAT_HEAD + rows * PILL_STEP + 6


def mat_top(seat: int, rows: int) -> int:
    """The upper edge of a seat's mat."""
    return MATS_TOP + seat * (mat_height(rows) + MAT_GAP)


def height(seats: int, rows: int) -> int:
    """The height of the picture."""
    return mat_top(seats, rows) + MARGIN - MAT_GAP
