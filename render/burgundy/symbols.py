"""What stands on the tiles, each a few shapes of our own in a field of 60 by 60."""

from __future__ import annotations

from render.burgundy.inks import SILVER, SILVER_DARK, WINE, WINE_DARK
from render.kit.ink import TEXT, WHITE, Ink, rgb
from render.kit.pen import Pen, around, smooth
from render.kit.signs import COIN, COIN_DARK

_WOOD, _WOOD_LIGHT, _WOOD_DARK = rgb("a9652b"), rgb("d79a58"), rgb("4f2b0d")
_STONE, _STONE_DARK = rgb("f1ece0"), rgb("4b4436")
_ROOF, _ROOF_DARK = rgb("b7452f"), rgb("5f1d10")


def house(pen: Pen, ink: Ink) -> None:
    """Any building."""
    walls = ((49, 30), (49, 55), (36, 55), (36, 38), (24, 38), (24, 55), (11, 55), (11, 30))
    pen.area(((30, 6), (56, 30), *walls, (4, 30)), ink)


def paw(pen: Pen, ink: Ink) -> None:
    """Any animal."""
    pen.area(smooth(((30, 27), (46, 40), (46, 55), (30, 51), (14, 55), (14, 40)), rounds=2), ink)
    for at in ((10, 27), (22, 13), (38, 13), (50, 27)):
        pen.disc(at, 7.4, ink)


def book(pen: Pen, ink: Ink) -> None:
    """Knowledge."""
    for side in (1, -1):
        page = (
            (30, 16),
            (30 + side * 12, 9),
            (30 + side * 26, 12),
            (30 + side * 26, 48),
            (30 + side * 12, 46),
            (30, 53),
        )
        pen.area(page, WHITE, ink, 4)
        for y in (22, 31, 40):
            pen.path(((30 + side * 8, y - 1), (30 + side * 19, y - 3)), ink, 3)


def boat(pen: Pen, ink: Ink) -> None:
    """A ship."""
    pen.box((27.6, 3), (3.4, 36), ink)
    pen.area(((33, 5), (55, 35), (33, 35)), WHITE)
    pen.area(((25, 12), (25, 35), (8, 35)), WHITE)
    pen.area(((2, 40), (58, 40), (48, 56), (12, 56)), ink)


def castle(pen: Pen, ink: Ink, wall: Ink = _STONE) -> None:
    """A castle."""
    pen.area(((12, 30), (48, 30), (48, 56), (12, 56)), wall, ink, 3.4)
    for left in (3, 41):
        tower = (
            (left, 56),
            (left, 15),
            (left + 5, 15),
            (left + 5, 20),
            (left + 8, 20),
            (left + 8, 15),
            (left + 16, 15),
            (left + 16, 56),
        )
        pen.area(tower, wall, ink, 3.4)
    pen.path(((30, 30), (30, 5)), ink, 3.4)
    pen.area(((31, 4), (46, 9), (31, 15)), rgb("d6402f"), ink, 2)
    pen.area(smooth(((23, 56), (23, 42), (30, 36), (37, 42), (37, 56)), rounds=1), ink)


def pick(pen: Pen, ink: Ink) -> None:
    """A mine: two crossed picks."""
    for side in (1, -1):
        pen.path(((30 - side * 20, 53), (30 + side * 17, 16)), _WOOD_DARK, 7)
    for side in (1, -1):
        head = ((30 + side * 3, 5), (30 + side * 24, 9), (30 + side * 28, 33), (30 + side * 15, 21))
        pen.area(head, WHITE, ink, 2)


COLOURS = {"knowledge": book, "ship": boat, "mine": pick}


def _flat_book(pen: Pen, ink: Ink) -> None:
    for side in (1, -1):
        tips = ((30 + side * 3, 17), (30 + side * 13, 10), (30 + side * 28, 13), (30 + side * 28, 50))
        pen.area((*tips, (30 + side * 13, 47), (30 + side * 3, 54)), ink)


def _flat_boat(pen: Pen, ink: Ink) -> None:
    pen.area(((32, 4), (54, 34), (32, 36)), ink)
    pen.area(((26, 12), (26, 36), (8, 36)), ink)
    pen.area(((3, 42), (57, 42), (47, 57), (13, 57)), ink)


def _flat_castle(pen: Pen, ink: Ink) -> None:
    half = [(4, 56), (4, 12), (9, 12), (9, 18), (13, 18), (13, 12), (18, 12), (18, 30), (23, 30), (23, 24), (27, 24)]
    half += [(27, 30), (30, 30), (30, 42), (25, 42), (25, 56)]
    for side in (1, -1):
        pen.area([(30 + side * (30 - x), y) for x, y in half], ink)


def _flat_pick(pen: Pen, ink: Ink) -> None:
    for side in (1, -1):
        pen.path(((30 - side * 20, 52), (30 + side * 16, 15)), ink, 7)
        pen.area(((30 + side * 2, 5), (30 + side * 24, 9), (30 + side * 28, 34), (30 + side * 14, 22)), ink)


