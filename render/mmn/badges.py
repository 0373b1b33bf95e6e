"""The sign of a seat in pictures of MMN."""

from __future__ import annotations

from render.kit import badge as kit
from render.kit.fonts import NEEDED
from render.kit.pen import Sprite
from render.mmn.inks import PALETTE


def badge(seat: int, size: int) -> Sprite:
    """Return a badge in the seat's colour, with a letter that can be read where a unit is smallest."""
    return kit.badge(seat, size, PALETTE, NEEDED)
