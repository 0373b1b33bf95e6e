"""What holds for both shapes of every picture: measures, text that can be read, texts that leave each other alone."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import pytest
from PIL import Image

import engines
import render
from engines import Game
from render import Caption
from render.kit.canvas import Box
from render.shape import LEGIBLE, TALL_WIDTH, WIDE_SIZE, Shape
from tests.render.games import GAMES, Pictures
from tests.render.positions import NAMES
from tests.render.recording import Mark, Place, drawn
from tools.frames.devices import CHANNEL, PHONE


def outermost(pictures: Pictures) -> tuple[int, int]:
    """The fewest seats and the most."""
    return pictures.game.seats[0], pictures.game.seats[-1]


EVERY_TABLE = [(each, seats) for each in GAMES for seats in each.game.seats]
TABLES = pytest.mark.parametrize(
    ("pictures", "seats"),
    [
        pytest.param(each, seats, marks=[] if seats in outermost(each) else pytest.mark.proof)
        for each, seats in EVERY_TABLE
    ],
    ids=str,
)
"""The fewest seats and the most; ``make proof`` looks at those between, too."""
SHAPES = pytest.mark.parametrize("shape", Shape)
OWN_LAYOUT = {Shape.WIDE: {*engines.GAMES}, Shape.TALL: {"burgundy", "mmn"}}
"""Games whose boards are arranged by themselves for a number of seats between: elsewhere there is a strip more."""
BOARDS = pytest.mark.parametrize(
    ("pictures", "seats", "shape"),
    [
        pytest.param(
            each,
            seats,
            shape,
            marks=[] if seats in outermost(each) or each.game.key in OWN_LAYOUT[shape] else pytest.mark.proof,
        )
        for each, seats in EVERY_TABLE
        for shape in Shape
    ],
    ids=str,
)
"""So in both shapes, and those between wherever they are arranged by themselves."""


def sample(pictures: Pictures, seats: int, shape: Shape) -> Sequence[Game]:
    """A crowded position, where room is short; with the fewest seats and the most also every fourth one, so that each
    is looked at in one of the shapes with one of these numbers of seats."""
    if seats not in outermost(pictures):
        return [pictures.crowded(seats)]
    first = 2 * list(Shape).index(shape) + outermost(pictures).index(seats)
    return [pictures.crowded(seats), *pictures.positions(seats)[first::4]]


def every(pictures: Pictures, seats: int, shape: Shape, games: Sequence[Game]) -> Iterator[tuple[str, Image.Image]]:
    """All pictures of some positions: boards, hands, what each seat decides about."""
    for number, game in enumerate(games):
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


class Seen(NamedTuple):
    """What can be seen of a picture's texts, those on sprites among them, where they lie in the picture."""

    texts: list[Mark]
    """Those of which something can be seen."""
    cut: list[Mark]
    """Those of which a part is painted over, and which are not written there once more."""
    across: list[Mark]
    """Words that run across the edge of a frame."""
    struck: list[Mark]
    """Texts that a line, an arrow or the outline of something later runs through, and which are not written there once
    more."""


