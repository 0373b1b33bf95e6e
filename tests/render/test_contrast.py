"""Every text of a picture stands out from what lies below it, as the web's accessibility guidelines ask.

Each picture is drawn twice: painted, and recorded, which tells where its texts are. The contrast of a text is that of
its ink against the commonest colour of its box; the ink is what stands out most, but for the rarest pixels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import pytest
from PIL import Image

import render
from engines import Game
from render import score_chart
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, Ink, mix
from render.shape import Shape
from tests.render.comparing import contrast
from tests.render.games import GAMES, Pictures
from tests.render.goldens import CARDS
from tests.render.recording import recording
from tests.render.test_shapes import SHAPES, every, seen

READABLE = 4.5
LARGE = 3.0
"""Of any text, and of one whose capitals are at least ``HIGH`` pixels high."""
HIGH = 24
_RAREST = 0.015
_LEAST = 12
"""A text with fewer pixels than that is not measured."""
_GAMES = pytest.mark.parametrize("pictures", GAMES, ids=str)


def measured(image: Image.Image, box: Box) -> float | None:
    """The contrast of the text in a box of a painted picture; None where next to nothing of it is in the picture."""
    left, top, wide, high = box
    cut = (
        max(0, int(left)),
        max(0, int(top)),
        min(image.width, int(left + wide + 1)),
        min(image.height, int(top + high + 1)),
    )
    if (cut[2] - cut[0]) * (cut[3] - cut[1]) < _LEAST:
        return None
    found: list[tuple[int, Ink]] = image.crop(cut).getcolors(maxcolors=(cut[2] - cut[0]) * (cut[3] - cut[1]))  # type: ignore[assignment]
    alike = Counter[Ink]()
    stand_for = dict[Ink, Ink]()
    for count, (red, green, blue) in found:
        level = red >> 3, green >> 3, blue >> 3
        alike[level] += count
        stand_for.setdefault(level, (red, green, blue))
    ground = stand_for[alike.most_common(1)[0][0]]
    left_over = _RAREST * alike.total()
    for ratio, count in sorted(((_contrast(ink, ground), count) for count, ink in found), reverse=True):
        left_over -= count
        if left_over < 0:
            return ratio
    return None


@cache
def _contrast(ink: Ink, ground: Ink) -> float:
    return contrast(ink, ground)


def faint(draw: Callable[[], Iterator[tuple[str, Image.Image]]]) -> list[str]:
    """Of the pictures that are drawn, the texts that cannot be read."""
    painted = [(name, image.convert("RGB")) for name, image in draw()]
    with recording():
        noted = [(name, seen(image).texts) for name, image in draw()]
    assert [name for name, _ in painted] == [name for name, _ in noted]
    found = {
        f"{name}: {text.text!r} at {text.box}: {ratio:.2f}"
        for (name, image), (_, texts) in zip(painted, noted, strict=True)
        for text in texts
        if (ratio := measured(image, text.box)) and ratio < (LARGE if text.box[3] >= HIGH else READABLE)
    }
    return sorted(found)


def some(pictures: Pictures, shape: Shape) -> Iterator[tuple[str, Image.Image]]:
    """A crowded board with news, and where it is wide what a seat has, what it decides about, a card and a chart."""
    seats = pictures.game.seats[-1]
    game = pictures.crowded(seats)
    named = render.PICTURES[pictures.game.key]
    for name, image in every(pictures, seats, shape, [game]):
        if name.startswith("board") or (shape is Shape.WIDE and name.endswith(f"of {game.to_act[0]}")):
            yield name, image
    if shape is Shape.WIDE:
        caption = pictures.caption((), "contrast", shape)
        for card in CARDS.get(pictures.game.key, ())[:1]:
            assert named.card
            yield f"card {card}", named.card(card, caption)
        series = [[seat, 3 * seat, 9, 14 - seat] for seat in range(seats)]
        yield "chart", score_chart.draw(series, caption, "Title", named.palette, "turns")


@pytest.mark.parametrize("shape", [Shape.WIDE, pytest.param(Shape.TALL, marks=pytest.mark.proof)])
@_GAMES
def test_texts_stand_out(pictures: Pictures, shape: Shape) -> None:
    assert not faint(lambda: some(pictures, shape))


@pytest.mark.proof
@SHAPES
@pytest.mark.parametrize("most", [False, True], ids=["few", "many"])
@_GAMES
def test_so_they_do_in_every_picture(pictures: Pictures, most: bool, shape: Shape) -> None:
    seats = pictures.game.seats[-1 if most else 0]
    games: Sequence[Game] = pictures.positions(seats)
    assert not faint(lambda: every(pictures, seats, shape, games))


def test_a_faint_text_is_named() -> None:
    def draw() -> Iterator[tuple[str, Image.Image]]:
        canvas = Canvas(Image.new("RGB", (400, 100), CARD))
        canvas.text((10, 30), "faint", 200, size=21, ink=mix(CARD, (0, 0, 0), 0.3))
        canvas.text((10, 70), "clear", 200, size=21)
        yield "a sheet", canvas.image

    (told,) = faint(draw)
    assert told.startswith("a sheet: 'faint'")
