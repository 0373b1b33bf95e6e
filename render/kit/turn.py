"""The strip with the active players in the head of every picture, and rows of badges in the order of play or places."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.icons import icon
from render.kit.ink import PLAIN, SOFT, TEXT, WHITE, Palette

TO_PLAY = "picture.to_play"
OVER = "picture.over"
LABEL = 36
"""The size of these two texts."""

_DONE_BADGE = 36
"""The width of the badge of a seat that is done."""
_MOST_FULL_BADGES = 4
"""The largest number of badges that have their full size in a strip."""
_TWO_LINES = 100
"""The height from which a strip has two lines: the name, and below it the label."""
_NAME_SIZES = 58, 50, 42, 36
"""Sizes of a name that has a line of its own: the largest that fits is taken."""
_NAME_SIZES_BESIDE_LABEL = _NAME_SIZES[2:]
"""Sizes of a name that shares its line with the label."""


def draw_strip(
    canvas: Canvas, box: Box, seats: Sequence[int], is_over: bool, caption: Caption, palette: Palette = PLAIN
) -> None:
    """Paint the strip of the active players, or of the winner with a crown.

    Several players are named only if there is room; their badges are always there.
    """
    left_x, top, width, height = box
    y = top + height / 2
    first = seats[0]
    is_single = len(seats) == 1
    fill, edge = (palette.of(first).wash, palette.of(first).edge) if is_single else (WHITE, TEXT)
    canvas.frame(box, fill, edge, 5, 12)
    label = caption.text(OVER if is_over else TO_PLAY)
    if height >= _TWO_LINES:
        _two_lines(canvas, box, seats, is_over, label, caption, palette)
        return
    label_width = canvas.text((left_x + width - 20, y), label, 230, size=LABEL, ink=SOFT, side="r", aside=True)
    size = 64 if len(seats) <= _MOST_FULL_BADGES else 56
    if is_over:
        canvas.paste(icon("crown", 52), (left_x + 40, y))
    else:
        for number, seat in enumerate(seats):
            canvas.paste(badge(seat, size, palette), (left_x + 42 + number * (size + 6), y))
    if is_single:
        name = caption.name(first)
        room = width - 126 - label_width
        canvas.text((left_x + 84, y), name, room, size=fonts.fitting(name, _NAME_SIZES_BESIDE_LABEL, room))
        return
    start = left_x + 20 + len(seats) * (size + 6)
    names = ", ".join(map(caption.name, seats))
    room = left_x + width - 40 - label_width - start
    if fonts.width(names, 42) <= room:
        canvas.text((start, y), names, room, size=42)


def _two_lines(
    canvas: Canvas, box: Box, seats: Sequence[int], is_over: bool, label: str, caption: Caption, palette: Palette
) -> None:
    left_x, top, width, height = box
    y = top + height / 2
    size = min(92.0, height - 24, (width - 30) / len(seats) - 8)
    x = left_x + 18
    signs = [icon("crown", round(size))] if is_over else [badge(seat, round(size), palette) for seat in seats]
    for sign in signs:
        canvas.paste(sign, (x, y), "l")
        x += size + 8
    room = left_x + width - x - 24
    x += 8
    if len(seats) > 1:
        canvas.text((x, y), label, room, size=LABEL, ink=SOFT)
        return
    name = caption.name(seats[0])
    canvas.text((x, y - height * 0.16), name, room, size=fonts.fitting(name, _NAME_SIZES, room))
    canvas.text((x, y + height * 0.25), label, room, size=LABEL, ink=SOFT)


def draw_order(
    canvas: Canvas,
    seats: Sequence[int],
    end: tuple[float, float],
    step: float,
    size: int,
    *,
    palette: Palette = PLAIN,
    seats_done: Collection[int] = (),
    acting: Collection[int] = (),
) -> None:
    """Paint badges in a row, with signs for "then" in between.

    Args:
        canvas: The canvas.
        seats: The seats, first to last.
        end: The middle of the last badge.
        step: The distance between the middles of two badges.
        size: The width of a badge.
        palette: The colours of the seats.
        seats_done: Seats that are done, whose badges are small.
        acting: Active seats, whose badges are framed.
    """
    for number, seat in enumerate(seats):
        x = end[0] - (len(seats) - 1 - number) * step
        y = end[1]
        if seat in acting:
            canvas.frame((x - 31, y - 31, 62, 62), None, TEXT, 5, 20)
        canvas.paste(badge(seat, _DONE_BADGE if seat in seats_done else size, palette), (x, y))
        if number:
            canvas.text((x - step / 2, y - 2), fonts.NEXT, 20, size=fonts.SMALLEST, ink=SOFT, side="m", aside=True)