def seen(image: Image.Image) -> Seen:
    open_spots: list[tuple[Mark, list[Place]]] = []
    bands: dict[int, set[int]] = defaultdict(set)
    frames: list[Box] = []
    struck: set[int] = set()

    def near(box: Box, reach: float = 0) -> list[tuple[int, Mark, list[Place]]]:
        """The texts that can still be seen as high in the picture as a box, with their numbers."""
        numbers = set().union(*(bands[band] for band in _bands(box, reach)))
        return [(number, *open_spots[number]) for number in sorted(numbers)]

    for mark in drawn(image):
        for each, window in _flat(mark, (0, 0, *image.size)):
            if each.kind == "text":
                for band in _bands(each.box):
                    bands[band].add(len(open_spots))
                open_spots.append((each, _spots(each.box)))
            if each.kind in ("path", "area") and (mark.kind != "sprite" or mark.name):  # a patch has its own words
                reach = _reach(each)
                struck |= {
                    number
                    for number, text, _ in near(each.box, reach)
                    if _overlap(text.box, each.box, reach)
                    and number not in struck
                    and _runs_through(each, _common(text.box, window), reach)
                }
            if each.kind in ("frame", "box") and isinstance(each.inks[1], tuple) and min(each.box[2:]) > SIGN:
                frames.append(each.box)
            if each.kind in ("area", "frame", "box") and isinstance(each.inks[0], tuple):  # a stencil's is a number
                for number, text, spots in near(each.box):
                    if _overlap(each.box, text.box):
                        spots[:] = [spot for spot in spots if not (_in(spot, window) and _covers(each, spot))]
                        if not spots:
                            for band in _bands(text.box):
                                bands[band].discard(number)
    shown = [(text, spots) for text, spots in open_spots if spots]
    whole = [text for text, spots in shown if len(spots) == SPOTS]
    cut = [text for text, spots in shown if len(spots) < SPOTS]
    words = [text for text in whole if len(text.text) > 1]
    across = [text for text in words if any(_overlap(text.box, box) and _runs_across(text.box, box) for box in frames)]
    clean = [text for number, (text, spots) in enumerate(open_spots) if spots and number not in struck]
    return Seen(
        [text for text, _ in shown],
        [text for text in cut if not any(_same(text, other) for other in whole)],
        across,
        [
            text
            for text, spots in (open_spots[number] for number in sorted(struck))
            if spots and not any(_same(text, other) for other in clean)
        ],
    )


def _reach(line: Mark) -> float:
    """Half the width of a line or outline, in pixels of the picture."""
    flat = line.how[-1]
    long = max(max(axis) - min(axis) for axis in (flat[0::2], flat[1::2]))
    box = max(line.box[2:])
    return float(line.how[0]) / 2 * (box / long if long else 1)


def _runs_through(line: Mark, text: Box, reach: float) -> bool:
    """Whether a line, or the outline of an area, comes nearer to a text than ``reach``; a pixel does not count."""
    if not _overlap(text, line.box, reach):
        return False
    points = _outline(line)
    if line.kind == "area":
        points = [*points, points[0]]
    left = text[0] - reach + 1
    top = text[1] - reach + 1
    wide = text[2] + 2 * reach - 2
    high = text[3] + 2 * reach - 2
    box = left, top, left + wide, top + high
    return any(_through(one, other, box) for one, other in pairwise(points))


def _through(one: Place, other: Place, box: Box) -> bool:
    """Whether a piece of a line enters a box, given by its corners: it is cut at each side in turn."""
    start = 0.0
    end = 1.0
    for axis in (0, 1):
        way = other[axis] - one[axis]
        near = box[axis] - one[axis]
        far = box[axis + 2] - one[axis]
        if not way:
            if near > 0 or far < 0:
                return False
            continue
        start = max(start, min(near / way, far / way))
        end = min(end, max(near / way, far / way))
    return start < end


BAND = 50


