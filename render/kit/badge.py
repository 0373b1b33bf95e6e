"""Badges, which stand for seats in every game: an octagon in the seat's colour with the seat's letter."""

from __future__ import annotations

from render.kit.canvas import lettered
from render.kit.fonts import SMALLEST
from render.kit.icons import icon
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import PLAIN, Palette
from render.kit.pen import Sprite

_LETTER = 28 / 46
"""The size of the letter as a share of the badge's width."""


@kept_by_seats(64)
def badge(seat: int, size: int = 46, palette: Palette = PLAIN, min_size: int = SMALLEST) -> Sprite:
    """Return the badge of a seat, ``size`` units wide, with a letter no smaller than ``min_size``."""
    colour = palette.of(seat)
    label = (letter(seat), max(min_size, int(size * _LETTER)), colour.on, (size / 2, size / 2))
    return lettered(icon("badge", size, ink=colour.ink, shade=colour.shade), label, aside=True)
