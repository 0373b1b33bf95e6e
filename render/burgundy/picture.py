"""Burgundy's board: the ground that never changes, kept by what it depends on, and the position on it."""

from __future__ import annotations

from PIL import Image

from engines.burgundy.estate import ESTATES
from engines.burgundy.view import BurgundyView
from render.burgundy import banner, depots, layout, mats, notes, player_board
from render.burgundy.news import News
from render.caption import Caption
from render.kit import mat, png
from render.kit.canvas import Box, Canvas
from render.kit.ground import Layers, ground
from render.kit.part import around
from render.kit.pen import Pen

COLOURS = png.chosen_colours(__file__)
"""The palette of the PNG files of boards."""
_GROUNDS = Layers("burgundy", COLOURS)


def draw(view: BurgundyView, caption: Caption) -> Image.Image:
    """Return the picture of a position."""
    kinds = notes.offered(view)
    table = layout.of(caption.shape, view.seats, len(kinds))
    bare = layout.of(caption.shape, view.seats)
    key = caption.shape, view.seats, caption.locale
    gap = (round(table.notes.top) - layout.GAP // 2, table.size[1] - bare.size[1]) if table.notes else (0, 0)
    canvas = Canvas(_GROUNDS.get(key, lambda: _ground(bare, view.seats, caption), gap))
    changed = News(caption.events)
    banner.draw(canvas, view, caption, changed, table)
    depots.draw(canvas, view, caption, changed, table.depots)
    if table.notes:
        notes.knowledge(table.notes.on(canvas), table.notes.measures, kinds, caption)
    mats.draw(canvas, view, caption, changed, table)
    return canvas.image


def _ground(table: layout.Layout, seats: int, caption: Caption) -> Image.Image:
    """Draw everything that stays the same through a game.

    Shapes are drawn large and scaled down, words at their own size.
    """

    def draw(pen: Pen) -> None:
        banner.ground(pen, table)
        depots.ground(pen, table.depots)
        mats.ground(pen, table)

    canvas = ground(table.size, draw)
    depots.labels(canvas, table.depots)
    if table.legend:
        notes.legend(table.legend.on(canvas), table.legend.measures, caption, seats)
    return canvas.image


def parts(view: BurgundyView, caption: Caption) -> dict[str, Box]:
    """See ``render.pictures.Parts``; the numbered depots are one."""
    table = layout.of(caption.shape, view.seats, len(notes.offered(view)))
    boxes = {name: getattr(table, name).box for name in ("turn", "orders", "phases", "track")}
    boxes["depots"] = around([part.box for part in (*table.depots.numbered.values(), table.depots.black)])
    if table.depots.bonus:
        boxes["bonus"] = table.depots.bonus.box
    if table.notes:
        boxes["notes"] = table.notes.box
    return boxes | mat.boxes(view, table.mats)


def places(view: BurgundyView, caption: Caption) -> dict[str, Box]:
    """See ``render.pictures.Pictures``: every depot, and the hexes of the estate that the view is for."""
    table = layout.of(caption.shape, view.seats, len(notes.offered(view)))
    windows = {f"depot.{depot}": part.box for depot, part in table.depots.numbered.items()}
    windows["depot.black"] = table.depots.black.box
    for seat, part in zip(mat.order(view), table.mats, strict=True):
        player = view.players[seat]
        if seat == view.viewer and player.board:  # chosen at the beginning of the game
            hexes = ESTATES[player.board].hexes.values()
            windows |= {hex.id: part.window(player_board.spot(hex, table.mat.board)) for hex in hexes}
    return windows
