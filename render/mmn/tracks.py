"""The signs of the six tracks of improvements, alone and on things in their colour."""

from __future__ import annotations

from functools import lru_cache

from render.kit.canvas import inscribed
from render.kit.ink import CARD, LINE, Ink, mix
from render.kit.pen import Sprite
from render.mmn.inks import ON_TRACK, TRACK, TRACK_DARK
from render.mmn.sprites import icon

_ON_DISC = 0.6
"""Width of a sign as a share of that of its disc."""
_BACK = 0.7
"""Width of the back of a card as a share of its height."""


def sign(track: str, size: int, ink: Ink) -> Sprite:
    """Return a track's sign in an ink."""
    return icon(f"track_{track}", size, ink=ink)


def symbol(track: str, size: int) -> Sprite:
    """Return a track's sign alone, as it stands on its colour."""
    return sign(track, size, ON_TRACK[track])


@lru_cache(maxsize=64)
def disc(track: str, size: int, is_pale: bool = False) -> Sprite:
    """Return a track's sign on its colour; a pale one for a track without improvements."""
    fill = mix(CARD, LINE, 0.35) if is_pale else TRACK[track]
    ink = mix(TRACK_DARK[track], CARD, 0.55) if is_pale else ON_TRACK[track]
    middle = size / 2, size / 2
    figure = sign(track, round(_ON_DISC * size), ink)
    return inscribed(icon("disc", size, fill=fill), lambda canvas: canvas.paste(figure, middle))


@lru_cache(maxsize=64)
def back(track: str, size: int) -> Sprite:
    """Return the back of a progress card, ``size`` pixels high."""
    card = icon("back", (round(_BACK * size), size), fill=TRACK[track], edge=TRACK_DARK[track])
    wide, high = card.size
    figure = symbol(track, round(wide * 31 / 42))
    return inscribed(card, lambda canvas: canvas.paste(figure, (wide / 2, high / 2)))
