"""Buildings, roads and knights of the players as sprites: shape and letter tell what the colour tells."""

from __future__ import annotations

import math
from functools import lru_cache

from render.kit.canvas import lettered
from render.kit.fonts import NEEDED
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import NEW, WHITE, Ink, mix
from render.kit.pen import Pen, Point, Points, Sprite, around
from render.mmn import tracks
from render.mmn.goods import star
from render.mmn.inks import GOLD, GOLD_DARK, ON_TRACK, PALETTE, RED, RED_DARK, STONE, STONE_DARK, TRACK, TRACK_DARK
from render.mmn.sprites import sprite

_HOUSE = ((8, 27), (32, 4), (56, 27), (56, 56), (8, 56))
_CITY = ((6, 68), (6, 26), (26, 6), (46, 26), (46, 36), (80, 36), (80, 68))
_WALL = (
    (2, 86),
    (2, 66),
    (14, 66),
    (14, 72),
    (26, 72),
    (26, 66),
    (38, 66),
    (38, 72),
    (50, 72),
    (50, 66),
    (62, 66),
    (62, 72),
    (72, 72),
    (72, 66),
    (86, 66),
    (86, 86),
)
_SHIELD = ((6, 18), (19, 22), (32, 17), (45, 22), (58, 18), (57, 48), (48, 65), (32, 77), (16, 65), (7, 48))
_RANKS = {"basic": 1, "strong": 2, "mighty": 3}


def _letter(seat: int, size: float, at: Point, ink: Ink | None = None) -> tuple[str, int, Ink, Point]:
    return letter(seat), max(NEEDED, round(size)), ink or PALETTE.of(seat).on, at


def _shape(pen: Pen, points: Points, seat: int, new: bool) -> None:
    pen.area(points, NEW if new else WHITE, NEW if new else WHITE, 13 if new else 9)
    pen.area(points, PALETTE.of(seat).ink, PALETTE.of(seat).shade, 4)


@kept_by_seats(64)
def settlement(seat: int, size: int, new: bool = False) -> Sprite:
    """A house, ``size`` pixels wide."""
    unit = size / 64
    base = sprite((size, round(62 * unit)), lambda pen: _shape(pen, _HOUSE, seat, new), 64)
    return lettered(base, _letter(seat, 34 * unit, (size / 2, 39 * unit)), aside=True)


@kept_by_seats(512)
def city(
    seat: int, size: int, wall: bool = False, track: str | None = None, sabotaged: bool = False, new: bool = False
) -> Sprite:
    """A tower beside a hall, ``size`` pixels wide, with what marks it: its wall, a metropolis's track, sabotage."""
    unit = size / 88

    def draw(pen: Pen) -> None:
        if wall:
            pen.area(_WALL, NEW if new else WHITE, NEW if new else WHITE, 6)
        _shape(pen, _CITY, seat, new)
        if wall:
            pen.area(_WALL, STONE, STONE_DARK, 3.4)
        if track:
            pen.disc((65, 24), 23, WHITE)
            pen.disc((65, 24), 21, TRACK[track], GOLD, 4)
            tracks.sign(pen, track, (65, 24), 23, ON_TRACK[track])
        if sabotaged:
            pen.area([around((65, 25), 24 if turn % 2 == 0 else 15, 22.5 * turn) for turn in range(16)], WHITE)
            pen.area([around((65, 25), 21 if turn % 2 == 0 else 13, 22.5 * turn) for turn in range(16)], RED, RED_DARK)
            pen.path(((65, 17), (65, 27)), WHITE, 5)
            pen.disc((65, 34), 2.8, WHITE)

    base = sprite((size, round(90 * unit)), draw, 88)
    return lettered(base, _letter(seat, 36 * unit, (26 * unit, 47 * unit)), aside=True)


