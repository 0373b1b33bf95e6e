"""Several boards in one picture: where they lie, and that their words can be read."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

import render
from render import Missed, several_turns
from render.caption import Caption
from render.several_turns import Turn
from render.shape import Shape
from tests.render.games import GAMES, Pictures
from tests.render.recording import caption, drawn, recording

BOARD = 1600, 1000
PARTS = {"chart": (0, 0, 1000, 1000), "mat 0": (1000, 0, 600, 500), "mat 1": (1000, 500, 600, 500)}
RED = (255, 0, 0)
BLUE = (0, 0, 255)


def spotted(*spots: tuple[int, int, int, int], colour: tuple[int, int, int] = RED) -> Image.Image:
    """A white board with coloured spots: left, top, right, bottom."""
    image = Image.new("RGB", BOARD, "white")
    for spot in spots:
        image.paste(colour, spot)
    return image


def turn(number: int, *spots: tuple[int, int, int, int]) -> Turn:
    board = spotted(*spots)
    return Turn(board, f"Turn {number}", several_turns.changes(board, spotted(), PARTS))


def reds(image: Image.Image) -> int:
    """Pixels that are red, or nearly so at the edge of what was made larger."""
    return sum(
        red > 200 and green < 128 for red, green, _ in zip(*(band.tobytes() for band in image.split()), strict=True)
    )


SPOT = 1100, 50, 1200, 150


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("number", [1, 2, 3, 5])
def test_titles_stand_once_in_their_order_and_nothing_else_is_written(shape: Shape, number: int) -> None:
    told = [turn(each, SPOT) for each in range(1, number + 1)]
    with recording():
        image = several_turns.draw(told, told[-1].board, shape)
        texts = [mark for mark in drawn(image) if mark.kind == "text"]
    assert [mark.text for mark in sorted(texts, key=lambda mark: mark.at[::-1])] == [each.title for each in told]
    assert all(mark.how[0] * 550 / image.width >= 15 for mark in texts), "legible in a channel"
    assert all(mark.box[0] >= 0 and mark.box[0] + mark.box[2] <= image.width for mark in texts)


def test_the_parts_on_which_most_has_changed_come_first_and_small_changes_not_at_all() -> None:
    small = (10, 10, 110, 110)
    large = (1100, 600, 1300, 800)
    least = (1100, 10, 1120, 30)
    found = several_turns.changes(spotted(small, large, least), spotted(), PARTS)
    assert [change.part for change in found] == [PARTS["mat 1"], PARTS["chart"]]
    assert found[0].box == (1100, 600, 200, 200)


def test_what_has_changed_is_cut_out_larger_than_on_its_board() -> None:
    earlier = turn(1, SPOT)
    last = turn(2, (10, 900, 60, 950))
    image = several_turns.draw([earlier, last], last.board, Shape.WIDE)
    above = image.crop((0, 0, image.width, 500))
    assert reds(above) == pytest.approx(100 * 100 * 1.5**2, rel=0.05)


@pytest.mark.parametrize(
    "where", [(1100, 10, 1150, 60), (1100, 430, 1150, 480), (20, 900, 70, 950), (940, 470, 990, 520)]
)
def test_what_has_changed_lies_within_the_cut_out_wherever_it_is(where: tuple[int, int, int, int]) -> None:
    told = turn(1, where)
    (cut,) = several_turns._cuts(told, 718, Shape.WIDE)
    assert reds(cut) == pytest.approx(50 * 50 * 1.5**2, rel=0.1)


def test_a_turn_that_marks_nothing_shows_its_board() -> None:
    image = several_turns.draw([turn(1), turn(2, SPOT)], spotted(), Shape.WIDE)
    assert image.height > several_turns.draw([turn(1, SPOT), turn(2, SPOT)], spotted(), Shape.WIDE).height


def test_the_last_board_is_whole_and_as_wide_as_the_picture() -> None:
    last = Image.new("RGB", BOARD, BLUE)
    image = several_turns.draw([turn(1, SPOT), turn(2, SPOT), turn(3, SPOT)], last, Shape.WIDE)
    row = [image.getpixel((x, image.height - 200)) for x in range(image.width)]
    assert sum(pixel == BLUE for pixel in row) >= 1500


@pytest.mark.parametrize(
    ("pictures", "shape"),
    [
        pytest.param(each, shape, marks=[] if (number + place) % 2 else [pytest.mark.proof])
        for number, each in enumerate(GAMES)
        for place, shape in enumerate(Shape)
    ],
    ids=str,
)
def test_boards_of_every_game_become_a_picture(
    pictures: Pictures, shape: Shape, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Five that are the same, painted once with marks and once without."""
    game = pictures.crowded(pictures.game.seats[-1])
    words = caption()
    names = tuple(f"Player {seat}" for seat in range(game.state.seats))
    told = [Missed(game.view(None), tuple(pictures.events(game)), "Turn")] * 5
    plain = Caption(names, (), words.say, words.locale, shape=shape)
    marked = replace(plain, events=told[0].events)
    painted = {bool(each.events): render.board(told[0].view, each) for each in (marked, plain)}
    monkeypatch.setattr(render, "board", lambda view, caption: painted[bool(caption.events)].copy())
    data = render.recap(told, plain)
    assert Image.open(BytesIO(data)).width == 1600
    assert len(data) < 1 << 20
