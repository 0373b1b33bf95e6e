"""The map with the places that may be named now, each labelled with its letter.

``draw`` shows them to a player who chooses; ``draw_codes`` prints on a board those that its message names. All measures
are in units of the map; those of pieces are in units of pieces, ``Chart.unit`` of the former.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engines.mmn.view import MmnView
from render.kit import fonts
from render.kit.canvas import Canvas, lettered
from render.kit.initials import kept_by_seats
from render.kit.ink import NEW, PAPER, TEXT, WHITE, Ink
from render.kit.part import Part
from render.kit.pen import Pen, Point, Sprite
from render.mmn import field, land
from render.mmn.chart import Chart, chart_of
from render.mmn.icons import sprite
from render.mmn.inks import PALETTE
from render.mmn.news import News

_FADE = 0.36
"""Share of the paper that shows through the map, so that labels stand out."""
_SIZE = 38
"""Size of a label's letters, in units."""
_HIGH = 46
"""Height of the plate of such a label, in units; larger letters have a plate that is as much higher."""
_PIXELS = 26
"""Size of labels, in pixels of a wide board: a channel shows them as nine, the least that is legible."""
_STRIPE = 0.5
"""Length of a path's stripe, as a share of the path; letters of pieces at both ends stay free."""
_HOME = 18.0
"""Advantage of a label's own place: cost that it may have more than any other position."""
_LATER = 0.01
"""Disadvantage of a position that is tried one later, which decides between positions that cover nothing."""
_CORE = 60.0
"""Cost of covering the middle of what must be read."""
_OUTSIDE = 5000
"""Cost of leaving the map."""
_OVERLAP = 1000
"""Cost of covering another label."""
_AROUND = (180, 150, 210, 120, 240, 90, 270, 60, 300, 30, 330, 0)
"""Directions of labels around a place in degrees, the best first."""
_NEAR = 190
"""Distance from a place that its label never exceeds, in units; only areas within it can be covered."""
_HALF_ROAD = 14.5
"""Half the thickness of a road, in units of pieces."""


class Label(NamedTuple):
    """A label on the map."""

    word: str
    """The place, by its word in actions."""
    anchor: Point
    """The middle of the place."""
    at: Point
    """The middle of the label."""
    sign: Sprite


class _Round(NamedTuple):
    """A round area that labels should not cover."""

    at: Point
    radius: float
    must_be_read: bool = True
    """True if its middle bears a text, or it must be seen as a whole."""


def draw(canvas: Canvas, part: Part, view: MmnView, letters: Mapping[str, str], chosen: Sequence[str]) -> None:
    """Draw the labelled map in its part of a picture.

    Args:
        canvas: The part of the picture.
        part: The same part, which has its size.
        view: The position.
        letters: The label of each place that may be named, by its word.
        chosen: The words of places that are chosen already, which get rings.
    """
    chart = chart_of(view.seats, part.width, part.height)
    seat = view.active if view.viewer is None else view.viewer
    box = part.box
    marked = Canvas(Image.new("RGB", (round(box[2]), round(box[3])), PAPER), canvas.scale)
    field.draw(marked, chart, view, News(), _FADE)
    for word in chosen:
        marked.paste(_ring(round(96 * chart.unit), TEXT), spot(chart, word))
    for word in letters:
        if word in chart.geometry.path_number:
            at, turn = chart.path(word)
            marked.paste(_stripe(round(chart.side * _STRIPE), turn, seat), at)
    for label in labels(view, chart, letters, seat):
        marked.paste(label.sign, label.at)
    canvas.layer(marked.image, (0, 0))


def draw_codes(
    canvas: Canvas, chart: Chart, view: MmnView, codes: Mapping[str, str], covered: Sequence[tuple[Point, float]]
) -> None:
    """Print the codes that a message names beside their places on the board.

    ``covered``: rounds of the sea that are taken already, each by its middle and radius.
    """
    if not codes:
        return
    size = max(_SIZE, math.ceil(_PIXELS / canvas.scale))
    others = [_Round(at, radius) for at, radius in covered]
    for label in labels(view, chart, codes, None, size, others):
        canvas.paste(label.sign, label.at)


def spot(chart: Chart, word: str) -> Point:
    """Return the middle of any place."""
    geometry = chart.geometry
    if word in geometry.node_number:
        return chart.node(word)
    if word in geometry.path_number:
        return chart.path(word)[0]
    if word in geometry.hex_number:
        return chart.hex(word)
    return chart.pirate(word)


