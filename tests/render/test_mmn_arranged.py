"""The parts of the pictures of Power, Magic and Food leave each other alone in both shapes, and so does what is in
them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import msgspec
import pytest

import render
from engines.mmn import board
from engines.mmn.view import MmnView
from render.kit.canvas import Box
from render.kit.ink import CARD, NEW
from render.kit.part import Part
from render.mmn import hand, layout, own_layout, trade
from render.mmn.layout import Layout
from render.shape import Shape
from tests.render.mmn_positions import (
    DECKS,
    EVENTS,
    NAMES,
    caption,
    crowded,
    fitted,
    haggling,
    holding,
    trading,
)
from tests.render.recording import Mark, drawn

SEATS = pytest.mark.parametrize("seats", range(3, 7))
SHAPES = pytest.mark.parametrize("shape", Shape)
LAID = {
    ("tick", "crates"),
    ("spot", "tick"),
    ("spot", "crates"),
    ("spot", "hunger"),
    ("back", "back"),
    ("card", "card"),
}
"""What is meant to lie on another sign: ticks and rings of what is new, cards fanned out."""


def parts(at: Layout) -> list[Part]:
    single = (at.turn, at.dice, at.track, at.offer, at.map, at.legend)
    return [part for part in (*single, *at.bank, *at.mats) if part is not None]


def meet(one: Box, other: Box, slack: float = 0) -> bool:
    return (
        one[0] + one[2] > other[0] + slack
        and other[0] + other[2] > one[0] + slack
        and one[1] + one[3] > other[1] + slack
        and other[1] + other[3] > one[1] + slack
    )


@SHAPES
@SEATS
@pytest.mark.parametrize("rows", range(13))
def test_no_part_lies_on_another_or_leaves_the_picture(shape: Shape, seats: int, rows: int) -> None:
    at = layout.of(shape, seats, rows)
    for part in parts(at):
        left, top, width, height = part.box
        assert left >= 8
        assert top >= 8
        assert left + width <= at.size[0] - 8
        assert top + height <= at.size[1] - 8
    for one, other in combinations(parts(at), 2):
        assert not meet(one.box, other.box), (one, other)


@SHAPES
@SEATS
def test_no_cell_of_a_mat_lies_on_another_or_leaves_it(shape: Shape, seats: int) -> None:
    at = layout.of(shape, seats)
    mat = at.mats[0]
    cells = at.mat
    boxes = (cells.name, cells.hand, cells.levels, cells.sources, cells.counts)
    for one, other in combinations(boxes, 2):
        assert not meet(one, other), (one, other)
    for left, top, width, height in boxes:
        assert left >= 14
        assert top >= 0
        assert left + width <= mat.width
        assert top + height <= mat.height


@SHAPES
@SEATS
def test_every_part_of_a_ground_is_on_one_of_its_pieces(shape: Shape, seats: int) -> None:
    for rows in range(13):
        at = layout.of(shape, seats, rows)
        for part in (at.turn, at.dice, at.track, *at.bank, *at.mats, at.legend):
            found = [block for block in at.blocks if block.has(part)]
            assert len(found) == (part is not None)
            for block in found:
                assert part
                left, top, width, height = block.box
                assert part.left + part.box[2] <= left + width
                assert part.top + part.box[3] <= top + height


@SHAPES
def test_own_cards_and_what_they_pay_for_stand_apart(shape: Shape) -> None:
    at = own_layout.of(shape)
    for column in (at.head, at.aside, at.kinds, *at.effects, at.shop):
        assert column.left + column.width <= own_layout.width(shape) - at.margin + 0.01
        row = [part.box for part in column.row(0, 10, 6, 8)]
        assert not [pair for pair in combinations(row, 2) if meet(*pair)]
    if at.beside:
        assert at.kinds.left + at.kinds.width < at.shop.left


def fullest(seats: int) -> Iterator[MmnView]:
    """Three digits of points and everything that may stand in a mat, and offers."""
    view = crowded(seats).view(None)
    view.owed = {str(seat): 112 for seat in range(seats)}
    view.rights = list(board.KINDS)
    for player in view.players:
        player.points = 120 + player.seat
        player.famine = True
        player.hand_size = 228
        player.serfs = 4
        player.road_length = 15
        player.storage_points = 13
        player.autarky_points = 24
        player.card_decks = ["trade", "politics", "science", "power", "magic", "food"]
    view.longest_road = view.storage_card = view.autarky_card = 1
    view.metropolises = dict.fromkeys(view.metropolises, 1)
    view.players[1].levels = dict.fromkeys(view.players[1].levels, 5)
    names = ("settlements", "cities", "metropolises", "longest_road", "storage", "autarky", "defender", "merchant")
    worth = dict.fromkeys((*names, "cards"), 2)
    view.scores = [msgspec.structs.replace(score, sources=worth) for score in view.scores]
    yield view
    yield haggling(seats).view(None)
    yield trading(seats).view(None)


@pytest.mark.usefixtures("recorded")
@SHAPES
@SEATS
def test_nothing_in_mats_bank_and_offers_lies_on_anything_else(shape: Shape, seats: int) -> None:
    game = crowded(seats)
    words = caption([fitted(event, game) for event in EVENTS], f"apart {seats}", shape)
    assert max(map(len, NAMES)) > 32
    for view in fullest(seats):
        rows = trade.rows(trade.lines(view, words, layout.offer_width(shape, seats)))
        at = layout.of(shape, seats, rows)
        shown = [
            mark
            for mark in drawn(render.board(view, words))
            if mark.kind in ("text", "sprite") and not meet(mark.box, at.map.box) and at.turn.box[1] < mark.box[1]
        ]
        for part in (*at.mats, *at.bank, *filter(None, (at.dice, at.offer))):
            inside = [mark for mark in shown if meet(mark.box, part.box)]
            for mark in inside:
                assert mark.inside(part.box, 2), (mark.text, mark.name, mark.box, part.box)
            for one, other in combinations(inside, 2):
                assert not meet(one.box, other.box, 1.5) or _laid(one, other), (str(one)[:90], str(other)[:90])


@pytest.mark.usefixtures("recorded")
@SHAPES
@pytest.mark.parametrize("cards", [0, pytest.param(3, marks=pytest.mark.proof), 6])
@pytest.mark.parametrize("looking", ["", "kinds", "cards"])
@pytest.mark.parametrize("trade", [False, True])
def test_the_fullest_hand_keeps_apart_and_within_its_shape(shape: Shape, cards: int, looking: str, trade: bool) -> None:
    game = haggling(6) if trade else holding(6, [])
    seat = game.to_act[0]
    view = game.view(seat)
    player = view.players[seat]
    player.cards = [*DECKS["magic"], *DECKS["food"]][:cards]
    player.famine = True
    player.levels["power"] = 5
    player.points = 120
    player.hand_size = 228
    player.hand = dict.fromkeys(board.KINDS, 19)
    view.active = seat
    view.owed = {str(seat): 112}
    view.rights = list(board.KINDS)
    view.commercial_harbour = True
    view.shown = {"": [], "kinds": list(board.KINDS) * 2, "cards": DECKS["trade"][:5]}[looking]
    view.shown_seat = 1
    image = hand.draw(view, caption((), "fullest", shape))
    assert shape is Shape.TALL or image.height <= 1000
    assert image.width == 1600
    found = [mark for mark in drawn(image) if mark.kind in ("text", "sprite")]
    for mark in found:
        assert mark.inside((0, 0, *image.size), 0), (mark.text, mark.box)
    for one, other in combinations(found, 2):
        assert not meet(one.box, other.box, 1.5) or _laid(one, other), (str(one)[:90], str(other)[:90])
    for frame in drawn(image).frames(CARD, NEW) if looking else ():  # round what is looked at
        for mark in found:
            assert not meet(mark.box, frame.box) or mark.inside(frame.box, -frame.how[0]), (mark.text, mark.box)
    frames = [mark for mark in drawn(image) if mark.kind == "frame" and mark.box[2] > 120 and mark.box[3] > 50]
    for one, other in combinations(frames, 2):
        assert not meet(one.box, other.box, 1) or one.inside(other.box) or other.inside(one.box), (one.box, other.box)


def _laid(one: Mark, other: Mark) -> bool:
    if "road" in (one.name, other.name):  # a turned one has clear corners
        return not meet(_narrowed(one), _narrowed(other))
    return (one.name, other.name) in LAID or (other.name, one.name) in LAID


def _narrowed(mark: Mark) -> Box:
    left, top, width, height = mark.box
    room = width / 6 if mark.name == "road" else 0
    return left + room, top + room, width - 2 * room, height - 2 * room
