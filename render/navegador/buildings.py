"""The buildings that are left, with their prices and the workers that they need."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.canvas import Canvas, lettered
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, SOFT, TEXT, mix
from render.kit.part import Part
from render.kit.pen import Pen, Sprite, sprite
from render.navegador import icons
from render.navegador.news import News
from render.navegador.sizes import BAND_TEXT

_ROW = 95
"""Height of a row, in units."""
_TOP = 12
"""Space above the first row, in units."""
_LEFT = 144
"""Room for the sign of a row and its workers, in units."""
_SEATS_OF_LONGEST_ROWS = 2
"""Number of players with which the rows have the most buildings."""
_WALLS = {"shipyard": (icons.WOOD, icons.WOOD_DARK), "church": (icons.STONE, icons.STONE_DARK)}


def _y(row: int) -> float:
    return _TOP + (row + 0.5) * _ROW


def _x(space: int, seats: int, width: float) -> float:
    most = max(board.ON_BOARD[seats].values())
    return _LEFT + (space + 0.5) * (width - _LEFT - 10) / most


def ground(pen: Pen, part: Part, seats: int) -> None:
    """Draw the empty panel and its spaces."""
    panels(pen, (part.size,))
    for row, name in enumerate(board.BUILDINGS):
        if row:
            pen.path(((14, _y(row) - _ROW / 2), (part.width - 14, _y(row) - _ROW / 2)), LINE, 1.6)
        for space in range(len(board.building_prices(name, seats))):
            pen.disc((_x(space, seats, part.width), _y(row) + 4), 5, mix(LINE, CARD, 0.2))


def labels(canvas: Canvas) -> None:
    """Draw the sign of every row and its workers."""
    for row in range(len(board.BUILDINGS)):
        _label(canvas, row)


def _label(canvas: Canvas, row: int) -> None:
    name, kind = list(board.BUILDINGS.items())[row]
    canvas.paste(icons.works(kind.good, 64) if kind.good else icons.icon(name, 64), (46, _y(row)))
    canvas.text((84, _y(row)), str(kind.workers), 30, size=BAND_TEXT)
    canvas.paste(icons.icon("worker", 32), (128, _y(row)))


def draw(
    canvas: Canvas, width: float, view: NavegadorView, news: News, affordable: Mapping[str, int] | None = None
) -> None:
    """Draw the buildings that are left; a row of which one was just built is tinted.

    Args:
        canvas: The panel.
        width: Its width, in units.
        view: The position.
        news: What has just changed.
        affordable: For each row, how many buildings the player can pay; the others are faded. None: nobody builds.
    """
    for row, (name, kind) in enumerate(board.BUILDINGS.items()):
        if name in news.built:
            canvas.frame((6, _y(row) - _ROW / 2 + 4, width - 12, _ROW - 8), NEW_WASH, NEW, 5, 12)
            _label(canvas, row)
        spaces = board.building_prices(name, view.seats)
        for number, price in enumerate(view.buildings[name]):
            # The buildings that are gone were the cheapest, at the left.
            space = len(spaces) - len(view.buildings[name]) + number
            is_affordable = affordable is None or number < affordable[name]
            middle = _x(space, view.seats, width), _y(row) - 1
            canvas.paste(
                _house(kind.good or name, price, is_affordable, narrow=view.seats == _SEATS_OF_LONGEST_ROWS), middle
            )


@lru_cache(maxsize=64)
def _house(kind: str, price: int, is_affordable: bool = True, *, narrow: bool = False) -> Sprite:
    fill, edge = _WALLS[kind] if kind in _WALLS else (icons.GOOD[kind], icons.EDGE[kind])
    fill = mix(fill, CARD, 0.0 if kind in ("spice", "shipyard") else 0.1)
    ink = icons.ON_GOOD.get(kind, TEXT if kind == "church" else icons.ON_GOOD["spice"])
    if not is_affordable:
        fill = CARD
        edge = mix(edge, CARD, 0.6)
        ink = SOFT

    wide, size = (72, 38) if narrow else (90, BAND_TEXT)

    def house(pen: Pen) -> None:
        pen.area(((2, 30), (wide / 2, 4), (wide - 2, 30), (wide - 2, 84), (2, 84)), fill, edge, 2.6)

    return lettered(sprite((wide, 86), house), (str(price), size, ink, (wide / 2, 56)))
