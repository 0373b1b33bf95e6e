"""The market: ten rows of prices, three markers, and the profit of factories."""

from __future__ import annotations

from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.canvas import Canvas, lettered
from render.kit.ground import panels
from render.kit.ink import LINE, NEW, NEW_WASH, SOFT, Ink, rgb
from render.kit.part import Part
from render.kit.pen import Pen, Sprite, sprite
from render.navegador import icons
from render.navegador.news import News
from render.navegador.sizes import BAND_TEXT

_HEAD = 68
_ROW = 42
_COLUMN = 99
_LEFT = 10
_PROFIT = _LEFT + 3 * _COLUMN + 6
_BAND = (rgb("fcf7ea"), rgb("efe3c6"))


def _x(number: int) -> float:
    return _LEFT + (number + 0.5) * _COLUMN


def _y(row: int) -> float:
    return _HEAD + (row - 0.5) * _ROW


def ground(pen: Pen, part: Part) -> None:
    """Draw the empty panel with its rows, two for each price."""
    panels(pen, (part.size,))
    for pair in range(5):
        pen.box((8, _y(2 * pair + 1) - _ROW / 2), (part.width - 16, 2 * _ROW), _BAND[(pair + 1) % 2], radius=6)
    pen.path(((_PROFIT - 2, 14), (_PROFIT - 2, part.height - 14)), LINE, 2.4)


def labels(canvas: Canvas) -> None:
    """Draw the prices."""
    for number, good in enumerate(board.GOODS):
        canvas.paste(icons.good(good, 50), (_x(number), 36))
    canvas.paste(icons.icon("factory", 50), (_PROFIT + 43, 36))
    for row in range(1, board.MARKET_END + 1):
        for number, good in enumerate(board.GOODS):
            _price(canvas, (_x(number), _y(row)), board.PRICE[good][row], SOFT)
        _price(canvas, (_PROFIT + 43, _y(row)), board.PROFIT[row], SOFT)


def _price(canvas: Canvas, at: tuple[float, float], price: int, ink: Ink) -> None:
    canvas.text(at, str(price), 80, size=BAND_TEXT, ink=ink, side="m")


def draw(canvas: Canvas, view: NavegadorView, news: News) -> None:
    """Draw the markers with the way each has just gone.

    The way goes row by row, since two rows may have one price, and tells whether goods were sold or processed.
    """
    for number, good in enumerate(board.GOODS):
        row = view.market[good]
        x = _x(number)
        canvas.paste(_marker(good, board.PRICE[good][row]), (x, _y(row)))
        if good in news.traded:
            before, after = news.traded[good]
            low = min(before, after)
            high = max(before, after)
            step = icons.icon("row_down" if after > before else "row_up", 22)
            for passed in range(before, after, 1 if after > before else -1):
                canvas.paste(step, (x + 39, _y(passed)))
            canvas.frame((x - 52, _y(low) - 27, 104, (high - low) * _ROW + 54), None, NEW, 8, 13)
            canvas.frame((x - 48, 6, 96, _HEAD - 10), NEW_WASH, NEW, 5, 12)
            canvas.paste(icons.good(good, 40), (x - 21, 35))
            canvas.paste(icons.icon("factory", 44) if good in news.processed else icons.icon("coin", 42), (x + 22, 35))


@lru_cache(maxsize=32)
def _marker(good: str, price: int) -> Sprite:
    """Return a marker in the colour of its good, with its price."""

    def shape(pen: Pen) -> None:
        pen.box((0, 0), (90, 42), icons.GOOD[good], icons.EDGE[good], 3.6, 8)

    return lettered(sprite((90, 42), shape), (str(price), BAND_TEXT, icons.ON_GOOD[good], (45, 21)))