def _bands(box: Box, reach: float = 0) -> range:
    """The strips of the picture, so many pixels high, in which a box lies."""
    return range(int((box[1] - reach) // BAND), int((box[1] + box[3] + reach) // BAND) + 1)


SIGN = 60
"""Pixels; smaller frames are signs, which stand behind texts."""


def _runs_across(text: Box, frame: Box) -> bool:
    """Whether an edge of a frame goes through a text; two pixels at the text's edges do not count."""
    (left, top, wide, high) = text
    (a, b, width, height) = frame
    beside = min(top + high, b + height) - max(top, b) > 2 and any(
        left + 2 < x < left + wide - 2 for x in (a, a + width)
    )
    above = min(left + wide, a + width) - max(left, a) > 2 and any(
        top + 2 < y < top + high - 2 for y in (b, b + height)
    )
    return beside or above


def _same(one: Mark, other: Mark) -> bool:
    return one.text == other.text and math.dist(one.at, other.at) < 2


def _flat(mark: Mark, window: Box) -> Iterator[tuple[Mark, Box]]:
    """What a mark is made of, where it lies in the picture, and through which window it is seen.

    Of what lets through what lies below, the texts alone.
    """
    if mark.kind != "sprite":
        if mark.kind != "text" or _overlap(mark.box, window):
            yield mark, window
        return
    clear = any(mark.how) or any(part.kind in ("blend", "stencil") for part in mark.parts)
    narrowed = _common(window, mark.box)
    for part in mark.parts:
        for each, through in _flat(part.moved(mark.box[:2]), narrowed):
            if not clear or each.kind == "text":
                yield each, through


SPOTS = 9


def _spots(box: Box) -> list[Place]:
    """The corners, the middles of the sides and the middle of a box; a pixel at its edges does not count."""
    left, top, width, height = box
    return [(left + 1 + (width - 2) * x / 2, top + 1 + (height - 2) * y / 2) for x in range(3) for y in range(3)]


def _in(at: Place, box: Box) -> bool:
    return box[0] <= at[0] <= box[0] + box[2] and box[1] <= at[1] <= box[1] + box[3]


def _common(one: Box, other: Box) -> Box:
    left = max(one[0], other[0])
    top = max(one[1], other[1])
    right = min(one[0] + one[2], other[0] + other[2])
    bottom = min(one[1] + one[3], other[1] + other[3])
    return left, top, right - left, bottom - top


def _covers(shape: Mark, at: Place) -> bool:
    return _in(at, shape.box) and (shape.kind != "area" or _within(at, _outline(shape)))


def _outline(area: Mark) -> list[Place]:
    """The corners of an area, which are noted where it was drawn first: they are fitted into its box."""
    flat = area.how[-1]
    xs = flat[0::2]
    ys = flat[1::2]
    (left, top, width, height) = area.box
    first = min(xs)
    upper = min(ys)
    across = width / ((max(xs) - first) or 1)
    down = height / ((max(ys) - upper) or 1)
    return [(left + (x - first) * across, top + (y - upper) * down) for x, y in zip(xs, ys, strict=True)]


def _within(at: Place, outline: list[Place]) -> bool:
    """Whether a point lies in a polygon: a line from it to the right crosses the outline an odd number of times."""
    crossed = False
    (x, y) = at
    for (a, b), (c, d) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a):
            crossed = not crossed
    return crossed


@BOARDS
def test_texts_can_be_read_and_leave_each_other_alone(
    pictures: Pictures, seats: int, shape: Shape, told: list[str]
) -> None:
    _check_texts(pictures, seats, shape, sample(pictures, seats, shape))
    assert pictures.long in told
    assert NAMES[1] in told


@pytest.mark.proof
@SHAPES
@TABLES
@pytest.mark.usefixtures("told")
def test_so_they_do_in_every_position(pictures: Pictures, seats: int, shape: Shape) -> None:
    _check_texts(pictures, seats, shape, pictures.positions(seats))


def _check_texts(pictures: Pictures, seats: int, shape: Shape, games: Sequence[Game]) -> None:
    """Large enough, in a channel too what is decided by; within their room and the picture, and neither on each other
    nor below a part of something."""
    (least, needed) = pictures.legible[shape]
    words = pictures.caption()
    faults = set()
    for name, image in every(pictures, seats, shape, games):
        assert _has_shape(image, shape, board=name.startswith("board")), name
        assert not name.startswith("board") or shape is Shape.WIDE or image.height in pictures.board, name
        texts, cut, across, struck = seen(image)
        assert texts, name
        if name.startswith("board") and shape is Shape.WIDE:
            faults |= {f"{name}: {text!r} is small in a channel" for text in _small(pictures, seats, words, texts)}
        untapped = fitted(image.size, PHONE) / POINT
        assert shape is Shape.WIDE or untapped * needed >= UNTAPPED, f"{name}: {untapped * needed} points"
        assert shape is Shape.WIDE or untapped * least >= UNTAPPED_LEAST, f"{name}: {untapped * least} points"
        faults |= {f"{name}: {text.text!r} at {text.box} runs across a frame" for text in across}
        faults |= {f"{name}: {text.text!r} at {text.box} is painted over in part" for text in cut}
        faults |= {f"{name}: {text.text!r} at {text.box} has a line through it" for text in struck}
        for text in texts:
            if text.how[0] < (least if "aside" in text.how else needed):
                faults.add(f"{name}: {text.text!r} of {text.how[0]}")
        for one, other in _level(texts):
            if one.text != other.text and _overlap(one.box, other.box):  # a halo has the text it surrounds
                faults.add(f"{name}: {one.text!r} and {other.text!r} at {other.box}")
    assert not faults


def _small(pictures: Pictures, seats: int, caption: Caption, texts: Sequence[Mark]) -> list[str]:
    """What is decided by and cannot be read in a channel, where nine pixels are 26 of a wide board; only names get
    smaller, before they are cut, and offers of trade."""
    if not pictures.channel:
        return []
    least = pictures.channel[seats - pictures.game.seats[0]]
    names = (
        *(caption.name(seat) for seat in range(seats)),
        "Baumeister",
        *pictures.shrinking,
    )  # a word of the rondel
    small = [text.text for text in texts if text.how[0] < least and "aside" not in text.how]
    small = [text for text in small if not any(text.rstrip("…") in name for name in names)]
    return [text for text in small if not re.fullmatch(r"\?|\d+×|[A-Z]\d\d?", text)]  # counted cubes, six fields full


def _level(texts: Sequence[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """Every two of them that are as high in the picture."""
    from_above = sorted(texts, key=lambda text: text.box[1])
    for place, one in enumerate(from_above, 1):
        for other in from_above[place:]:
            if other.box[1] >= one.box[1] + one.box[3]:
                break
            yield one, other


@SHAPES
@TABLES
@pytest.mark.usefixtures("told")
def test_letters_of_seats_stand_inside_their_signs(pictures: Pictures, seats: int, shape: Shape) -> None:
    game = pictures.crowded(seats)
    image = render.board(game.view(None), pictures.caption(pictures.events(game), f"shaped {seats}", shape))
    signs = [mark for mark in drawn(image) if mark.name == "badge"]
    assert signs
    for sign in signs:
        (letter,) = (part for part in sign.parts if part.kind == "text")
        assert letter.how[0] <= 0.85 * sign.box[2], (sign.text, sign.box)


POINT = 3
"""Pixels of a phone, and of a picture that was opened and tapped once: it is then shown pixel by pixel."""
IN_CHANNEL = 7
"""Of any text of a wide picture: in pixels of a channel's box."""
SMALLEST = 11
DECIDING = 12
"""Of any text of a tall picture, and of what somebody decides by: in points of a phone after the tap."""
UNTAPPED = 8.4
UNTAPPED_LEAST = 7.7
"""Points of what somebody decides by and of any other text before the tap: the whole picture is on the screen. Boards
of MMN for six are so high that they do not fill its width."""


def fitted(size: tuple[int, int], room: tuple[int, int]) -> float:
    """The scale in which a whole picture is shown."""
    return min(1.0, room[0] / size[0], room[1] / size[1])


def test_the_smallest_sizes_are_what_was_promised() -> None:
    """The sizes of type that the pictures keep to, where people look at them."""
    wide = LEGIBLE[Shape.WIDE]
    tall = LEGIBLE[Shape.TALL]
    assert min(wide) * fitted(WIDE_SIZE, CHANNEL) >= IN_CHANNEL
    assert tall.least / POINT >= SMALLEST
    assert tall.needed / POINT >= DECIDING


def _has_shape(image: Image.Image, shape: Shape, *, board: bool) -> bool:
    if shape is Shape.TALL:
        return image.width == TALL_WIDTH
    return image.size == WIDE_SIZE if board else image.width == WIDE_SIZE[0] and image.height <= WIDE_SIZE[1]


def _overlap(one: Box, other: Box, reach: float = 0) -> bool:
    """Whether two boxes lie on each other, or as near as ``reach``; a pixel at their edges does not count."""
    (a, b, wide, high) = one
    (c, d, width, height) = other
    slack = 2 - reach
    return a + wide > c + slack and c + width > a + slack and b + high > d + slack and d + height > b + slack
