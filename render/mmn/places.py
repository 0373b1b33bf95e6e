"""The map with the places that may be named now, each labelled with its word."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from PIL import Image

from engines import Action
from engines.mmn.geometry import Geometry
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas, lettered
from render.kit.ink import PAPER, TEXT, WHITE, Ink
from render.kit.pen import Pen, Point, Sprite
from render.mmn import field
from render.mmn.chart import Chart, chart
from render.mmn.inks import PALETTE
from render.mmn.layout import INNER, MARGIN, WIDTH
from render.mmn.news import News
from render.mmn.sprites import sprite

_HEAD = 104
_FADE = 0.36
"""How much of the paper shows through the map, so that labels stand out."""
FEW = 32
"""So many labels stand beside each other without hiding the map."""
_NODE, _PATH, _HEX = 38, 30, 44
"""Sizes of the words."""


class Label(NamedTuple):
    """A word to be read off the map: where it belongs, where it lies, what is written."""

    word: str
    anchor: Point
    at: Point
    sign: Sprite


def draw(view: MmnView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """The map, labelled. Raises LookupError when no action names a place."""
    place = chart(view.seats)
    words, chosen = asked(place.geometry, actions)
    if not words:
        raise LookupError("no action names a place")
    seat = view.active if view.viewer is None else view.viewer
    land = field.draw(view, News())
    paper = Image.new("RGB", land.size, PAPER)
    canvas = Canvas(Image.new("RGB", (WIDTH, _HEAD + place.height + MARGIN), PAPER))
    canvas.frame((MARGIN, 12, INNER, _HEAD - 24), PALETTE.washes[seat], PALETTE.edges[seat], 5, 14)
    canvas.paste(badge(seat, 60, PALETTE), (MARGIN + 50, _HEAD / 2))
    canvas.text((MARGIN + 92, _HEAD / 2), caption.name(seat), INNER - 120, size=40)
    marked = Canvas(Image.blend(land, paper, _FADE))
    for word in chosen:
        marked.paste(_ring(round(96 * place.unit), TEXT), _spot(place, word))
    for word in words:
        if word in place.geometry.path_number:
            at, turn = place.path(word)
            marked.paste(_stripe(round(place.side * 0.88), turn, seat), at)
    found = labels(view, place, words, seat)
    for label in found:
        if label.at != label.anchor:
            _leader(marked, label)
    for label in found:
        marked.paste(label.sign, label.at)
    canvas.image.paste(marked.image, (MARGIN, _HEAD))
    return canvas.image


def asked(geometry: Geometry, actions: Iterable[Action]) -> tuple[list[str], list[str]]:
    """The places to choose from and those already chosen, which every action names.

    Of actions with several places all are labelled while they are few, so that a list of whole actions can be read
    off the map; of many only the first places that tell them apart.
    """
    named = list(dict.fromkeys(tuple(word for word in action if _is_place(geometry, word)) for action in actions))
    named = [words for words in named if words]
    shared = 0
    while len(named) > 1 and all(len(words) > shared and words[shared] == named[0][shared] for words in named):
        shared += 1
    chosen = list(named[0][:shared]) if named else []
    remaining = [words[shared:] or words[-1:] for words in named]
    every = list(dict.fromkeys(word for words in remaining for word in words))
    return every if len(every) <= FEW else list(dict.fromkeys(words[0] for words in remaining)), chosen


def _is_place(geometry: Geometry, word: str) -> bool:
    return any(
        word in words
        for words in (geometry.node_number, geometry.path_number, geometry.hex_number, geometry.harbour_number)
    )


def _spot(place: Chart, word: str) -> Point:
    geometry = place.geometry
    if word in geometry.node_number:
        return place.node(word)
    if word in geometry.path_number:
        return place.path(word)[0]
    if word in geometry.hex_number:
        return place.hex(word)
    return place.pirate(word)


def labels(view: MmnView, place: Chart, words: Sequence[str], seat: int) -> list[Label]:
    """Every word with its place on the map; no label covers another."""
    pieces = {building.node for player in view.players for building in player.buildings}
    pieces |= {knight.node for player in view.players for knight in player.knights}
    placed: list[Label] = []
    for word in words:
        anchor = _spot(place, word)
        if word in place.geometry.hex_number:
            anchor = anchor[0], anchor[1] + 0.53 * place.side
        elif word in pieces:
            anchor = anchor[0], anchor[1] + 0.4 * place.side
        sign = _sign(word, place.unit, seat)
        at = next((at for at in _tries(anchor, sign) if _free(at, sign, placed, place)), anchor)
        placed.append(Label(word, anchor, at, sign))
    return placed


def _tries(anchor: Point, sign: Sprite) -> Iterator[Point]:
    """Where a label may lie, the best first."""
    wide, high = sign.size
    steps = sorted(product(range(-7, 8), repeat=2), key=lambda step: (step[0] ** 2 + step[1] ** 2, step))
    for across, down in steps:
        yield anchor[0] + across * wide * 0.4, anchor[1] + down * high * 0.4


def _free(at: Point, sign: Sprite, placed: Sequence[Label], place: Chart) -> bool:
    wide, high = sign.size
    if not (wide / 2 <= at[0] <= place.width - wide / 2 and high / 2 <= at[1] <= place.height - high / 2):
        return False
    return not any(
        abs(at[0] - other.at[0]) < (wide + other.sign.size[0]) / 2 + 1
        and abs(at[1] - other.at[1]) < (high + other.sign.size[1]) / 2 + 1
        for other in placed
    )


def _leader(canvas: Canvas, label: Label) -> None:
    """A line from a label that had to give way to its place."""
    (x, y), (to_x, to_y) = label.anchor, label.at
    left, top = round(min(x, to_x)) - 10, round(min(y, to_y)) - 10
    size = round(abs(x - to_x)) + 20, round(abs(y - to_y)) + 20

    def draw(pen: Pen) -> None:
        line = ((x - left, y - top), (to_x - left, to_y - top))
        pen.path(line, WHITE, 9)
        pen.path(line, TEXT, 5)
        pen.disc(line[0], 9, TEXT)

    small = sprite(size, draw)
    canvas.image.paste(small.image, (left, top), small.stencil)


@lru_cache(maxsize=256)
def _sign(word: str, unit: float, seat: int) -> Sprite:
    """A word on a plate in the seat's colour; a path in two lines, so that plates of neighbours do not touch."""
    size = round({"h": _HEX, "p": _HEX}.get(word[0], _NODE) * unit)
    lines = [word]
    if "-" in word:
        one, other = word.split("-")
        lines, size = [f"{one}-", other], max(fonts.SMALLEST, round(_PATH * unit))
    wide = max(fonts.width(line, size) for line in lines) + 22
    pitch = round(size * 1.04)
    high = pitch * len(lines) + 14
    edge = PALETTE.shades[seat]

    def draw(pen: Pen) -> None:
        pen.box((0, 0), (wide, high), WHITE, None, 0, 15)
        pen.box((3, 3), (wide - 6, high - 6), PALETTE.player[seat], edge, 3, 12)

    middle = (len(lines) - 1) / 2
    return lettered(
        sprite((wide, high), draw),
        *(
            (line, size, PALETTE.on[seat], (wide / 2, high / 2 + (row - middle) * pitch))
            for row, line in enumerate(lines)
        ),
    )


@lru_cache(maxsize=32)
def _stripe(length: int, turn: int, seat: int) -> Sprite:
    """A path to choose, under its label: a thin line that runs as the path does."""
    angle = math.radians(60 * turn)
    middle = length / 2 + 8
    dx, dy = math.sin(angle) * length / 2, math.cos(angle) * length / 2
    ends = (middle - dx, middle + dy), (middle + dx, middle - dy)

    def draw(pen: Pen) -> None:
        for ink, wide in ((WHITE, 15), (PALETTE.shades[seat], 10), (PALETTE.player[seat], 6)):
            pen.path(ends, ink, wide)

    return sprite((length + 16, length + 16), draw)


@lru_cache(maxsize=8)
def _ring(size: int, ink: Ink) -> Sprite:
    """Round a place already chosen."""

    def draw(pen: Pen) -> None:
        pen.disc((size / 2, size / 2), size / 2, None, WHITE, 12)
        pen.disc((size / 2, size / 2), size / 2 - 3, None, ink, 6)

    return sprite((size, size), draw)