SIGNS = {
    "building": house,
    "animal": paw,
    "knowledge": _flat_book,
    "ship": _flat_boat,
    "castle": _flat_castle,
    "mine": _flat_pick,
}
"""The sign of each colour beside the colour itself, in one ink."""


def _warehouse(pen: Pen) -> None:
    for x, y in ((17, 5), (3, 31), (31, 31)):
        pen.box((x, y), (26, 26), _WOOD_LIGHT, _WOOD_DARK, 3.4, 2)
        pen.path(((x + 4, y + 4), (x + 22, y + 22)), _WOOD_DARK, 3)
        pen.path(((x + 22, y + 4), (x + 4, y + 22)), _WOOD_DARK, 3)


def _workshop(pen: Pen) -> None:
    blade = [(2, 27), (44, 12), (44, 38)]
    teeth = [(44 - 42 * step / 12, 38 - 9 * step / 12 + (5 if step % 2 else 0)) for step in range(1, 12)]
    pen.area((*blade, *teeth), SILVER, SILVER_DARK, 3)
    pen.area(smooth(((42, 9), (57, 8), (58, 28), (56, 44), (42, 42)), rounds=1), _WOOD, _WOOD_DARK, 3.4)
    pen.disc((50, 25), 4.4, _WOOD_LIGHT, _WOOD_DARK, 2)
    pen.box((4, 47), (52, 9), _WOOD_LIGHT, _WOOD_DARK, 3, 2)


def _church(pen: Pen) -> None:
    pen.area(((24, 34), (58, 34), (58, 57), (24, 57)), _STONE, _STONE_DARK, 3)
    pen.area(((22, 36), (29, 25), (53, 25), (60, 36)), _ROOF, _ROOF_DARK, 3)
    pen.area(((6, 29), (26, 29), (26, 57), (6, 57)), _STONE, _STONE_DARK, 3)
    pen.area(((3, 30), (16, 12), (29, 30)), _ROOF, _ROOF_DARK, 3)
    pen.path(((16, 2), (16, 13)), TEXT, 3.4)
    pen.path(((11.5, 6), (20.5, 6)), TEXT, 3.4)
    pen.area(smooth(((11, 57), (11, 45), (16, 40), (21, 45), (21, 57)), rounds=1), _STONE_DARK)
    for x in (36, 48):
        pen.path(((x, 43), (x, 49)), _STONE_DARK, 4.4)


def _market(pen: Pen) -> None:
    for x in (8, 52):
        pen.path(((x, 24), (x, 57)), _WOOD_DARK, 4)
    pen.box((4, 38), (52, 13), _WOOD_LIGHT, _WOOD_DARK, 3, 2)
    for x, ink in ((17, rgb("d6402f")), (30, rgb("6d9a2b")), (43, rgb("ee9a22"))):
        pen.disc((x, 35), 6.5, ink, _WOOD_DARK, 2.4)
    for number in range(4):
        left = 3 + number * 13.5
        fill = rgb("c93a2e") if number % 2 == 0 else WHITE
        pen.area(((left + 2, 5), (left + 11.5, 5), (left + 13.5, 24), (left, 24)), fill, _ROOF_DARK, 2.4)


def _boarding_house(pen: Pen) -> None:
    pen.path(((4, 10), (4, 55)), _WOOD_DARK, 6)
    pen.path(((56, 27), (56, 55)), _WOOD_DARK, 6)
    pen.box((4, 33), (52, 13), rgb("3f6fb0"), rgb("1c3a66"), 3, 3)
    pen.box((8, 24), (17, 12), WHITE, rgb("1c3a66"), 3, 4)
    pen.area(
        smooth(((36, 3), (45, 3), (38, 12), (47, 12), (47, 15), (34, 15), (34, 12), (41, 6), (36, 6)), rounds=0), TEXT
    )


def _bank(pen: Pen) -> None:
    for left, count in ((3, 3), (31, 5)):
        for number in range(count):
            pen.box((left, 47 - number * 9.5), (26, 10.5), SILVER, SILVER_DARK, 2.6, 5)
    pen.disc((16, 16), 12, COIN, COIN_DARK, 3)
    pen.path(((16, 10), (16, 22)), COIN_DARK, 3.4)


def _city_hall(pen: Pen) -> None:
    pen.area(((30, 14), (57, 29), (3, 29)), _STONE, _STONE_DARK, 3)
    pen.path(((30, 14), (30, 2)), _STONE_DARK, 3)
    pen.area(((31, 1), (44, 5), (31, 10)), WINE, WINE_DARK, 1.6)
    for x in (8, 20, 32, 44):
        pen.box((x, 31), (8, 18), _STONE, _STONE_DARK, 2.6)
    pen.box((2, 49), (56, 8), _STONE, _STONE_DARK, 3)
    pen.disc((30, 23), 3.4, _STONE_DARK)


