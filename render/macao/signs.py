"""Signs of Macao outside of its pictures: its cubes, which bear a shape where pictures have a letter of a language."""

from __future__ import annotations

from functools import partial

from engines.macao.board import COLOURS
from render.kit.pen import Pen, Sprite, sprite
from render.kit.shapes import shape
from render.macao.inks import CUBE, CUBE_EDGE, ON_CUBE


def _cube(colour: str) -> Sprite:
    def draw(pen: Pen) -> None:
        pen.box((1, 1), (58, 58), CUBE[colour], CUBE_EDGE[colour], 3.4, 11)
        shape(pen, COLOURS.index(colour), (30, 30), 17, ON_CUBE[colour])

    return sprite((60, 60), draw, 60)


SIGNS = {colour: partial(_cube, colour) for colour in COLOURS}
