"""A player's wind rose, large: seven sides, the action stock under the arrow, the fields turning towards it."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from PIL import Image

from engines.macao import board
from engines.macao.view import PlayerView
from render.kit.canvas import Canvas
from render.kit.ground import Layers, ground
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, WHITE, mix
from render.kit.pen import Pen, Point, around
from render.macao import cubes, icons
from render.macao.inks import FRAME

SIZE = 412
"""Width of the rose, in units."""
MIDDLE: Point = (SIZE / 2, SIZE / 2 - 10)
_RADIUS = 208.0
"""Distance of the outer corners of the fields from the middle, in units."""
_INNER = 46.0
"""Distance of the inner corners of the fields from the middle, in units."""
_TURN = 360 / (board.DIE_FIELDS + 1)
"""Angle of a field and of the stock, in degrees."""
_ARROW = 74
"""Distance of the arrow and the stock's number from the middle, in units."""
_FACE = 64
"""Distance of a field's die from the middle, in units."""
_CUBES = 140
"""Distance of the middle of a field's cubes from the middle, in units."""
_CUBE = 29
"""Width of a cube, in units."""
_PILE = 116
"""Width of a field's cubes with their numbers, in units."""
COMPASS = 78
"""Width of the compass in the middle, in units."""
_ROSES = Layers("macao rose")

Ghosts = Mapping[int, Mapping[str, int]]
"""Cubes that may come to each field."""
_NO_GHOSTS: Ghosts = {}


def _wedge(field: int) -> list[Point]:
    """Return the wedge of a field.

    Field 1 lies counter-clockwise of the arrow: turning clockwise brings its cubes to the stock.
    """
    angle = -field * _TURN
    corners = (angle - _TURN / 2, angle + _TURN / 2)
    return [
        around(MIDDLE, _INNER, corners[0]),
        around(MIDDLE, _RADIUS, corners[0]),
        around(MIDDLE, _RADIUS, corners[1]),
        around(MIDDLE, _INNER, corners[1]),
    ]


def _ground(unit: float, marked: tuple[int, ...]) -> Image.Image:
    """Return the rose without its contents, with frames around the marked fields."""

    def draw(pen: Pen) -> None:
        field_pen = pen.moved((0, 0), unit)
        for field in range(1, board.DIE_FIELDS + 1):
            field_pen.area(_wedge(field), mix(CARD, LINE, 0.1 if field % 2 else 0.3), LINE, 2)
        field_pen.area(_wedge(board.STOCK), WHITE, FRAME, 5)
        for field in marked:
            field_pen.area(_wedge(field), None, NEW, 5)

    side = round(SIZE * unit)
    canvas = ground((side, side), draw)
    canvas.moved((0, 0), unit).paste(icons.icon("compass", COMPASS, edge=FRAME), MIDDLE)
    return canvas.image


def draw(canvas: Canvas, player: PlayerView, ghosts: Ghosts = _NO_GHOSTS, marked: Collection[int] = ()) -> None:
    """Draw the rose from the canvas's zero; fields that have just changed are ``marked``."""
    key = canvas.scale, tuple(sorted(marked))
    canvas.layer(_ROSES.get(key, lambda: _ground(*key)), (0, 0))
    for number, field in enumerate(player.rose):
        angle = -number * _TURN
        x, y = around(MIDDLE, _ARROW if number == board.STOCK else _FACE, angle)
        if number == board.STOCK:
            stock = sum(field.values())
            canvas.paste(icons.icon("arrow", 28, ink=FRAME), (x - 20, y))
            canvas.text((x - 4, y), str(stock), 44, size=28, ink=TEXT if stock else SOFT)
        else:
            canvas.paste(icons.face(number, 27, TEXT), (x, y))
        if number in marked:
            canvas.paste(icons.icon("fresh", 20), around(MIDDLE, _RADIUS - 20, angle - 0.8 * _TURN / 2))
        ghost_cubes = ghosts.get(number, {})
        x, y = around(MIDDLE, _CUBES, angle)
        count = len(field) + len(ghost_cubes)
        columns = 2 if count > 1 else 1
        high = math.ceil(count / columns) * (_CUBE + 3)
        cubes.pile(canvas, field, (x - _PILE / 2, y - high / 2, _PILE, high), columns, _CUBE, ghost_cubes)
