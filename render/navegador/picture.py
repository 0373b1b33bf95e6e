"""Navegador's board: the ground that never changes, kept by number of seats and language, and the position on it."""

from __future__ import annotations

from PIL import Image

from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ground import LARGER, ground
from render.kit.ink import rgb
from render.kit.layers import Layers
from render.kit.pen import Pen
from render.navegador import banner, buildings, layout, lisbon, market, mats, news, rondel, sea, waters

_FRAME = rgb("7a5a2a")
_GROUNDS = Layers("navegador")


def draw(view: NavegadorView, caption: Caption) -> Image.Image:
    """The position as a picture."""
    below = _GROUNDS.get((view.seats, caption.locale), lambda: _ground(view.seats, caption))
    canvas = Canvas(below)
    changed = news.read(caption.events)
    waters.draw(canvas, view, changed)
    rondel.pieces(canvas, view, changed)
    banner.draw(canvas, view, caption, changed)
    market.draw(canvas, view, changed)
    buildings.draw(canvas, view, changed)
    lisbon.draw(canvas, view, changed)
    mats.draw(canvas, view, caption, changed)
    return canvas.image


def _ground(seats: int, caption: Caption) -> Image.Image:
    """Everything that stays the same through a game: shapes drawn large and scaled down, words at their own size."""
    chart = sea.chart().image

    def draw(pen: Pen) -> None:
        pen.path(((0, chart.height - 2), (layout.WIDTH, chart.height - 2)), _FRAME, 4)
        rondel.ground(pen)
        banner.ground(pen)
        market.ground(pen)
        buildings.ground(pen, seats)
        lisbon.ground(pen, seats)
        mats.ground(pen, seats)

    larger = chart.resize((chart.width * LARGER, chart.height * LARGER), Image.Resampling.NEAREST)
    canvas = ground((layout.WIDTH, layout.height(seats)), draw, (larger, (0, 0)))
    rondel.labels(canvas, caption)
    market.labels(canvas)
    buildings.labels(canvas)
    lisbon.labels(canvas)
    mats.labels(canvas, caption)
    return canvas.image
