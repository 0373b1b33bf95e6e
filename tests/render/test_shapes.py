"""What holds for both shapes of every picture: measures, text that can be read, texts that leave each other alone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image

import render
from engines import Game
from render import Caption
from render.shape import LEGIBLE, TALL_WIDTH, WIDE_SIZE, Shape
from tests.render.games import GAMES, Pictures
from tests.render.recording import Mark, drawn

TABLES = pytest.mark.parametrize(
    ("pictures", "seats"),
    [(each, seats) for each in GAMES for seats in each.game.seats],
    ids=str,
)
SHAPES = pytest.mark.parametrize("shape", Shape)


def every(pictures: Pictures, seats: int, shape: Shape) -> Iterator[tuple[str, Image.Image]]:
    """All pictures of several positions, crowded ones among them: boards, hands, what each seat decides about."""
    for number, game in enumerate([*pictures.positions(seats), pictures.crowded(seats)]):
        caption = pictures.caption(pictures.events(game), f"shaped {seats}", shape)
        yield f"board {number}", render.board(game.view(None), caption)
        for seat in range(seats):
            own = render.PICTURES[pictures.game.key]
            if own.hand:
                yield f"hand {number} of {seat}", own.hand(game.view(seat), caption)
            if own.decision and seat in game.to_act:
                found = decided(pictures, game, seat, caption)
                if found is not None:
                    yield f"decision {number} of {seat}", found


def decided(pictures: Pictures, game: Game, seat: int, caption: Caption) -> Image.Image | None:
    draw = render.PICTURES[pictures.game.key].decision
    assert draw
    try:
        return draw(game.view(seat), caption, game.legal(seat))
    except LookupError:
        return None


def written(image: Image.Image) -> list[Mark]:
    """Every text of a picture, those on sprites among them, where it lies in the picture; not what is painted over."""
    return seen(image)[0]


def seen(image: Image.Image) -> tuple[list[Mark], list[tuple[Mark, Mark]]]:
    """Every text that can be seen, and those of which a part is painted over, with what lies on them."""
    texts: list[Mark] = []
    cut: list[tuple[Mark, Mark]] = []
    for mark in drawn(image):
        for each in _flat(mark):
            if each.kind == "text":
                texts.append(each)
            elif each.kind in ("area", "frame", "box") and each.inks[0] is not None:
                hidden = {number: _hidden(each, text) for number, text in enumerate(texts)}
                cut += [(texts[number], each) for number, share in hidden.items() if 0 < share < 1]
                texts = [text for number, text in enumerate(texts) if hidden[number] < 1]
    return texts, cut


def _flat(mark: Mark) -> Iterator[Mark]:
    """What a mark is made of, where it lies in the picture; of what lets through what lies below, the texts alone."""
    if mark.kind != "sprite":
        yield mark
        return
    clear = any(mark.how) or any(part.kind in ("blend", "stencil") for part in mark.parts)
    for part in mark.parts:
        for each in _flat(part.moved(mark.box[:2])):
            if not clear or each.kind == "text":
                yield each


def _hidden(shape: Mark, text: Mark) -> float:
    """How much of a text lies below a shape, in ninths of its box; a pixel at its edges does not count."""
    (a, b, wide, high), (c, d, width, height) = shape.box, text.box
    if a + wide <= c + 1 or c + width - 1 <= a or b + high <= d + 1 or d + height - 1 <= b:
        return 0
    spots = [(c + 1 + (width - 2) * x / 2, d + 1 + (height - 2) * y / 2) for x in range(3) for y in range(3)]
    if shape.kind == "area":
        outline = _outline(shape)
        return sum(_within(spot, outline) for spot in spots) / len(spots)
    return sum(a <= x <= a + wide and b <= y <= b + high for x, y in spots) / len(spots)


def _outline(area: Mark) -> list[tuple[float, float]]:
    """The corners of an area, which are noted where it was drawn first: they are fitted into its box."""
    flat = area.how[-1]
    xs, ys = flat[0::2], flat[1::2]
    left, top, width, height = area.box
    across = width / ((max(xs) - min(xs)) or 1)
    down = height / ((max(ys) - min(ys)) or 1)
    return [(left + (x - min(xs)) * across, top + (y - min(ys)) * down) for x, y in zip(xs, ys, strict=True)]


def _within(at: tuple[float, float], outline: list[tuple[float, float]]) -> bool:
    """Whether a point lies in a polygon: a line from it to the right crosses the outline an odd number of times."""
    crossed, (x, y) = False, at
    for (a, b), (c, d) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a):
            crossed = not crossed
    return crossed


@pytest.mark.usefixtures("recorded")
@SHAPES
@TABLES
def test_every_text_can_be_read(pictures: Pictures, seats: int, shape: Shape) -> None:
    least, needed = LEGIBLE[shape]
    small = set()
    for name, image in every(pictures, seats, shape):
        for mark in written(image):
            size, aside = mark.how[0], "aside" in mark.how
            if size < (least if aside else needed):
                small.add(f"{name}: {mark.text!r} of {size}")
    assert not small


@pytest.mark.usefixtures("recorded")
@SHAPES
@TABLES
def test_no_text_lies_on_another(pictures: Pictures, seats: int, shape: Shape) -> None:
    clashes = []
    for name, image in every(pictures, seats, shape):
        for one, other in combinations(written(image), 2):
            if one.text != other.text and _meet(one, other):  # a halo has the text it surrounds
                clashes.append(f"{name}: {one.text!r} and {other.text!r} at {other.box}")
    assert not clashes


def _meet(one: Mark, other: Mark) -> bool:
    """Whether two texts lie on each other; a pixel at their edges does not count."""
    (a, b, wide, high), (c, d, width, height) = one.box, other.box
    return a + wide - 1 > c + 1 and c + width - 1 > a + 1 and b + high - 1 > d + 1 and d + height - 1 > b + 1


@pytest.mark.usefixtures("recorded")
@SHAPES
@TABLES
def test_nothing_lies_on_a_part_of_a_text(pictures: Pictures, seats: int, shape: Shape) -> None:
    clashes = set()
    for name, image in every(pictures, seats, shape):
        clashes |= {f"{name}: {text.text!r} at {text.box} below {cover.box}" for text, cover in seen(image)[1]}
    assert not clashes


@pytest.mark.usefixtures("recorded")
@SHAPES
@TABLES
def test_every_picture_has_its_shape(pictures: Pictures, seats: int, shape: Shape) -> None:
    for name, image in every(pictures, seats, shape):
        if shape is Shape.TALL:
            assert image.width == TALL_WIDTH, name
        elif name.startswith("board"):
            assert image.size == WIDE_SIZE, name
        else:
            assert image.width == WIDE_SIZE[0], name
            assert image.height <= WIDE_SIZE[1], name


@TABLES
@SHAPES
def test_text_keeps_within_its_room(pictures: Pictures, seats: int, shape: Shape, told: list[str]) -> None:
    for _ in every(pictures, seats, shape):
        pass
    assert told
