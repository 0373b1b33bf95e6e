"""The signs of Macao, each a few shapes of our own in a field of 60 by 60; sprites are made once and kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from render.kit.canvas import lettered
from render.kit.icons import IconFolder
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import CARD, SOFT, TEXT, WHITE, Ink, mix, rgb
from render.kit.pen import Pen, Sprite, around, smooth, sprite
from render.kit.signs import carrack, pips
from render.macao.inks import (
    CUBE,
    CUBE_EDGE,
    LAUREL,
    LAUREL_DARK,
    ON_CUBE,
    PALETTE,
    PENALTY,
    PENALTY_DARK,
    TYPE,
    TYPE_DARK,
)
from render.macao.layout import SIGNED

icon = IconFolder(__file__)

_STAR, _STAR_DARK = rgb("ee8a36"), rgb("a04d0c")


def _lacquer(pen: Pen) -> None:
    edge = rgb("4d0f12")
    pen.area(((6, 26), (54, 26), (54, 56), (6, 56)), rgb("b5262b"), edge, 3.6)
    pen.area(((3, 14), (57, 14), (57, 27), (3, 27)), rgb("d4483f"), edge, 3.6)
    pen.disc((30, 9), 6, rgb("e8bb45"), edge, 3)
    pen.box((23, 27), (14, 13), rgb("e8bb45"), edge, 3)


def _rice(pen: Pen) -> None:
    edge = rgb("43567a")
    pen.area(smooth(((9, 31), (16, 12), (30, 4), (44, 12), (51, 31)), rounds=2), WHITE, rgb("8b8b84"), 3)
    for at in ((24, 18), (35, 16), (30, 25), (20, 27), (40, 26)):
        pen.disc(at, 2.4, rgb("8b8b84"))
    pen.area(smooth(((2, 30), (58, 30), (50, 52), (38, 57), (22, 57), (10, 52)), rounds=1), rgb("6e8fc9"), edge, 3)


def _tea(pen: Pen) -> None:
    edge = rgb("1d5a26")
    leaf = smooth(((8, 53), (9, 28), (24, 9), (55, 4), (52, 34), (36, 51), (13, 50)), rounds=2)
    pen.area(leaf, rgb("59a34a"), edge, 3.6)
    pen.path(((5, 57), (22, 38), (44, 15)), edge, 3.4)
    pen.path(((27, 33), (27, 20)), edge, 2.6)
    pen.path(((33, 27), (46, 27)), edge, 2.6)
    pen.path(((22, 39), (37, 40)), edge, 2.6)


def _jade(pen: Pen) -> None:
    edge = rgb("0f5b4c")
    pen.disc((30, 30), 28, rgb("3fb59a"), edge, 3.6)
    pen.disc((30, 30), 11, CARD, edge, 3.6)
    for turn in range(4):
        pen.disc(around((30, 30), 19.5, 45 + 90 * turn), 3, rgb("a8e3d4"))


def _silk(pen: Pen) -> None:
    edge = rgb("7c1f52")
    pen.area(((12, 10), (48, 10), (48, 44), (12, 44)), rgb("e17fb2"), edge, 3.4)
    for y in (19, 27, 35):
        pen.path(((13, y), (47, y + 3)), rgb("b84a86"), 2.6)
    pen.area(smooth(((40, 44), (48, 30), (56, 40), (52, 57), (38, 56)), rounds=1), rgb("f0a7cb"), edge, 3)
    pen.box((4, 4), (52, 9), rgb("a9723c"), rgb("5f3a17"), 3, 4)
    pen.box((4, 42), (34, 9), rgb("a9723c"), rgb("5f3a17"), 3, 4)


def _paper(pen: Pen) -> None:
    edge = rgb("5d6068")
    pen.area(((11, 4), (38, 4), (50, 16), (50, 57), (11, 57)), WHITE, edge, 3.4)
    pen.area(((38, 4), (38, 16), (50, 16)), rgb("c9cdd3"), edge, 3)
    for y in (25, 34, 43):
        pen.path(((19, y), (42, y)), edge, 3)


def _porcelain(pen: Pen) -> None:
    edge = rgb("1c3f8a")
    vase = ((22, 3), (38, 3), (38, 13), (52, 27), (50, 44), (40, 57), (20, 57), (10, 44), (8, 27), (22, 13))
    pen.area(smooth(vase, rounds=1), WHITE, edge, 3.6)
    pen.path(((23, 13), (37, 13)), edge, 3.4)
    pen.path(smooth(((10, 33), (20, 26), (30, 36), (40, 26), (50, 33)), closed=False, rounds=2), edge, 4)
    pen.path(((13, 46), (47, 46)), edge, 3.4)


def _spices(pen: Pen) -> None:
    edge = rgb("5d2f0c")
    for turn in range(8):
        tip = around((30, 30), 29, 45 * turn)
        side = around((30, 30), 17, 45 * turn - 19), around((30, 30), 17, 45 * turn + 19)
        pen.area(((30, 30), side[0], tip, side[1]), rgb("b96a2a"), edge, 2.6)
        pen.disc(around((30, 30), 17, 45 * turn), 3.4, rgb("f0c98f"))
    pen.disc((30, 30), 6, edge)


def _star(pen: Pen) -> None:
    pen.area([around((30, 31), 29 if turn % 2 == 0 else 12, 36 * turn) for turn in range(10)], _STAR, _STAR_DARK, 3.4)


_WARES: Mapping[str, Callable[[Pen], None]] = {
    "lacquer": _lacquer,
    "rice": _rice,
    "tea": _tea,
    "jade": _jade,
    "silk": _silk,
    "paper": _paper,
    "porcelain": _porcelain,
    "spices": _spices,
}


def _ware(pen: Pen, ware: str) -> None:
    _WARES.get(ware, _star)(pen)


@lru_cache(maxsize=64)
def ware(name: str, size: int, solid: bool = True) -> Sprite:
    """A ware, or the joker's star; faint where there is none."""
    found = sprite((size, size), lambda pen: _ware(pen, name), 60)
    return found if solid else found.faint(1 / 3)


