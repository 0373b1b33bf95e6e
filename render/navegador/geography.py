"""Geography of the chart: the projection, sea regions, borders and places for pieces.

All numbers are pixels of the finished picture. Every region has the id of the rules.
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
_WESTERN = ((45, 52), (36, 160), (15, 310), (5, 425), (-5, 512), (-35, 816), (-45, 940))
_EASTERN = ((45, 2), (35, 84), (25, 216), (8, 400), (0, 495), (-10, 606), (-20, 730))
_EAST_BEGINS = 30
_EAST_RULES = 75


def place(longitude: float, latitude: float) -> Point:
    """Return the pixel of a place on earth.

    The projection stretches oceans, squeezes continents, and draws Asia taller than Africa.
    """
    share = min(1.0, max(0.0, (longitude - _EAST_BEGINS) / (_EAST_RULES - _EAST_BEGINS)))
    share *= share * (3 - 2 * share)
    west = _between(_WESTERN, latitude)
    east = _between(_EASTERN, latitude)
    return _between(_LONGITUDES, longitude), west + (east - west) * share


def _between(knots: Sequence[tuple[float, float]], value: float) -> float:
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
