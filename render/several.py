"""What somebody has missed in one picture: of each turn what it changed, cut out of its board; the last board whole."""

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
"""Pixels of a title: 16 where a channel shows the picture 550 wide, 11 where a phone shows it 400 wide."""
_EDGE = 20
_BETWEEN = 24
_HEAD = round(TITLE * 1.6)
_LARGER = {Shape.WIDE: 1.5, Shape.TALL: 1.0}
"""How much larger than on its board a cut-out is: a number is then 11 pixels high where the picture is 550 wide."""
_HIGHEST = {Shape.WIDE: 270, Shape.TALL: 420}
"""Pixels of a board that a cut-out is high at the most."""
_MOST_CUTS = 2
"""Of a turn: where most has changed."""
_STILL = 8
"""So little of a difference between two colours is none."""
_WORTH = 0.2
"""A part of which less has changed than this share of what changed most is not cut out."""


class Change(NamedTuple):
    """A part of a board on which something has changed, and where in it."""

    part: Box
    where: Box


class Panel(NamedTuple):
    """A board after a turn, what that turn is called, and what it changed, the most important first."""

    board: Image.Image
    title: str
    changes: Sequence[Change] = ()


def changes(marked: Image.Image, plain: Image.Image, parts: Mapping[str, Box]) -> list[Change]:
    """Return what tells two pictures of one board apart, of which the first has marks at all that has just changed; of
    each part, that with most first."""
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
    """The turns in their order, two beside each other; the last across the whole width, with its board, ``last``."""
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
    """Two beside each other; of an odd number the first alone."""
    odd = len(panels) % 2
    if odd:
        yield panels[:1]
    for start in range(odd, len(panels), 2):
        yield panels[start : start + 2]


def _in_row(panels: Sequence[Panel], shape: Shape) -> list[Image.Image]:
    wide = (WIDTH - 2 * _EDGE - (len(panels) - 1) * _BETWEEN) // len(panels)
    return [_cell(panel, wide, shape) for panel in panels]


def _cell(panel: Panel, wide: int, shape: Shape, whole: Image.Image | None = None) -> Image.Image:
    """The title and what changed, and below it the ``whole`` board. A turn that marks nothing shows its board."""
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
    """Cut out what changed most, and beside it the next, where there is room."""
    cuts = list[Image.Image]()
    for change in panel.changes[:_MOST_CUTS]:
        cut = _cut(panel.board, change, room, shape)
        if sum(cut_before.width + _EDGE for cut_before in cuts) + cut.width <= room:
            cuts.append(cut)
    return cuts


def _cut(board: Image.Image, change: Change, room: int, shape: Shape) -> Image.Image:
    """The part around what has changed on it, as much of it as there is room for."""
    scale = _LARGER[shape]
    (x, y, wide, high) = change.where
    left, across = _window(change.part[0], change.part[2], (x, x + wide), room / scale)
    top, down = _window(change.part[1], change.part[3], (y, y + high), _HIGHEST[shape])
    cut = board.convert("RGB").crop((left, top, left + across, top + down))
    return cut.resize((round(across * scale), round(down * scale)), Image.Resampling.LANCZOS)


def _window(start: float, length: float, seen: tuple[float, float], most: float) -> tuple[int, int]:
    """Return where a window within a stretch begins, and how long it is: at the start of it, where names are, if what
    is to be ``seen`` ends within; else around the middle of that."""
    long = min(length, most)
    begin = start if seen[1] <= start + long else min(max(start, sum(seen) / 2 - long / 2), start + length - long)
    return round(begin), int(long)
