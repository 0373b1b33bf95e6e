"""Signs of Macao outside of its pictures: cubes with a shape instead of a letter, which a language would need."""

from __future__ import annotations

from functools import partial

from engines.macao.board import COLOURS
from render.kit.canvas import inscribed
from render.kit.pen import Sprite
from render.kit.shapes import SHAPES
from render.macao.icons import icon
from render.macao.inks import CUBE, CUBE_EDGE, ON_CUBE

_SIZE = 60
_SHAPE = 36
"""Width of the shape on a cube, in units."""


def _cube(colour: str) -> Sprite:
    ink = ON_CUBE[colour]
    cube = icon("die_0", _SIZE, fill=CUBE[colour], edge=CUBE_EDGE[colour])
    shape = icon(f"shape_{SHAPES[COLOURS.index(colour)]}", _SHAPE, ink=ink, edge=ink)
    return inscribed(cube, lambda canvas: canvas.paste(shape, (_SIZE / 2, _SIZE / 2)))


SIGNS = {colour: partial(_cube, colour) for colour in COLOURS}
