"""The two shapes of pictures, and how large text must be in each of them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Shape(StrEnum):
    """What a picture is made for: a window of a computer, or a phone held upright."""

    WIDE = "wide"
    TALL = "tall"


class Legible(NamedTuple):
    """Sizes of text in pixels of the picture."""

    least: int
    """Nothing is smaller."""
    needed: int
    """Nothing that somebody decides by is smaller: names, numbers, prices."""


WIDE_SIZE = (1600, 1000)
"""Pixels of every wide board. In a laptop's window (1280 by 800) it is fitted at four fifths."""
TALL_WIDTH = 1600
"""Pixels of every tall picture. Opened on a phone and tapped once, three of them are a point."""

LEGIBLE = {Shape.WIDE: Legible(21, 21), Shape.TALL: Legible(33, 36)}
"""Wide: 7 pixels in a channel's box, 16 in a laptop's window. Tall: 11 and 12 points on a phone, after the tap."""
