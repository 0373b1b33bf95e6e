"""The buildings that are left, with their prices and the workers that they need."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.boxes import arrange, column, inset, leaf, row, stack
from render.kit.canvas import Canvas, lettered
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, SOFT, TEXT, WHITE, mix
from render.kit.part import Part
from render.kit.pen import Pen, Sprite, sprite
from render.navegador import icons
from render.navegador.layout import Parts
from render.navegador.news import News
from render.navegador.sizes import BAND_TEXT

_SEATS_OF_LONGEST_ROWS = 2
"""Number of players with which the rows have the most buildings."""
_WALLS = {"shipyard": (icons.WOOD, icons.WOOD_DARK, WHITE), "church": (icons.STONE, icons.STONE_DARK, TEXT)}
"""Inks of buildings that are no factories: wall, edge, and price on the wall."""
_DARK_WALLS = ("spice", "shipyard")


@lru_cache(maxsize=16)
def boxes(part: Part, seats: int) -> Parts:
    """Return the boxes of the rows by their names, and of the columns of spaces (``space0`` and so on), in units."""
    most = max(board.ON_BOARD[seats].values())
    rows = column(*(leaf(name, height=95) for name in board.BUILDINGS))
    spaces = row(*(leaf(f"space{number}") for number in range(most)))
    return arrange(
        stack(
            inset(rows, left=0, top=12, right=0),
            inset(spaces, left=144, top=0, right=10, bottom=0),
        ),
        part.measures,
    )


def ground(picture: Pen, part: Part, seats: int) -> None:
    """Draw the empty panel and its spaces."""
    pen = part.under(picture)
    panels(pen, (part.size,))
    places = boxes(part, seats)
    for number, name in enumerate(board.BUILDINGS):
        place = places[name]
        _, y = place.centre
        if number:
            pen.path(((14, place.top), (part.width - 14, place.top)), LINE, 1.6)
        for space in range(len(board.building_prices(name, seats))):
            x, _ = places[f"space{space}"].centre
            pen.disc((x, y + 4), 5, mix(LINE, CARD, 0.2))


def labels(picture: Canvas, part: Part, seats: int) -> None:
    """Draw the sign of every row and its workers."""
    canvas = part.on(picture)
    places = boxes(part, seats)
    for name in board.BUILDINGS:
        _label(canvas, places[name], name)


def _label(canvas: Canvas, place: Part, name: str) -> None:
    kind = board.BUILDINGS[name]
    _, y = place.centre
    canvas.paste(icons.factory(kind.good, 64) if kind.good else icons.icon(name, 64), (46, y))
    canvas.text((84, y), str(kind.workers), 30, size=BAND_TEXT)
    canvas.paste(icons.icon("worker", 32), (128, y))


def draw(
    picture: Canvas, part: Part, view: NavegadorView, news: News, affordable: Mapping[str, int] | None = None
) -> None:
    """Draw the buildings that are left; a row of which one was just built is tinted.

    Args:
        picture: The whole picture.
        part: The panel.
        view: The position.
        news: What has just changed.
        affordable: For each row, how many buildings the player can pay; the others are faded. None: nobody builds.
    """
    canvas = part.on(picture)
    places = boxes(part, view.seats)
    for name, kind in board.BUILDINGS.items():
        place = places[name]
        _, y = place.centre
        if name in news.built:
            canvas.frame((6, place.top + 4, place.width - 12, place.height - 8), NEW_WASH, NEW, 5, 12)
            _label(canvas, place, name)
        spaces = board.building_prices(name, view.seats)
        for number, price in enumerate(view.buildings[name]):
            # The buildings that are gone were the cheapest, at the left.
            space = len(spaces) - len(view.buildings[name]) + number
            x, _ = places[f"space{space}"].centre
            is_affordable = affordable is None or number < affordable[name]
            house = _house(kind.good or name, price, is_affordable, narrow=view.seats == _SEATS_OF_LONGEST_ROWS)
            canvas.paste(house, (x, y - 1))


@lru_cache(maxsize=64)
def _house(kind: str, price: int, is_affordable: bool = True, *, narrow: bool = False) -> Sprite:
    if kind in _WALLS:
        fill, edge, ink = _WALLS[kind]
    else:
        fill, edge, ink = icons.GOOD[kind], icons.EDGE[kind], icons.ON_GOOD[kind]
    if not is_affordable:
        fill = CARD
        edge = mix(edge, CARD, 0.6)
        ink = SOFT
    elif kind not in _DARK_WALLS:
        fill = mix(fill, CARD, 0.1)

    wide, size = (72, 38) if narrow else (90, BAND_TEXT)

    def house(pen: Pen) -> None:
        pen.area(((2, 30), (wide / 2, 4), (wide - 2, 30), (wide - 2, 84), (2, 84)), fill, edge, 2.6)

    return lettered(sprite((wide, 86), house), (str(price), size, ink, (wide / 2, 56)))
