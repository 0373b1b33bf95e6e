"""Parts of the board that all players share, drawn alone for pictures of decisions."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import Image

from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ground import LARGER, Layers, ground
from render.kit.part import Part
from render.kit.pen import Pen, Point
from render.macao import banner, sea, wall
from render.macao.news import News

TRIBUTE: Point = (150.0, 84.0)
"""Size of the tribute, which is as high as the wall beside it, in units."""
_GROUNDS = Layers("macao shared parts")


def draw_sea(canvas: Canvas, view: MacaoView, caption: Caption, size: Point) -> None:
    """Draw the sea with its ships and the free delivery spaces, from the zero of a canvas."""
    part = Part(0, 0, *size, canvas.scale)

    def make() -> Image.Image:
        water = sea.water(part, LARGER), (0, 0)
        return _ground(canvas, size, sea.ground, lambda made: sea.labels(made, caption, size), water)

    canvas.layer(_GROUNDS.get(("sea", size, canvas.scale, caption.locale), make), (0, 0))
    sea.draw(canvas, view, News(), size)


def draw_wall(canvas: Canvas, view: MacaoView, size: Point) -> None:
    """Draw the city wall with its discs."""

    def make() -> Image.Image:
        return _ground(canvas, size, wall.ground, lambda made: wall.labels(made, size))

    canvas.layer(_GROUNDS.get(("wall", size, canvas.scale), make), (0, 0))
    wall.draw(canvas, view, (), size)


def draw_tribute(canvas: Canvas, view: MacaoView, caption: Caption) -> None:
    """Draw the price of tribute in this round, and the prestige that it brings."""

    def make() -> Image.Image:
        return _ground(canvas, TRIBUTE, banner.ground, lambda made: banner.draw_tribute_label(made, TRIBUTE, caption))

    canvas.layer(_GROUNDS.get(("tribute", canvas.scale, caption.locale), make), (0, 0))
    banner.draw_tribute(canvas, view, TRIBUTE, new=False)


def _ground(
    canvas: Canvas,
    size: Point,
    shapes: Callable[[Pen, Point], None],
    labels: Callable[[Canvas], None],
    under: tuple[Image.Image, tuple[int, int]] | None = None,
) -> Image.Image:
    """Draw the unchanging ground of a part, in the pixels of its canvas."""
    scale = canvas.scale
    pixels = math.ceil(size[0] * scale), math.ceil(size[1] * scale)
    made = ground(pixels, lambda pen: shapes(pen.moved((0, 0), scale), size), under)
    labels(made.moved((0, 0), scale))
    return made.image
