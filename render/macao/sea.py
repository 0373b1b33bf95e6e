"""The sea: spaces and routes, the ports with their wares and values, the ships."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from engines.macao import board
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Box, Canvas, lettered
from render.kit.ink import CARD, NEW, SOFT, TEXT, WHITE, Ink, mix
from render.kit.part import Part
from render.kit.pen import Pen, Point, Sprite, around, sprite
from render.macao import icons, words
from render.macao.chart import OFF, RADIUS, Chart, Stand, covered, radius_of, ship_size, stands, weighed
from render.macao.inks import LAUREL, ROUTE, SEA, SEA_DEEP
from render.macao.layout import LETTERS, needed
from render.macao.news import News

_FILL = {"start": mix(CARD, SEA_DEEP, 0.25), "port": CARD, "sea": WHITE}
"""Colours of spaces, by kind."""
_NAME = 14
"""Distance from the upper edge of a port's plaque to the middle of its name, in units."""
_VALUES = 39
"""Distance from that edge to the middle of the delivery spaces, in units."""
_NAMES = (LETTERS, LETTERS - 1, 24, 22)
"""Sizes of the ports' names; the first in which all fit is taken."""
_NUMBER = LETTERS
"""Size of a space's number."""
_TOKEN = 28
"""Width of a delivery space, in units."""
_TOKEN_STEP = 33
"""Distance from a delivery space to the next, in units."""
_FIGURE = LETTERS
"""Size of the points on a delivery space."""
_COMPASS = 61
"""Width of the compass in the corner, in units."""
_POINT = 15
"""Length of the point of an arrow, in units."""
_FAR = 22
"""Distance of the edges of two spaces from which on an arrow between them keeps clear of both, in units."""
_EDGE = 4
"""Thickness of the frame around a ship that has sailed, in units."""


def water(part: Part, larger: int) -> Image.Image:
    """Draw the bare sea with its rhumb lines, ``larger`` times its size."""
    _, _, wide, high = part.box
    image = Image.new("RGB", (round(wide) * larger, round(high) * larger), SEA)
    pen = Pen(image, larger * part.unit)
    rose = 34, 36
    for wind in range(32):
        pen.path((rose, around(rose, 1200, 11.25 * wind)), mix(SEA, WHITE, 0.3), 1.2)
    compass = icons.icon("compass", _COMPASS, edge=mix(SEA_DEEP, TEXT, 0.4))
    Canvas(image, larger * part.unit).paste(compass, rose)
    return image


def ground(pen: Pen, size: Point) -> None:
    """Draw routes, empty spaces, harbours and plaques on the water."""
    chart = Chart(size)
    pen.box((0, 0), size, None, ROUTE, 2, 0)
    for a, b in board.ROUTES:
        pen.dashes((chart.spot(a), chart.spot(b)), ROUTE, 2.6, 8, 6)
    for x, y, width, height in chart.plaques.values():
        pen.box((x, y), (width, height), CARD, ROUTE, 2, 7)
    for id, space in board.SPACES.items():
        pen.disc(chart.spot(id), radius_of(id), _FILL[space.kind], ROUTE, 2)


def labels(canvas: Canvas, caption: Caption, size: Point) -> None:
    """Draw the numbers of the spaces, and names and wares of the ports."""
    chart = Chart(size)
    for id in board.SPACES:
        _sign(canvas, id, chart.spot(id))
    names = {port: caption.text(words.PORTS[port]) for port in board.PORTS}
    rooms = {port: chart.plaques[port][2] - 4 for port in names}
    letters = next((size for size in _NAMES if _fit(names, rooms, size, canvas.scale)), needed(canvas.scale))
    for port, (x, y, width, _) in chart.plaques.items():
        canvas.text((x + width / 2, y + _NAME), names[port], width - 4, size=letters, side="m")


def _fit(names: Mapping[str, str], rooms: Mapping[str, float], size: int, scale: float) -> bool:
    """Return whether there is room for the name of every port at a size."""
    return all(fonts.width(name, round(size * scale)) <= rooms[port] * scale for port, name in names.items())


