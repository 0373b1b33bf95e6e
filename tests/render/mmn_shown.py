"""Pictures of Power, Magic and Food as they were drawn: what its tests compare with the view."""

from __future__ import annotations

import render
from engines import Event
from engines.mmn import board
from engines.mmn.view import MmnView
from render.kit.canvas import Box
from render.kit.part import Part
from render.mmn import layout, trade
from render.mmn.layout import Layout
from render.shape import Shape
from tests.render.comparing import rank
from tests.render.mmn_positions import at_turn
from tests.render.recording import Drawing, caption, drawn

SEATS = 4


LETTERS = "ABCDEF"


def position(viewer: int | None = None) -> MmnView:
    """Return a game under way in which no two players have the same of anything."""
    view = at_turn(SEATS, 30).view(viewer)
    for seat, player in enumerate(view.players):
        player.points = 3 + 2 * seat
        player.hand_size = 4 + seat
        player.hand_limit = 7 + seat
        player.road_length = 5 + seat
        player.storage_points = 1 + 2 * seat
        player.autarky_points = 9 - seat
        player.serfs = seat
        player.famine = seat == 1
        player.levels = {track: (seat + number) % 6 for number, track in enumerate(board.TRACKS)}
        player.card_decks = list(board.TRACKS[seat : seat + 1 + seat % 2])
    view.metropolises = {track: (None, 0, 3, 1, None, 2)[number] for number, track in enumerate(board.TRACKS)}
    view.longest_road = 2
    view.storage_card = 0
    view.autarky_card = 3
    view.bank = {kind: 2 + number for number, kind in enumerate(board.KINDS)}
    view.decks = {track: 11 + number for number, track in enumerate(board.TRACKS)}
    rank(view, (player.points for player in view.players))
    view.offer = None
    view.owed = {"2": 3}
    view.rights = []
    return view


def show(view: MmnView, *events: Event) -> Drawing:
    return drawn(render.board(view, caption(events)))


def arranged(view: MmnView) -> Layout:
    return layout.of(Shape.TALL, view.seats, trade.rows(trade.lines(view, caption(), layout.INNER)))


def mat(view: MmnView, seat: int) -> Box:
    return arranged(view).mats[seat].box


def cell(view: MmnView, seat: int, box: Box) -> Box:
    """Return the box of a cell of a mat in the picture."""
    left, top, _, _ = mat(view, seat)
    return left + box[0], top + box[1], box[2], box[3]


def head(part: Part | None) -> Box:
    assert part
    return part.box
