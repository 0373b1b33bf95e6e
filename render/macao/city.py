"""The city: thirty quarters as bricks, each with its id, its tile or owner, its cost."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from engines.macao import board
from engines.macao.view import MacaoView
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.initials import kept_by_seats
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, WHITE, Ink, mix, rgb
from render.kit.pen import Pen, Point, Sprite, sprite
from render.macao import cubes, icons
from render.macao.inks import DARK_EDGE, DARK_QUARTER, PALETTE, QUARTER, QUARTER_EDGE, SHIP_WHITE
from render.macao.layout import LETTERS

_COLUMNS = max(quarter.layout.x for quarter in board.QUARTERS.values()) + 1
_ROWS = max(quarter.layout.y for quarter in board.QUARTERS.values()) + 1
_MARGIN = 6.0
"""Distance of the bricks from the edge of their box, in units."""
_EAVE = 22.0
"""Height by which a brick's tip reaches into the next row, in units."""
_ID_OFFSET = (-21, -16)
"""Place of the quarter's id, from the middle of its brick, in units."""
_TILE_OFFSET = (17, -15)
"""Place of the tile, from the middle of its brick, in units."""
_COST_OFFSET = 16
"""Distance of the cost below the middle of its brick, in units."""
_CUBE = 26
"""Width of a cube of a cost, in units."""
_MOST_SINGLE_CUBES = 3
"""Cubes that are drawn one by one; more are counted by colour."""


class Bricks(NamedTuple):
    """The measures of bricks that fill a box."""

    wide: float
    pitch: float
    """Distance from a row to the next; their tips reach into each other (``_EAVE``)."""

    @classmethod
    def of(cls, size: Point) -> Bricks:
        return cls((size[0] - 2 * _MARGIN) / _COLUMNS, (size[1] - 2 * _MARGIN - _EAVE) / _ROWS)

    def middle(self, quarter: str) -> Point:
        layout = board.QUARTERS[quarter].layout
        return _MARGIN + (layout.x + 0.5) * self.wide, _MARGIN + (layout.y + 0.5) * self.pitch + _EAVE / 2

    def outline(self, middle: Point, inset: float = 0) -> list[Point]:
        """Return the six corners of a brick, moved inwards by ``inset``."""
        x, y = middle
        wide = self.wide / 2 - inset
        tip = (self.pitch + _EAVE) / 2 - inset
        side = (self.pitch - _EAVE) / 2 - inset * 0.7
        return [
            (x, y - tip),
            (x + wide, y - side),
            (x + wide, y + side),
            (x, y + tip),
            (x - wide, y + side),
            (x - wide, y - side),
        ]


def ground(pen: Pen, size: Point) -> None:
    """Draw all quarters as free ones, without their tiles."""
    pen.box((0, 0), size, mix(CARD, rgb("c98f5a"), 0.16), LINE, 2, 10)
    bricks = Bricks.of(size)
    for id, quarter in board.QUARTERS.items():
        is_dark = quarter.kind == "dark"
        middle = bricks.middle(id)
        pen.area(bricks.outline(middle, 1.4), DARK_EDGE if is_dark else QUARTER_EDGE)
        pen.area(bricks.outline(middle, _border(is_dark)), DARK_QUARTER if is_dark else QUARTER)


def _border(is_dark: bool) -> int:
    """Return the width of a brick's border."""
    return 5 if is_dark else 3


def labels(canvas: Canvas, size: Point) -> None:
    """Draw ids and costs."""
    bricks = Bricks.of(size)
    for id, quarter in board.QUARTERS.items():
        x, y = bricks.middle(id)
        ink = TEXT if quarter.kind == "dark" else SOFT
        canvas.text((x + _ID_OFFSET[0], y + _ID_OFFSET[1]), id[1:], 40, size=LETTERS, side="m", ink=ink)
        room = bricks.wide - 3
        cube_size = min(_CUBE, int(room / _MOST_SINGLE_CUBES))
        cubes.price(canvas, quarter.cost, (x, y + _COST_OFFSET), cube_size, _MOST_SINGLE_CUBES, "m", room)


def draw(canvas: Canvas, view: MacaoView, new: Collection[str], size: Point) -> None:
    """Draw tiles on free quarters and owners on the others; those just taken (``new``) are marked."""
    bricks = Bricks.of(size)
    for id, quarter in board.QUARTERS.items():
        x, y = bricks.middle(id)
        if id in view.owners:
            canvas.paste(_owned(bricks, view.owners[id], quarter.kind == "dark", id in new), (x, y))
            canvas.paste(badge(view.owners[id], 50, PALETTE), (x, y + 10))
            canvas.text((x, y - 27), id[1:], 40, size=LETTERS, side="m")
        elif id in view.city:
            canvas.paste(icons.tile(view.city[id]), (x + _TILE_OFFSET[0], y + _TILE_OFFSET[1]))


@kept_by_seats(64)
def _owned(bricks: Bricks, seat: int, is_dark: bool, is_new: bool) -> Sprite:
    """Return a brick in its owner's colour; a dark quarter keeps its dark border, a new one has a white line."""
    size = round(bricks.wide) + 2, round(bricks.pitch + _EAVE) + 2
    middle = size[0] / 2, size[1] / 2
    edge: Ink = DARK_EDGE if is_dark else QUARTER_EDGE
    ink = PALETTE.of(seat).ink
    fill = WHITE if ink == SHIP_WHITE else mix(ink, CARD, 0.42)

    def draw(pen: Pen) -> None:
        pen.area(bricks.outline(middle, 0.5), NEW if is_new else edge)
        if is_new:
            pen.area(bricks.outline(middle, 5), WHITE)
        pen.area(bricks.outline(middle, 8 if is_new else _border(is_dark)), fill)

    return sprite(size, draw)
