"""The signs of Navegador, each a few shapes of our own; sprites are made once and kept."""

from __future__ import annotations

from functools import lru_cache

from render.kit import fonts, png
from render.kit.canvas import lettered
from render.kit.initials import kept_by_seats, letter
from render.kit.ink import CARD, PLAIN, SOFT, TEXT, WHITE, Ink, mix, rgb
from render.kit.pen import Pen, Sprite, around, smooth, sprite
from render.kit.signs import carrack
from render.navegador.sizes import CHART_TEXT

COLOURS = png.chosen(__file__)
"""What boards and close-ups are packed in."""
SUGAR, GOLD, SPICE = rgb("ffffff"), rgb("f7cf57"), rgb("9c5a2b")
GOOD: dict[str, Ink] = {"sugar": SUGAR, "gold": GOLD, "spice": SPICE, "joker": rgb("ee8a36")}
ON_GOOD: dict[str, Ink] = {"sugar": TEXT, "gold": rgb("4a3405"), "spice": WHITE, "joker": TEXT}
_DOWN: dict[str, Ink] = {"sugar": rgb("8d8a80"), "gold": rgb("8d8a80"), "spice": rgb("6b6459")}
"""What is stirred into the colour of a good whose colony lies face down."""
EDGE: dict[str, Ink] = {"sugar": rgb("8d8f92"), "gold": rgb("9a7412"), "spice": rgb("5d3213"), "joker": rgb("a04d0c")}
ORANGE, ORANGE_DARK = rgb("ee8a36"), rgb("8f4308")
EXPLORER, EXPLORER_DARK = rgb("2f8f8f"), rgb("155757")
STONE, STONE_DARK = rgb("b9bcc0"), rgb("5b6067")
WOOD, WOOD_DARK = rgb("9f6a37"), rgb("5f3a17")
SEAL, SEAL_DARK = rgb("8c2f39"), rgb("571a22")


def _sailboat(pen: Pen, fill: Ink, edge: Ink) -> None:
    """The same ship as a word: hull, mainsail and jib in a field of 60 by 60."""
    pen.area(smooth(((32, 2), (54, 24), (55, 36), (32, 36)), rounds=1), fill, edge, 3)
    pen.area(((26, 9), (26, 36), (8, 36)), fill, edge, 3)
    pen.area(smooth(((2, 42), (58, 42), (48, 58), (12, 58)), rounds=1), fill, edge, 3)


@kept_by_seats(64)
def fleet(seat: int, count: int) -> Sprite:
    """Ships of a seat: its letter on the sail, their number on the hull."""

    def draw(pen: Pen) -> None:
        carrack(pen, PLAIN.of(seat).ink, PLAIN.of(seat).shade)

    named = lettered(
        sprite((70, 78), draw, 66), (letter(seat), fonts.SMALLEST, PLAIN.of(seat).on, (37, 21)), aside=True
    )
    return lettered(named, (str(count), CHART_TEXT, WHITE, (35, 54)))


@lru_cache(maxsize=16)
def ship(size: int, ink: Ink = TEXT, solid: bool = True) -> Sprite:
    """A ship as a word: solid on the board, hollow in the supply."""

    def draw(pen: Pen) -> None:
        _sailboat(pen, ink if solid else CARD, ink)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=4)
def navegador(size: int) -> Sprite:
    """The orange ship."""

    def draw(pen: Pen) -> None:
        field = pen.moved((3, 3))
        _sailboat(field, WHITE, WHITE)
        for shift in (-2.5, 2.5):
            _sailboat(pen.moved((3 + shift, 3)), WHITE, WHITE)
            _sailboat(pen.moved((3, 3 + shift)), WHITE, WHITE)
        _sailboat(field, ORANGE, ORANGE_DARK)

    return sprite((size, size), draw, 66)


@lru_cache(maxsize=4)
def mat(size: int) -> Sprite:
    """A player's mat, which has five columns."""

    def draw(pen: Pen) -> None:
        pen.box((4, 12), (52, 36), CARD, SOFT, 5, 6)
        for column in range(1, 5):
            pen.path(((4 + 10.4 * column, 14), (4 + 10.4 * column, 46)), SOFT, 3)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=16)
def worker(size: int, ink: Ink = TEXT, edge: Ink | None = None) -> Sprite:
    """A worker."""

    def draw(pen: Pen) -> None:
        body = smooth(((30, 24), (46, 30), (51, 57), (9, 57), (14, 30)), rounds=1)
        pen.area(body, ink, edge or ink, 2)
        pen.disc((30, 15), 12.5, ink, edge, 2)

    return sprite((size, size), draw, 60)


def _good(pen: Pen, good: str) -> None:
    """A good in a field of 60 by 60: the loaf of sugar, the bar of gold, three corns of spice."""
    fill, edge = GOOD[good], EDGE[good]
    match good:
        case "sugar":
            loaf = smooth(((30, 2), (40, 12), (53, 54), (44, 58), (16, 58), (7, 54), (20, 12)), rounds=2)
            pen.area(loaf, fill, edge, 4)
            pen.path(((13, 43), (47, 43)), edge, 3.4)
        case "gold":
            pen.area(((12, 20), (48, 20), (58, 48), (2, 48)), fill, edge, 4)
            pen.path(((16, 31), (44, 31)), edge, 3.4)
        case "spice":
            for at in ((30, 17), (16, 42), (44, 42)):
                pen.disc(at, 14, fill, edge, 3.4)
                pen.disc((at[0] - 3, at[1] - 4), 4, mix(fill, WHITE, 0.45))
        case _:
            pen.area([around((30, 31), 28 if turn % 2 == 0 else 12, 36 * turn) for turn in range(10)], fill, edge, 3.4)


