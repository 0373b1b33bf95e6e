"""Dice, cards and small signs of banner, bank and mats; sprites are made once and kept."""

from __future__ import annotations

from functools import lru_cache

from engines.mmn import board
from render.kit.canvas import lettered
from render.kit.fonts import NEEDED
from render.kit.icons import IconFolder
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT, WHITE, Ink, mix
from render.kit.pen import Pen, Sprite, smooth
from render.kit.signs import pips
from render.mmn import figures, goods, pieces, tracks
from render.mmn.inks import (
    DIE_RED,
    GOLD,
    GOLD_DARK,
    NIGHT,
    ON_TRACK,
    RED,
    STONE,
    STONE_DARK,
    TERRAIN,
    TERRAIN_DARK,
    TRACK,
    TRACK_DARK,
    WOOD,
    WOOD_DARK,
)
from render.mmn.sprites import sprite

icon = IconFolder(__file__)

_TERRAIN = {
    kind: terrain
    for kinds in (board.RESOURCES, board.COMMODITIES)
    for kind, terrain in zip(kinds, board.TERRAINS, strict=True)
}


WIDE, _LETTERED = 0.78, 76
"""The width of a card as a share of its height; cards that are so high have letters."""


@lru_cache(maxsize=32)
def die(value: int, size: int, red: bool) -> Sprite:
    """The red or the white die; 0 before it is rolled."""
    fill, edge, pip = (DIE_RED, mix(DIE_RED, TEXT, 0.6), WHITE) if red else (WHITE, TEXT, TEXT)

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (58, 58), fill if value else CARD, edge if value else LINE, 3, 13)
        pips(pen, value, pip)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def event_die(event: str, size: int) -> Sprite:
    """The event die: barbarian ship or castle; empty before it is rolled."""

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (58, 58), mix(WHITE, GOLD, 0.22) if event else CARD, TEXT if event else LINE, 3, 13)
        if event == "ship":
            small = pen.moved((10, 10), 40 / 66)
            small.path(((33, 2), (33, 46)), NIGHT, 5)
            small.area(smooth(((14, 6), (52, 6), (58, 20), (52, 36), (14, 36), (19, 20)), rounds=1), NIGHT)
            small.area(((2, 42), (64, 42), (54, 62), (12, 62)), NIGHT)
        elif event == "castle":
            castle(pen.moved((9, 9), 42 / 60), TEXT)

    return sprite((size, size), draw, 60)


def castle(pen: Pen, ink: Ink) -> None:
    """A castle in one ink."""
    half = [(4, 56), (4, 12), (9, 12), (9, 18), (13, 18), (13, 12), (18, 12), (18, 30), (23, 30), (23, 24), (27, 24)]
    half += [(27, 30), (30, 30), (30, 42), (25, 42), (25, 56)]
    for side in (1, -1):
        pen.area([(30 + side * (30 - x), y) for x, y in half], ink)


@lru_cache(maxsize=16)
def track_die(track: str, size: int) -> Sprite:
    """The colour die, which names a track; empty before it is rolled."""

    def draw(pen: Pen) -> None:
        if not track:
            pen.box((1, 1), (58, 58), CARD, LINE, 3, 13)
            return
        pen.box((1, 1), (58, 58), TRACK[track], TRACK_DARK[track], 3, 13)
        tracks.sign(pen, track, (30, 30), 40, ON_TRACK[track])

    return sprite((size, size), draw, 60)


def card_inks(kind: str, faint: bool) -> tuple[Ink, Ink]:
    """What a card of a kind is filled with, and the ink of its letters."""
    fill = mix(WHITE, TERRAIN[_TERRAIN[kind]], 0.12 if faint else 0.55)
    return fill, mix(TERRAIN_DARK[_TERRAIN[kind]], TEXT, 0.45 if faint else 0.6)


@lru_cache(maxsize=128)
def card(kind: str, letters: str, size: int, faint: bool = False) -> Sprite:
    """A card of a kind, ``size`` pixels high: pictogram and letters, which stay readable on a ``faint`` one; small ones
    have no room for letters. A commodity has cut corners."""
    wide = round(size * WIDE)
    fill, ink = card_inks(kind, faint)
    edge = mix(TERRAIN_DARK[_TERRAIN[kind]], WHITE, 0.6 if faint else 0)
    text = max(NEEDED, round(size * 0.33))
    picture = min(size - text - 8, wide - 12) if size >= _LETTERED else wide - 8
    top = 5 if size >= _LETTERED else (size - picture) / 2

    def draw(pen: Pen) -> None:
        if kind in board.RESOURCES:
            pen.box((0, 0), (wide, size), WHITE, None, 0, 9)
            pen.box((1, 1), (wide - 2, size - 2), fill, edge, 3, 8)
        else:
            cut = wide * 0.2
            rim = (
                (cut, 1.5),
                (wide - cut, 1.5),
                (wide - 1.5, cut),
                (wide - 1.5, size - cut),
                (wide - cut, size - 1.5),
                (cut, size - 1.5),
                (1.5, size - cut),
                (1.5, cut),
            )
            pen.area(rim, fill, edge, 3)
        goods.KINDS[kind](pen.moved(((wide - picture) / 2, top), picture / 60))

    if size < _LETTERED:
        return sprite((wide, size), draw)
    return lettered(sprite((wide, size), draw), (letters, text, ink, (wide / 2, size - text * 0.58)), aside=True)


