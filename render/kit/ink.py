"""The colours of all pictures, and how to choose between them. A colour is a red, green, blue triple."""

from __future__ import annotations

from typing import NamedTuple

Ink = tuple[int, int, int]

SEATS = "ABCDEF"
"""The letter of each seat, the sign beside its colour."""


def rgb(code: str) -> Ink:
    """The colour of a six-digit code such as ``"1f2a37"``."""
    return int(code[0:2], 16), int(code[2:4], 16), int(code[4:6], 16)


def mix(one: Ink, other: Ink, share: float) -> Ink:
    """``one`` with ``share`` (0 to 1) of ``other`` stirred in."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


PAPER = rgb("f6eedb")
CARD = rgb("fcf7ea")
LINE = rgb("cdb98e")
TEXT = rgb("22303c")
SOFT = rgb("6b6250")
WHITE = rgb("ffffff")

NEW = rgb("8a1f8c")
"""What has just changed: the violet ink of a late hand on the chart."""
NEW_WASH = rgb("f3dcef")


class Palette(NamedTuple):
    """The colours of a game's seats: their own, text on it, outlines and hulls, frames, their thinned background."""

    player: tuple[Ink, ...]
    on: tuple[Ink, ...]
    shades: tuple[Ink, ...]
    edges: tuple[Ink, ...]
    washes: tuple[Ink, ...]


_PLAIN = (rgb("c23a2e"), rgb("2c8a54"), rgb("f2c230"), rgb("2a66b4"), rgb("2b2b30"))
PLAIN = Palette(
    player=_PLAIN,
    on=(WHITE, WHITE, rgb("2b2208"), WHITE, WHITE),
    shades=(*(mix(ink, (0, 0, 0), 0.42) for ink in _PLAIN[:4]), rgb("0c0c10")),
    edges=_PLAIN,
    washes=tuple(mix(CARD, ink, share) for ink, share in zip(_PLAIN, (0.13, 0.15, 0.24, 0.14, 0.15), strict=True)),
)
"""Red, green, yellow, blue, black: by seat, where a game does not ask for others."""
