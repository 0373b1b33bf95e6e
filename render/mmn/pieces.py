"""Buildings, roads and knights of the players as sprites: shape and letter tell what the colour tells."""

from __future__ import annotations

import math
from functools import lru_cache

from render.kit.canvas import inscribed, lettered
from render.kit.fonts import NEEDED
from render.kit.icons import Value
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import NEW, WHITE, Ink, mix
from render.kit.pen import Pen, Point, Sprite
from render.mmn import icons
from render.mmn.icons import icon, sprite
from render.mmn.inks import PALETTE, TRACK, TRACK_DARK

_NEW_RIM = 13
"""Width of the violet rim of a new piece, in the units of its icon; the white one of others is narrower."""
_SQUARE = frozenset(("store", "hall", "large_store"))
"""Kinds of chips with crates, which are square; those with persons are round."""


def _letter(seat: int, size: float, at: Point, ink: Ink | None = None) -> tuple[str, int, Ink, Point]:
    return letter(seat), max(NEEDED, round(size)), ink or PALETTE.of(seat).on, at


def _rim(is_new: bool) -> dict[str, Value]:
    return {"halo": NEW, "rim": _NEW_RIM} if is_new else {}


@kept_by_seats(64)
def settlement(seat: int, size: int, is_new: bool = False) -> Sprite:
    """Return a house, ``size`` pixels wide."""
    unit = size / 64
    colour = PALETTE.of(seat)
    base = icon("settlement", (size, round(62 * unit)), ink=colour.ink, shade=colour.shade, **_rim(is_new))
    return lettered(base, _letter(seat, 34 * unit, (size / 2, 39 * unit)), aside=True)


@kept_by_seats(512)
def city(
    seat: int, size: int, wall: bool = False, track: str | None = None, sabotaged: bool = False, is_new: bool = False
) -> Sprite:
    """Return a tower beside a hall, ``size`` pixels wide, with its wall, the track of a metropolis, and sabotage."""
    unit = size / 88
    colour = PALETTE.of(seat)
    names = ["city_walled" if wall else "city"]
    values: dict[str, Value] = {"ink": colour.ink, "shade": colour.shade, **_rim(is_new)}
    if track:
        names.append("city_metropolis")
        values["track"] = TRACK[track]
    if sabotaged:
        names.append("city_sabotaged")
    base = icon(tuple(names), (size, round(90 * unit)), **values)
    if track and not sabotaged:  # the sign of sabotage lies where the symbol would be
        figure = icons.symbol(track, round(23 * unit))
        base = inscribed(base, lambda canvas: canvas.paste(figure, (65 * unit, 24 * unit)))
    return lettered(base, _letter(seat, 36 * unit, (26 * unit, 47 * unit)), aside=True)


@kept_by_seats(512)
def knight(
    seat: int, rank: str, size: int, is_active: bool = True, is_captain: bool = False, is_new: bool = False
) -> Sprite:
    """Return a knight: a raised shield, or a round token that lies down while inactive.

    Stars tell the rank, a banner tells the captain.
    """
    unit = size / 84
    colour = PALETTE.of(seat)
    values: dict[str, Value] = {"shade": colour.shade, **_rim(is_new)}
    if is_active:
        names = ["knight_active"]
        values["ink"] = colour.ink
        label = _letter(seat, 33 * unit, (42 * unit, 43 * unit))
    else:
        names = ["knight_inactive"]
        values |= {"edge": colour.edge, "pale": mix(WHITE, colour.edge, 0.08)}
        label = _letter(seat, 33 * unit, (42 * unit, 49 * unit), colour.shade)
    names.append(f"knight_{rank}")
    if is_captain:
        names.append("knight_captain")
    return lettered(icon(tuple(names), (size, round(82 * unit)), **values), label, aside=True)


@kept_by_seats(256)
def road(seat: int, length: int, thick: int, turn: int, is_new: bool = False) -> Sprite:
    """Return a road of ``length`` pixels; ``turn`` 0 runs upright, 1 rises to the right, -1 falls to the right."""
    room = length + thick
    middle = room / 2, room / 2
    angle = math.radians(60 * turn)
    dx = math.sin(angle) * (length - thick) / 2
    dy = math.cos(angle) * (length - thick) / 2
    ends = (middle[0] - dx, middle[1] + dy), (middle[0] + dx, middle[1] - dy)
    colour = PALETTE.of(seat)
    rim, rim_width = (NEW, 6.0) if is_new else (WHITE, 3.5)

    def draw(pen: Pen) -> None:
        for ink, margin in ((rim, rim_width), (colour.shade, 0), (colour.ink, -2.6)):
            pen.path(ends, ink, thick + 2 * margin)

    # A road is narrow: its letter has the least size, whatever its length.
    return lettered(sprite((room, room), draw), _letter(seat, 0, middle), aside=True)


def chip(seat: int, kind: str, size: int, is_new: bool = False) -> Sprite:
    """Return the chip on a hex beside a building: one to three crates, or the figure of a servant or journeyman."""
    plate = f"chip_{'square' if kind in _SQUARE else 'round'}{'_new' if is_new else ''}"
    colour = PALETTE.of(seat)
    return icon((plate, kind), size, ink=colour.ink, shade=colour.shade, on=colour.on)


@lru_cache(maxsize=32)
def marker(track: str, size: int) -> Sprite:
    """Return the metropolis of a track, as it stands on a city."""
    return icon("metropolis", size, fill=TRACK[track], edge=TRACK_DARK[track])