@lru_cache(maxsize=8)
def hand(size: int) -> Sprite:
    """The cards in a hand, seen from behind."""

    def draw(pen: Pen) -> None:
        for x, ink in ((20, mix(WOOD, WHITE, 0.35)), (11, mix(WOOD, WHITE, 0.15)), (2, WOOD)):
            pen.box((x, 6), (36, 50), ink, WOOD_DARK, 3, 6)
        pen.disc((20, 31), 8, WOOD_DARK)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def points(size: int) -> Sprite:
    """Victory points."""
    return sprite((size, size), lambda pen: goods.star(pen, (30, 33), 30, GOLD, GOLD_DARK, 3.4), 60)


@lru_cache(maxsize=8)
def shield(size: int) -> Sprite:
    """A Defender of Catan."""

    def draw(pen: Pen) -> None:
        pen.area(((6, 6), (54, 6), (54, 34), (30, 58), (6, 34)), GOLD, GOLD_DARK, 4)
        pen.path(((30, 10), (30, 52)), GOLD_DARK, 5)
        pen.path(((10, 24), (50, 24)), GOLD_DARK, 5)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def sword(size: int) -> Sprite:
    """The strength of knights."""
    return sprite((size, size), lambda pen: tracks.sign(pen, "power", (30, 30), 60, TEXT), 60)


@lru_cache(maxsize=8)
def gate(size: int) -> Sprite:
    """The strength of the barbarians: a city."""
    return sprite((size, size), lambda pen: castle(pen, TEXT), 60)


@lru_cache(maxsize=8)
def scroll(size: int) -> Sprite:
    """Victory point cards."""

    def draw(pen: Pen) -> None:
        pen.box((9, 2), (42, 56), WHITE, TEXT, 3.4, 6)
        goods.star(pen, (30, 31), 17, GOLD, GOLD_DARK, 2.4)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def crates(size: int, ink: Ink = WOOD_DARK) -> Sprite:
    """Storage."""

    def draw(pen: Pen) -> None:
        for x, y in ((17, 4), (3, 31), (31, 31)):
            pen.box((x, y), (26, 26), mix(ink, WHITE, 0.55), ink, 4, 3)
            pen.path(((x + 5, y + 21), (x + 21, y + 5)), ink, 3)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def worker(size: int) -> Sprite:
    """A serf."""

    def draw(pen: Pen) -> None:
        pen.disc((30, 15), 12, SOFT)
        pen.area(((9, 57), (11, 38), (21, 29), (39, 29), (49, 38), (51, 57)), SOFT)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def autarky(size: int) -> Sprite:
    """Autarky: a journeyman of nobody in particular."""

    def draw(pen: Pen) -> None:
        pen.disc((30, 30), 30, SOFT)
        pieces.person(pen, WHITE, True)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def road(size: int) -> Sprite:
    """The longest road."""

    def draw(pen: Pen) -> None:
        pen.area(((22, 3), (38, 3), (58, 57), (2, 57)), STONE, STONE_DARK, 3.4)
        for top, bottom, wide in ((8, 18, 3), (25, 36, 4), (43, 56, 5.4)):
            pen.path(((30, top), (30, bottom)), WHITE, wide)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def hunger(size: int) -> Sprite:
    """A Famine: an empty bowl, crossed out."""

    def draw(pen: Pen) -> None:
        pen.slice((30, 26), 24, 0, 180, mix(WOOD, WHITE, 0.3))
        pen.path(((5, 26), (55, 26)), WOOD_DARK, 4)
        pen.path(((20, 53), (40, 53)), WOOD_DARK, 5)
        pen.path(((8, 52), (52, 8)), RED, 6)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def merchant(size: int) -> Sprite:
    """Control of the merchant."""
    return figures.merchant(None, size)


@lru_cache(maxsize=8)
def arrow(size: int) -> Sprite:
    """What is given for what."""

    def draw(pen: Pen) -> None:
        pen.path(((6, 20), (48, 20)), TEXT, 6)
        pen.area(((42, 6), (58, 20), (42, 34)), TEXT)
        pen.path(((12, 42), (54, 42)), TEXT, 6)
        pen.area(((18, 28), (2, 42), (18, 56)), TEXT)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def tick(size: int) -> Sprite:
    """Affordable."""

    def draw(pen: Pen) -> None:
        pen.disc((30, 30), 29, (32, 122, 62))
        pen.path(((16, 31), (26, 42), (45, 19)), WHITE, 7)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=8)
def spot(size: int) -> Sprite:
    """A frame round what has changed."""
    return sprite((size, size), lambda pen: pen.box((0, 0), (60, 60), None, NEW, 6, 14), 60)
