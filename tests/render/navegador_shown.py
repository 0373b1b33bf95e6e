"""Navegador's picture as it was drawn: what its tests compare with the view."""

from __future__ import annotations

import pytest

import render
from engines import Event
from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit.canvas import Box
from render.navegador import layout
from render.navegador.layout import Layout
from render.shape import Shape
from tests.render.comparing import rank
from tests.render.positions import under_way
from tests.render.recording import Drawing, caption, drawn

SEATS = 4


SHAPES = pytest.mark.parametrize("shape", Shape)


def spots(shape: Shape = Shape.TALL) -> Layout:
    return layout.of(shape, SEATS)


def cell_box(shape: Shape, seat: int, name: str) -> Box:
    """Return the box of a cell of a seat's mat, in pixels."""
    part = spots(shape).mats[seat]
    cell = spots(shape).cells[name]
    return (
        part.left + cell.left * part.unit,
        part.top + cell.top * part.unit,
        cell.width * part.unit,
        cell.height * part.unit,
    )


def position(seats: int = SEATS) -> NavegadorView:
    """Return a game under way in which no two players have the same of anything."""
    view = under_way(seats, 40).view(None)
    assert isinstance(view, NavegadorView)
    for seat, player in enumerate(view.players):
        player.money = 211 + 101 * seat
        player.workers = 3 + seat
        player.supply = 8 - seat
        player.colonies = {good: 1 + seat + number for number, good in enumerate(board.GOODS)}
        player.factories = {**{good: 4 - seat + number for number, good in enumerate(board.GOODS)}, "joker": seat % 2}
        player.units = {category: 2 + seat + number for number, category in enumerate(board.CATEGORIES)}
        player.privileges = {category: (seat + number) % 4 for number, category in enumerate(board.CATEGORIES)}
        player.multipliers = {category: 1 + seat + number for number, category in enumerate(board.CATEGORIES)}
        player.next_bonus = {category: 10 * (1 + seat + number) for number, category in enumerate(board.CATEGORIES)}
        player.projected = 31 + 7 * seat
        player.mat_points = 20 + 3 * seat
        player.stone = (3, 6, 3, 0)[seat % 4]
        player.royal = seat == 2
        player.royal_best = "church" if seat == 2 else None
        player.fleet = {"portugal": 1 + seat, "guine": 2 + seat % 3}
    rank(view, (player.projected for player in view.players))
    view.card.holder = 1
    view.card.mark = 5
    view.card.left = 3
    return view


def show(view: NavegadorView, *events: Event, shape: Shape = Shape.TALL) -> Drawing:
    return drawn(render.board(view, caption(events, shape=shape)))
