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
"""Pixels between the edge of the picture or of a cell and what is in it, and between images in a cell."""
_BETWEEN = 24
"""Pixels between cells."""
_HEAD = round(TITLE * 1.6)
"""Height of the title's line in a cell, in pixels."""
_LARGER = {Shape.WIDE: 1.5, Shape.TALL: 1.0}
"""The factor by which a cut-out is enlarged: a number is then 11 pixels high where the picture is 550 wide."""
_HIGHEST = {Shape.WIDE: 270, Shape.TALL: 420}
"""The largest height of a cut-out, in pixels of the board."""
_MOST_CUTS = 2
"""The largest number of cut-outs of a turn: the parts with most changes."""
_TOLERANCE = 8
"""The largest difference between two colours that counts as none."""
_LEAST_SHARE = 0.2
"""The smallest amount of change of a part that is cut out, as a share of the part with most changes."""


class Change(NamedTuple):
    """A change of a board."""

    part: Box
    """The box of the part of the board on which it is."""
    box: Box
    """The box of the change itself."""


class Turn(NamedTuple):
    """A turn: its board, and what changed on it."""

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
    difference = ImageChops.difference(marked.convert("RGB"), plain.convert("RGB")).convert("L")
    differing = difference.point(lambda level: 255 if level > _TOLERANCE else 0)
    changes_by_size = list[tuple[int, Change]]()
    for part in parts.values():
        left_x = round(part[0])
        top = round(part[1])
        mask = differing.crop((left_x, top, left_x + round(part[2]), top + round(part[3])))
        if bounds := mask.getbbox():
            box = left_x + bounds[0], top + bounds[1], bounds[2] - bounds[0], bounds[3] - bounds[1]
            changes_by_size.append((mask.histogram()[255], Change(part, box)))
    changes_by_size.sort(key=lambda item: -item[0])
    largest = changes_by_size[0][0] if changes_by_size else 0
    return [change for size, change in changes_by_size if size >= largest * _LEAST_SHARE]


def draw(turns: Sequence[Turn], last: Image.Image, shape: Shape) -> Image.Image:
    """Draw the turns in order, two in a row; the last one has the whole width and shows the board ``last``."""
    *earlier, newest = turns
    cells = [_in_row(row, shape) for row in _rows(earlier)]
    cells.append([_cell(newest, WIDTH - 2 * _EDGE, shape, last)])
    heights = [max(cell.height for cell in row) for row in cells]
    canvas = Canvas(Image.new("RGB", (WIDTH, 2 * _EDGE + sum(heights) + _BETWEEN * (len(cells) - 1)), PAPER))
    top = _EDGE
    for row, height in zip(cells, heights, strict=True):
        left_x = _EDGE
        for cell in row:
            canvas.layer(cell, (left_x, top))
            left_x += cell.width + _BETWEEN
        top += height + _BETWEEN
    return canvas.image


def _rows(turns: Sequence[Turn]) -> Iterator[Sequence[Turn]]:
    """Yield rows of two turns; if their number is odd, the first one has a row to itself."""
    odd = len(turns) % 2
    if odd:
        yield turns[:1]
    for start in range(odd, len(turns), 2):
        yield turns[start : start + 2]


def _in_row(turns: Sequence[Turn], shape: Shape) -> list[Image.Image]:
    width = (WIDTH - 2 * _EDGE - (len(turns) - 1) * _BETWEEN) // len(turns)
    return [_cell(turn, width, shape) for turn in turns]


def _cell(turn: Turn, width: int, shape: Shape, whole: Image.Image | None = None) -> Image.Image:
    """Draw a turn: its title, its changes, and below them the ``whole`` board; its own board if nothing is marked."""
    room = width - 2 * _EDGE
    cuts = _cuts(turn, room, shape)
    if whole is None and not cuts:
        whole = turn.board
    rows = [cuts] if cuts else []
    if whole is not None:
        size = room, whole.height * room // whole.width
        rows.append([whole.convert("RGB").resize(size, Image.Resampling.LANCZOS)])
    height = _HEAD + sum(max(image.height for image in row) + _EDGE for row in rows)
    canvas = Canvas(Image.new("RGB", (width, height), CARD))
    canvas.frame((0, 0, width, height), CARD, LINE, 2, 12)
    canvas.text((_EDGE, _HEAD / 2), fonts.drawable(turn.title), room, size=TITLE)
    top = _HEAD
    for row in rows:
        left_x = _EDGE
        for image in row:
            canvas.layer(image, (left_x, top))
            left_x += image.width + _EDGE
        top += max(image.height for image in row) + _EDGE
    return canvas.image


def _cuts(turn: Turn, room: int, shape: Shape) -> list[Image.Image]:
    """Return the cut-out of the largest change, and of the next one if there is room next to it."""
    cuts = list[Image.Image]()
    for change in turn.changes[:_MOST_CUTS]:
        cut = _cut(turn.board, change, room, shape)
        if sum(earlier.width + _EDGE for earlier in cuts) + cut.width <= room:
            cuts.append(cut)
    return cuts


def _cut(board: Image.Image, change: Change, room: int, shape: Shape) -> Image.Image:
    """Return the surroundings of a change within its part, as much as fits, enlarged."""
    scale = _LARGER[shape]
    x, y, width, height = change.box
    left_x, cut_width = _window(change.part[0], change.part[2], (x, x + width), room / scale)
    top, cut_height = _window(change.part[1], change.part[3], (y, y + height), _HIGHEST[shape])
    cut = board.convert("RGB").crop((left_x, top, left_x + cut_width, top + cut_height))
    return cut.resize((round(cut_width * scale), round(cut_height * scale)), Image.Resampling.LANCZOS)


def _window(start: float, length: float, change: tuple[float, float], most: float) -> tuple[int, int]:
    """Return begin and length of a window on a part, along one axis.

    The window begins with the part, where names are, if it then covers the change; otherwise it is centred on it.

    Args:
        start: The begin of the part.
        length: The length of the part.
        change: Begin and end of the change.
        most: The largest length of the window.
    """
    window = min(length, most)
    if change[1] <= start + window:
        return round(start), int(window)
    centred = sum(change) / 2 - window / 2
    begin = min(max(start, centred), start + length - window)
    return round(begin), int(window)
