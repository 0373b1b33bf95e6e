"""The bold figure of every picture is what the ranking counts, and the golden plate lies under that of its leader."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from PIL import Image

import render
from engines import Game
from render.burgundy import layout as burgundy
from render.burgundy import notes
from render.kit import fonts
from render.kit.canvas import Box
from render.kit.ink import CROWN, CROWN_DARK
from render.macao import picture as macao
from render.mmn import layout as mmn
from render.mmn import trade
from render.navegador import layout as navegador
from render.navegador import own_layout
from render.shape import TALL_WIDTH, Shape
from tests.render.differences import positions
from tests.render.recording import Mark, caption, drawn

GAMES = [
    *(("navegador", 2, 3), ("navegador", 5, 4), ("macao", 2, 5), ("macao", 4, 6)),
    *(("burgundy", 2, 7), ("burgundy", 4, 8), ("mmn", 3, 9), ("mmn", 5, 10)),
]
TABLES = pytest.mark.parametrize(
    ("key", "seats", "seed", "shape"),
    [
        pytest.param(*table, shape, marks=() if (number + at) % 2 else pytest.mark.proof)
        for number, table in enumerate(GAMES)
        for at, shape in enumerate(Shape)
    ],
)
"""Each table in one shape, and in the other one, too."""
HEAD = {Shape.WIDE: 80, Shape.TALL: 150}
"""Height of the head of an own picture, in pixels."""


def mats(view: Any, shape: Shape) -> list[Box]:
    """Return the boxes of the seats' mats, in pixels."""
    match view.game:
        case "navegador":
            parts = navegador.of(shape, view.seats).mats
        case "macao":
            parts = macao.arranged(view, caption(shape=shape)).mats
        case "burgundy":
            parts = burgundy.of(shape, view.seats, len(notes.offered(view))).mats
        case _:
            offers = trade.lines(view, caption(shape=shape), mmn.offer_width(shape, view.seats))
            parts = tuple(mmn.of(shape, view.seats, trade.rows(offers)).mats)
    return [part.box for part in parts]


def sampled(key: str, seats: int, seed: int) -> Iterator[Game]:
    """Yield some positions of a game, the last one among them."""
    games = [*positions(key, seats, seed)]
    yield from (*games[len(games) // 9 :: len(games) // 7], games[-1])


def bold(texts: list[Mark]) -> Mark:
    """Return the largest of the texts."""
    return max(texts, key=lambda mark: mark.how[0])


def ranked(game: Game) -> tuple[list[str], set[int]]:
    """Return the totals of the ranking as they are written, and the seats that lead it; none while all are equal."""
    totals = [score.total for score in game.scores()]
    leaders = {seat for seat, total in enumerate(totals) if total == max(totals)}
    return [str(total).replace("-", fonts.MINUS) for total in totals], leaders if len(leaders) < len(totals) else set()


def check(marks: list[Mark], total: str, leads: bool) -> None:
    figure = bold([mark for mark in marks if mark.kind == "text" and any(c.isdigit() for c in mark.text)])
    assert figure.text == total
    plates = [mark for mark in marks if mark.kind == "frame" and mark.inks == (CROWN, CROWN_DARK)]
    assert any(figure.inside(plate.box) for plate in plates) == leads
    assert not [mark.text for mark in marks if mark.text.startswith("(")]


@pytest.mark.usefixtures("recorded")
@TABLES
def test_bold_on_a_board_is_the_total_of_the_ranking_and_gold_its_leader(
    key: str, seats: int, seed: int, shape: Shape
) -> None:
    led = 0
    for game in sampled(key, seats, seed):
        view = game.view(None)
        (totals, leaders) = ranked(game)
        shown = drawn(render.board(view, caption(shape=shape)))
        for seat, box in enumerate(mats(view, shape)):
            check(shown.within(box, 8), totals[seat], seat in leaders)
        led += bool(leaders)
    assert led > 3


@pytest.mark.usefixtures("recorded")
@TABLES
def test_so_it_is_in_the_pictures_of_a_seat(key: str, seats: int, seed: int, shape: Shape) -> None:
    for game in sampled(key, seats, seed):
        totals, leaders = ranked(game)
        for seat in range(seats):
            for image in seat_pictures(game, seat, shape):
                marks = drawn(image).within(own_place(key, shape), 8)
                check(marks, totals[seat], seat in leaders)


def seat_pictures(game: Game, seat: int, shape: Shape) -> Iterator[Image.Image]:
    """Yield the hand, and the picture of the seat's decision."""
    pictures = render.PICTURES[game.key]
    words = caption(shape=shape)
    if pictures.hand:
        yield pictures.hand(game.view(seat), words)
    if pictures.decision and game.key in ("navegador", "burgundy") and seat in game.to_act:
        with suppress(LookupError):
            yield pictures.decision(game.view(seat), words, game.legal(seat))


def own_place(key: str, shape: Shape) -> Box:
    """Return the box where a picture of a seat has its points, in pixels."""
    if key == "navegador":
        return own_layout.of(shape, "rondel").mats[0].box
    return 0, 0, TALL_WIDTH, HEAD[shape]
