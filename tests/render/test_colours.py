"""Colours that tell things apart do so for everybody's eyes, and what is written on them can be read.

How colours look without one kind of cones: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency" (2009), severity 1. Distances are those of CIEDE2000.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import pytest
from coloraide import Color

from render.burgundy import inks as burgundy
from render.kit.ink import PLAIN, TEXT, Ink, Palette, rgb
from render.macao import inks as macao
from render.mmn import inks as mmn
from tests.render.comparing import contrast

APART = 10.0
PLAYERS_APART = 12.0
"""Two that are 1 apart can just be told when they touch; these lie all over a board."""
READABLE = 4.5
"""Contrast of text by the web's accessibility guidelines."""
EYES = ("", "protan", "deutan", "tritan")
"""All cones, and those without one kind of them."""


class Family(NamedTuple):
    """Things of one kind that are told apart by colour. ``on``: what is written on each; none: nothing is."""

    name: str
    inks: Mapping[str, Ink]
    on: Mapping[str, Ink]
    apart: float = APART

    def __str__(self) -> str:
        return self.name


def players(name: str, palette: Palette) -> Family:
    inks = dict(zip(palette.names, palette.player, strict=True))
    return Family(name, inks, dict(zip(palette.names, palette.on, strict=True)), PLAYERS_APART)


FAMILIES: Sequence[Family] = (
    players("players", PLAIN),
    players("players of Macao", macao.PALETTE),
    players("players of MMN", mmn.PALETTE),
    Family("cubes", macao.CUBE, macao.ON_CUBE),
    Family("cards", macao.TYPE, {}),
    Family("tiles", burgundy.TILE, burgundy.ON_TILE),
    Family("bare hexes", burgundy.HEX, dict.fromkeys(burgundy.HEX, TEXT)),
    Family("goods", burgundy.GOODS, burgundy.ON_GOODS),
    Family("terrains", mmn.TERRAIN, {}),
    Family("tracks", mmn.TRACK, mmn.ON_TRACK),
)
EVERY_FAMILY = pytest.mark.parametrize("found", FAMILIES, ids=str)


def seen(ink: Ink, eyes: str) -> Color:
    """A colour as such eyes see it."""
    colour = Color("srgb", [part / 255 for part in ink])
    return colour.filter(eyes, 1, method="machado").clip("srgb") if eyes else colour


def distance(one: Ink, other: Ink) -> float:
    """How far two colours are apart for the eyes that tell them worst."""
    return min(seen(one, eyes).delta_e(seen(other, eyes), method="2000") for eyes in EYES)


@EVERY_FAMILY
def test_what_differs_in_colour_differs_for_everybody(found: Family) -> None:
    alike = {
        f"{one} and {other}": round(apart, 1)
        for one, other in combinations(found.inks, 2)
        if (apart := distance(found.inks[one], found.inks[other])) < found.apart
    }
    assert not alike


@EVERY_FAMILY
def test_what_is_written_on_a_colour_can_be_read(found: Family) -> None:
    faint = {name: ratio for name, ink in found.on.items() if (ratio := contrast(found.inks[name], ink)) < READABLE}
    assert not faint


def test_two_colours_that_somebody_could_not_tell_are_known_as_such() -> None:
    """Hills and forest as they once were, measured by others."""
    assert distance(rgb("e0a27c"), rgb("7fb07a")) == pytest.approx(0.5, abs=0.05)
