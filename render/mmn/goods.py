"""The pictograms of the twelve kinds of cards, in fields of 60 by 60; a terrain has that of its resource."""

from __future__ import annotations

from render.kit.ink import WHITE, Ink, rgb
from render.kit.pen import Pen, Point, around, smooth
from render.mmn.inks import GOLD, GOLD_DARK, WOOD, WOOD_DARK


def _brick(pen: Pen) -> None:
    for x, y in ((3, 33), (31, 33), (17, 10)):
        pen.box((x, y), (26, 20), rgb("c4552f"), rgb("5c200c"), 3.4, 3)
        pen.path(((x + 6, y + 6), (x + 15, y + 6)), rgb("e58a66"), 3)


def _lumber(pen: Pen) -> None:
    pen.box((26, 44), (8, 14), WOOD, WOOD_DARK, 2.6)
    for top, wide in ((24, 25), (13, 20), (2, 14)):
        pen.area(((30, top), (30 + wide, top + 22), (30 - wide, top + 22)), rgb("2f7a3d"), rgb("123a1b"), 3)


def _wool(pen: Pen) -> None:
    edge = rgb("3b3b3b")
    for x in (18, 26, 37, 44):
        pen.path(((x, 44), (x, 56)), edge, 5)
    spots: tuple[tuple[Point, int], ...] = (((16, 26), 13), ((30, 20), 14), ((42, 27), 12), ((24, 37), 13))
    for at, size in (*spots, ((38, 38), 11)):
        pen.disc(at, size, edge)
    for at, size in (*spots, ((38, 38), 11), ((30, 29), 15)):
        pen.disc(at, size - 3, WHITE)
    pen.area(smooth(((42, 12), (54, 11), (60, 24), (54, 35), (46, 30)), rounds=1), edge)
    pen.disc((51, 20), 2.2, WHITE)


def _grain(pen: Pen) -> None:
    gold, edge = rgb("e9a91c"), rgb("6b4604")
    pen.path(((30, 58), (30, 16)), edge, 4)
    for y in (44, 32, 20):
        for side in (1, -1):
            leaf = ((30, y), (30 + side * 8, y - 15), (30 + side * 19, y - 15), (30 + side * 14, y - 3))
            pen.area(smooth(leaf, rounds=1), gold, edge, 2.6)
    pen.area(smooth(((30, 0), (37, 9), (30, 20), (23, 9)), rounds=1), gold, edge, 2.6)


def _ore(pen: Pen) -> None:
    edge = rgb("2e323b")
    pen.area(((2, 55), (22, 12), (30, 24), (38, 6), (58, 55)), rgb("868d9c"), edge, 3.4)
    pen.area(((38, 6), (45, 23), (39, 20), (34, 26), (32, 20)), WHITE, edge, 2)
    pen.area(((22, 12), (27, 20), (23, 26), (17, 24)), WHITE, edge, 2)
    pen.path(((38, 42), (44, 55)), edge, 2.6)


def _nugget(pen: Pen) -> None:
    for rim in (((5, 52), (3, 36), (15, 26), (30, 31), (35, 46), (28, 55)), ((26, 30), (31, 12), (47, 8), (57, 22))):
        closed = rim if len(rim) == 6 else (*rim, (56, 42), (40, 52))
        pen.area(smooth(closed, rounds=1), GOLD, GOLD_DARK, 3.4)
    pen.path(((38, 19), (45, 16)), WHITE, 4)
    pen.path(((13, 37), (19, 34)), WHITE, 4)


def _crystal(pen: Pen) -> None:
    edge = rgb("3a1a66")
    for shape, ink in (
        (((4, 56), (8, 30), (16, 24), (24, 34), (26, 56)), rgb("a47be0")),
        (((34, 56), (38, 32), (48, 24), (56, 34), (56, 56)), rgb("a47be0")),
        (((18, 56), (18, 16), (30, 2), (42, 16), (42, 56)), rgb("c9aef2")),
    ):
        pen.area(shape, ink, edge, 3.2)
    pen.path(((30, 4), (30, 55)), edge, 2.2)
    pen.path(((19, 17), (30, 22), (41, 17)), edge, 2.2)


def _paper(pen: Pen) -> None:
    edge = rgb("4d4632")
    pen.area(((10, 3), (38, 3), (50, 15), (50, 57), (10, 57)), rgb("fffdf2"), edge, 3.4)
    pen.area(((38, 3), (38, 15), (50, 15)), rgb("d9cfae"), edge, 2.6)
    for y in (24, 34, 44):
        pen.path(((18, y), (42, y)), edge, 3)


def _cloth(pen: Pen) -> None:
    edge, light = rgb("7a3d05"), rgb("f2b25a")
    pen.area(((14, 12), (56, 12), (56, 50), (14, 50)), light, edge, 3.2)
    for x in (30, 42):
        pen.path(((x, 13), (x, 49)), rgb("d98a26"), 4)
    pen.box((3, 5), (14, 52), rgb("d98a26"), edge, 3.2, 6)
    pen.disc((10, 12), 3.4, edge)


def _meat(pen: Pen) -> None:
    edge = rgb("5a130c")
    pen.path(((36, 36), (50, 50)), edge, 13)
    pen.path(((36, 36), (50, 50)), WHITE, 7)
    for at in ((54, 46), (47, 54)):
        pen.disc(at, 7, edge)
    for at in ((54, 46), (47, 54)):
        pen.disc(at, 4, WHITE)
    pen.area(smooth(((5, 10), (24, 2), (44, 16), (44, 40), (28, 46), (8, 36)), rounds=2), rgb("c8553c"), edge, 3.4)
    pen.path(smooth(((14, 26), (14, 15), (25, 11)), closed=False), rgb("ee9a82"), 4)


def _coin(pen: Pen) -> None:
    edge = rgb("4a4f57")
    for y in (46, 34, 22):
        pen.area(
            smooth(((3, y), (10, y - 8), (50, y - 8), (57, y), (50, y + 10), (10, y + 10)), rounds=2),
            rgb("d3d8df"),
            edge,
            3.2,
        )
    pen.area(smooth(((14, 20), (22, 16), (38, 16), (46, 20), (38, 25), (22, 25)), rounds=2), rgb("f4f6f8"), edge, 2)


def _jewel(pen: Pen) -> None:
    edge = rgb("08474d")
    light = rgb("5fd0d6")
    pen.area(((14, 8), (46, 8), (58, 24), (30, 57), (2, 24)), light, edge, 3.4)
    pen.area(((20, 24), (40, 24), (30, 54)), rgb("b4eff1"), edge, 2.2)
    pen.area(((20, 24), (30, 9), (40, 24)), rgb("e6fbfb"), edge, 2.2)
    pen.path(((4, 24), (56, 24)), edge, 2.6)


KINDS = {
    "brick": _brick,
    "lumber": _lumber,
    "wool": _wool,
    "grain": _grain,
    "ore": _ore,
    "nugget": _nugget,
    "crystal": _crystal,
    "paper": _paper,
    "cloth": _cloth,
    "meat": _meat,
    "coin": _coin,
    "jewel": _jewel,
}


def star(pen: Pen, at: Point, radius: float, ink: Ink, edge: Ink | None = None, width: float = 0) -> None:
    """A star of five points."""
    pen.area(
        [around(at, radius if turn % 2 == 0 else radius * 0.45, 36 * turn) for turn in range(10)], ink, edge, width
    )
