"""Whose turn it is, in the head of every game's picture, and seats in an order."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from render.caption import Caption
from render.kit import fonts, signs
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ink import PLAIN, SOFT, TEXT, WHITE, Palette

TO_PLAY, OVER = "picture.to_play", "picture.over"
MESSAGE_IDS = (TO_PLAY, OVER)

_SMALL = 32
_FEW = 4
"""So many badges stand in a strip at full size."""


def whose(
    canvas: Canvas, box: Box, seats: Sequence[int], over: bool, caption: Caption, palette: Palette = PLAIN
) -> None:
    """The strip of those who are to act, or of the winner under a crown; a single one is named."""
    left, top, width, height = box
    y = top + height / 2
    first, alone = seats[0], len(seats) == 1
    fill, edge = (palette.washes[first], palette.edges[first]) if alone else (WHITE, TEXT)
    canvas.frame(box, fill, edge, 5, 12)
    label = caption.text(OVER if over else TO_PLAY)
    taken = canvas.text((left + width - 20, y), label, 210, size=30, ink=SOFT, side="r")
    if over:
        canvas.paste(signs.crown(52), (left + 40, y))
    else:
        size = 64 if len(seats) <= _FEW else 56
        for number, seat in enumerate(seats):
            canvas.paste(badge(seat, size, palette), (left + 42 + number * (size + 6), y))
    if alone:
        canvas.text((left + 84, y), caption.name(first), width - 126 - taken, size=42)


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
    """Badges one after the other, the last at ``end``; small where a seat is ``done``, framed where it is to act."""
    for number, seat in enumerate(seats):
        x, y = end[0] - (len(seats) - 1 - number) * step, end[1]
        if seat in acting:
            canvas.frame((x - 31, y - 31, 62, 62), None, TEXT, 5, 20)
        canvas.paste(badge(seat, _SMALL if seat in done else size, palette), (x, y))
        if number:
            canvas.text((x - step / 2, y - 2), fonts.NEXT, 20, size=32, ink=SOFT, side="m")
