"""Several boards in one picture: where they lie, and that their words can be read."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image

import render
from render import Missed, several
from render.caption import Caption
from render.several import Panel
from render.shape import LEGIBLE, WIDE_SIZE, Shape
from tests.render.games import GAMES, Pictures
from tests.render.recording import caption, drawn, recording

LONG = "Somebody has done something that takes many words to tell " * 12


def panels(number: int, high: int = 1000) -> list[Panel]:
    return [
        Panel(Image.new("RGB", (1600, high), (each, each, each)), f"Turn {each}", [f"Line {each}"], f"Dull {each}")
        for each in range(1, number + 1)
    ]


@pytest.mark.parametrize("shape", Shape)
@pytest.mark.parametrize("number", [1, 2, 5, 6])
def test_all_words_are_there_once_and_can_be_read(shape: Shape, number: int) -> None:
    with recording():
        image = several.draw(panels(number), "Afterwards", shape)
        texts = [mark for mark in drawn(image) if mark.kind == "text"]
    said = [f"{what} {each}" for each in range(1, number + 1) for what in ("Dull", "Turn", "Line")]
    assert sorted(mark.text for mark in texts) == sorted([*said, "Afterwards"])
    assert all(mark.how[0] >= LEGIBLE[shape].needed for mark in texts)
    assert all(mark.box[0] >= 0 and mark.box[0] + mark.box[2] <= image.width for mark in texts)
    assert all(mark.box[1] >= 0 and mark.box[1] + mark.box[3] <= image.height for mark in texts)
    at = {mark.text: mark.at for mark in texts}
    assert all(at[f"Dull {each}"][1] < at[f"Turn {each}"][1] < at[f"Line {each}"][1] for each in range(1, number + 1))
    assert at["Afterwards"][1] == max(y for _, y in at.values())
    if number > 1:
        assert at["Turn 1"][1] == at["Turn 2"][1], "beside each other"


def test_boards_keep_their_shape_and_their_order() -> None:
    image = several.draw(panels(4), "", Shape.WIDE)
    assert image.width == WIDE_SIZE[0]
    shades = [image.getpixel((x, y)) for y in range(100, image.height, 20) for x in (400, 1200)]
    found = [shade[0] for shade in shades if isinstance(shade, tuple) and shade[0] == shade[1] == shade[2] < 5]
    assert set(found) == {1, 2, 3, 4}
    order = list(dict.fromkeys(found))
    assert order == [1, 2, 3, 4]
    alone = several.draw(panels(1), "", Shape.WIDE)
    assert alone.height > 900, "one board alone has the whole width"


def test_much_text_is_cut_and_none_needs_none() -> None:
    with recording():
        image = several.draw([Panel(Image.new("RGB", (1600, 1000)), "Title", [LONG, LONG])], "", Shape.TALL)
        texts = [mark.text for mark in drawn(image) if mark.kind == "text"]
    assert len(texts) == 1 + several._MOST_LINES[Shape.TALL]
    assert texts[-1].endswith("…")
    with recording():
        image = several.draw([Panel(Image.new("RGB", (1600, 1000)), "Title", [])], "", Shape.WIDE)
        assert [mark.text for mark in drawn(image) if mark.kind == "text"] == ["Title"]


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
    """Six that are the same, painted once."""
    game, words = pictures.crowded(pictures.game.seats[-1]), caption()
    names = tuple(f"Player {seat}" for seat in range(game.state.seats))
    told = [Missed(game.view(None), tuple(pictures.events(game)), "Turn", ("a line",))] * 6
    plain = Caption(names, (), words.say, words.locale, shape=shape)
    wanted = told[0].view, replace(plain, events=told[0].events)
    painted = render.board(*wanted)

    def again(*asked: object) -> Image.Image:
        assert asked == wanted
        return painted.copy()

    monkeypatch.setattr(render, "board", again)
    data = render.recap(told, plain, "after")
    assert Image.open(BytesIO(data)).width == 1600
    assert len(data) < 1 << 20