def _watchtower(pen: Pen) -> None:
    pen.area(((19, 22), (41, 22), (45, 57), (15, 57)), _STONE, _STONE_DARK, 3.2)
    crown = (
        (11, 24),
        (11, 4),
        (19, 4),
        (19, 10),
        (26, 10),
        (26, 4),
        (34, 4),
        (34, 10),
        (41, 10),
        (41, 4),
        (49, 4),
        (49, 24),
    )
    pen.area(crown, _STONE, _STONE_DARK, 3.2)
    pen.path(((30, 31), (30, 38)), _STONE_DARK, 5)
    pen.area(smooth(((24, 57), (24, 49), (30, 44), (36, 49), (36, 57)), rounds=1), _STONE_DARK)


BUILDINGS = {
    "warehouse": _warehouse,
    "carpenters_workshop": _workshop,
    "church": _church,
    "market": _market,
    "boarding_house": _boarding_house,
    "bank": _bank,
    "city_hall": _city_hall,
    "watchtower": _watchtower,
}


def _chicken(pen: Pen) -> None:
    edge = rgb("6b2f08")
    for x in (27, 37):
        pen.path(((x, 46), (x, 57)), rgb("c9750b"), 4)
    pen.area(
        smooth(((5, 15), (15, 26), (34, 27), (36, 8), (50, 8), (52, 30), (42, 48), (22, 48), (8, 36)), rounds=2),
        WHITE,
        edge,
        3.4,
    )
    pen.area(((38, 9), (38, 1), (42, 5), (45, 0), (48, 5), (51, 3), (49, 11)), rgb("d6301f"), edge, 1.6)
    pen.area(((50, 14), (60, 18), (50, 23)), rgb("f0a01f"), edge, 2)
    pen.area(smooth(((17, 30), (36, 32), (30, 43), (20, 40)), rounds=1), rgb("e8c9a0"), edge, 2.4)
    pen.disc((45, 15), 2.8, edge)


def _sheep(pen: Pen) -> None:
    edge = rgb("3b3b3b")
    for x in (18, 26, 37, 44):
        pen.path(((x, 44), (x, 56)), edge, 5)
    for at, size in (((16, 26), 13), ((30, 20), 14), ((42, 27), 12), ((24, 37), 13), ((38, 38), 11)):
        pen.disc(at, size, edge)
    for at, size in (((16, 26), 10), ((30, 20), 11), ((42, 27), 9), ((24, 37), 10), ((38, 38), 8), ((30, 29), 12)):
        pen.disc(at, size, WHITE)
    pen.area(smooth(((42, 12), (54, 11), (60, 24), (54, 35), (46, 30)), rounds=1), edge)
    pen.disc((51, 20), 2.2, WHITE)


def _cow(pen: Pen) -> None:
    edge = rgb("3a2413")
    horn = rgb("f3ead2")
    for side in (1, -1):
        pen.path(
            smooth(((30 + side * 13, 15), (30 + side * 23, 13), (30 + side * 24, 3)), closed=False, rounds=2), edge, 7
        )
        pen.path(
            smooth(((30 + side * 13, 15), (30 + side * 23, 13), (30 + side * 24, 4)), closed=False, rounds=2), horn, 3
        )
        pen.area(
            smooth(((30 + side * 14, 20), (30 + side * 28, 20), (30 + side * 27, 29), (30 + side * 15, 28)), rounds=1),
            rgb("8a5a34"),
            edge,
            2.4,
        )
    pen.area(smooth(((13, 10), (47, 10), (46, 34), (42, 52), (18, 52), (14, 34)), rounds=1), rgb("8a5a34"), edge, 3.2)
    pen.area(smooth(((25, 11), (35, 11), (35, 40), (25, 40)), rounds=1), WHITE)
    pen.area(smooth(((12, 40), (22, 35), (38, 35), (48, 40), (44, 57), (16, 57)), rounds=1), rgb("f2c3ab"), edge, 3)
    for x in (24, 36):
        pen.disc((x, 47), 3, edge)
        pen.disc((x - 1 if x < 30 else x + 1, 25), 3.2, edge)


def _pig(pen: Pen) -> None:
    edge = rgb("7d2646")
    pink, dark = rgb("f3a7b9"), rgb("df7f99")
    for side in (1, -1):
        pen.area(((30 + side * 8, 12), (30 + side * 27, 3), (30 + side * 25, 24)), dark, edge, 3)
    pen.disc((30, 33), 25, pink, edge, 3.2)
    pen.area(smooth(((17, 33), (43, 33), (46, 43), (40, 51), (20, 51), (14, 43)), rounds=1), dark, edge, 2.8)
    for x in (24, 36):
        pen.path(((x, 40), (x, 44)), edge, 4.4)
    for x in (19, 41):
        pen.disc((x, 25), 3.2, edge)


ANIMALS = {"chicken": _chicken, "sheep": _sheep, "cow": _cow, "pig": _pig}


def sun(pen: Pen, at: tuple[float, float], radius: float, ink: Ink) -> None:
    """A star of eight rays."""
    pen.area([around(at, radius if turn % 2 == 0 else radius * 0.45, 22.5 * turn) for turn in range(16)], ink)
