"""Rules for both shapes of every picture: measures, text that can be read, texts that do not overlap."""

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
    """Return the fewest seats and the most."""
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
    """Return a crowded position, where room is short, and sometimes others.

    With the fewest seats and the most there is also every fourth position, so that each is looked at in one of the
    shapes with one of these numbers of seats.
    """
    if seats not in outermost(pictures):
        return [pictures.crowded(seats)]
    first = 2 * list(Shape).index(shape) + outermost(pictures).index(seats)
    return [pictures.crowded(seats), *pictures.positions(seats)[first::4]]


def every(pictures: Pictures, seats: int, shape: Shape, games: Sequence[Game]) -> Iterator[tuple[str, Image.Image]]:
    """Yield all pictures of some positions: boards, hands, what each seat decides about."""
    for number, game in enumerate(games):
        caption = pictures.caption(pictures.events(game), f"shaped {seats}", shape)
        yield f"board {number}", render.board(game.view(None), caption)
        for seat in range(seats):
            game_pictures = render.PICTURES[pictures.game.key]
            if game_pictures.hand:
                yield f"hand {number} of {seat}", game_pictures.hand(game.view(seat), caption)
            if game_pictures.decision and seat in game.to_act:
                image = decided(pictures, game, seat, caption)
                if image is not None:
                    yield f"decision {number} of {seat}", image


def decided(pictures: Pictures, game: Game, seat: int, caption: Caption) -> Image.Image | None:
    draw = render.PICTURES[pictures.game.key].decision
    assert draw
    try:
        return draw(game.view(seat), caption, game.legal(seat))
    except LookupError:
        return None


class Seen(NamedTuple):
    """The texts of a picture that can be seen, those on sprites among them, where they lie in the picture."""

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
        for mark_seen, window in _flat(mark, (0, 0, *image.size)):
            if mark_seen.kind == "text":
                for band in _bands(mark_seen.box):
                    bands[band].add(len(open_spots))
                open_spots.append((mark_seen, _spots(mark_seen.box)))
            if mark_seen.kind in ("path", "area") and (mark.kind != "sprite" or mark.name):  # a patch has its own words
                reach = _reach(mark_seen)
                struck |= {
                    number
                    for number, text, _ in near(mark_seen.box, reach)
                    if _overlap(text.box, mark_seen.box, reach)
                    and number not in struck
                    and _runs_through(mark_seen, _common(text.box, window), reach)
                }
            if (
                mark_seen.kind in ("frame", "box")
                and isinstance(mark_seen.inks[1], tuple)
                and min(mark_seen.box[2:]) > SIGN
            ):
                frames.append(mark_seen.box)
            if mark_seen.kind in ("area", "frame", "box") and isinstance(
                mark_seen.inks[0], tuple
            ):  # a stencil's is a number
                for number, text, spots in near(mark_seen.box):
                    if _overlap(mark_seen.box, text.box):
                        spots[:] = [spot for spot in spots if not (_in(spot, window) and _covers(mark_seen, spot))]
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
        [text for text in cut if not any(_same(text, other_mark) for other_mark in whole)],
        across,
        [
            text
            for text, spots in (open_spots[number] for number in sorted(struck))
            if spots and not any(_same(text, other_mark) for other_mark in clean)
        ],
    )


def _reach(line: Mark) -> float:
    """Return half the width of a line or outline, in pixels of the picture."""
    flat = line.how[-1]
    long = max(max(axis) - min(axis) for axis in (flat[0::2], flat[1::2]))
    box = max(line.box[2:])
    return float(line.how[0]) / 2 * (box / long if long else 1)


def _runs_through(line: Mark, text: Box, reach: float) -> bool:
    """Return whether a line, or the outline of an area, comes nearer to a text than ``reach``.

    A pixel does not count.
    """
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
    return any(_through(start, end, box) for start, end in pairwise(points))


