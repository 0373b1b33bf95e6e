"""Sheets of figures: a title, some large numbers, and a table with one line for each player or game.

They are legible at the size at which a channel shows them, 550 pixels wide. Everything that a line shows as a drawing
(the uncertainty or the course of a rating) it also has as a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ground import ground
from render.kit.ink import CARD, LINE, PAPER, SOFT, TEXT, Ink, mix, rgb
from render.kit.pen import Pen

WIDTH = fonts.WIDTH
MOST = 9
"""The largest number of lines of a table."""
# All lengths are in pixels.
_EDGE = 18
"""Distance from the edge of the picture to that of the sheet."""
_IN = 52
"""Distance from there to the words."""
_TITLE = 68
"""Size of the title, if it has room."""
_HEAD = 106
"""Height of the line with the title."""
_SMALL = 40
"""Size of labels and headings."""
_LARGE = 76
"""Size of the large numbers, if they have room."""
_TEXT = 50
"""Size of the table's cells."""
_SMALLER = (46, 42, 38, 36)
"""Sizes for names that do not fit."""
_CLOSE = 36
"""Distance between the two lines of a name."""
_TITLE_ROOM = 980
"""The largest width of the title."""
_PITCH = 76
"""Distance from a line of the table to the next."""
_TILE = 170
"""Height of the box of a large number."""
_GAP = 28
"""Distance between columns of the table."""
_STRIP = 230, 560
"""The smallest and the largest width of the drawing in a line."""
_BAR_THICKNESS = 8
"""The thickness of the bar of a rating's uncertainty; its length depends on the rating, within ``_STRIP``."""
_MIDDLE_RADIUS = 13
"""Radius of the dot in the middle of that bar."""
_MIDDLE_EDGE = 7
"""Thickness of the edge of that dot."""
_CURVE_THICKNESS = 5
"""Thickness of the line of a rating's course."""
_CURVE_END_RADIUS = 9
"""Radius of the dot at the end of that line."""
_LEAST_NAME = 340
"""Width that other columns leave for the names."""
_GOLD = rgb("f3d98a")
_GOLD_EDGE = rgb("a3781c")
_BAR = rgb("2a66b4")
_DOT = rgb("1b4478")


class Tile(NamedTuple):
    """A large number with its label."""

    label: str
    value: str


class Line(NamedTuple):
    """A line of the table."""

    cells: tuple[str, ...]
    """The texts; the first one is aligned to the left, the others to the right."""
    first: bool = False
    """True if the line is highlighted, as that of a leader."""
    span: tuple[float, float, float] | None = None
    """The lower bound, the middle and the upper bound of a rating, drawn as a bar."""
    course: tuple[float, ...] = ()
    """Ratings in order of time, drawn as a curve."""
    heading: bool = False
    """True if the line is a heading of the following lines, with only one cell."""


class Sheet(NamedTuple):
    """The content of a sheet."""

    title: str
    subtitle: str
    tiles: tuple[Tile, ...] = ()
    heads: tuple[str, ...] = ()
    """The headings of the columns of cells."""
    drawn: str = ""
    """The heading of the drawings; "" if there are none."""
    lines: tuple[Line, ...] = ()


def draw(sheet: Sheet, caption: Caption) -> Image.Image:
    """Draw a sheet: title, large numbers, headings of the columns, lines.

    Lines beyond ``MOST`` are left out. ``caption`` is not used, since the sheet has all its words.
    """
    lines = sheet.lines[:MOST]
    tiles = _EDGE + _HEAD + 30
    heads = tiles + (_TILE + 26 if sheet.tiles else 0)
    top = heads + (64 if lines else 0)
    height = max(round(top + _PITCH * len(lines) + _EDGE + 22), 400)
    right = WIDTH - _EDGE - _IN
    wide = _strip(sheet, lines, right) if sheet.drawn else 0
    strip = right - wide
    columns = _columns(sheet, lines, strip - _GAP if sheet.drawn else right)
    low, high = _range(lines)

    def shapes(pen: Pen) -> None:
        pen.box((_EDGE, _EDGE), (WIDTH - 2 * _EDGE, height - 2 * _EDGE), CARD, LINE, 3, 18)
        for left_x, width in _spread(len(sheet.tiles)):
            pen.box((left_x, tiles), (width, _TILE), PAPER, LINE, 3, 14)
        for number, line in enumerate(lines):
            y = top + _PITCH * number
            if line.first:
                pen.box((_EDGE + 14, y + 3), (WIDTH - 2 * _EDGE - 28, _PITCH - 6), _GOLD, _GOLD_EDGE, 2, 12)
            elif number and not line.heading:
                pen.path(((_EDGE + _IN, y), (right, y)), mix(LINE, CARD, 0.4), 2)
            if sheet.drawn:
                _drawing(pen, line, (strip, y + _PITCH / 2), wide, low, high)

    canvas = ground((WIDTH, height), shapes)
    _title(canvas, sheet, right)
    for (left_x, width), tile in zip(_spread(len(sheet.tiles)), sheet.tiles, strict=True):
        _tile(canvas, tile, left_x, tiles, width)
    if lines:
        _words(canvas, sheet.heads, columns, heads + 34, _SMALL, SOFT)
        if sheet.drawn:
            canvas.text((right, heads + 34), fonts.drawable(sheet.drawn), wide, size=_SMALL, ink=SOFT, side="r")
    for number, line in enumerate(lines):
        y = top + _PITCH * (number + 0.5)
        if line.heading:
            room = right - _EDGE - _IN
            canvas.text((_EDGE + _IN, y + 8), fonts.drawable(line.cells[0]), room, size=_SMALL, ink=SOFT)
        else:
            _words(canvas, line.cells, columns, y, _TEXT, TEXT)
    return canvas.image


