"""Macao's board: a ground that never changes, kept for each arrangement and language, and the position on it."""

from __future__ import annotations

import math

from PIL import Image

from engines.macao import board
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit import mat, png
from render.kit.canvas import Box, Canvas
from render.kit.ground import LARGER, Layers, ground
from render.kit.ink import PAPER
from render.kit.part import Part
from render.kit.pen import Pen
from render.macao import banner, city, layout, mats, pills, sea, table, wall
from render.macao.chart import Chart
from render.macao.layout import Layout
from render.macao.letters import speaking
from render.macao.news import News
from render.shape import Shape

COLOURS = png.chosen_colours(__file__)
"""The palette of the PNG files of boards."""
_GROUNDS = Layers("macao", COLOURS)


@speaking
def draw(view: MacaoView, caption: Caption) -> Image.Image:
    """Return the picture of a position."""
    place = arranged(view, caption)
    canvas = Canvas(_below(place, caption))
    new = News(caption.events)
    banner.draw_turn(place.turn.on(canvas), view, caption, place.turn.measures)
    banner.draw_tribute(place.tribute.on(canvas), view, place.tribute.measures, new.tribute or new.revealed)
    banner.draw_rounds(place.rounds.on(canvas), view, place.rounds.measures)
    table.draw(place.table.on(canvas), view, caption, new, place.table.measures)
    wall.draw(place.wall.on(canvas), view, new.walls, place.wall.measures)
    sea.draw(place.sea.on(canvas), view, new, place.sea.measures)
    city.draw(place.city.on(canvas), view, new.quarters, place.city.measures)
    for seat, part in zip(mat.order(view), place.mats, strict=True):
        mats.draw(part.on(canvas), view, view.players[seat], caption, new, part.measures, place.fields)
    return canvas.image


def arranged(view: MacaoView, caption: Caption) -> Layout:
    """Return the arrangement of a board."""
    most_fields = max(len(mats.fields(player)) for player in view.players)
    laden = any(sum(map(bool, player.hold.values())) > layout.WARES for player in view.players)
    fields = next(
        count for count in layout.FIELDS if most_fields <= count and (not laden or count == layout.FIELDS[-1])
    )
    room = layout.row(caption.shape, layout.of(caption.shape, view.seats, 1, fields).mats[0].measures)
    cards_thrown = News(caption.events).thrown
    cards_gone = [[card for owner, card in cards_thrown if owner == player.seat] for player in view.players]
    rows = (
        pills.rows(player.activated, caption, room, cards)
        for player, cards in zip(view.players, cards_gone, strict=True)
    )
    return layout.of(caption.shape, view.seats, max(rows), fields)


def _below(place: Layout, caption: Caption) -> Image.Image:
    """Return the picture of everything that stays the same through a game.

    Mats grow as cards are activated; they lie below the shared parts, which stay as they are.
    """
    if caption.shape is Shape.WIDE:
        return _GROUNDS.get(
            (place.size, place.fields, len(place.mats), caption.locale), lambda: _ground(place, caption)
        )
    first = place.mats[0]
    shared = place._replace(size=(place.size[0], round(first.top)), mats=())
    image = Image.new("RGB", place.size, PAPER)
    image.paste(_GROUNDS.get((shared.size, caption.locale), lambda: _ground(shared, caption)))
    empty = _GROUNDS.get(first.measures, lambda: _mat(first))
    for part in place.mats:
        image.paste(empty, (round(part.left), round(part.top)))
    return image


def _mat(part: Part) -> Image.Image:
    width, height = (math.ceil(side) for side in part.box[2:])
    return ground((width, height), lambda pen: mats.ground(pen.moved((0, 0), part.unit), part.measures)).image


def _ground(place: Layout, caption: Caption) -> Image.Image:
    """Return shapes that were drawn large and scaled down, and words at their own size."""

    def draw(pen: Pen) -> None:
        banner.ground(place.turn.under(pen), place.turn.measures)
        banner.ground(place.tribute.under(pen), place.tribute.measures)
        banner.rounds_ground(place.rounds.under(pen), place.rounds.measures)
        table.ground(place.table.under(pen), place.table.measures)
        wall.ground(place.wall.under(pen), place.wall.measures)
        sea.ground(place.sea.under(pen), place.sea.measures)
        city.ground(place.city.under(pen), place.city.measures)
        for part in place.mats:
            mats.ground(part.under(pen), part.measures)

    water = sea.water(place.sea, LARGER), (round(place.sea.left), round(place.sea.top))
    canvas = ground(place.size, draw, water)
    banner.draw_tribute_label(place.tribute.on(canvas), place.tribute.measures, caption)
    wall.labels(place.wall.on(canvas), place.wall.measures)
    sea.labels(place.sea.on(canvas), caption, place.sea.measures)
    city.labels(place.city.on(canvas), place.city.measures)
    return canvas.image


def parts(view: MacaoView, caption: Caption) -> dict[str, Box]:
    """Return the parts that a close-up can show (``render.pictures.Parts``)."""
    place = arranged(view, caption)
    named = ("turn", "tribute", "rounds", "table", "wall", "sea", "city")
    boxes = {name: getattr(place, name).box for name in named}
    return boxes | mat.boxes(view, place.mats)


def places(view: MacaoView, caption: Caption) -> dict[str, Box]:
    """Return the boxes of all spaces of the sea and of all quarters (``render.pictures.Pictures``)."""
    place = arranged(view, caption)
    chart = Chart(place.sea.measures)
    bricks = city.Bricks.of(place.city.measures)
    windows = {space: place.sea.window(chart.spot(space)) for space in board.SPACES}
    return windows | {quarter: place.city.window(bricks.middle(quarter)) for quarter in board.QUARTERS}
