"""A player's wind rose, large: seven sides, the action stock under the arrow, the fields turning towards it."""

from __future__ import annotations

from PIL import Image

from engines.macao import board
from engines.macao.view import PlayerView
from render.kit.canvas import Canvas
from render.kit.ground import ground
from render.kit.ink import CARD, LINE, SOFT, TEXT, WHITE, mix
from render.kit.layers import Layers
from render.kit.pen import Pen, Point, around
from render.kit.signs import compass
from render.macao import cubes, icons
from render.macao.inks import FRAME

SIZE = 736
_MIDDLE: Point = (SIZE / 2, SIZE / 2 - 20)
_RADIUS, _HUB = 372.0, 84.0
_TURN = 360 / (board.DIE_FIELDS + 1)
_ARROW, _FACE = 136, 112
"""How far the signs of the fields are from the middle."""
_CHIP = 50
_ROSES = Layers("macao rose")


def _wedge(field: int) -> list[Point]:
    """Field 1 lies against the clock's turn from the arrow: turning with the clock brings its cubes there."""
    angle = -field * _TURN
    corners = (angle - _TURN / 2, angle + _TURN / 2)
    return [
        around(_MIDDLE, _HUB, corners[0]),
        around(_MIDDLE, _RADIUS, corners[0]),
        around(_MIDDLE, _RADIUS, corners[1]),
        around(_MIDDLE, _HUB, corners[1]),
    ]


def _ground() -> Image.Image:
    def draw(pen: Pen) -> None:
        for field in range(1, board.DIE_FIELDS + 1):
            pen.area(_wedge(field), mix(CARD, LINE, 0.1 if field % 2 else 0.3), LINE, 3)
        pen.area(_wedge(board.STOCK), WHITE, FRAME, 9)
        compass(pen, _MIDDLE, 68, FRAME)

    return ground((SIZE, SIZE), draw).image


def draw(canvas: Canvas, player: PlayerView, at: tuple[int, int]) -> None:
    """The rose with its left upper corner at a point."""
    canvas.image.paste(_ROSES.get("rose", _ground), at)
    left, top = at
    for number, field in enumerate(player.rose):
        angle = -number * _TURN
        head = around(_MIDDLE, _ARROW if number == board.STOCK else _FACE, angle)
        sign = icons.arrow(50, FRAME) if number == board.STOCK else icons.face(number, 46, TEXT)
        canvas.paste(sign, (left + head[0] - (28 if number == board.STOCK else 0), top + head[1]))
        x, y = around(_MIDDLE, 250, angle)
        columns = 1 if len(field) == 1 else 2
        rows = -(-len(field) // columns)
        first = top + y - (rows - 1) / 2 * (_CHIP + 6)
        cubes.counted(canvas, field, (left + x, first), columns, _CHIP, 12, _CHIP + 6)
    stock = sum(player.rose[board.STOCK].values())
    x, y = around(_MIDDLE, _ARROW, 0)
    canvas.text((left + x + 4, top + y), str(stock), 70, size=44, ink=TEXT if stock else SOFT)
