"""Navegador's board: a ground that never changes, kept for each arrangement and language, and the position on it."""

from __future__ import annotations

from PIL import Image

from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit import mat
from render.kit.canvas import Box, Canvas
from render.kit.ground import LARGER, Layers, ground
from render.kit.ink import rgb
from render.kit.part import around
from render.kit.pen import Pen
from render.navegador import banner, buildings, chart_pieces, gallery, layout, lisbon, market, mats, rondel, sea
from render.navegador.icons import COLOURS
from render.navegador.layout import Layout
from render.navegador.news import News

_FRAME = rgb("7a5a2a")
_GROUNDS = Layers("navegador", COLOURS)


def draw(view: NavegadorView, caption: Caption) -> Image.Image:
    """Return the picture of a position."""
    places = layout.of(caption.shape, view.seats)
    canvas = Canvas(
        _GROUNDS.get((caption.shape, view.seats, caption.locale), lambda: _ground(places, view.seats, caption))
    )
    changed = News(caption.events)
    parts = places.parts
    chart = parts["chart"].on(canvas)
    chart_pieces.draw(chart, view, changed)
    rondel.pieces(chart, view, changed, caption)
    banner.draw(canvas, parts["banner"], view, caption)
    banner.card(canvas, parts["card"], view, changed)
    market.draw(canvas, parts["market"], view, changed)
    buildings.draw(canvas, parts["buildings"], view, changed)
    lisbon.draw(canvas, parts["lisbon"], view, changed)
    gallery.draw(canvas, parts["gallery"], view, changed)
    mats.draw(canvas, places, view, caption, changed)
    return canvas.image


def _ground(places: Layout, seats: int, caption: Caption) -> Image.Image:
    """Return the picture of everything that stays the same through a game.

    Shapes are drawn large and scaled down, words at their own size.
    """
    parts = places.parts
    chart = sea.chart(parts["chart"].unit).image.convert("RGB")

    def draw(pen: Pen) -> None:
        under = parts["chart"].under(pen)
        _, _, width, height = parts["chart"].size
        under.path(((0, height - 2), (width - 2, height - 2), (width - 2, 0)), _FRAME, 4)
        rondel.ground(under)
        market.ground(pen, parts["market"])
        buildings.ground(pen, parts["buildings"], seats)
        lisbon.ground(pen, parts["lisbon"])
        gallery.ground(pen, parts["gallery"])
        mats.ground(pen, places)

    larger = chart.resize((chart.width * LARGER, chart.height * LARGER), Image.Resampling.NEAREST)
    canvas = ground(places.size, draw, (larger, (0, 0)))
    rondel.labels(parts["chart"].on(canvas), caption)
    market.labels(canvas, parts["market"])
    buildings.labels(canvas, parts["buildings"], seats)
    lisbon.labels(canvas, parts["lisbon"])
    gallery.labels(canvas, parts["gallery"], caption)
    return canvas.image


def parts(view: NavegadorView, caption: Caption) -> dict[str, Box]:
    """Return the parts that a close-up can show (``render.pictures.Parts``)."""
    places = layout.of(caption.shape, view.seats)
    return {name: part.box for name, part in places.parts.items()} | mat.boxes(view, places.mats)


def places(view: NavegadorView, caption: Caption) -> dict[str, Box]:
    """Return the boxes of the regions with their names, ships and colonies (``render.pictures.Pictures``)."""
    chart = layout.of(caption.shape, view.seats).parts["chart"]
    windows = {}
    for region in view.regions:
        seen = [*sea.name_boxes(region.id), *chart_pieces.fleet_frames(region.id, view.seats)]
        if region.good:
            seen.append(
                chart_pieces.stack_box(region.id, region.hidden if region.tokens is None else len(region.tokens))
            )
        left_x, top, width, height = around(seen)
        windows[region.id] = chart.window((left_x + width / 2, top + height / 2))
    return windows
