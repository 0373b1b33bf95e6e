"""What a channel shows of a tall board: legible where the whole is a narrow strip, with everybody's points."""

from __future__ import annotations

from itertools import combinations

import msgspec
import pytest

import render
from engines.navegador.game import Navegador
from render.kit.canvas import Box
from render.kit.initials import initials
from render.kit.ink import CARD, LINE
from render.shape import TALL_WIDTH, Shape
from tests.render.games import GAMES, Pictures
from tests.render.recording import drawn
from tests.render.test_shapes import TABLES, _overlap, fitted, sample, seen
from tools.frames.devices import CHANNEL

LEAST = 23
"""Pixels of the smallest text that somebody decides by: on the map of MMN, which is smaller than on the whole board."""


def _read(cell: Box) -> tuple[int, float]:
    """Return a sort key for the order in which cells are read: row by row."""
    return round(cell[1]), cell[0]


@TABLES
@pytest.mark.parametrize("half", [Shape.TALL, pytest.param(Shape.WIDE, marks=pytest.mark.proof)])
@pytest.mark.usefixtures("told")
def test_it_is_about_as_high_as_wide_and_its_texts_leave_each_other_alone(
    half: Shape, pictures: Pictures, seats: int
) -> None:
    """``half``: the shape in which other tests look at the positions of this one."""
    for game in sample(pictures, seats, half):
        caption = pictures.caption(pictures.events(game), f"compact {seats}", Shape.TALL)
        view = game.view(None)
        image = render.board_image(view, msgspec.structs.replace(caption, posted=True))
        form = render.PICTURES[pictures.game.key].compact
        if form is None:
            assert image.height <= image.width, "a higher board needs a compact form"
            continue
        assert image.width == TALL_WIDTH
        assert 1.0 <= image.width / image.height <= 1.6, image.size
        whole = render.board_image(view, caption)
        assert fitted(image.size, CHANNEL) > 1.4 * fitted(whole.size, CHANNEL)
        texts = seen(image).texts
        cells = [mark.box for mark in drawn(image) if mark.kind == "frame" and mark.inks == (CARD, LINE)][-seats:]
        for cell, seat in zip(sorted(cells, key=_read), view.ranking, strict=True):
            within = [mark for mark in drawn(image) if mark.kind == "text" and _overlap(mark.box, cell)]
            assert len(within) >= 2 + min(2, len(form.counts(view, seat))), "name, points, two numbers"
            assert not any(_overlap(first.box, second.box) for first, second in combinations(within, 2))
        assert not [text for text in texts if "aside" not in text.how and text.box[3] / 0.723 < LEAST]
        points = [str(score.total).replace("-", "−") for score in view.scores]
        assert {*points} <= {text.text for text in texts}
        seat_lines = [[text.text for text in texts if _overlap(text.box, cell)] for cell in sorted(cells, key=_read)]
        for seat, lines in zip(view.ranking, seat_lines, strict=True):
            assert initials(caption.names)[seat] in lines, "the leader comes first"


@pytest.mark.parametrize("seats", Navegador.seats)
@pytest.mark.usefixtures("told")
def test_money_of_four_digits_is_whole(seats: int) -> None:
    (pictures,) = [game for game in GAMES if game.game is Navegador]
    data = pictures.crowded(seats).dump()
    for player in data["players"]:
        player["money"] = 2350
    caption = pictures.caption((), f"compact money {seats}", Shape.TALL)
    image = render.board_image(Navegador.load(data).view(None), msgspec.structs.replace(caption, posted=True))
    assert [mark.text for mark in drawn(image) if mark.kind == "text"].count("2350") == seats


@pytest.mark.parametrize("pictures", GAMES, ids=str)
@pytest.mark.usefixtures("told")
def test_a_wide_board_is_shown_whole_and_a_tall_one_in_private(pictures: Pictures) -> None:
    game = pictures.crowded(3)
    for shape, posted in ((Shape.WIDE, True), (Shape.TALL, False)):
        caption = pictures.caption(pictures.events(game), "whole", shape)
        image = render.board_image(game.view(None), msgspec.structs.replace(caption, posted=posted))
        assert image.size == render.board(game.view(None), caption).size
        badges = {mark.text for mark in drawn(image) if mark.name == "badge"}
        assert badges >= {*initials(caption.names)[:3]}