@lru_cache(maxsize=16)
def tile(name: str) -> Sprite:
    """The tile on a quarter."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0), (36, 34), CARD, rgb("b59a63"), 2, 9)
        _ware(pen.moved((4, 3), 28 / 60), name)

    return sprite((36, 34), draw)


@lru_cache(maxsize=64)
def die(colour: str, value: int, size: int) -> Sprite:
    """A die in its colour; without pips before it is rolled."""

    def draw(pen: Pen) -> None:
        pen.box((1, 1), (58, 58), CUBE[colour], CUBE_EDGE[colour], 2.6, 12)
        pips(pen, value, ON_CUBE[colour], 6.2)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=16)
def face(value: int, size: int, ink: Ink = SOFT) -> Sprite:
    """A die's face as a word: the head of a field of the rose."""

    def draw(pen: Pen) -> None:
        pen.box((3, 3), (54, 54), CARD, ink, 4, 12)
        pips(pen, value, ink)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=16)
def arrow(size: int, ink: Ink = TEXT) -> Sprite:
    """The rose's arrow: the action stock."""

    def draw(pen: Pen) -> None:
        pen.area(((30, 3), (56, 34), (40, 34), (40, 57), (20, 57), (20, 34), (4, 34)), ink)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=16)
def prestige(size: int) -> Sprite:
    """Prestige: a shield with a star."""

    def draw(pen: Pen) -> None:
        shield = ((30, 3), (55, 9), (54, 34), (44, 49), (30, 58), (16, 49), (6, 34), (5, 9))
        pen.area(smooth(shield, rounds=1), LAUREL, LAUREL_DARK, 4)
        pen.area([around((30, 30), 17 if turn % 2 == 0 else 7.5, 36 * turn) for turn in range(10)], rgb("ffe9a8"))

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=16)
def penalty(size: int, solid: bool = True) -> Sprite:
    """A penalty marker."""

    def draw(pen: Pen) -> None:
        fill, edge = (PENALTY, PENALTY_DARK) if solid else (CARD, mix(SOFT, CARD, 0.4))
        pen.disc((30, 30), 28, fill, edge, 4)
        pen.path(((17, 30), (43, 30)), WHITE if solid else edge, 7)

    return sprite((size, size), draw, 60)