@lru_cache(maxsize=32)
def good(name: str, size: int, solid: bool = True) -> Sprite:
    """The sign of sugar, gold, spice or the joker; faint where there is none left."""
    found = sprite((size, size), lambda pen: _good(pen, name), 60)
    return found if solid else found.faint(2 / 5)


@lru_cache(maxsize=128)
def token(name: str, price: int | None) -> Sprite:
    """A colony: open with its price, or face down."""
    fill = GOOD[name] if price is not None else mix(GOOD[name], _DOWN[name], 0.55)

    def draw(pen: Pen) -> None:
        pen.box((0, 0), (71, 47), fill, EDGE[name], 2.6, 9)

    ink = ON_GOOD[name] if price is not None or name == "spice" else TEXT
    return lettered(sprite((71, 47), draw), ("?" if price is None else str(price), CHART_TEXT, ink, (35.5, 23)))


def factory(pen: Pen, fill: Ink, edge: Ink) -> None:
    """A house with a chimney in a field of 60 by 60."""
    pen.area(((42, 8), (51, 8), (51, 30), (42, 30)), fill, edge, 3)
    pen.area(((4, 30), (30, 8), (56, 30), (56, 57), (4, 57)), fill, edge, 3)


def shipyard(pen: Pen, fill: Ink, edge: Ink) -> None:
    """A hull on the stocks in a field of 60 by 60."""
    pen.path(((12, 57), (18, 42)), edge, 4)
    pen.path(((48, 57), (42, 42)), edge, 4)
    pen.path(((30, 57), (30, 46)), edge, 4)
    pen.area(smooth(((2, 14), (14, 20), (46, 20), (58, 14), (50, 46), (10, 46)), rounds=1), fill, edge, 3)
    for x in (18, 30, 42):
        pen.path(((x, 21), (x, 44)), edge, 2.4)


def church(pen: Pen, fill: Ink, edge: Ink) -> None:
    """A nave with a tower and a cross in a field of 60 by 60."""
    pen.path(((20, 1), (20, 14)), edge, 3.4)
    pen.path(((15, 6), (25, 6)), edge, 3.4)
    pen.area(((28, 38), (43, 26), (58, 38), (58, 57), (28, 57)), fill, edge, 3)
    pen.area(((9, 26), (20, 13), (31, 26), (31, 57), (9, 57)), fill, edge, 3)


def _explorer(pen: Pen) -> None:
    pen.disc((30, 30), 29, EXPLORER, EXPLORER_DARK, 3)
    pen.area([around((30, 30), 23 if turn % 2 == 0 else 7, 45 * turn) for turn in range(8)], CARD)


def _colony(pen: Pen) -> None:
    pen.path(((14, 4), (14, 57)), WOOD_DARK, 5)
    pen.area(((16, 6), (56, 6), (45, 20), (56, 34), (16, 34)), rgb("5f8f3e"), rgb("2f5216"), 3)


@lru_cache(maxsize=32)
def category(name: str, size: int) -> Sprite:
    """The sign of a category of the mat."""

    def draw(pen: Pen) -> None:
        match name:
            case "colony":
                _colony(pen)
            case "factory":
                factory(pen, GOOD["joker"], EDGE["joker"])
            case "explorer":
                _explorer(pen)
            case "shipyard":
                shipyard(pen, WOOD, WOOD_DARK)
            case "church":
                church(pen, STONE, STONE_DARK)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=32)
def works(name: str, size: int) -> Sprite:
    """A factory in the colour of its good, which it carries on its wall."""

    def draw(pen: Pen) -> None:
        factory(pen, mix(GOOD[name], CARD, 0.15), EDGE[name])
        _good(pen.moved((17, 29), 0.44), name)

    return sprite((size, size), draw, 60)


@lru_cache(maxsize=4)
def explorer(size: int) -> Sprite:
    """An explorer's disk."""
    return sprite((size, size), _explorer, 60)


@lru_cache(maxsize=8)
def seal(size: int, solid: bool = True) -> Sprite:
    """A privilege: a wax seal on its ribbon; hollow: a free slot."""

    def draw(pen: Pen) -> None:
        if not solid:
            pen.disc((30, 26), 20, None, mix(SEAL, CARD, 0.55), 5)
            return
        pen.area(((16, 36), (30, 36), (26, 60), (19, 53), (10, 57)), SEAL_DARK)
        pen.area(((44, 36), (30, 36), (34, 60), (41, 53), (50, 57)), SEAL_DARK)
        pen.area([around((30, 26), 25 if turn % 2 else 21, 22.5 * turn) for turn in range(16)], SEAL, SEAL_DARK, 2)
        pen.disc((30, 26), 13, None, mix(SEAL, WHITE, 0.55), 3)

    return sprite((size, size), draw, 60)