def _sign(canvas: Canvas, id: str, at: Point, ink: Ink = SOFT) -> None:
    """Draw the sign in a space: its number, the ware of a port, an anchor."""
    if id == board.START:
        canvas.paste(icons.icon("anchor", 34, ink=ROUTE), at)
    elif id in board.PORTS:
        canvas.paste(icons.ware(board.PORTS[id].ware, 30), at)
    else:
        canvas.text(at, str(int(id[1:])), 40, size=_NUMBER, side="m", ink=ink)


@lru_cache(maxsize=8)
def _disc(kind: str, ink: Ink) -> Sprite:
    """Return the disc of a space with ships."""
    radius = RADIUS[kind]
    side = round(2 * radius) + 10

    def draw(pen: Pen) -> None:
        pen.disc((side / 2, side / 2), radius + 4, WHITE)
        pen.disc((side / 2, side / 2), radius + 2, _FILL[kind], ink, 4)

    return sprite((side, side), draw)


def draw(canvas: Canvas, view: MacaoView, news: News, size: Point) -> None:
    """Draw the ways of ships, the free delivery spaces, and the ships."""
    chart = Chart(size)
    for spaces in news.sailed.values():
        _voyage(canvas, chart, spaces)
    for port in view.ports:
        x, y, width, _ = chart.plaques[port.id]
        values = board.PORTS[port.id].delivery_values
        start = x + width / 2 - (len(values) - 1) * _TOKEN_STEP / 2
        for number, value in enumerate(values):
            is_filled = number < port.filled
            is_new = is_filled and number >= port.filled - news.ports.get(port.id, 0)
            canvas.paste(_value(value, is_filled, is_new), (start + number * _TOKEN_STEP, y + _VALUES))
    _ships(canvas, chart, view, news)


@lru_cache(maxsize=64)
def _value(value: int, is_filled: bool, is_new: bool) -> Sprite:
    """Return a delivery space with its points, or crossed out if it is filled; violet if that is new."""
    fill, edge, label, ink = WHITE, LAUREL, str(value), LAUREL
    if is_filled:
        fill, edge, label, ink = mix(SOFT, CARD, 0.76), mix(SOFT, CARD, 0.5), fonts.TIMES, SOFT
    if is_new:
        fill, edge, ink = NEW, NEW, WHITE
    base = sprite((_TOKEN, _TOKEN), lambda pen: pen.box((0, 0), (_TOKEN, _TOKEN), fill, edge, 2, 6))
    return lettered(base, (label, _FIGURE, ink, (_TOKEN / 2, _TOKEN / 2)))


def _voyage(canvas: Canvas, chart: Chart, ends: Sequence[str]) -> None:
    """Draw the way of a ship: a ring around the space that it left, and an arrow along its voyages.

    ``ends``: the spaces on which it stopped, from the first to the last; a voyage goes the shortest way.
    """
    canvas.paste(_departure(radius_of(ends[0])), chart.spot(ends[0]))
    for start, end in pairwise(ends):
        for a, b in pairwise(_way(start, end)):
            canvas.paste(*_leg(chart.size, a, b, b == end))


def _way(start: str, end: str) -> list[str]:
    """Return the spaces of a shortest way."""
    spaces = [start]
    while (last := spaces[-1]) != end:
        neighbours = (b if a == last else a for a, b in board.ROUTES if last in (a, b))
        spaces.append(next(space for space in neighbours if board.DISTANCE[space][end] < board.DISTANCE[last][end]))
    return spaces


@lru_cache(maxsize=4)
def _departure(radius: float) -> Sprite:
    """Return the ring around a space that a ship has left."""
    side = round(2 * radius) + 16

    def draw(pen: Pen) -> None:
        for ink, thick in ((WHITE, 9), (NEW, 5)):
            pen.disc((side / 2, side / 2), radius + 3 + thick / 2, None, ink, thick)

    return sprite((side, side), draw)


