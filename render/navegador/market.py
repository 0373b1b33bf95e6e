"""The market: ten rows of prices, three markers, and the profit of factories."""

from __future__ import annotations

from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.boxes import arrange, column, leaf, row, space
from render.kit.canvas import Canvas, lettered
from render.kit.ground import panels
from render.kit.ink import LINE, NEW, NEW_WASH, SOFT, rgb
from render.kit.part import Part
from render.kit.pen import Pen, Sprite, sprite
from render.navegador import icons
from render.navegador.layout import Parts
from render.navegador.news import News
from render.navegador.sizes import BAND_TEXT

_BAND = (rgb("fcf7ea"), rgb("efe3c6"))

_TREE = column(
    row(
        space(width=10),
        *(leaf(good, width=99) for good in board.GOODS),
        space(width=6),
        leaf("factory", width=86),
        space(),
        height=68,
    ),
    *(leaf(f"row{number}", height=42) for number in range(1, board.MARKET_END + 1)),
    space(),
)


@lru_cache(maxsize=8)
def boxes(part: Part) -> Parts:
    """Return the boxes of the heads of the columns (the goods and ``factory``) and of the rows of prices, in units."""
    return arrange(_TREE, part.measures)


def ground(picture: Pen, part: Part) -> None:
    """Draw the empty panel with its rows, two for each price."""
    pen = part.under(picture)
    panels(pen, (part.size,))
    places = boxes(part)
    for pair in range(board.MARKET_END // 2):
        first = places[f"row{2 * pair + 1}"]
        pen.box((8, first.top), (part.width - 16, 2 * first.height), _BAND[(pair + 1) % 2], radius=6)
    x = places["factory"].left - 2
    pen.path(((x, 14), (x, part.height - 14)), LINE, 2.4)


def labels(picture: Canvas, part: Part) -> None:
    """Draw the prices."""
    canvas = part.on(picture)
    places = boxes(part)
    columns = {**board.PRICE, "factory": board.PROFIT}
    for name in columns:
        x, _ = places[name].centre
        sign = icons.icon("factory", 50) if name == "factory" else icons.good(name, 50)
        canvas.paste(sign, (x, 36))
    for number in range(1, board.MARKET_END + 1):
        _, y = places[f"row{number}"].centre
        for name, prices in columns.items():
            x, _ = places[name].centre
            canvas.text((x, y), str(prices[number]), 80, size=BAND_TEXT, ink=SOFT, side="m")


def draw(picture: Canvas, part: Part, view: NavegadorView, news: News) -> None:
    """Draw the markers with the way each has just gone.

    The way goes row by row, since two rows may have one price, and tells whether goods were sold or processed.
    """
    canvas = part.on(picture)
    places = boxes(part)
    for good in board.GOODS:
        price_row = view.market[good]
        x, _ = places[good].centre
        _, y = places[f"row{price_row}"].centre
        canvas.paste(_marker(good, board.PRICE[good][price_row]), (x, y))
        if good in news.traded:
            before, after = news.traded[good]
            step = icons.icon("row_down" if after > before else "row_up", 22)
            for passed in range(before, after, 1 if after > before else -1):
                _, y = places[f"row{passed}"].centre
                canvas.paste(step, (x + 39, y))
            first = places[f"row{min(before, after)}"]
            last = places[f"row{max(before, after)}"]
            high = last.top + last.height - first.top
            canvas.frame((x - 52, first.top - 6, 104, high + 12), None, NEW, 8, 13)
            canvas.frame((x - 48, 6, 96, places[good].height - 10), NEW_WASH, NEW, 5, 12)
            canvas.paste(icons.good(good, 40), (x - 21, 35))
            canvas.paste(icons.icon("factory", 44) if good in news.processed else icons.icon("coin", 42), (x + 22, 35))


@lru_cache(maxsize=32)
def _marker(good: str, price: int) -> Sprite:
    """Return a marker in the colour of its good, with its price."""

    def shape(pen: Pen) -> None:
        pen.box((0, 0), (90, 42), icons.GOOD[good], icons.EDGE[good], 3.6, 8)

    return lettered(sprite((90, 42), shape), (str(price), BAND_TEXT, icons.ON_GOOD[good], (45, 21)))
