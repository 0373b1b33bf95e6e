"""The board: head, map, bank and mats, each upon a ground that never changes."""

from __future__ import annotations

from PIL import Image

from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ground import ground
from render.kit.ink import PAPER
from render.kit.layers import Layers
from render.kit.pen import Pen
from render.mmn import bank, banner, field, layout, legend, mats, news, trade
from render.mmn.chart import chart
from render.mmn.layout import BANK, GAP, HEAD_BOTTOM, MARGIN, WIDTH

_HEADS = Layers("mmn head")
_FEET = Layers("mmn foot")


def draw(view: MmnView, caption: Caption) -> Image.Image:
    """The position as a picture."""
    map_top = HEAD_BOTTOM + trade.height(view)
    bank_top = map_top + chart(view.seats).height + GAP
    mats_top = bank_top + BANK + GAP
    foot = _FEET.get((view.seats, caption.locale), lambda: _foot(view.seats, caption))
    canvas = Canvas(Image.new("RGB", (WIDTH, bank_top + foot.height), PAPER))
    canvas.image.paste(_HEADS.get((), _head), (0, 0))
    canvas.image.paste(foot, (0, bank_top))
    changed = news.read(caption.events)
    banner.draw(canvas, view, caption, changed)
    trade.draw(canvas, view, caption, changed, HEAD_BOTTOM)
    canvas.image.paste(field.draw(view, changed), (MARGIN, map_top))
    bank.draw(canvas, view, changed, bank_top)
    mats.draw(canvas, view, caption, changed, mats_top)
    return canvas.image


def _head() -> Image.Image:
    """The head before anything happens: shapes, then words."""
    canvas = ground((WIDTH, HEAD_BOTTOM), banner.ground)
    banner.labels(canvas)
    return canvas.image


def _foot(seats: int, caption: Caption) -> Image.Image:
    """Bank, mats and legend before anything happens."""
    mats_top = BANK + GAP
    size = WIDTH, layout.bottom(seats, mats_top) + MARGIN

    def draw(pen: Pen) -> None:
        bank.ground(pen, 0)
        mats.ground(pen, seats, mats_top)

    canvas = ground(size, draw)
    bank.labels(canvas, caption, 0)
    legend.draw(canvas, caption, layout.legend(seats, mats_top), 3 if seats % 2 else 6)
    return canvas.image
