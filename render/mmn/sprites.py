"""The icons of MMN, and sprites whose edges have few shades: a crowded map has hundreds of them, and its file must stay
light."""

from __future__ import annotations

from collections.abc import Callable

from render.kit import pen
from render.kit.icons import IconFolder
from render.kit.pen import Pen, Sprite

icon = IconFolder(__file__)

_LARGER = 2
"""Pixels for one of the sprite's, before it is scaled down."""


def sprite(size: tuple[int, int], draw: Callable[[Pen], None], units: float | None = None) -> Sprite:
    """Return what ``draw`` draws, as a sprite of ``size`` pixels; ``units`` is its width for the pen."""
    return pen.sprite(size, draw, units, _LARGER)
