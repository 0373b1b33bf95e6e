"""The buildings left, with their prices and the workers they need."""

from __future__ import annotations

from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.canvas import Canvas, lettered
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, TEXT, mix
from render.kit.pen import Pen, Sprite, sprite
from render.navegador import icons
from render.navegador.layout import BUILDINGS
from render.navegador.news import News

_ROW = 78
_TOP = BUILDINGS[1] + 14
_LEFT = BUILDINGS[0] + 136
_SPACES = BUILDINGS[2] - 136 - 14
_SIGN = {"shipyard": (icons.WOOD, icons.WOOD_DARK), "church": (icons.STONE, icons.STONE_DARK)}


def _y(row: int) -> float:
    return _TOP + (row + 0.5) * _ROW


def _x(space: int, seats: int) -> float:
    most = max(board.ON_BOARD[seats].values())
    return _LEFT + (space + 0.5) * _SPACES / most


def ground(pen: Pen, seats: int) -> None:
    """The panel and its spaces."""
    left, _, width, _ = BUILDINGS
    panels(pen, (BUILDINGS,))
    for row, name in enumerate(board.BUILDINGS):
        if row:
            pen.path(((left + 14, _y(row) - _ROW / 2), (left + width - 14, _y(row) - _ROW / 2)), LINE, 1.6)
        for space in range(len(board.building_prices(name, seats))):
            pen.disc((_x(space, seats), _y(row) + 4), 5, mix(LINE, CARD, 0.2))


def labels(canvas: Canvas) -> None:
    """The sign of every row and its workers."""
    for row, (name, kind) in enumerate(board.BUILDINGS.items()):
        x = BUILDINGS[0] + 44
        canvas.paste(icons.works(kind.good, 58) if kind.good else icons.category(name, 58), (x, _y(row)))
        canvas.text((x + 38, _y(row)), str(kind.workers), 30, size=30)
        canvas.paste(icons.worker(28), (x + 72, _y(row)))


def draw(canvas: Canvas, view: NavegadorView, news: News) -> None:
    """The buildings that still stand."""
    for row, (name, kind) in enumerate(board.BUILDINGS.items()):
        if name in news.built:
            left, _, width, _ = BUILDINGS
            canvas.frame((left + 6, _y(row) - _ROW / 2 + 4, width - 12, _ROW - 8), None, NEW, 5, 12)
        spaces = board.building_prices(name, view.seats)
        for number, price in enumerate(view.buildings[name]):
            space = len(spaces) - len(view.buildings[name]) + number
            canvas.paste(_house(kind.good or name, price), (_x(space, view.seats), _y(row) - 2))


@lru_cache(maxsize=64)
def _house(kind: str, price: int) -> Sprite:
    fill, edge = _SIGN[kind] if kind in _SIGN else (icons.GOOD[kind], icons.EDGE[kind])
    fill = mix(fill, CARD, 0.0 if kind in ("spice", "shipyard") else 0.1)
    ink = icons.ON_GOOD.get(kind, TEXT if kind == "church" else icons.ON_GOOD["spice"])

    def draw_it(pen: Pen) -> None:
        pen.area(((2, 24), (28, 3), (54, 24), (54, 62), (2, 62)), fill, edge, 2.6)

    return lettered(sprite((56, 64), draw_it), (str(price), 27, ink, (28, 42)))
