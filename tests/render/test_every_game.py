"""What holds for the pictures of every game."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from random import Random

import msgspec
import pytest
from PIL import Image

import render
from engines import View
from render.kit.initials import initials
from render.shape import Shape
from tests.render import recording
from tests.render.comparing import differ
from tests.render.games import GAMES, Pictures
from tests.render.positions import started

KIB = 1024
HANDS = [pictures for pictures in GAMES if pictures.hand]
EVERY_GAME = pytest.mark.parametrize("pictures", GAMES, ids=str)
EVERY_HAND = pytest.mark.parametrize("pictures", HANDS, ids=str)
OUTERMOST = pytest.mark.parametrize(
    ("pictures", "seats"),
    [
        pytest.param(each, seats, marks=[] if seats in (each.game.seats[0], each.game.seats[-1]) else pytest.mark.proof)
        for each in GAMES
        for seats in each.game.seats
    ],
    ids=str,
)
"""Every game with the fewest seats and the most, and in ``make proof`` with those between."""


FULLEST = 365 * KIB
"""Crowded as no game was seen to be; of the pictures of random games 19 in 20 have less than 300 KiB."""


def drawn(data: bytes, heights: range, most: int = FULLEST) -> Image.Image:
    """The picture, checked for its measures."""
    image = Image.open(BytesIO(data))
    assert image.format == "PNG"
    assert image.width == 1600
    assert image.height in heights
    assert len(data) < most
    return image


Asked = tuple[View, render.Caption]


def fullest(pictures: Pictures) -> list[Asked]:
    """Of the fewest seats and of the most."""
    games = [pictures.crowded(seats) for seats in (pictures.game.seats[0], pictures.game.seats[-1])]
    return [(game.view(None), pictures.caption(pictures.events(game))) for game in games]


@EVERY_GAME
@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("viewer", [None, 2])
@pytest.mark.usefixtures("recorded")
def test_strips_go_round_the_table_and_begin_with_whom_the_picture_is_for(
    pictures: Pictures, shape: Shape, viewer: int | None
) -> None:
    """The channel's picture is for nobody and begins with the first seat, so that it stays as it is."""
    game = pictures.crowded(4)
    view = game.view(viewer)
    caption = pictures.caption(pictures.events(game), shape=shape)
    boxes = {name: box for name, box in render.parts(view, caption).items() if name.startswith("mat")}
    names = [f"mat{seat}" for seat in range(4)]
    first = viewer or 0
    assert list(boxes) == [*names[first:], *names[:first]]
    assert [*boxes.values()] == [*render.parts(game.view(None), caption).values()][-4:]
    shown = recording.drawn(render.board(view, caption))
    for name, box in boxes.items():
        assert shown.within(box, 12).called("badge")[0].text == initials(caption.names)[int(name.removeprefix("mat"))]


@EVERY_GAME
def test_the_fullest_picture_is_wide_and_light_and_worker_threads_draw_the_same_as_one(pictures: Pictures) -> None:
    one = [render.picture(*asked) for asked in fullest(pictures)]
    for data in one:
        drawn(data, pictures.board)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda asked: render.picture(*asked), fullest(pictures))) == one


@pytest.mark.usefixtures("recorded")
@OUTERMOST
def test_what_is_hidden_never_shows(pictures: Pictures, seats: int) -> None:
    caption = pictures.caption()
    for game in pictures.hiding(seats):
        board = render.board(game.view(None), caption)
        for seat in (None, 0, seats - 1):
            other = game.determinize(seat, Random(seats))
            assert other != game
            assert not differ(render.board(other.view(None), caption), board)
            if pictures.hand and seat is not None:
                assert not differ(render.board(other.view(seat), caption), render.board(game.view(seat), caption))
                assert render.hand(other.view(seat), caption) == render.hand(game.view(seat), caption)


@pytest.mark.usefixtures("recorded")
@EVERY_GAME
def test_every_seat_shows_whose_turn_it_is(pictures: Pictures) -> None:
    boards = set()
    game = pictures.crowded(pictures.game.seats.stop - 1)
    for seat in range(game.state.seats):
        view = game.view(None)
        view.to_act = (seat,)
        boards.add(render.picture(view, pictures.caption()))
    assert len(boards) == game.state.seats


@EVERY_HAND
def test_every_seat_has_a_hand(pictures: Pictures) -> None:
    seats = pictures.game.seats[-1]
    game = pictures.crowded(seats)
    caption = pictures.caption(pictures.events(game))
    hands = {render.hand(game.view(seat), caption) for seat in range(seats)}
    assert len(hands) == seats
    for data in hands:
        drawn(data, pictures.hand)


@EVERY_HAND
def test_a_spectator_has_no_hand(pictures: Pictures) -> None:
    with pytest.raises(LookupError, match="spectator"):
        render.hand(pictures.crowded(4).view(None), pictures.caption())


def test_a_game_that_hides_nothing_draws_no_hand() -> None:
    with pytest.raises(LookupError, match="navegador"):
        render.hand(started(2).view(0), GAMES[0].caption())


@EVERY_HAND
def test_every_card_is_drawn_large(pictures: Pictures, told: list[str]) -> None:
    draw = render.PICTURES[pictures.game.key].card
    assert draw
    for card in pictures.game.presentation.cards:
        image = draw(card, pictures.caption())
        assert image.width == 1600
        assert image.height in pictures.card
    assert told


@EVERY_HAND
def test_a_card_is_light(pictures: Pictures) -> None:
    for card in list(pictures.game.presentation.cards)[::20]:
        drawn(render.card(pictures.game.key, card, pictures.caption()), pictures.card, 150 * KIB)


@EVERY_HAND
def test_a_ruling_takes_its_room(pictures: Pictures) -> None:
    said = pictures.caption()
    silent = msgspec.structs.replace(said, say=lambda id: id if id.endswith(".note") else said.say(id), locale="silent")
    noted, plain = (
        drawn(render.card(pictures.game.key, pictures.noted, caption), pictures.card) for caption in (said, silent)
    )
    assert plain.height < noted.height


@pytest.mark.parametrize(
    ("game", "card"),
    [
        *(("macao", "moon"), ("navegador", "bank"), ("chess", "bank"), ("mmn", "moon"), ("navegador", "spy")),
        *(("chess", "spy"), ("burgundy", "moon"), ("burgundy", "k27"), ("burgundy", "cow3"), ("burgundy", "")),
    ],
)
def test_a_card_that_does_not_exist_is_refused(game: str, card: str) -> None:
    with pytest.raises(LookupError):
        render.card(game, card, GAMES[0].caption())


@pytest.mark.parametrize("game", ["macao", "mmn"])
def test_a_chart_has_the_colours_of_its_game(game: str) -> None:
    series = [[0, 4, 9], [0, 2, 12]] * 2
    caption = GAMES[0].caption()
    assert render.chart(series, caption, "", game) != render.chart(series, caption, "", "navegador")


def test_a_game_without_pictures_is_refused() -> None:
    view = View(
        game="chess", seats=2, viewer=None, options={}, to_act=(0,), turn=1, over=False, scores=[], ranking=[0, 1]
    )
    with pytest.raises(LookupError, match="chess"):
        render.board(view, GAMES[0].caption())