@lru_cache(maxsize=256)
def _leg(measures: Point, a: str, b: str, last: bool) -> tuple[Sprite, Point]:
    """Return the piece of a ship's way between two neighbouring spaces, and the middle of its sprite.

    Args:
        measures: Width and height of the sea.
        a: The space where it begins.
        b: The space where it ends.
        last: True if the voyage ends there: then it has the arrow's point.
    """
    chart = Chart(measures)
    x, y = chart.spot(a)
    to_x, to_y = chart.spot(b)
    length = math.dist((x, y), (to_x, to_y))
    right = (to_x - x) / length
    down = (to_y - y) / length
    # Distances from the middle of the first space: begin and end of the piece, and where the point begins.
    is_far = length - radius_of(a) - radius_of(b) > _FAR
    first = radius_of(a) + (6 if is_far else 2)
    end = length - radius_of(b) - 2
    neck = end
    if last:
        # Where spaces lie close to each other, the point of the arrow reaches over their edges.
        end = length - radius_of(b) - (6 if is_far else -2)
        neck = min(max(first, end - _POINT), end - 8)
    low = (min(x, to_x) - _POINT, min(y, to_y) - _POINT)
    size = (abs(to_x - x) + 2 * _POINT, abs(to_y - y) + 2 * _POINT)

    def at(along: float, aside: float = 0) -> Point:
        """Return the point of the sprite at a distance from the first space, and beside the line."""
        return x + right * along - down * aside - low[0], y + down * along + right * aside - low[1]

    def draw(pen: Pen) -> None:
        head = (at(end), at(neck, _POINT * 0.7), at(neck, -_POINT * 0.7))
        for ink, thick in ((WHITE, 10), (NEW, 5)):
            if neck > first:
                pen.path((at(first), at(neck)), ink, thick)
            if last:
                pen.area(head, ink, ink, thick - 5)

    return sprite((round(size[0]), round(size[1])), draw), ((x + to_x) / 2, (y + to_y) / 2)


def _ships(canvas: Canvas, chart: Chart, view: MacaoView, news: News) -> None:
    """Draw the ships on their spaces. None covers another, and the sign of a space stays free."""
    seats_by_space: dict[str, list[int]] = {}
    for player in view.players:
        seats_by_space.setdefault(player.ship, []).append(player.seat)
    boxes_taken: list[Box] = []

    def least_cost(space: str) -> float:
        """Return how much the ships of a space cover at best."""
        return stands(chart.size, space, len(seats_by_space[space]), 0)[0][0]

    # Where there is least room ships are placed first, lest others take what room there is.
    for space in sorted(seats_by_space, key=least_cost, reverse=True):
        seats = seats_by_space[space]
        side = ship_size(len(seats))
        at = chart.spot(space)
        sailed = news.ships.intersection(seats)
        places = _standing(chart.size, space, len(seats), _EDGE if sailed else 0, boxes_taken)
        boxes = [(x - side / 2, y - side / 2, side, side) for x, y in places]
        boxes_taken += boxes
        for seat, (left_x, top, wide, high) in zip(seats, boxes, strict=True):
            if seat in sailed:
                canvas.frame((left_x - _EDGE, top - _EDGE, wide + 2 * _EDGE, high + 2 * _EDGE), None, NEW, _EDGE, 10)
        canvas.paste(_disc(board.SPACES[space].kind, NEW if sailed else TEXT), at)
        _sign(canvas, space, at, TEXT)
        for seat, place in zip(seats, places, strict=True):
            canvas.paste(icons.ship(seat, side), place)


def _standing(measures: Point, space: str, ships: int, edge: float, boxes_taken: list[Box]) -> Stand:
    """Return the places of the ships of a space that cover as little as possible, least of all other ships.

    Args:
        measures: Width and height of the sea.
        space: The space.
        ships: The number of ships.
        edge: The thickness of frames around them.
        boxes_taken: The boxes of the ships that are placed already.
    """
    other_covers = weighed(OFF, boxes_taken)
    side = ship_size(ships)
    lowest_cost = math.inf
    best = None
    for cost, places in stands(measures, space, ships, edge):
        if cost >= lowest_cost:
            break  # stands are in the order of their cost without other ships
        boxes = [(x - side / 2, y - side / 2, side, side) for x, y in places]
        if (total_cost := cost + sum(covered(box, other_covers) for box in boxes)) < lowest_cost:
            lowest_cost = total_cost
            best = places
    assert best
    return best