@kept_by_seats(512)
def knight(seat: int, rank: str, size: int, active: bool = True, captain: bool = False, new: bool = False) -> Sprite:
    """A raised shield, or a round token lying down while inactive; stars tell the rank, a banner the captain."""
    unit = size / 84
    stars = _RANKS[rank]

    def draw(pen: Pen) -> None:
        pen = pen.moved((10, 2))
        halo = NEW if new else WHITE
        wide = 13 if new else 9
        if active:
            pen.area(_SHIELD, halo, halo, wide)
            pen.area(_SHIELD, PALETTE.of(seat).ink, PALETTE.of(seat).shade, 4)
        else:
            pen.disc((32, 47), 28 + wide / 2, halo)
            pen.disc((32, 47), 28, PALETTE.of(seat).edge)
            pen.disc((32, 47), 28, None, PALETTE.of(seat).shade, 2.4)
            pen.disc((32, 47), 20.5, mix(WHITE, PALETTE.of(seat).edge, 0.08), PALETTE.of(seat).shade, 2.4)
        for number in range(stars):
            at = 32 + (number - (stars - 1) / 2) * 19, 13 - (2 if stars == 3 and number == 1 else 0)
            star(pen, at, 12, GOLD, GOLD_DARK, 2.4)
        if captain:
            staff, banner = ((59, 24), (59, 74)), ((59, 24), (73, 24), (67, 34), (73, 44), (59, 44))
            pen.area(banner, WHITE, WHITE, 7)
            pen.path(staff, WHITE, 9)
            pen.area(banner, RED, RED_DARK, 2.4)
            pen.path(staff, RED_DARK, 4.6)

    base = sprite((size, round(82 * unit)), draw, 84)
    ink = None if active else (PALETTE.of(seat).shade)
    return lettered(base, _letter(seat, 33 * unit, (42 * unit, (43 if active else 49) * unit), ink), aside=True)


@kept_by_seats(256)
def road(seat: int, length: int, thick: int, turn: int, new: bool = False) -> Sprite:
    """A road of ``length`` pixels; ``turn`` 0 runs upright, 1 rises to the right, -1 falls to the right."""
    room = length + thick
    middle = room / 2, room / 2
    angle = math.radians(60 * turn)
    dx, dy = math.sin(angle) * (length - thick) / 2, math.cos(angle) * (length - thick) / 2
    ends = (middle[0] - dx, middle[1] + dy), (middle[0] + dx, middle[1] - dy)

    def draw(pen: Pen) -> None:
        for ink, grown in (
            (NEW if new else WHITE, 6 if new else 3.5),
            (PALETTE.of(seat).shade, 0),
            (PALETTE.of(seat).ink, -2.6),
        ):
            pen.path(ends, ink, thick + 2 * grown)

    return lettered(sprite((room, room), draw), _letter(seat, 0, middle), aside=True)


@kept_by_seats(128)
def chip(seat: int, kind: str, size: int, new: bool = False) -> Sprite:
    """What lies on a hex beside a building: one to three crates, or the figure of a servant or journeyman."""

    def draw(pen: Pen) -> None:
        halo, wide = (NEW, 7) if new else (WHITE, 4)
        ink, edge, on = PALETTE.of(seat).ink, PALETTE.of(seat).shade, PALETTE.of(seat).on
        if kind in _CRATES:
            pen.box((0, 0), (60, 60), halo, None, 0, 14)
            pen.box((wide, wide), (60 - 2 * wide, 60 - 2 * wide), ink, edge, 4, 10)
            for x, y in _CRATES[kind]:
                pen.box((x, y), (15, 15), on, None, 0, 2)
            return
        pen.disc((30, 30), 30, halo)
        pen.disc((30, 30), 30 - wide, ink, edge, 4)
        person(pen, on, kind == "journeyman")

    return sprite((size, size), draw, 60)


_CRATES: dict[str, tuple[Point, ...]] = {
    "store": ((22.5, 22.5),),
    "hall": ((13, 22.5), (32, 22.5)),
    "large_store": ((13, 32), (32, 32), (22.5, 13)),
}


def person(pen: Pen, ink: Ink, hat: bool) -> None:
    """A servant, or with a hat a journeyman, in a field of 60 by 60."""
    pen.disc((30, 24 if hat else 21), 8, ink)
    pen.area(((18, 49), (19, 38), (25, 33), (35, 33), (41, 38), (42, 49)), ink)
    if hat:
        pen.path(((17, 17), (43, 17)), ink, 4)
        pen.area(((22, 17), (25, 8), (35, 8), (38, 17)), ink)


@lru_cache(maxsize=32)
def marker(track: str, size: int) -> Sprite:
    """The metropolis of a track, as it stands on a city."""

    def draw(pen: Pen) -> None:
        half = ((30, 4), (24, 4), (24, 22), (20, 22), (20, 14), (12, 14), (12, 22), (4, 22), (4, 58), (30, 58))
        rim = (*half, *((60 - x, y) for x, y in reversed(half)))
        pen.area(rim, TRACK[track], TRACK_DARK[track], 3.4)
        pen.area(((22, 58), (22, 44), (30, 36), (38, 44), (38, 58)), TRACK_DARK[track])

    return sprite((size, size), draw, 60)
