"""The line above a board: what happened, whole words, as large as it fits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from PIL import Image

from render import Caption, Said
from render.kit import fonts
from render.kit.headline import headed
from render.kit.initials import named
from render.kit.ink import PLAIN
from render.shape import LEGIBLE, TALL_WIDTH, WIDE_SIZE, Shape
from tests.render.recording import Drawing, caption, drawn

SHAPES = pytest.mark.parametrize("shape", Shape)
LONGEST = tuple(letter * 32 for letter in "Wmgab")


def line(shape: Shape, news: Sequence[Said], names: tuple[str, ...] = ("Ana", "Ben", "Cleo")) -> Image.Image:
    words = caption(names=names, shape=shape)
    line_caption = Caption(words.names, (), words.say, words.locale, shape=shape, news=tuple(news))
    with named(names):
        return headed(Image.new("RGB", WIDE_SIZE), line_caption, PLAIN)


def said(picture: Drawing) -> str:
    return " ".join(mark.text for mark in picture if mark.kind == "text")


@SHAPES
@pytest.mark.usefixtures("recorded")
def test_what_a_player_did_follows_badge_and_name(shape: Shape) -> None:
    image = line(shape, [Said(1, "moves to Ships"), Said(1, "builds 3 ships for 150 Cr"), Said(2, "sells 1 gold")])
    shown = drawn(image)
    assert said(shown) == "Ben moves to Ships, builds 3 ships for 150 Cr Cleo sells 1 gold"
    assert [mark.text for mark in shown if mark.name == "badge"] == ["B", "C"]


@SHAPES
def test_without_news_the_board_stands_alone(shape: Shape) -> None:
    assert line(shape, []).size == WIDE_SIZE


@SHAPES
@pytest.mark.timeout(10)
@pytest.mark.usefixtures("recorded")
def test_of_thousands_of_sentences_the_last_are_laid_out_at_once(shape: Shape) -> None:
    did = [Said(number % 3, f"sells {number} gold") for number in range(3000)]
    shown = said(drawn(line(shape, did)))
    assert shown.endswith("sells 2999 gold …")
    assert "sells 2 gold" not in shown


@SHAPES
@pytest.mark.usefixtures("recorded")
def test_of_too_much_the_lightest_is_left_out_and_names_before_it(shape: Shape) -> None:
    did = [Said(seat % 3, f"does something that nobody will read {seat}", seat == 4) for seat in range(12)]
    shown = said(drawn(line(shape, did, LONGEST[:3])))
    assert LONGEST[0] not in shown
    assert "read 4" in shown
    assert "read 11" in shown
    assert "read 0" not in shown
    assert shown.endswith("…")


@SHAPES
@pytest.mark.parametrize("long", [Said(0, "goes on and on " * 40), Said(None, "x" * 400), Said(2, "W" * 90)])
@pytest.mark.usefixtures("recorded")
def test_words_are_large_enough_and_stay_within_the_picture_and_apart(shape: Shape, long: Said) -> None:
    image = line(shape, [Said(1, "waits"), long], LONGEST[:3])
    texts = [mark for mark in drawn(image) if mark.kind == "text"]
    assert all(mark.how[0] >= max(LEGIBLE[shape].needed, 27) for mark in texts)
    above = image.height - WIDE_SIZE[1]
    for mark in texts:
        left, top, wide, high = mark.box
        assert left >= 0
        assert left + wide <= TALL_WIDTH
        assert 0 <= top < top + high <= above
    for text, next_text in pairwise(texts):
        assert text.box[0] + text.box[2] < next_text.box[0] or text.box[1] < next_text.box[1]
    assert fonts.clip("…", 40, 400) in said(drawn(image))
