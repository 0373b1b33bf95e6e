"""Burgundy's pictures as they were drawn, part by part: what its tests compare with the view."""

from __future__ import annotations

import pytest

import render
from engines import Event
from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from render.burgundy import layout, notes, tiles
from render.kit.canvas import Box
from render.kit.pen import Sprite
from render.shape import Shape
from tests.render.burgundy_positions import in_round
from tests.render.comparing import rank
from tests.render.recording import Drawing, Mark, caption, drawn, parts

SEATS = 4


LETTERS = "ABCD"


def position(seats: int = SEATS) -> BurgundyView:
    """Return a game under way in which no two players have the same of anything."""
    view = in_round(seats, 12).view(None)
    for seat, player in enumerate(view.players):
        player.vp = 31 + 8 * seat
        player.projected = 40 + 9 * seat
        player.workers = 2 + seat
        player.silverlings = 6 - seat
        player.rolled = [1 + seat, 6 - seat]
        player.unused = [6 - seat]
        player.goods = {kind: 1 + seat + number for number, kind in enumerate(box.GOODS[seat : seat + 1 + seat % 3])}
        player.sold = {kind: 1 + number for number, kind in enumerate(box.GOODS[: 1 + seat])}
        player.storage = ["k23", "sheep4", "carpenters_workshop"][: seat % 3 + 1]
        player.bonus = [[], ["mine.large"], ["ship.small", "castle.large"], ["animal.small"]][seat]
        player.purchased = seat == 1
    rank(view, (player.projected for player in view.players))
    view.bonus = {colour: list(box.SIZES) for colour in box.COLOURS}
    for player in view.players:
        for tile in player.bonus:
            colour, size = tile.split(".")
            view.bonus[colour].remove(size)
    return view


SHAPES = pytest.mark.parametrize("shape", Shape)


def table(view: BurgundyView, shape: Shape = Shape.TALL) -> layout.Layout:
    return layout.of(shape, view.seats, len(notes.offered(view)))


def show(view: BurgundyView, *events: Event, shape: Shape = Shape.TALL) -> Drawing:
    return drawn(render.board(view, caption(events, shape=shape)))


def mat(view: BurgundyView, seat: int, shape: Shape = Shape.TALL) -> Box:
    """Return the box of a player's mat."""
    return table(view, shape).mats[seat].box


def same(mark: Mark, sprite: Sprite) -> bool:
    return mark.parts == parts(sprite)


def tile(kind: str, wide: int = layout.TILE, unit: float = 1) -> Sprite:
    return tiles.lying(kind, wide, tiles.code(kind, caption()), unit)