def labels(
    view: MmnView,
    chart: Chart,
    letters: Mapping[str, str],
    seat: int | None,
    size: int = _SIZE,
    others: Sequence[_Round] = (),
) -> list[Label]:
    """Return every label with its position on the map.

    No label covers another, and all cover as little as possible of pieces, roads, numbers and signs. Each takes the
    cheapest position (see ``_cost``) that those before it have left, so places with little room come first.

    Args:
        view: The position.
        chart: The places of the map.
        letters: The label of each place, by its word.
        seat: The seat whose colour the labels have; None: the colour of news.
        size: The size of the letters, in units.
        others: Further rounds that should not be covered.
    """
    rounds = [*_rounds(view, chart), *others]
    points_taken = {area.at for area in rounds}
    labels_placed: list[Label] = []
    for word in sorted(letters, key=lambda word: _roominess(chart, word)):
        anchor = spot(chart, word)
        sign = _sign(letters[word], seat, size)
        rounds_near = [area for area in rounds if math.dist(area.at, anchor) < _NEAR]
        if word in chart.geometry.path_number:
            rounds_near += _along(chart, word, 9 * chart.unit, is_whole=True)
        neighbours = [label for label in labels_placed if math.dist(label.at, anchor) < 2 * _NEAR]
        lowest_cost = math.inf
        best = anchor
        positions = _positions(chart, word, anchor, sign, is_taken=anchor in points_taken)
        for number, at in enumerate(positions):
            handicap = _LATER * number - (_HOME if at == anchor else 0)
            cost = handicap + _cost(at, sign, rounds_near, neighbours, chart, lowest_cost - handicap)
            if cost < lowest_cost:
                lowest_cost = cost
                best = at
        labels_placed.append(Label(word, anchor, best, sign))
    return labels_placed


def _roominess(chart: Chart, word: str) -> int:
    """Return a sort key: places around which labels have few positions come first."""
    if word in chart.geometry.hex_number:
        return 2
    return 1 if word in chart.geometry.node_number else 0


def _positions(chart: Chart, word: str, anchor: Point, sign: Sprite, *, is_taken: bool) -> Iterator[Point]:
    """Yield possible positions of a label, the best first.

    They lie on an intersection or around its piece, beside a path, beside the number of a hex, or at a harbour beside
    the figures on the sea.

    Args:
        chart: The places of the map.
        word: The place.
        anchor: The middle of the place.
        sign: The label.
        is_taken: True if something that should not be covered lies in the middle of the place.
    """
    unit = chart.unit
    half = max(sign.size) / 2
    if word in chart.geometry.path_number:
        yield from _beside_path(chart, word, anchor, sign)
        yield from _circles(anchor, (half + 20 * unit, half + 34 * unit, half + 48 * unit))
    elif word in chart.geometry.hex_number and is_taken:
        yield from _circles(anchor, (0.5 * chart.side, 0.62 * chart.side, 0.4 * chart.side))
    elif word in chart.geometry.harbour_number or not is_taken:
        yield anchor
        reach = (half + 10 * unit, half + 26 * unit, half + 50 * unit)
        yield from _circles(anchor, reach)
    else:
        yield from _around_piece(anchor, sign, unit)


def _beside_path(chart: Chart, word: str, anchor: Point, sign: Sprite) -> Iterator[Point]:
    """Yield positions on both sides of a path, first beside its middle, then further along."""
    dx, dy = _direction(chart.path(word)[1])
    # Beside an upright path half the label's width has to stay clear of the road, beside others about half its height.
    away = _HALF_ROAD * chart.unit + _HIGH / 2 + abs(dy) * (sign.size[0] - _HIGH) / 2
    for along in (0, 14, -14, 28, -28):
        for side in (1, -1):
            across = (dy * side * away, -dx * side * away)
            yield anchor[0] + across[0] + dx * along, anchor[1] + across[1] + dy * along


def _circles(middle: Point, radii: Sequence[float]) -> Iterator[Point]:
    """Yield positions in all directions, first those at the first radius."""
    for radius in radii:
        for turn in _AROUND:
            angle = math.radians(turn)
            yield middle[0] + radius * math.sin(angle), middle[1] - radius * math.cos(angle)


def _around_piece(middle: Point, sign: Sprite, unit: float) -> Iterator[Point]:
    """Yield positions in which the plate keeps a distance from the middle of a piece, the nearest first."""
    half_width = sign.size[0] / 2
    half_height = sign.size[1] / 2
    for free in (36, 42, 48, 56, 68):
        for turn in _AROUND:
            x = math.sin(math.radians(turn))
            y = -math.cos(math.radians(turn))
            # From the edge of the plate to its middle in this direction.
            inside = min(half_width / max(abs(x), 0.01), half_height / max(abs(y), 0.01))
            distance = free * unit + inside
            yield middle[0] + distance * x, middle[1] + distance * y


