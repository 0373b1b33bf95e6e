"""The signs of the six tracks of improvements, in one ink, in fields of 60 by 60."""

from __future__ import annotations

from functools import lru_cache

from render.kit.ink import CARD, LINE, WHITE, Ink, mix
from render.kit.pen import Pen, Point, Sprite, around, smooth
from render.mmn.inks import ON_TRACK, TRACK, TRACK_DARK
from render.mmn.sprites import sprite


def _trade(pen: Pen, ink: Ink) -> None:
    """A pair of scales."""
    pen.path(((30, 8), (30, 52)), ink, 5)
    pen.path(((18, 53), (42, 53)), ink, 5)
    pen.path(((8, 15), (52, 15)), ink, 4.5)
    for x in (12, 48):
        pen.path(((x, 15), (x - 8, 33)), ink, 2.6)
        pen.path(((x, 15), (x + 8, 33)), ink, 2.6)
        pen.area(((x - 11, 33), (x + 11, 33), (x + 6, 42), (x - 6, 42)), ink)


def _politics(pen: Pen, ink: Ink) -> None:
    """A town hall with columns."""
    pen.area(((30, 4), (56, 21), (4, 21)), ink)
    for x in (9, 22, 35, 47):
        pen.box((x - 1, 25), (6, 20), ink)
    pen.box((4, 48), (52, 7), ink)


def _science(pen: Pen, ink: Ink) -> None:
    """A flask."""
    pen.area(((24, 6), (36, 6), (36, 24), (54, 54), (6, 54), (24, 24)), ink)
    pen.path(((20, 6), (40, 6)), ink, 5)


def _power(pen: Pen, ink: Ink) -> None:
    """A sword."""
    pen.area(((30, 2), (36, 9), (36, 36), (24, 36), (24, 9)), ink)
    pen.path(((14, 40), (46, 40)), ink, 6)
    pen.path(((30, 40), (30, 54)), ink, 6)
    pen.disc((30, 55), 4.6, ink)


def _magic(pen: Pen, ink: Ink) -> None:
    """A star of eight rays."""
    pen.area([around((30, 30), (27, 9.5, 17, 9.5)[turn % 4], 22.5 * turn) for turn in range(16)], ink)


def _food(pen: Pen, ink: Ink) -> None:
    """Fork and knife."""
    pen.path(((18, 30), (18, 56)), ink, 6)
    for x in (9, 18, 27):
        pen.path(((x, 6), (x, 24)), ink, 4.4)
    pen.path(((9, 25), (27, 25)), ink, 6)
    pen.path(((43, 34), (43, 56)), ink, 6)
    pen.area(smooth(((40, 4), (52, 12), (52, 36), (40, 38)), rounds=1), ink)


SIGNS = {
    "trade": _trade,
    "politics": _politics,
    "science": _science,
    "power": _power,
    "magic": _magic,
    "food": _food,
}


def sign(pen: Pen, track: str, at: Point, size: float, ink: Ink) -> None:
    """A track's sign, its middle at ``at``."""
    SIGNS[track](pen.moved((at[0] - size / 2, at[1] - size / 2), size / 60), ink)


@lru_cache(maxsize=64)
def symbol(track: str, size: int) -> Sprite:
    """A track's sign alone, as it stands on its colour."""
    return sprite((size, size), lambda pen: sign(pen, track, (30, 30), 60, ON_TRACK[track]), 60)


@lru_cache(maxsize=64)
def disc(track: str, size: int, pale: bool = False) -> Sprite:
    """A track's sign on its colour; a pale one for a track without improvements."""
    fill = mix(CARD, LINE, 0.35) if pale else TRACK[track]
    ink = mix(TRACK_DARK[track], CARD, 0.55) if pale else ON_TRACK[track]

    def draw(pen: Pen) -> None:
        pen.disc((30, 30), 30, fill)
        sign(pen, track, (30, 30), 36, ink)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=64)
def back(track: str, size: int) -> Sprite:
    """The back of a progress card, ``size`` pixels high."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0), (42, 60), WHITE, None, 0, 8)
        pen.box((1, 1), (40, 58), TRACK[track], TRACK_DARK[track], 3, 7)
        sign(pen, track, (21, 30), 31, ON_TRACK[track])

    return sprite((round(size * 0.7), size), draw, 42)
