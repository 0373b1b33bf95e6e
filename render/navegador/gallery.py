"""The gallery: the privileges on offer by category, and an explanation of the points on mats."""

from __future__ import annotations

from collections.abc import Sequence

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Box, Canvas
from render.kit.ground import panels
from render.kit.ink import LINE, NEW, SOFT, WHITE, mix
from render.kit.part import Part
from render.kit.pen import Pen
from render.navegador import icons, words
from render.navegador.news import News
from render.navegador.sizes import BAND_SMALL


def ground(pen: Pen, part: Part, offers: Sequence[Box]) -> None:
    """Draw the empty panel with its lines."""
    panels(pen, (part.size,))
    is_column = _is_column(offers)
    for left, top, width, height in offers:
        ends = ((14, top), (width - 14, top)) if is_column else ((left, top + 12), (left, top + height - 12))
        pen.path(ends, mix(LINE, WHITE, 0.3), 2)


def labels(canvas: Canvas, offers: Sequence[Box], caption: Caption) -> None:
    """Draw the title, the categories, and what the smaller of the two totals on a mat counts."""
    left, _, width, _ = offers[0]
    title = caption.text(words.GALLERY)
    size = _size(canvas)
    is_column = _is_column(offers)
    title_y = 32 if is_column else 46
    canvas.paste(icons.icon("seal", 42), (34, title_y))
    room = width - 76 if is_column else left - 76
    canvas.text((62, title_y), title, room, size=size, aside=True)
    # One box more than there are categories: the last one is for the legend.
    for category, (left, top, width, height) in zip(board.CATEGORIES, offers, strict=False):
        canvas.paste(icons.icon(category, 48), (left + 34, top + height / 2))
        name = caption.title(words.CATEGORIES[category])
        canvas.text((left + 64, top + height / 2 - 20), name, width - 70, size=size, aside=True)
    left, top, width, height = offers[-1]
    legend = caption.text(words.ON_MAT)
    wide = min(fonts.width(legend, size), width - 50)
    x = left + (width - wide - 34) / 2
    y = top + height / 2
    canvas.paste(icons.icon("mat", 28), (x, y), "l")
    canvas.text((x + 34, y), legend, width - 50, size=size, ink=SOFT, aside=True)


def _is_column(offers: Sequence[Box]) -> bool:
    """Return whether the boxes are below each other; otherwise they are beside each other, right of the title."""
    return offers[0][0] == 0


def _size(canvas: Canvas) -> int:
    """Return the size of text in units: on a wide board, a unit has less than a pixel, so that it has to be larger."""
    return BAND_SMALL if canvas.scale < 1 else fonts.SMALLEST


def draw(canvas: Canvas, offers: Sequence[Box], view: NavegadorView, news: News) -> None:
    """Draw the privileges on offer."""
    for category, (left, top, width, height) in zip(board.CATEGORIES, offers, strict=False):
        if category in news.taken:
            inset = -1 if _is_column(offers) else 5  # in a column, boxes are so low that names reach their edges
            canvas.frame((left + 5, top + inset, width - 10, height - 2 * inset), None, NEW, 5, 12)
        y = top + height / 2 + 18
        count = view.gallery[category]
        for number in range(count):
            canvas.paste(icons.icon("seal", 38), (left + 82 + number * 38, y))
        if not count:
            canvas.text((left + 68, y), fonts.DASH, 30, size=_size(canvas), ink=SOFT, aside=True)
