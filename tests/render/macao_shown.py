"""Macao's pictures as they were drawn, part by part: what its tests compare with the view."""

from __future__ import annotations

import pytest

import render
from engines import Event
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.view import MacaoView
from render.kit.pen import Sprite
from render.macao import layout, picture
from render.macao.inks import LETTER
from render.shape import Shape
from tests.render.comparing import rank
from tests.render.macao_positions import in_phase
from tests.render.recording import Drawing, caption, drawn

SEATS = 4


LETTERS = "ABCD"


SHAPES = pytest.mark.parametrize("shape", Shape)


def position(phase: str = "actions") -> MacaoView:
    """Return a game under way in which no two players have the same of anything."""
    view = in_phase(SEATS, 5, phase).view(None)
    ids = sorted(CARDS)
    for seat, player in enumerate(view.players):
        player.prestige = 21 + 9 * seat
        player.gold = 3 + seat
        player.penalties = 4 - seat
        player.jokers = 1 + seat
        player.projected = 17 + 10 * seat
        player.group = 2 + seat
        player.free_steps = seat
        player.rose = [_field(seat, field) for field in range(board.DIE_FIELDS + 1)]
        player.hold = {ware: 1 + (seat + number) % 3 for number, ware in enumerate(board.WARES) if number % 4 == seat}
        player.tableau = ids[5 * seat : 5 * seat + 2 + seat % 3]
        player.activated = ids[50 + 4 * seat : 52 + 5 * seat]
        player.used = {player.activated[0]: 1}
    rank(view, (player.projected for player in view.players))
    return view


def _field(seat: int, field: int) -> dict[str, int]:
    colours = enumerate(board.COLOURS, seat + field)
    return {colour: 1 + (number + field) % 5 for number, colour in colours if number % 3}


def show(view: MacaoView, *events: Event, shape: Shape = Shape.TALL) -> Drawing:
    return drawn(render.board(view, caption(events, shape=shape)))


def place(view: MacaoView, shape: Shape = Shape.TALL) -> layout.Layout:
    return picture.arranged(view, caption(shape=shape))


def large(sprite: Sprite, shape: Shape, unit: float = 1) -> Sprite:
    """Return a sprite as it is on a picture; ``unit`` is that of its part."""
    return sprite.scaled(layout.UNIT[shape] * unit)


def counted(field: dict[str, int]) -> list[str]:
    return sorted(f"{LETTER[colour]}{count}" for colour, count in field.items())
