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

_ACROSS = max(quarter.layout.x for quarter in board.QUARTERS.values()) + 1
_DOWN = max(quarter.layout.y for quarter in board.QUARTERS.values()) + 1
_EDGE = 6.0
_EAVE = 22.0
"""Height by which a brick's tip reaches into the next row, in units."""
# Where they lie on a brick, from its middle; the cost is centred.
_ID = (-21, -16)
_TILE = (17, -15)
_COST = 16
# The size of a cube; so many are told one by one, more are counted by colour.
_CUBE = 26
_MANY = 3


class Bricks(NamedTuple):
    """The measures of bricks that fill a box."""

    wide: float
    pitch: float

    @classmethod
    def of(cls, size: Point) -> Bricks:
        return cls((size[0] - 2 * _EDGE) / _ACROSS, (size[1] - 2 * _EDGE - _EAVE) / _DOWN)

    def middle(self, quarter: str) -> Point:
        layout = board.QUARTERS[quarter].layout
        return _EDGE + (layout.x + 0.5) * self.wide, _EDGE + (layout.y + 0.5) * self.pitch + _EAVE / 2

    def brick(self, at: Point, inset: float = 0) -> list[Point]:
        x, y = at
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
        dark = quarter.kind == "dark"
        at = bricks.middle(id)
        pen.area(bricks.brick(at, 1.4), DARK_EDGE if dark else QUARTER_EDGE)
        pen.area(bricks.brick(at, 5 if dark else 3), DARK_QUARTER if dark else QUARTER)


def labels(canvas: Canvas, size: Point) -> None:
    """Draw ids and costs."""
    bricks = Bricks.of(size)
    for id, quarter in board.QUARTERS.items():
        x, y = bricks.middle(id)
        ink = TEXT if quarter.kind == "dark" else SOFT
        canvas.text((x + _ID[0], y + _ID[1]), id[1:], 40, size=LETTERS, side="m", ink=ink)
        room = bricks.wide - 3
        cubes.price(canvas, quarter.cost, (x, y + _COST), min(_CUBE, int(room / _MANY)), _MANY, "m", room)


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
            canvas.paste(icons.tile(view.city[id]), (x + _TILE[0], y + _TILE[1]))


@kept_by_seats(64)
def _owned(bricks: Bricks, seat: int, dark: bool, new: bool) -> Sprite:
    """Return a brick in its owner's colour; a dark quarter keeps its dark border, a new one has a white line."""
    size = round(bricks.wide) + 2, round(bricks.pitch + _EAVE) + 2
    at = size[0] / 2, size[1] / 2
    edge: Ink = NEW if new else DARK_EDGE if dark else QUARTER_EDGE
    ink = PALETTE.of(seat).ink
    fill = WHITE if ink == SHIP_WHITE else mix(ink, CARD, 0.42)

    def draw(pen: Pen) -> None:
        pen.area(bricks.brick(at, 0.5), edge)
        if new:
            pen.area(bricks.brick(at, 5), WHITE)
        pen.area(bricks.brick(at, 8 if new else 5 if dark else 3), fill)

    return sprite(size, draw)
