"""Macao's board: the ground that never changes, kept by seats, height and language, and the position on it."""

from __future__ import annotations

from PIL import Image

from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ground import LARGER, ground
from render.kit.layers import Layers
from render.kit.pen import Pen
from render.macao import banner, city, layout, mats, news, sea, table, wall

_GROUNDS = Layers("macao")


def draw(view: MacaoView, caption: Caption) -> Image.Image:
    """The position as a picture."""
    rows = mats.rows(view, caption)
    below = _GROUNDS.get((view.seats, rows, caption.locale), lambda: _ground(view.seats, rows, caption))
    canvas = Canvas(below)
    changed = news.read(caption.events)
    banner.draw(canvas, view, caption, changed)
    table.draw(canvas, view, caption, changed)
    wall.draw(canvas, view, changed)
    sea.draw(canvas, view, changed)
    city.draw(canvas, view, caption, changed)
    mats.draw(canvas, view, caption, changed, rows)
    return canvas.image


def _ground(seats: int, rows: int, caption: Caption) -> Image.Image:
    """Everything that stays the same through a game: shapes drawn large and scaled down, words at their own size."""

    def draw(pen: Pen) -> None:
        banner.ground(pen)
        table.ground(pen)
        wall.ground(pen)
        sea.ground(pen)
        city.ground(pen)
        mats.ground(pen, seats, rows)

    left, top, _, _ = layout.SEA
    canvas = ground((layout.WIDTH, layout.height(seats, rows)), draw, (sea.water(LARGER), (round(left), round(top))))
    banner.labels(canvas, caption)
    wall.labels(canvas)
    sea.labels(canvas, caption)
    city.labels(canvas)
    return canvas.image
