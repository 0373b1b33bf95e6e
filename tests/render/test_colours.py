"""Colour is never the only sign: what differs in colour stays apart for everybody's eyes, or has letter or sign.

How colours look without one kind of cones: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency" (2009), severity 1.0, in linear RGB. Distances are those of CIELAB 1976
under D65.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import pytest

from engines.mmn import board
from render.burgundy import icons as burgundy
from render.burgundy import inks as burgundy_inks
from render.burgundy import tiles
from render.kit.badge import badge
from render.kit.ink import PLAIN, Ink, Palette
from render.kit.pen import Sprite
from render.macao import cubes
from render.macao import icons as macao
from render.macao import inks as macao_inks
from render.mmn import figures, pieces, tracks
from render.mmn import inks as mmn_inks
from tests.render.recording import Mark, parts

APART = 20.0
"""CIELAB: two that are 2.3 apart can just be told when they touch; these lie all over a board."""

Matrix = tuple[tuple[float, float, float], ...]
EYES: dict[str, Matrix] = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = 0.95047, 1.0, 1.08883


def _times(matrix: Matrix, vector: Iterable[float]) -> list[float]:
    values = list(vector)
    return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def lab(ink: Ink, eyes: Matrix) -> tuple[float, float, float]:
    """A colour in CIELAB, as such eyes see it."""
    seen = [min(1.0, max(0.0, part)) for part in _times(eyes, map(_linear, ink))]
    x, y, z = (
        share ** (1 / 3) if share > 216 / 24389 else (24389 / 27 * share + 16) / 116
        for share in (part / white for part, white in zip(_times(_XYZ, seen), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one: Ink, other: Ink) -> float:
    """How far two colours are apart for the eyes that tell them worst."""
    return min(math.dist(lab(one, eyes), lab(other, eyes)) for eyes in EYES.values())


def form(sprite: Sprite) -> list[object]:
    """What a sprite shows without its colours."""

    def told(mark: Mark) -> object:
        return mark.kind, mark.box, mark.text, mark.how, [told(part) for part in mark.parts]

    return [told(part) for part in parts(sprite)]


class Family(NamedTuple):
    """Things of one kind that are told apart: their colours, and how each is drawn where it is told by them.

    Macao's dice always lie beside the cube of their colour, a terrain below the sign of what it yields.
    """

    name: str
    inks: dict[object, Ink]
    draw: Callable[[object], Sprite]

    def __str__(self) -> str:
        return self.name


def family(name: str, inks: dict[str, Ink], draw: Callable[[str], Sprite]) -> Family:
    return Family(name, dict(inks.items()), lambda each: draw(str(each)))


def seats(name: str, palette: Palette, draw: Callable[[int], Sprite]) -> Family:
    return Family(name, dict(enumerate(palette.player)), lambda each: draw(int(str(each))))


_YIELD = dict(zip(board.TERRAINS, board.RESOURCES, strict=True))

FAMILIES: Sequence[Family] = (
    seats("players", PLAIN, lambda seat: badge(seat, 46, PLAIN)),
    seats("players of Macao", macao_inks.PALETTE, lambda seat: badge(seat, 46, macao_inks.PALETTE)),
    seats("ships of Macao", macao_inks.PALETTE, lambda seat: macao.ship(seat)),
    seats("players of MMN", mmn_inks.PALETTE, lambda seat: badge(seat, 46, mmn_inks.PALETTE)),
    family("cubes", macao_inks.CUBE, lambda colour: cubes.cube(colour, 34)),
    family("tiles", burgundy_inks.TILE, lambda colour: tiles.slot(colour, 100)),
    family("bare hexes", burgundy_inks.HEX, lambda colour: tiles.mark(colour, 60)),
    family("goods of Burgundy", burgundy_inks.GOODS, lambda kind: burgundy.goods(kind, 50)),
    family(
        "terrains", mmn_inks.TERRAIN, lambda terrain: figures.kind(board.RESOURCES[board.TERRAINS.index(terrain)], 50)
    ),
    family("tracks", mmn_inks.TRACK, lambda track: tracks.symbol(track, 34)),
    family("places on tracks", mmn_inks.TRACK, lambda track: tracks.disc(track, 34)),
    family("progress cards", mmn_inks.TRACK, lambda track: tracks.back(track, 48)),
    family("metropolises", mmn_inks.TRACK, lambda track: pieces.city(0, 60, track=track)),
    seats("settlements", mmn_inks.PALETTE, lambda seat: pieces.settlement(seat, 40)),
    seats("cities", mmn_inks.PALETTE, lambda seat: pieces.city(seat, 40)),
    seats("knights", mmn_inks.PALETTE, lambda seat: pieces.knight(seat, "basic", 40)),
    seats("roads", mmn_inks.PALETTE, lambda seat: pieces.road(seat, 80, 18, 0)),
)


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize("found", FAMILIES, ids=str)
def test_what_differs_in_colour_differs_for_everybody(found: Family) -> None:
    forms = {each: form(found.draw(each)) for each in found.inks}
    alike = [
        f"{one} and {other}: {distance(found.inks[one], found.inks[other]):.0f}"
        for one, other in combinations(found.inks, 2)
        if forms[one] == forms[other] and distance(found.inks[one], found.inks[other]) < APART
    ]
    assert not alike
