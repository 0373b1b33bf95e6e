"""The strip with the active players in the head of every picture, and rows of badges in an order."""

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

_SMALL = 36
"""The width of the badge of a seat that is done."""
_FEW = 4
"""The largest number of badges that have their full size in a strip."""
_HIGH = 100
"""The height from which a strip has two lines: the name, and below it the label."""
_NAMES = 58, 50, 42, 36
"""Sizes of a name that has a line of its own: the largest that fits is taken."""


def whose(
    canvas: Canvas, box: Box, seats: Sequence[int], over: bool, caption: Caption, palette: Palette = PLAIN
) -> None:
    """Paint the strip of the active players, or of the winner with a crown; several are named if there is room."""
    left, top, width, height = box
    y = top + height / 2
    first = seats[0]
    alone = len(seats) == 1
    fill, edge = (palette.of(first).wash, palette.of(first).edge) if alone else (WHITE, TEXT)
    canvas.frame(box, fill, edge, 5, 12)
    label = caption.text(OVER if over else TO_PLAY)
    if height >= _HIGH:
        _two_lines(canvas, box, seats, over, label, caption, palette)
        return
    taken = canvas.text((left + width - 20, y), label, 230, size=LABEL, ink=SOFT, side="r", aside=True)
    size = 64 if len(seats) <= _FEW else 56
    if over:
        canvas.paste(icon("crown", 52), (left + 40, y))
    else:
        for number, seat in enumerate(seats):
            canvas.paste(badge(seat, size, palette), (left + 42 + number * (size + 6), y))
    if alone:
        name = caption.name(first)
        room = width - 126 - taken
        canvas.text((left + 84, y), name, room, size=fonts.fitting(name, _NAMES[2:], room))
        return
    start = left + 20 + len(seats) * (size + 6)
    names = ", ".join(map(caption.name, seats))
    room = left + width - 40 - taken - start
    if fonts.width(names, 42) <= room:
        canvas.text((start, y), names, room, size=42)


def _two_lines(
    canvas: Canvas, box: Box, seats: Sequence[int], over: bool, label: str, caption: Caption, palette: Palette
) -> None:
    left, top, width, height = box
    y = top + height / 2
    size = min(92.0, height - 24, (width - 30) / len(seats) - 8)
    x = left + 18
    for seat in seats[:1] if over else seats:
        if over:
            canvas.paste(icon("crown", round(size)), (x, y), "l")
        else:
            canvas.paste(badge(seat, round(size), palette), (x, y), "l")
        x += size + 8
    room = left + width - x - 24
    x = x + 8
    if len(seats) > 1:
        canvas.text((x, y), label, room, size=LABEL, ink=SOFT)
        return
    name = caption.name(seats[0])
    canvas.text((x, y - height * 0.16), name, room, size=fonts.fitting(name, _NAMES, room))
    canvas.text((x, y + height * 0.25), label, room, size=LABEL, ink=SOFT)


def order(
    canvas: Canvas,
    seats: Sequence[int],
    end: tuple[float, float],
    step: float,
    size: int,
    *,
    palette: Palette = PLAIN,
    done: Collection[int] = (),
    acting: Collection[int] = (),
) -> None:
    """Paint badges in a row, the last one at ``end``; those of seats that are ``done`` small, active ones framed."""
    for number, seat in enumerate(seats):
        x = end[0] - (len(seats) - 1 - number) * step
        y = end[1]
        if seat in acting:
            canvas.frame((x - 31, y - 31, 62, 62), None, TEXT, 5, 20)
        canvas.paste(badge(seat, _SMALL if seat in done else size, palette), (x, y))
        if number:
            canvas.text((x - step / 2, y - 2), fonts.NEXT, 20, size=fonts.SMALLEST, ink=SOFT, side="m", aside=True)
