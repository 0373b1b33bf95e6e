"""The icons of MMN, as sprites whose edges have few shades.

A crowded map has hundreds of them, and the file of its picture must stay small.

"""

from __future__ import annotations

from collections.abc import Callable

from render.kit import pen
from render.kit.icons import IconFolder
from render.kit.pen import Pen, Sprite

icon = IconFolder(__file__)

_LARGER = 2
"""Oversampling: a sprite is drawn so many times larger, and scaled down."""


def sprite(size: tuple[int, int], draw: Callable[[Pen], None], units: float | None = None) -> Sprite:
    """Return a sprite of ``size`` pixels that ``draw`` draws with a pen whose width is ``units``."""
    return pen.sprite(size, draw, units, _LARGER)
