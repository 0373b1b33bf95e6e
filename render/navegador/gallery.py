"""The gallery: the privileges on offer by category, and an explanation of the points on mats."""

from __future__ import annotations

from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit import fonts
from render.kit.boxes import arrange, column, inset, leaf, row, space, stack
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import LINE, NEW, SOFT, WHITE, mix
from render.kit.part import Part
from render.kit.pen import Pen
from render.navegador import icons, words
from render.navegador.layout import Parts
from render.navegador.news import News
from render.navegador.sizes import BAND_SMALL

_COLUMN = stack(
    column(leaf("title", height=62), *(leaf(category) for category in board.CATEGORIES), space(height=44)),
    inset(leaf("legend", height=40), left=0, right=0, bottom=10),
)
"""A gallery that is higher than wide."""
_ROW = row(
    leaf("title", width=250),
    *(leaf(category, width=230) for category in board.CATEGORIES),
    leaf("legend"),
)
"""A gallery that is wider than high."""


@lru_cache(maxsize=8)
def boxes(part: Part) -> Parts:
    """Return the boxes of the title, of the categories and of the explanation of points, in units."""
    return arrange(_COLUMN if _is_column(part) else _ROW, part.measures)


def _is_column(part: Part) -> bool:
    """Return whether the boxes are below each other; otherwise they are next to each other."""
    return part.height > part.width


def ground(picture: Pen, part: Part) -> None:
    """Draw the empty panel with its lines."""
    pen = part.under(picture)
    panels(pen, (part.size,))
    is_column = _is_column(part)
    for name, box in boxes(part).items():
        if name == "title":
            continue
        end = (part.width - 14, box.top) if is_column else (box.left, box.top + box.height - 12)
        start = (14, box.top) if is_column else (box.left, box.top + 12)
        pen.path((start, end), mix(LINE, WHITE, 0.3), 2)


def labels(picture: Canvas, part: Part, caption: Caption) -> None:
    """Draw the title, the categories, and what the smaller of the two totals on a mat counts."""
    canvas = part.on(picture)
    places = boxes(part)
    size = _size(canvas)
    title = places["title"]
    title_y = 32 if _is_column(part) else 46
    canvas.paste(icons.icon("seal", 42), (34, title_y))
    canvas.text((62, title_y), caption.text(words.GALLERY), title.width - 76, size=size, aside=True)
    for category in board.CATEGORIES:
        box = places[category]
        _, y = box.centre
        canvas.paste(icons.icon(category, 48), (box.left + 34, y))
        name = caption.title(words.CATEGORIES[category])
        canvas.text((box.left + 64, y - 20), name, box.width - 70, size=size, aside=True)
    _legend(canvas, places["legend"], caption.text(words.ON_MAT), size)


def _legend(canvas: Canvas, box: Part, text: str, size: int) -> None:
    wide = min(fonts.width(text, size), box.width - 50)
    x = box.left + (box.width - wide - 34) / 2
    _, y = box.centre
    canvas.paste(icons.icon("mat", 28), (x, y), "l")
    canvas.text((x + 34, y), text, box.width - 50, size=size, ink=SOFT, aside=True)


def _size(canvas: Canvas) -> int:
    """Return the size of text in units: on a wide board, a unit has less than a pixel, so that it has to be larger."""
    return BAND_SMALL if canvas.scale < 1 else fonts.SMALLEST


def draw(picture: Canvas, part: Part, view: NavegadorView, news: News) -> None:
    """Draw the privileges on offer."""
    canvas = part.on(picture)
    places = boxes(part)
    for category in board.CATEGORIES:
        box = places[category]
        if category in news.taken:
            edge = -1 if _is_column(part) else 5  # in a column, boxes are so low that names reach their edges
            canvas.frame((box.left + 5, box.top + edge, box.width - 10, box.height - 2 * edge), None, NEW, 5, 12)
        _, y = box.centre
        y += 18
        count = view.gallery[category]
        for number in range(count):
            canvas.paste(icons.icon("seal", 38), (box.left + 82 + number * 38, y))
        if not count:
            canvas.text((box.left + 68, y), fonts.DASH, 30, size=_size(canvas), ink=SOFT, aside=True)
