"""Geography of the chart: the projection, sea regions, borders and places for pieces.

Sea regions, borders and places for pieces are in pixels of the finished picture. Coasts and islands are places on
earth: longitude and latitude in degrees, east and north positive, which ``place`` turns into pixels. Every region has
the id of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from render.kit.pen import Point, smooth

WIDTH = 1600
HEIGHT = 1040
ROSE = (1104.0, 768.0)
ROSE_RADIUS = 260.0
"""Radius of the rondel, which is the wind rose of the chart."""

_LONGITUDES = (
    (-62, -10), (-35, 190), (-17, 392), (10, 545), (40, 722), (52, 806), (70, 962), (80, 1030), (92, 1130), (98, 1225),
    (104, 1284), (120, 1404), (130, 1478), (142, 1572),
)  # fmt: skip
"""Longitudes, each with its x."""
_WESTERN = ((45, 52), (36, 160), (15, 310), (5, 425), (-5, 512), (-35, 816), (-45, 940))
"""Latitudes in the west of the chart, each with its y."""
_EASTERN = ((45, 2), (35, 84), (25, 216), (8, 400), (0, 495), (-10, 606), (-20, 730))
"""Latitudes in the east of the chart, each with its y."""
_EAST_BEGINS = 30
"""Longitude up to which only ``_WESTERN`` counts."""
_EAST_RULES = 75
"""Longitude from which on only ``_EASTERN`` counts; in between the one passes smoothly into the other."""


def place(longitude: float, latitude: float) -> Point:
    """Return the pixel of a place on earth.

    The projection stretches oceans, squeezes continents, and draws Asia taller than Africa.
    """
    share = min(1.0, max(0.0, (longitude - _EAST_BEGINS) / (_EAST_RULES - _EAST_BEGINS)))
    share *= share * (3 - 2 * share)  # a smooth step, so that coasts have no kink where the east begins
    west = _between(_WESTERN, latitude)
    east = _between(_EASTERN, latitude)
    return _between(_LONGITUDES, longitude), west + (east - west) * share


def _between(knots: Sequence[tuple[float, float]], value: float) -> float:
    """Return the coordinate of a longitude or latitude: straight lines join the knots, and go on beyond them."""
    start, end = next(
        (pair for pair in pairwise(knots) if min(pair[0][0], pair[1][0]) <= value <= max(pair[0][0], pair[1][0])),
        knots[:2] if abs(value - knots[0][0]) < abs(value - knots[-1][0]) else knots[-2:],
    )
    return start[1] + (end[1] - start[1]) * (value - start[0]) / (end[0] - start[0])


Line = tuple[Point, ...]

BORDERS: dict[tuple[str, str], Line] = {
    ("portugal", "guine"): ((414, 258), (340, 276), (240, 290)),
    ("portugal", "bahia"): ((240, 290), (120, 302), (-10, 300)),
    ("guine", "bahia"): ((240, 290), (222, 400), (248, 510), (316, 600)),
    ("guine", "angola"): ((562, 492), (480, 500), (396, 540), (316, 600)),
    ("bahia", "rio"): ((110, 650), (220, 636), (316, 600)),
    ("rio", "angola"): ((316, 600), (346, 740), (330, 900), (296, 1060)),
    ("angola", "cabo"): ((590, 742), (536, 820), (500, 920), (486, 1060)),
    ("cabo", "mocambique"): ((660, 766), (740, 816), (850, 836), ROSE),
    ("mocambique", "ormuz"): ((770, 398), (830, 440), (896, 540), ROSE),
    ("ormuz", "goa"): ((994, 330), (956, 420), (944, 520), ROSE),
    ("goa", "malaca"): ((1082, 258), (1092, 390), (1128, 490), (1152, 600), ROSE),
    ("malaca", "timor"): ((1356, 520), (1336, 590), (1352, 680), ROSE),
    ("malaca", "macau"): ((1270, 476), (1300, 474), (1356, 520)),
    ("timor", "macau"): ((1356, 520), (1410, 484), (1500, 494), (1620, 492)),
    ("macau", "nagasaki"): ((1390, 222), (1440, 296), (1520, 322), (1620, 324)),
}
"""The borders from end to end, in a few points each. Land and the rose cover their ends."""


CURVES: dict[tuple[str, str], Line] = {
    pair: tuple(smooth(line, closed=False, rounds=3)) for pair, line in BORDERS.items()
}
"""The borders as smooth lines."""


def _border(a: str, b: str, back: bool = False) -> Line:
    line = CURVES[(a, b)]
    return line[::-1] if back else line


SEAS: dict[str, Line] = {
    "portugal": (
        (-10, -10),
        (505, -10),
        (490, 70),
        (462, 152),
        (440, 210),
        *_border("portugal", "guine"),
        *_border("portugal", "bahia"),
    ),
    "guine": (
        *_border("guine", "bahia", True),
        *_border("portugal", "guine", True),
        (600, 400),
        *_border("guine", "angola"),
    ),
    "bahia": (
        *_border("portugal", "bahia", True),
        *_border("guine", "bahia"),
        *_border("bahia", "rio", True),
        (-10, 650),
    ),
    "rio": (*_border("bahia", "rio"), *_border("rio", "angola"), (-10, 1060), (-10, 650)),
    "angola": (*_border("guine", "angola"), *_border("rio", "angola"), *_border("angola", "cabo", True), (640, 640)),
    "cabo": (*_border("angola", "cabo"), (ROSE[0], 1060), *_border("cabo", "mocambique", True)),
    "mocambique": (*_border("cabo", "mocambique"), *_border("mocambique", "ormuz", True), (690, 400), (640, 600)),
    "ormuz": (
        *_border("mocambique", "ormuz"),
        *_border("ormuz", "goa", True),
        (1000, 220),
        (890, 180),
        (850, 210),
        (745, 330),
        (740, 392),
    ),
    "goa": (*_border("ormuz", "goa"), *_border("goa", "malaca", True), (1060, 262), (1010, 300)),
    "malaca": (
        *_border("goa", "malaca"),
        *_border("malaca", "timor", True),
        *_border("malaca", "macau", True),
        (1262, 420),
        (1250, 330),
        (1190, 230),
    ),
    "timor": (*_border("malaca", "timor"), (ROSE[0], 1060), (1620, 1060), *_border("timor", "macau", True)),
    "macau": (
        *_border("malaca", "macau"),
        *_border("timor", "macau"),
        *_border("macau", "nagasaki", True),
        (1320, 215),
        (1243, 290),
        (1243, 380),
        (1268, 450),
    ),
    "nagasaki": (*_border("macau", "nagasaki"), (1620, -10), (1340, -10), (1340, 190)),
}
"""The outline of each sea region. Land and the rose are drawn over it."""


class Spot(NamedTuple):
    """Places in a region for its name, ships and tokens.

    The name is given by the centre of its first line, ships by that of the first line of fleets (or of the explorer),
    tokens by that of the full stack.
    """

    name: Point
    ships: Point
    tokens: Point
    rows: tuple[int, ...] = (3, 2)
    """Number of fleets side by side in each line."""
    token_columns: int = 2
    """Number of tokens side by side."""
    lines: tuple[str, ...] = ()
    """The name, broken into lines; empty: it has one line."""


SPOTS: dict[str, Spot] = {
    "portugal": Spot((215, 62), (215, 132), (0, 0), (5,)),
    "guine": Spot((318, 340), (326, 426), (520, 345), (3, 2), 3),
    "bahia": Spot((112, 326), (112, 390), (106, 558), (3, 2), 2),
    "rio": Spot((196, 782), (190, 856), (106, 704), (3, 2), 2),
    "angola": Spot((440, 606), (426, 680), (568, 600), (3, 2), 1),
    "cabo": Spot((690, 890), (690, 986), (622, 735), (5,), 1, ("Cabo da Boa", "Esperança")),
    "mocambique": Spot((808, 534), (769, 626), (642, 600), (2, 2, 1), 1),
    "ormuz": Spot((883, 329), (878, 388), (760, 282), (3, 2), 1),
    "goa": Spot((1024, 329), (1053, 388), (1002, 250), (2, 3), 2),
    "malaca": Spot((1216, 332), (1228, 388), (1216, 258), (3, 2), 2),
    "timor": Spot((1474, 646), (1474, 716), (1488, 568), (3, 2), 2),
    "macau": Spot((1500, 354), (1494, 418), (1288, 190), (3, 2), 2),
    "nagasaki": Spot((1494, 156), (1497, 222), (1368, 90), (3, 2), 1),
}


AMERICA = (
    (-90, 8), (-76, 11), (-72, 12), (-62, 10.5), (-57, 6), (-51, 4), (-50, 0), (-44, -2.5), (-39, -3),
    (-35.2, -5.5), (-34.8, -8.5), (-37, -11), (-38.7, -13.5), (-39, -18), (-40.8, -22), (-45, -23.8), (-48.5, -26),
    (-49, -29), (-53, -33.5), (-57, -36), (-57.5, -38.5), (-62, -39), (-64, -42), (-66, -47), (-68, -60),
    (-90, -60),
)  # fmt: skip
"""The coast of South America, in degrees."""

OLD_WORLD = (
    (-1.5, 43.4), (-4, 43.6), (-8, 43.9), (-9.3, 43), (-8.8, 41), (-9.6, 38.7), (-8.9, 37), (-6.4, 36.6),
    (-5.4, 36), (-2, 36.8), (0, 38.7), (-0.3, 39.6), (3.2, 42), (3.4, 43.2), (5.5, 43.1), (9, 44.3), (10.4, 43.2),
    (12.4, 41.6), (15.5, 40), (16, 38), (17.2, 39), (16.8, 40.4), (18.4, 40.1), (14, 42.6), (12.5, 44.6),
    (13.8, 45.4), (16, 43.4), (19.3, 41.8), (20.2, 39.4), (21.7, 36.9), (23, 36.6), (24, 38), (23, 40.2),
    (26, 40.7), (26.6, 39), (28, 36.8), (30.5, 36.5), (32.5, 36), (36, 36.6), (35.6, 34), (34.4, 31.6),
    (31.5, 31.4), (29, 30.9), (25, 31.7), (20.5, 32.6), (19.5, 30.4), (15.5, 32), (11.2, 33.5), (10.6, 35.5),
    (10.8, 37), (5, 36.7), (0, 35.8), (-3, 35.2), (-5.7, 35.8), (-7, 33.8), (-9.7, 31.2), (-10.2, 29), (-13.5, 27),
    (-16, 23.5), (-17, 20.5), (-16.3, 18), (-17.6, 14.7), (-16.5, 11.8), (-13.5, 8.8), (-11, 6.5), (-7.7, 4.3),
    (-3, 5), (2, 6.2), (4.7, 6), (6, 4.2), (8.8, 4.3), (9.8, 2.5), (9, -0.8), (11.2, -4), (12.4, -6.5),
    (13.6, -9.5), (13.3, -12.5), (11.8, -16.5), (13, -20), (14.6, -23), (15.4, -27.5), (17.4, -31), (18.2, -34),
    (20, -35), (25.7, -34.2), (28.5, -32.5), (31.2, -29.5), (33, -26.5), (35.7, -24), (35, -20), (37.3, -17.8),
    (40.7, -15), (40.6, -10.5), (39.2, -7), (39.7, -4), (43, -0.3), (46.5, 2.7), (49.5, 7), (51.4, 12),
    (47.5, 11.2), (44.3, 10.4), (43, 12.5), (39.8, 15.5), (37.3, 19.5), (35.6, 24), (33, 28), (32.6, 29.8),
    (34.2, 28), (35.2, 28.3), (38.5, 22), (42, 17), (43.2, 12.8), (45.5, 13), (49, 14.3), (52.4, 15.8),
    (55.4, 17.6), (58.2, 19.5), (59.9, 22.5), (58.3, 23.8), (56.6, 24.6), (56.4, 26.2), (54.2, 24.1), (51.6, 24.1),
    (51, 26.2), (48.2, 29.5), (50, 30.2), (52, 27.7), (55, 26.5), (57.2, 26.9), (58.3, 25.5), (61.8, 25.1),
    (66.5, 25.3), (67.8, 23.8), (70.2, 22.6), (69.3, 21.8), (71, 20.8), (72.6, 21.6), (72.9, 19), (73.9, 15.5),
    (75.3, 11.8), (77.4, 8.1), (79.2, 10.3), (80.2, 13.3), (80.4, 15.7), (82.6, 16.8), (85.3, 19.6), (87.2, 21.4),
    (90, 22.2), (91.8, 22.2), (93.8, 18.8), (94.5, 16), (97, 16.8), (98, 14), (98.7, 10), (98.4, 7.8), (100.4, 5.8),
    (101.3, 3), (103.6, 1.3), (104.2, 1.6), (103.4, 4.6), (102.2, 6.2), (100.2, 8.4), (99.3, 10), (100.2, 13.3),
    (102.6, 12), (104.8, 10.2), (105.2, 8.7), (107.2, 10.4), (109.4, 12.5), (108.6, 15.6), (105.9, 19), (108, 21.5),
    (110, 21.3), (111.5, 21.5), (114, 22.4), (117, 23.5), (119.7, 25.6), (121.8, 28.5), (122, 30.8), (120, 34),
    (122.6, 37), (119.3, 37.4), (118, 39), (121.3, 38.8), (122, 40.5), (124.5, 39.8), (125, 38), (126.6, 37),
    (126.3, 34.6), (129.2, 35.2), (129.4, 37.3), (127.5, 39.6), (130.5, 42.3), (135, 43.6), (140, 47), (142, 54),
    (140, 70), (-30, 70), (-2, 60), (-4, 50), (-2, 46.5),
)  # fmt: skip
"""The coast of Europe, Africa and Asia, in degrees; it is closed beyond the upper edge of the chart."""

ISLANDS = (
    ((49.3, -11.8), (50.5, -15.6), (49.5, -18.5), (47.2, -25), (45, -25.6), (43.3, -22.5), (44.5, -19.5),
    (44.4, -16), (47.2, -15.2)), ((79.9, 9.6), (81.9, 7.2), (80.6, 5.8), (79.7, 7.6)), ((97.6, 3.6), (99.4, 3.4),
    (101.4, 1.4), (104, -1.2), (106, -3.2), (105.7, -5.9), (102.6, -4), (100, -0.6)), ((105.3, -6.7), (108.5, -6.6),
    (112.6, -6.8), (114.5, -7.9), (114.3, -8.7), (110, -8.2), (106.3, -7.5)), ((109, 1.6), (111.4, 2.5), (114, 4.6),
    (116.7, 7), (119.2, 5.2), (117.8, 1.5), (116.3, -3.6), (113.5, -3.3), (110.2, -2.9)), ((119.5, -5.4),
    (118.9, -2.8), (120, 0.8), (124.8, 1.6), (123.8, 0.4), (120.6, 0.2), (120.8, -1), (123.4, -0.9), (121.8, -2),
    (122.8, -4.8), (121.4, -4.6), (120.8, -2.8), (120.3, -5.4)), ((123.4, -10.4), (125.2, -8.8), (127.2, -8.3),
    (126.4, -9.3), (124.6, -10.3)), ((116, -8.4), (118.8, -8.1), (122.8, -8.2), (120.2, -9), (117, -9)),
    ((130.8, -0.9), (134, -0.8), (135, -3.3), (141, -2.5), (150, -5), (150, -10), (143, -9), (138.5, -8.2),
    (137.8, -5.2), (133, -4), (132, -2.6)), ((127.6, 2), (128.7, 1.2), (128, -0.8), (127.4, 0.4)), ((128, -3),
    (130.8, -3), (129, -3.7)), ((121.2, 25.2), (122, 24.8), (120.9, 22), (120.1, 23.2)), ((108.8, 19.4),
    (110.8, 20), (110.3, 18.4), (108.9, 18.4)), ((129.7, 33.4), (131.2, 33.8), (132, 33.2), (131.2, 31.3),
    (130.2, 31.2), (129.8, 32.4)), ((132.4, 33.6), (134.4, 34.3), (134.5, 33.5), (133, 32.8)), ((130.9, 34.2),
    (133.5, 34.3), (135.3, 34.5), (135.9, 33.5), (137.2, 34.6), (139.8, 34.8), (140.9, 35.8), (142, 39.5),
    (141.4, 41.4), (140, 40.6), (139.6, 38.4), (137.2, 36.9), (135.8, 35.6), (132.6, 35.5)), ((140.2, 41.6),
    (141.2, 42.6), (143.3, 42), (145.4, 43.4), (142, 45.4), (141.4, 43.3), (140, 42.5)), ((8.4, 41), (9.6, 40.9),
    (9.5, 39.2), (8.5, 39)), ((8.7, 42.6), (9.4, 42.9), (9.4, 41.5)), ((12.6, 38), (15.5, 38.2), (15.1, 36.7)),
    ((23.6, 35.4), (26.2, 35.2), (24, 35)), ((32.4, 35), (34.2, 35.4), (33.2, 34.7)),
)  # fmt: skip
"""The coasts of islands, in degrees."""

SPECKS = (
    (-17, 32.7), (-16.6, 28.2), (-14.2, 28.6), (-18, 28.7), (-25.5, 37.8), (-27.5, 38.7), (-28.3, 38.4),
    (-24, 16.8), (-23.6, 15), (-22.8, 16.2), (-14.3, -8), (-5.7, -16), (-12.3, -37.1), (6.6, 0.3), (7.4, 1.7),
    (39.4, -6.1), (43.3, -11.7), (44.4, -12.2), (55.5, -21.1), (57.6, -20.2), (55.5, -4.6), (53.8, 12.5),
    (72.9, 4.5), (73.3, 2.5), (73.1, 0.4), (72.5, 10.8), (92.7, 12.5), (92.8, 10.7), (93.8, 7), (127.7, 26.4),
    (129.4, 28.3),
)  # fmt: skip
"""Islands too small for a coastline, in degrees."""
