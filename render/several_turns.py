"""Pictures of several turns: the changes of each turn, cut out of its board, and the whole last board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops

from render.kit import fonts
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, LINE, PAPER
from render.shape import Shape

WIDTH = fonts.WIDTH
TITLE = 46
"""Size of a title: 16 pixels where a channel shows the picture 550 pixels wide, 11 where a phone shows it 400 wide."""
_EDGE = 20
_BETWEEN = 24
_HEAD = round(TITLE * 1.6)
_LARGER = {Shape.WIDE: 1.5, Shape.TALL: 1.0}
"""The factor by which a cut-out is enlarged: a number is then 11 pixels high where the picture is 550 wide."""
_HIGHEST = {Shape.WIDE: 270, Shape.TALL: 420}
"""The largest height of a cut-out, in pixels of the board."""
_MOST_CUTS = 2
"""The largest number of cut-outs of a turn: the parts with most changes."""
_STILL = 8
"""The largest difference between two colours that counts as none."""
_WORTH = 0.2
"""The smallest amount of change of a part that is cut out, as a share of the part with most changes."""


class Change(NamedTuple):
    """A part of a board on which something has changed."""

    part: Box
    where: Box
    """The box of the change inside the part."""


class Panel(NamedTuple):
    """A turn."""

    board: Image.Image
    """The board after the turn."""
    title: str
    changes: Sequence[Change] = ()
    """The changes, the largest first."""


def changes(marked: Image.Image, plain: Image.Image, parts: Mapping[str, Box]) -> list[Change]:
    """Return the changes of a turn by part, the largest first, found by comparison of two pictures.

    Args:
        marked: The board with marks at everything that has just changed.
        plain: The same board without marks.
        parts: The boxes of the parts.
    """
    apart = ImageChops.difference(marked.convert("RGB"), plain.convert("RGB")).convert("L")
    differing = apart.point(lambda level: 255 if level > _STILL else 0)
    weighed = list[tuple[int, Change]]()
    for box in parts.values():
        left = round(box[0])
        top = round(box[1])
        within = differing.crop((left, top, left + round(box[2]), top + round(box[3])))
        if where := within.getbbox():
            seen = left + where[0], top + where[1], where[2] - where[0], where[3] - where[1]
            weighed.append((within.histogram()[255], Change(box, seen)))
    most = max((number for number, _ in weighed), default=0)
    weighed.sort(key=lambda item: -item[0])
    return [change for number, change in weighed if number >= most * _WORTH]


def draw(panels: Sequence[Panel], last: Image.Image, shape: Shape) -> Image.Image:
    """Draw the turns in order, two in a row; the last one has the whole width and shows the board ``last``."""
    *earlier, newest = panels
    cells = [_in_row(row, shape) for row in _rows(earlier)]
    cells.append([_cell(newest, WIDTH - 2 * _EDGE, shape, last)])
    heights = [max(cell.height for cell in row) for row in cells]
    canvas = Canvas(Image.new("RGB", (WIDTH, 2 * _EDGE + sum(heights) + _BETWEEN * (len(cells) - 1)), PAPER))
    top = _EDGE
    for row, height in zip(cells, heights, strict=True):
        left = _EDGE
        for cell in row:
            canvas.layer(cell, (left, top))
            left += cell.width + _BETWEEN
        top += height + _BETWEEN
    return canvas.image


def _rows(panels: Sequence[Panel]) -> Iterator[Sequence[Panel]]:
    """Yield rows of two turns; if their number is odd, the first one has a row to itself."""
    odd = len(panels) % 2
    if odd:
        yield panels[:1]
    for start in range(odd, len(panels), 2):
        yield panels[start : start + 2]


def _in_row(panels: Sequence[Panel], shape: Shape) -> list[Image.Image]:
    wide = (WIDTH - 2 * _EDGE - (len(panels) - 1) * _BETWEEN) // len(panels)
    return [_cell(panel, wide, shape) for panel in panels]


def _cell(panel: Panel, wide: int, shape: Shape, whole: Image.Image | None = None) -> Image.Image:
    """Draw a turn: its title, its changes, and below them the ``whole`` board; its own board if nothing is marked."""
    room = wide - 2 * _EDGE
    cuts = _cuts(panel, room, shape)
    if whole is None and not cuts:
        whole = panel.board
    board = whole and whole.convert("RGB").resize((room, whole.height * room // whole.width), Image.Resampling.LANCZOS)
    rows = [row for row in (cuts, [board] if board else []) if row]
    high = _HEAD + sum(max(image.height for image in row) + _EDGE for row in rows)
    canvas = Canvas(Image.new("RGB", (wide, high), CARD))
    canvas.frame((0, 0, wide, high), CARD, LINE, 2, 12)
    canvas.text((_EDGE, _HEAD / 2), fonts.drawable(panel.title), room, size=TITLE)
    top = _HEAD
    for row in rows:
        left = _EDGE
        for image in row:
            canvas.layer(image, (left, top))
            left += image.width + _EDGE
        top += max(image.height for image in row) + _EDGE
    return canvas.image


def _cuts(panel: Panel, room: int, shape: Shape) -> list[Image.Image]:
    """Return the cut-out of the largest change, and of the next one if there is room next to it."""
    cuts = list[Image.Image]()
    for change in panel.changes[:_MOST_CUTS]:
        cut = _cut(panel.board, change, room, shape)
        if sum(cut_before.width + _EDGE for cut_before in cuts) + cut.width <= room:
            cuts.append(cut)
    return cuts


def _cut(board: Image.Image, change: Change, room: int, shape: Shape) -> Image.Image:
    """Return the surroundings of a change within its part, as much as fits."""
    scale = _LARGER[shape]
    (x, y, wide, high) = change.where
    left, across = _window(change.part[0], change.part[2], (x, x + wide), room / scale)
    top, down = _window(change.part[1], change.part[3], (y, y + high), _HIGHEST[shape])
    cut = board.convert("RGB").crop((left, top, left + across, top + down))
    return cut.resize((round(across * scale), round(down * scale)), Image.Resampling.LANCZOS)


def _window(start: float, length: float, seen: tuple[float, float], most: float) -> tuple[int, int]:
    """Return begin and length of a window on a part, along one axis.

    The window begins with the part, where names are, if it then covers the change; otherwise it is centred on it.

    Args:
        start: The begin of the part.
        length: The length of the part.
        seen: Begin and end of the change.
        most: The largest length of the window.
    """
    long = min(length, most)
    begin = start if seen[1] <= start + long else min(max(start, sum(seen) / 2 - long / 2), start + length - long)
    return round(begin), int(long)
