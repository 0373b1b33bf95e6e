"""Burgundy's board: the ground that never changes, kept by seats, height and language, and the position on it."""

from __future__ import annotations

from PIL import Image

from engines.burgundy.view import BurgundyView
from render.burgundy import banner, depots, layout, mats, news, notes
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ground import ground
from render.kit.layers import Layers
from render.kit.pen import Pen

_GROUNDS = Layers("burgundy")


def draw(view: BurgundyView, caption: Caption) -> Image.Image:
    """The position as a picture."""
    lines = notes.height(len(notes.offered(view)), 2)
    below = _GROUNDS.get((view.seats, lines, caption.locale), lambda: _ground(view.seats, lines, caption))
    canvas = Canvas(below)
    changed = news.read(caption.events)
    banner.draw(canvas, view, caption, changed)
    depots.draw(canvas, view, caption, changed)
    notes.knowledge(canvas, view, caption, layout.depots_bottom(view.seats) + layout.GAP)
    mats.draw(canvas, view, caption, changed, _mats_top(view.seats, lines))
    return canvas.image


def _mats_top(seats: int, lines: int) -> int:
    return layout.depots_bottom(seats) + layout.GAP + (lines + layout.GAP if lines else 0)


def _ground(seats: int, lines: int, caption: Caption) -> Image.Image:
    """Everything that stays the same through a game: shapes drawn large and scaled down, words at their own size."""
    top = _mats_top(seats, lines)
    legend = notes.legend_place(seats, top)
    size = layout.WIDTH, round(legend[1] + legend[3]) + layout.MARGIN

    def draw(pen: Pen) -> None:
        banner.ground(pen)
        depots.ground(pen, seats)
        mats.ground(pen, seats, top)

    canvas = ground(size, draw)
    depots.labels(canvas, seats)
    notes.legend(canvas, caption, seats, legend)
    return canvas.image
