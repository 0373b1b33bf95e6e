"""The market: ten rows of prices, three markers, the factories' profit."""

from __future__ import annotations

from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit import fonts
from render.kit.canvas import Canvas, lettered
from render.kit.ground import panels
from render.kit.ink import LINE, NEW, SOFT, Ink, rgb
from render.kit.pen import Pen, Sprite, sprite
from render.navegador import icons
from render.navegador.layout import MARKET
from render.navegador.news import News

_HEAD, _ROW = 66, 34
_COLUMN = 104
_LEFT = MARKET[0] + 14
_PROFIT = _LEFT + 3 * _COLUMN + 8
_BAND = (rgb("fcf7ea"), rgb("efe3c6"))


def _y(row: int) -> float:
    return MARKET[1] + _HEAD + (row - 0.5) * _ROW


def ground(pen: Pen) -> None:
    """The panel and its rows, two and two of a price."""
    left, top, width, height = MARKET
    panels(pen, (MARKET,))
    for pair in range(5):
        pen.box((left + 8, _y(2 * pair + 1) - _ROW / 2), (width - 16, 2 * _ROW), _BAND[(pair + 1) % 2], radius=6)
    pen.path(((_PROFIT - 2, top + 14), (_PROFIT - 2, top + height - 14)), LINE, 2.4)


def labels(canvas: Canvas) -> None:
    """The prices."""
    top = MARKET[1] + 34
    for number, good in enumerate(board.GOODS):
        canvas.paste(icons.good(good, 48), (_LEFT + (number + 0.5) * _COLUMN, top))
    canvas.paste(icons.category("factory", 48), (_PROFIT + 56, top))
    for row in range(1, board.MARKET_END + 1):
        for number, good in enumerate(board.GOODS):
            _price(canvas, (_LEFT + (number + 0.5) * _COLUMN, _y(row)), board.PRICE[good][row], SOFT)
        _price(canvas, (_PROFIT + 56, _y(row)), board.PROFIT[row], SOFT)


def _price(canvas: Canvas, at: tuple[float, float], price: int, ink: Ink) -> None:
    canvas.text(at, str(price), 60, size=fonts.SMALLEST, ink=ink, side="m")


def draw(canvas: Canvas, view: NavegadorView, news: News) -> None:
    """The markers, and the way they have just gone."""
    for number, good in enumerate(board.GOODS):
        row, x = view.market[good], _LEFT + (number + 0.5) * _COLUMN
        if good in news.traded:
            before, after = news.traded[good]
            low, high = min(before, after), max(before, after)
            canvas.frame((x - 48, _y(low) - 18, 96, (high - low) * _ROW + 36), None, NEW, 5, 12)
        canvas.paste(_marker(good, board.PRICE[good][row]), (x, _y(row)))


@lru_cache(maxsize=32)
def _marker(good: str, price: int) -> Sprite:
    """A marker in the colour of its good, with the price it marks."""

    def shape(pen: Pen) -> None:
        pen.box((0, 0), (84, 34), icons.GOOD[good], icons.EDGE[good], 3.6, 8)

    return lettered(sprite((84, 34), shape), (str(price), 29, icons.ON_GOOD[good], (42, 17)))