def _title(canvas: Canvas, sheet: Sheet, right: float) -> None:
    """Draw the title, and the subtitle at the right end of its line."""
    middle = _EDGE + 76
    title = fonts.drawable(sheet.title)
    size = fonts.fitting(title, (_TITLE, 60, 52, 46), _TITLE_ROOM, fonts.CHART)
    width = canvas.text((_EDGE + _IN, middle), title, _TITLE_ROOM, size=size, face=fonts.CHART)
    room = WIDTH - 2 * (_EDGE + _IN) - width - 40
    canvas.text((right, middle + 6), fonts.drawable(sheet.subtitle), room, size=_SMALL, ink=SOFT, side="r")


def _tile(canvas: Canvas, tile: Tile, left_x: float, top: float, width: float) -> None:
    """Draw a large number above its label in its box."""
    size = fonts.fitting(tile.value, (_LARGE, 66, 56, 46), width - 40)
    canvas.text((left_x + width / 2, top + 64), tile.value, width - 30, size=size, side="m")
    size = fonts.fitting(tile.label, (_SMALL, 36), width - 24)
    canvas.text((left_x + width / 2, top + 132), tile.label, width - 16, size=size, ink=SOFT, side="m")


def _spread(count: int) -> list[tuple[float, float]]:
    """Return the left edges and widths of ``count`` tiles."""
    whole = WIDTH - 2 * (_EDGE + _IN) + 30
    between = 22
    width = (whole - between * (count - 1)) / max(1, count)
    return [(_EDGE + _IN - 15 + place * (width + between), width) for place in range(count)]


def _columns(sheet: Sheet, lines: Sequence[Line], right: float) -> list[tuple[float, float]]:
    """Return the right edge and the width of each column; the first one has the width that the others leave.

    Args:
        sheet: The sheet, with the headings of the columns.
        lines: The lines that are shown.
        right: The right edge of the last column.
    """
    rows = [line.cells for line in lines if not line.heading]
    columns: list[tuple[float, float]] = []
    for place in range(len(sheet.heads) - 1, 0, -1):
        widest = max((fonts.width(cells[place], _TEXT) for cells in rows), default=0)
        wanted = max(widest, fonts.width(fonts.drawable(sheet.heads[place]), _SMALL))
        room = min(wanted, max(120, right - _EDGE - _IN - _LEAST_NAME))
        columns.insert(0, (right, room))
        right -= room + _GAP
    return [(right, right - _EDGE - _IN), *columns]


def _strip(sheet: Sheet, lines: Sequence[Line], right: float) -> float:
    """Return the width of the drawings: what the words leave, within the bounds of ``_STRIP``."""
    least, most = _STRIP
    (_, room), *_ = _columns(sheet, lines, right - least - _GAP)
    first = [line.cells[0] for line in lines if not line.heading]
    widest = max((fonts.width(fonts.drawable(name), _TEXT) for name in first), default=0)
    return min(most, least + max(0.0, room - widest - 2 * _GAP))


def _words(
    canvas: Canvas, cells: Sequence[str], columns: Sequence[tuple[float, float]], y: float, size: int, ink: Ink
) -> None:
    """Draw the cells of a line in columns, each given by its right edge and its width."""
    texts = [fonts.drawable(cell) for cell in cells]
    for number, (text, (right, room)) in enumerate(zip(texts, columns, strict=True)):
        if number == 0:
            _name(canvas, text, room, y, size, ink)
        else:
            canvas.text((right, y), text, room + 2, size=fonts.fitting(text, (size, 36), room), ink=ink, side="r")


def _name(canvas: Canvas, text: str, room: float, y: float, size: int, ink: Ink) -> None:
    """Draw the first cell of a line, in two lines if it is long."""
    fitting = fonts.fitting(text, (size, *(smaller for smaller in _SMALLER if smaller < size)), room)
    parts = fonts.wrap(text, fitting, int(room), 2)
    for place, part in enumerate(parts):
        part_y = y + (place - (len(parts) - 1) / 2) * _CLOSE
        canvas.text((_EDGE + _IN, part_y), part, room, size=fitting, ink=ink)


def _range(lines: Sequence[Line]) -> tuple[float, float]:
    """Return the lowest and the highest rating that is drawn."""
    values = [value for line in lines for value in (*(line.span or ()), *line.course)]
    low = min(values, default=0.0)
    high = max(values, default=0.0)
    return (low, high) if high > low else (low - 1, high + 1)


def _drawing(pen: Pen, line: Line, at: tuple[float, float], wide: float, low: float, high: float) -> None:
    """Draw the uncertainty of a rating as a bar with a dot in its middle, or its course as a line.

    Args:
        pen: The pen.
        line: The line of the table.
        at: The middle of the drawing's left edge.
        wide: The width of the drawing.
        low: The rating at the left end of bars, or at the bottom of curves.
        high: The rating at their right end, or at the top.
    """
    left_x, y = at

    def across(value: float) -> float:
        return left_x + 10 + (value - low) / (high - low) * (wide - 20)

    if line.span is not None:
        least, middle, most = (across(value) for value in line.span)
        pen.path(((least, y), (most, y)), _BAR, _BAR_THICKNESS)
        pen.disc((middle, y), _MIDDLE_RADIUS, CARD, _DOT, _MIDDLE_EDGE)
    elif len(line.course) > 1:
        step = (wide - 24) / (len(line.course) - 1)
        rise = _PITCH - 32
        points = [
            (left_x + 12 + number * step, y + rise / 2 - (value - low) / (high - low) * rise)
            for number, value in enumerate(line.course)
        ]
        pen.path(points, _BAR, _CURVE_THICKNESS)
        pen.disc(points[-1], _CURVE_END_RADIUS, _DOT)
