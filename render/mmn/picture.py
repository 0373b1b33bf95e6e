"""The board: head, map, bank and mats, each upon a ground that never changes."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engines.mmn import board
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit import mat
from render.kit.canvas import Box, Canvas
from render.kit.ground import Layers, ground
from render.kit.ink import PAPER
from render.kit.part import around
from render.kit.pen import Pen
from render.mmn import bank, banner, field, layout, legend, letters, mats, tokens, trade
from render.mmn.chart import chart_of
from render.mmn.inks import COLOURS
from render.mmn.layout import Block, Layout
from render.mmn.news import News
from render.mmn.places import draw_codes

_GROUNDS = Layers("mmn ground", COLOURS)


def draw(view: MmnView, caption: Caption) -> Image.Image:
    """Return the picture of a position."""
    at, offers = arranged(view, caption)
    changed = News(caption.events)
    canvas = Canvas(Image.new("RGB", at.size, PAPER))
    for block in at.blocks:
        canvas.layer(_ground(at, block, view.seats, caption), block.box[:2])
    banner.whose(at.turn.on(canvas), at.turn_cells, view, caption, changed)
    if at.dice:
        banner.dice(at.dice.on(canvas), at.dice, view, changed)
    if at.track:
        banner.barbarians(at.track.on(canvas), at.track, view, changed)
    if at.legend:
        legend.draw(at.legend.on(canvas), caption, at.legend, at.legend_columns)
    if at.offer:
        trade.draw(at.offer.on(canvas), at.offer, view, caption, changed, offers)
    sea = at.map.on(canvas)
    chart = chart_of(view.seats, at.map.width, at.map.height)
    field.draw(sea, chart, view, changed)
    covered = tokens.draw(sea, chart, view, caption)
    draw_codes(sea, chart, view, letters.named(view, caption.events), covered)
    for column, track in zip(at.bank, board.TRACKS, strict=False):
        bank.draw_contents(column.on(canvas), at.stock, track, view, changed)
    for part, seat in zip(at.mats, mat.order(view), strict=True):
        mats.draw(part.on(canvas), part, at.mat, view, view.players[seat], caption, changed)
    return canvas.image


def _ground(at: Layout, block: Block, seats: int, caption: Caption) -> Image.Image:
    """Return a piece of the picture before anything happens: shapes, then words."""

    def make() -> Image.Image:
        corner = block.box[:2]
        columns = [pair for pair in zip(at.bank, board.TRACKS, strict=False) if block.has(pair[0])]

        def shapes(pen: Pen) -> None:
            for part in (at.turn, at.dice):
                if part and block.has(part):
                    banner.ground(part.under(pen, corner), part)
            if at.track and block.has(at.track):
                banner.way_ground(at.track.under(pen, corner), at.track)
            for strip in at.mats:
                if block.has(strip):
                    mats.ground(strip.under(pen, corner), strip)

        canvas = ground(block.box[2:], shapes)
        if at.track and block.has(at.track):
            banner.way_labels(at.track.on(canvas, corner), at.track)
        for column, track in columns:
            bank.draw_ground(column.on(canvas, corner), at.stock, track, caption)
        return canvas.image

    return _GROUNDS.get((caption.shape, seats, caption.locale, block.name), make)


def arranged(view: MmnView, caption: Caption) -> tuple[Layout, Sequence[trade.Line]]:
    """Return the layout of a board, and the lines of its offers."""
    offers = trade.lines(view, caption, layout.offer_width(caption.shape, view.seats))
    return layout.of(caption.shape, view.seats, trade.rows(offers)), offers


def parts(view: MmnView, caption: Caption) -> dict[str, Box]:
    """Return the parts that a close-up can show (``render.pictures.Parts``); the columns of the bank are one."""
    at, _ = arranged(view, caption)
    boxes = {name: part.box for name in ("turn", "dice", "track", "map") if (part := getattr(at, name))}
    if at.bank:
        boxes["bank"] = around([column.box for column in at.bank])
    return boxes | mat.boxes(view, at.mats)


def places(view: MmnView, caption: Caption) -> dict[str, Box]:
    """Return the boxes of all hexes and harbours (``render.pictures.Pictures``)."""
    land = arranged(view, caption)[0].map
    chart = chart_of(view.seats, land.width, land.height)
    windows = {hex.id: land.window(chart.hex(hex.id)) for hex in view.hexes}
    return windows | {harbour.id: land.window(chart.harbour(harbour.id)) for harbour in view.harbours}