def _through(one: Place, other: Place, box: Box) -> bool:
    """Return whether a piece of a line, given by its ends, enters a box; the line is cut at each side in turn."""
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
    """Return the strips of the picture, so many pixels high, in which a box lies."""
    return range(int((box[1] - reach) // BAND), int((box[1] + box[3] + reach) // BAND) + 1)


SIGN = 60
"""Pixels; smaller frames are signs, which stand behind texts."""


def _runs_across(text: Box, frame: Box) -> bool:
    """Return whether an edge of a frame goes through a text; two pixels at the text's edges do not count."""
    (left, top, wide, high) = text
    (a, b, width, height) = frame
    is_beside = min(top + high, b + height) - max(top, b) > 2 and any(
        left + 2 < x < left + wide - 2 for x in (a, a + width)
    )
    above = min(left + wide, a + width) - max(left, a) > 2 and any(
        top + 2 < y < top + high - 2 for y in (b, b + height)
    )
    return is_beside or above


def _same(first: Mark, second: Mark) -> bool:
    return first.text == second.text and math.dist(first.at, second.at) < 2


def _flat(mark: Mark, window: Box) -> Iterator[tuple[Mark, Box]]:
    """Yield the marks that a mark is made of, where they lie in the picture, each with the window it is seen through.

    Of a mark that lets through what lies below, only the texts are yielded.
    """
    if mark.kind != "sprite":
        if mark.kind != "text" or _overlap(mark.box, window):
            yield mark, window
        return
    clear = any(mark.how) or any(part.kind in ("blend", "stencil") for part in mark.parts)
    narrowed = _common(window, mark.box)
    for part in mark.parts:
        for inner, through in _flat(part.moved(mark.box[:2]), narrowed):
            if not clear or inner.kind == "text":
                yield inner, through


SPOTS = 9


def _spots(box: Box) -> list[Place]:
    """Return the corners, the middles of the sides and the middle of a box, without a pixel at its edges."""
    left, top, width, height = box
    return [(left + 1 + (width - 2) * x / 2, top + 1 + (height - 2) * y / 2) for x in range(3) for y in range(3)]


def _in(at: Place, box: Box) -> bool:
    return box[0] <= at[0] <= box[0] + box[2] and box[1] <= at[1] <= box[1] + box[3]


def _common(first: Box, second: Box) -> Box:
    left = max(first[0], second[0])
    top = max(first[1], second[1])
    right = min(first[0] + first[2], second[0] + second[2])
    bottom = min(first[1] + first[3], second[1] + second[3])
    return left, top, right - left, bottom - top


def _covers(shape: Mark, at: Place) -> bool:
    return _in(at, shape.box) and (shape.kind != "area" or _within(at, _outline(shape)))


def _outline(area: Mark) -> list[Place]:
    """Return the corners of an area, which are noted where it was drawn first and fitted into its box here."""
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
    """Return whether a point lies in a polygon: a line to its right crosses the outline an odd number of times."""
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
    """Check that texts are large enough, lie within their room and the picture, and are not covered.

    Texts that are decided by are large enough in a channel, too.
    """
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
        for text_mark, other_mark in _level(texts):
            if text_mark.text != other_mark.text and _overlap(
                text_mark.box, other_mark.box
            ):  # a halo has the text it surrounds
                faults.add(f"{name}: {text_mark.text!r} and {other_mark.text!r} at {other_mark.box}")
    assert not faults


def _small(pictures: Pictures, seats: int, caption: Caption, texts: Sequence[Mark]) -> list[str]:
    """Return the texts that are decided by and cannot be read in a channel.

    Nine pixels there are 26 of a wide board. Only names get smaller before they are cut, and offers of trade.
    """
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
    """Yield every two marks that are as high in the picture."""
    from_above = sorted(texts, key=lambda text: text.box[1])
    for place, mark in enumerate(from_above, 1):
        for lower_mark in from_above[place:]:
            if lower_mark.box[1] >= mark.box[1] + mark.box[3]:
                break
            yield mark, lower_mark


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
    """Return the scale in which a whole picture is shown."""
    return min(1.0, room[0] / size[0], room[1] / size[1])


def test_the_smallest_sizes_are_what_was_promised() -> None:
    """They are the sizes of type that the pictures keep to, where people look at them."""
    wide = LEGIBLE[Shape.WIDE]
    tall = LEGIBLE[Shape.TALL]
    assert min(wide) * fitted(WIDE_SIZE, CHANNEL) >= IN_CHANNEL
    assert tall.least / POINT >= SMALLEST
    assert tall.needed / POINT >= DECIDING


def _has_shape(image: Image.Image, shape: Shape, *, board: bool) -> bool:
    if shape is Shape.TALL:
        return image.width == TALL_WIDTH
    return image.size == WIDE_SIZE if board else image.width == WIDE_SIZE[0] and image.height <= WIDE_SIZE[1]


def _overlap(first: Box, second: Box, reach: float = 0) -> bool:
    """Return whether two boxes lie on each other, or as near as ``reach``; a pixel at their edges does not count."""
    (a, b, wide, high) = first
    (c, d, width, height) = second
    slack = 2 - reach
    return a + wide > c + slack and c + width > a + slack and b + high > d + slack and d + height > b + slack
