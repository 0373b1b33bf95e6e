"""Icons of MMN as sprites: dice, cards, tracks and seats are drawn here, all others are files in ``icons``.

Dice and cards depend on values. A crowded map has hundreds of sprites, so that their edges have few shades: the file of
its picture must stay small.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from engines.mmn import board
from engines.mmn.board import COMMODITIES, RESOURCES, TRACKS
from render.kit import badge as kit
from render.kit import pen
from render.kit.canvas import inscribed, lettered
from render.kit.fonts import NEEDED
from render.kit.icons import IconFolder
from render.kit.ink import CARD, LINE, TEXT, WHITE, Ink, mix
from render.kit.pen import Pen, Sprite
from render.mmn.inks import DIE_RED, ON_TRACK, PALETTE, TERRAIN, TERRAIN_DARK, TRACK, TRACK_DARK

icon = IconFolder(__file__)

_LARGER = 2
"""Oversampling: a sprite is drawn so many times larger, and scaled down."""
_ON_DISC = 0.6
"""Width of a sign as a share of that of its disc."""
_BACK = 0.7
"""Width of the back of a card as a share of its height."""
# The terrain of each kind of card, whose colour the card has.
_TERRAIN = {
    kind: terrain
    for kinds in (board.RESOURCES, board.COMMODITIES)
    for kind, terrain in zip(kinds, board.TERRAINS, strict=True)
}
WIDE = 0.78
"""Width of a card as a share of its height."""
_LETTERED = 76
"""Height from which on cards have letters, in pixels."""
SIGNS = {kind: partial(icon, kind, 60) for kind in (*RESOURCES, *COMMODITIES)}


def sprite(size: tuple[int, int], draw: Callable[[Pen], None], units: float | None = None) -> Sprite:
    """Return a sprite of ``size`` pixels that ``draw`` draws with a pen whose width is ``units``."""
    return pen.sprite(size, draw, units, _LARGER)


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


def die(value: int, size: int, is_red: bool) -> Sprite:
    """Return the red or the white die; 0 before it is rolled."""
    if not value:
        return _blank(size)
    if is_red:
        return icon(f"die_{value}", size, fill=DIE_RED, edge=mix(DIE_RED, TEXT, 0.6), pips=WHITE)
    return icon(f"die_{value}", size)


def event_die(event: str, size: int) -> Sprite:
    """Return the event die: barbarian ship or castle; empty before it is rolled."""
    return icon(f"event_{event}", size) if event else _blank(size)


@lru_cache(maxsize=16)
def track_die(track: str, size: int) -> Sprite:
    """Return the colour die, which names a track; empty before it is rolled."""
    if not track:
        return _blank(size)
    die = icon("die_0", size, fill=TRACK[track], edge=TRACK_DARK[track])
    figure = sign(track, round(size * 40 / 60), ON_TRACK[track])
    return inscribed(die, lambda canvas: canvas.paste(figure, (size / 2, size / 2)))


def _blank(size: int) -> Sprite:
    return icon("die_0", size, fill=CARD, edge=LINE)


def card_inks(kind: str, is_faint: bool) -> tuple[Ink, Ink]:
    """Return the inks of a card of a kind: its fill and its letters."""
    fill = mix(WHITE, TERRAIN[_TERRAIN[kind]], 0.12 if is_faint else 0.55)
    return fill, mix(TERRAIN_DARK[_TERRAIN[kind]], TEXT, 0.45 if is_faint else 0.6)


@lru_cache(maxsize=128)
def card(kind: str, letters: str, size: int, is_faint: bool = False) -> Sprite:
    """Return a card of a kind, ``size`` pixels high: pictogram and letters, which stay readable on a faint one.

    Small ones have no room for letters. A commodity has cut corners.
    """
    wide = round(size * WIDE)
    fill, ink = card_inks(kind, is_faint)
    edge = mix(TERRAIN_DARK[_TERRAIN[kind]], WHITE, 0.6 if is_faint else 0)
    text = max(NEEDED, round(size * 0.33))
    has_letters = size >= _LETTERED
    picture = min(size - text - 8, wide - 12) if has_letters else wide - 8
    top = 5 if has_letters else (size - picture) / 2

    def draw(pen: Pen) -> None:
        if kind in board.RESOURCES:
            pen.box((0, 0), (wide, size), WHITE, None, 0, 9)
            pen.box((1, 1), (wide - 2, size - 2), fill, edge, 3, 8)
            return
        cut = wide * 0.2
        left_side = ((cut, size - 1.5), (1.5, size - cut), (1.5, cut), (cut, 1.5))
        right_side = [(wide - x, y) for x, y in reversed(left_side)]
        pen.area((*left_side, *right_side), fill, edge, 3)

    pictogram = icon(kind, picture)
    middle = wide / 2, top + picture / 2
    base = inscribed(sprite((wide, size), draw), lambda canvas: canvas.paste(pictogram, middle))
    if not has_letters:
        return base
    return lettered(base, (letters, text, ink, (wide / 2, size - text * 0.58)), aside=True)


SIGNS |= {track: partial(track_die, track, 60) for track in TRACKS}


def badge(seat: int, size: int) -> Sprite:
    """Return a badge in the seat's colour, with a letter that can be read where a unit is smallest."""
    return kit.badge(seat, size, PALETTE, NEEDED)
