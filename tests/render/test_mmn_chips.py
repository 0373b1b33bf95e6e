"""While players lay the number chips (ruling 24.19), pictures show which are left, which lie where, and free hexes."""

from __future__ import annotations

from collections import Counter

import pytest

import render
from engines.mmn.game import Mmn
from render.mmn import layout
from render.mmn.letters import letters
from render.shape import Shape
from tests.engines.playing import act
from tests.render.mmn_positions import caption
from tests.render.recording import drawn

pytestmark = [pytest.mark.usefixtures("recorded"), pytest.mark.parametrize("shape", Shape)]
LAID = ("lay 6 h04", "lay 6 h05", "lay 12 h01")


def laying(seats: int = 3) -> Mmn:
    return Mmn.new(seats, 5, number_chips="laid")


def test_the_box_of_the_dice_shows_what_is_left_and_the_map_what_lies(shape: Shape) -> None:
    game = laying()
    *_, last = (event for line in LAID for event in act(game, line))
    view = game.view(None)
    shown = drawn(render.board(view, caption([last], shape=shape)))
    dice = layout.of(shape, 3).dice
    assert dice
    box = shown.within(dice.box)
    left = Counter(view.chips)
    assert sorted(mark.text for mark in box.called("number")) == sorted(map(str, left))
    assert sorted(box.texts()) == sorted(f"\u00d7{number}" for number in left.values())
    on_map = shown.within(layout.of(shape, 3).map.box)
    assert sorted(mark.text for mark in on_map.called("number")) == ["12", "12", "6", "6"]  # one is told on the sea
    assert len(on_map.called("_hex_ring")) == 1


def test_free_hexes_are_lettered_in_their_middle(shape: Shape) -> None:
    game = laying(6)
    for line in LAID:
        act(game, line)
    seat = game.to_act[0]
    view = game.view(seat)
    offered = game.legal(seat)
    named = letters(view, offered)
    assert sorted(named) == sorted(hex for hex in game.geometry.hexes if hex not in ("h04", "h05", "h01"))
    shown = drawn(render.PICTURES["mmn"].decision(view, caption(shape=shape), offered))  # type: ignore[misc]
    assert sorted(mark.text for mark in shown.called("_sign")) == sorted(named.values())
