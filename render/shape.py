"""The two shapes of pictures, and how large text must be in each of them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Shape(StrEnum):
    """The shape of a picture: wide for a computer's window, tall for a phone held upright."""

    WIDE = "wide"
    TALL = "tall"


class Legible(NamedTuple):
    """Sizes of text in pixels of the picture."""

    least: int
    """The smallest size of any text."""
    needed: int
    """The smallest size of text by which people decide: names, numbers, prices."""


WIDE_SIZE = (1600, 1000)
"""Width and height of every wide board in pixels. A laptop's window (1280 by 800) shows it at four fifths."""
TALL_WIDTH = 1600
"""The width of every tall picture in pixels. Opened on a phone and tapped once, three pixels are a point."""

LEGIBLE = {Shape.WIDE: Legible(21, 21), Shape.TALL: Legible(33, 36)}
"""The sizes by shape. Wide: 7 pixels high in a channel, 16 in a laptop's window. Tall: 11 and 12 points on a phone."""