@kept_by_seats(16)
def ship(seat: int, size: int = 42) -> Sprite:
    """A seat's ship, its letter on the sail."""

    def draw(pen: Pen) -> None:
        carrack(pen, PALETTE.of(seat).ink, PALETTE.of(seat).shade)

    label = (letter(seat), max(SIGNED, size * 26 // 40), PALETTE.of(seat).on, (size * 35.5 / 66, size * 21 / 66))
    return lettered(sprite((size, round(size * 68 / 66)), draw, 66), label)


@lru_cache(maxsize=4)
def hull(size: int, ink: Ink = SOFT) -> Sprite:
    """A ship as a word: the hold, free steps."""

    def draw(pen: Pen) -> None:
        pen.area(smooth(((32, 2), (54, 24), (55, 36), (32, 36)), rounds=1), ink)
        pen.area(((26, 9), (26, 36), (8, 36)), ink)
        pen.area(smooth(((2, 42), (58, 42), (48, 58), (12, 58)), rounds=1), ink)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=4)
def anchor(size: int, ink: Ink) -> Sprite:
    """The start space's anchor."""

    def draw(pen: Pen) -> None:
        pen.disc((30, 10), 7, None, ink, 4)
        pen.path(((30, 16), (30, 54)), ink, 5)
        pen.path(((18, 25), (42, 25)), ink, 5)
        pen.path(smooth(((7, 34), (10, 48), (30, 57), (50, 48), (53, 34)), closed=False, rounds=3), ink, 5)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=4)
def lock(size: int, ink: Ink) -> Sprite:
    """A padlock: past the end of the wall for good."""

    def draw(pen: Pen) -> None:
        pen.path(smooth(((17, 30), (17, 8), (43, 8), (43, 30)), closed=False, rounds=3), ink, 6)
        pen.box((9, 27), (42, 30), ink, None, 0, 6)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=4)
def roof(size: int, ink: Ink) -> Sprite:
    """A quarter owned, counted."""

    def draw(pen: Pen) -> None:
        pen.area([around((30, 30), 28, 60 * turn) for turn in range(6)], mix(ink, CARD, 0.55), ink, 4)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=4)
def check(size: int, ink: Ink) -> Sprite:
    """Done: used this round."""

    def draw(pen: Pen) -> None:
        pen.path(((9, 32), (24, 48), (51, 13)), ink, 9)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=16)
def kind(name: str, size: int) -> Sprite:
    """The type of a card: an office's seal, a building, a person."""

    def draw(pen: Pen) -> None:
        fill, edge = TYPE[name], TYPE_DARK[name]
        match name:
            case "office":
                pen.area(((18, 32), (30, 34), (24, 58), (15, 50)), edge)
                pen.area(((42, 32), (30, 34), (36, 58), (45, 50)), edge)
                pen.disc((30, 23), 20, fill, edge, 4)
                pen.disc((30, 23), 9, None, edge, 3.4)
            case "building":
                pen.area(((9, 27), (51, 27), (51, 57), (9, 57)), fill, edge, 3.6)
                pen.area(smooth(((1, 28), (14, 20), (30, 4), (46, 20), (59, 28)), rounds=1), fill, edge, 3.6)
                pen.box((23, 37), (14, 20), edge)
            case _:
                pen.area(smooth(((30, 26), (47, 32), (53, 57), (7, 57), (13, 32)), rounds=1), fill, edge, 3.6)
                pen.disc((30, 16), 13, fill, edge, 3.6)

    return sprite((size, size), draw, 60)