def _rounds(view: MmnView, chart: Chart) -> Iterator[_Round]:
    """Yield the areas of the map that labels should not cover: pieces, chips, roads, numbers and signs."""
    unit = chart.unit
    slots = set(field.slots_of(view))
    for hex in view.hexes:
        if hex.number:
            yield _Round(chart.hex(hex.id), 36 * unit)
        yield _Round(land.yielded(chart, hex.id, slots), 24 * unit)
    for harbour in view.harbours:
        yield _Round(chart.harbour(harbour.id), 46 * unit)
        if harbour.id == view.pirate:
            yield _Round(chart.pirate(harbour.id), 40 * unit)
    for player in view.players:
        for building in player.buildings:
            yield _Round(chart.node(building.node), 32 * unit)
            for hex_word in (building.chip_hex, *building.servants, *building.journeymen):
                if hex_word:
                    yield _Round(chart.corner(hex_word, building.node), 21 * unit)
        for knight in player.knights:
            yield _Round(chart.node(knight.node), 35 * unit)
        for road in player.roads:
            yield from _along(chart, road, 16 * unit, is_whole=False)


def _direction(turn: int) -> Point:
    """Return the direction of a path (``Chart.path``) as a unit vector; y grows downwards."""
    return {0: (0.0, 1.0), 1: (0.5, -0.866), -1: (0.5, 0.866)}[turn]


def _along(chart: Chart, path: str, radius: float, is_whole: bool) -> list[_Round]:
    """Return a path as a row of rounds.

    Args:
        chart: The places of the map.
        path: The word of the path.
        radius: The radius of the rounds.
        is_whole: True if the path is to be seen as a whole; False: only the letter in the middle of its road is.
    """
    at, turn = chart.path(path)
    dx, dy = _direction(turn)
    steps = [step * chart.unit for step in (-40, -20, 0, 20, 40)]
    return [_Round((at[0] + dx * step, at[1] + dy * step), radius, is_whole or not step) for step in steps]


def _cost(
    at: Point, sign: Sprite, rounds: Sequence[_Round], labels: Sequence[Label], chart: Chart, most: float
) -> float:
    """Return the cost of a label's position: units of areas that it covers, and far more for labels or the edge.

    Args:
        at: The middle of the label.
        sign: The label.
        rounds: The areas that it should not cover.
        labels: The labels that it must not cover.
        chart: The places of the map, with its size.
        most: The cost from which on nothing more is added, since another position is cheaper.
    """
    half_width = sign.size[0] / 2
    half_height = sign.size[1] / 2
    cost = 0.0
    is_on_map = half_width <= at[0] <= chart.width - half_width and half_height <= at[1] <= chart.height - half_height
    if not is_on_map:
        cost += _OUTSIDE
    for label in labels:
        across = half_width + label.sign.size[0] / 2 + 1 - abs(at[0] - label.at[0])
        down = half_height + label.sign.size[1] / 2 + 1 - abs(at[1] - label.at[1])
        if across > 0 and down > 0:
            cost += _OVERLAP
    for middle, radius, must_be_read in rounds:
        if cost >= most:
            break
        right = max(abs(at[0] - middle[0]) - half_width, 0)
        down = max(abs(at[1] - middle[1]) - half_height, 0)
        distance = math.hypot(right, down)
        cost += max(0.0, radius - distance) + (_CORE if must_be_read and distance < 0.4 * radius else 0)
    return cost


@kept_by_seats(512)
def _sign(letter: str, seat: int | None, size: int) -> Sprite:
    """Return a letter on a plate in the seat's colour, or in that of news."""
    ink = NEW
    rim = NEW
    figure = WHITE
    if seat is not None:
        colour = PALETTE.of(seat)
        ink = colour.ink
        rim = colour.shade
        figure = colour.on
    high = size + _HIGH - _SIZE
    wide = max(high, fonts.width(letter, size) + 20)

    def draw(pen: Pen) -> None:
        pen.box((0, 0), (wide, high), WHITE, None, 0, 14)
        pen.box((3, 3), (wide - 6, high - 6), ink, rim, 3, 11)

    return lettered(sprite((wide, high), draw), (letter, size, figure, (wide / 2, high / 2)))


@kept_by_seats(32)
def _stripe(length: int, turn: int, seat: int) -> Sprite:
    """Return a line along a path to choose; ``turn`` is the direction of the path (``Chart.path``)."""
    angle = math.radians(60 * turn)
    middle = length / 2 + 10
    dx = math.sin(angle) * length / 2
    dy = math.cos(angle) * length / 2
    ends = (middle - dx, middle + dy), (middle + dx, middle - dy)

    def draw(pen: Pen) -> None:
        for ink, wide in ((WHITE, 20), (PALETTE.of(seat).shade, 15), (PALETTE.of(seat).ink, 10)):
            pen.path(ends, ink, wide)

    return sprite((length + 20, length + 20), draw)


@lru_cache(maxsize=8)
def _ring(size: int, ink: Ink) -> Sprite:
    """Return the ring around a place that is chosen already."""

    def draw(pen: Pen) -> None:
        pen.disc((size / 2, size / 2), size / 2, None, WHITE, 12)
        pen.disc((size / 2, size / 2), size / 2 - 3, None, ink, 6)

    return sprite((size, size), draw)
