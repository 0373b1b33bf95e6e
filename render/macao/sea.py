"""The sea: spaces and routes, the ports with their wares and values, the ships."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from engines.macao import board
from engines.macao.view import MacaoView, PlayerView
from render.caption import Caption
from render.kit import fonts, signs
from render.kit.canvas import Box, Canvas, lettered
from render.kit.ink import CARD, NEW, SOFT, TEXT, WHITE, Ink, mix
from render.kit.part import Part
from render.kit.pen import Pen, Point, Sprite, around, sprite
from render.macao import icons, words
from render.macao.chart import OFF, RADIUS, Chart, berths, covered, overlap, radius_of, weighed
from render.macao.inks import LAUREL, ROUTE, SEA, SEA_DEEP
from render.macao.layout import NEEDED
from render.macao.news import News

_FILL = {"start": mix(CARD, SEA_DEEP, 0.25), "port": CARD, "sea": WHITE}
_NAME, _VALUES = 13, 38
"""How far below a plaque's edge its lines lie."""
_TOKEN, _TOKEN_STEP = 26, 31
_POINT = 15
"""Length of the point of an arrow."""
_FRESH = 16
"""The sign beside a ship that has sailed to others."""
_SHIP, _MANY, _SMALLER, _SMALLEST, _BROAD = 36, 3, 32, 30, 400
"""Size of a ship; how many at a space are smaller, and their size; smaller still on a sea so broad, where spaces lie
closer below each other."""


class _Form(NamedTuple):
    """How ships of a space lie together: the size of it all, from its corner each ship's middle, the ships' size."""

    width: float
    height: float
    places: tuple[Point, ...]
    ship: int


@lru_cache(maxsize=8)
def _forms(ships: int, smaller: int) -> tuple[_Form, ...]:
    """In a row, in two rows or below each other; many are smaller."""
    found = []
    ship = _SHIP if ships < _MANY else smaller
    apart, below = ship - 2, ship - 4
    for across in sorted({1, 2, ships}):
        if across <= ships:
            lines = -(-ships // across)
            size = ship + (across - 1) * apart, ship + 2 + (lines - 1) * below
            places = (
                (ship / 2 + number % across * apart, ship / 2 + 1 + number // across * below) for number in range(ships)
            )
            found.append(_Form(*size, tuple(places), ship))
    return tuple(found)


def _apart(at: Point, start: Point, end: Point) -> float:
    """How far a point is from a line between two others."""
    x, y = end[0] - start[0], end[1] - start[1]
    share = ((at[0] - start[0]) * x + (at[1] - start[1]) * y) / (x * x + y * y)
    share = min(1.0, max(0.0, share))
    return math.hypot(start[0] + share * x - at[0], start[1] + share * y - at[1])


def _holds(box: Box, start: Point, end: Point, share: float) -> bool:
    """Whether a point of a line lies in a box or three units beside it."""
    x, y = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
    return box[0] - 3 <= x <= box[0] + box[2] + 3 and box[1] - 3 <= y <= box[1] + box[3] + 3


def water(part: Part, larger: int) -> Image.Image:
    """The bare sea with its rhumb lines, ``larger`` times its size."""
    _, _, wide, high = part.box
    image = Image.new("RGB", (round(wide) * larger, round(high) * larger), SEA)
    pen = Pen(image, larger * part.unit)
    rose = 40, 42
    for wind in range(32):
        pen.path((rose, around(rose, 1200, 11.25 * wind)), mix(SEA, WHITE, 0.3), 1.2)
    signs.compass(pen, rose, 30, mix(SEA_DEEP, TEXT, 0.4))
    return image


def ground(pen: Pen, size: Point) -> None:
    """Routes, empty spaces, harbours and plaques, on the water."""
    chart = Chart(size)
    pen.box((0, 0), size, None, ROUTE, 2, 0)
    for a, b in board.ROUTES:
        pen.dashes((chart.spot(a), chart.spot(b)), ROUTE, 2.6, 8, 6)
    for left, top, width, height in chart.plaques.values():
        _outlined(pen, (left, top), (width, height))
    for id, space in board.SPACES.items():
        pen.disc(chart.spot(id), radius_of(id), _FILL[space.kind], ROUTE, 2)


def _outlined(pen: Pen, at: Point, size: Point) -> None:
    """The empty plaque of a port."""
    pen.box(at, size, CARD, ROUTE, 2, 7)


def labels(canvas: Canvas, caption: Caption, size: Point) -> None:
    """Numbers of the spaces, names and wares of the ports."""
    chart = Chart(size)
    for id in board.SPACES:
        _sign(canvas, id, chart.spot(id))
    for port in board.PORTS:
        _name(canvas, chart, port, caption)


def _sign(canvas: Canvas, id: str, at: Point) -> None:
    """What stands in a space: its number, the ware of a port, an anchor."""
    if id == board.START:
        canvas.paste(icons.anchor(34, ROUTE), at)
    elif id in board.PORTS:
        canvas.paste(icons.ware(board.PORTS[id].ware, 28), at)
    else:
        canvas.text(at, str(int(id[1:])), 40, size=NEEDED, side="m", ink=SOFT)


@lru_cache(maxsize=4)
def _disc(kind: str) -> Sprite:
    """An empty space."""
    side = round(2 * RADIUS[kind]) + 2
    return sprite((side, side), lambda pen: pen.disc((side / 2, side / 2), RADIUS[kind], _FILL[kind], ROUTE, 2))


def _name(canvas: Canvas, chart: Chart, port: str, caption: Caption) -> None:
    left, top, width, _ = chart.plaques[port]
    canvas.text((left + width / 2, top + _NAME), caption.text(words.PORTS[port]), width - 4, size=NEEDED, side="m")


def draw(canvas: Canvas, view: MacaoView, caption: Caption, news: News, size: Point) -> None:
    """Ways of ships, which run below the plaques of ports as the routes do, values still free, and ships."""
    chart = Chart(size)
    for spaces in news.sailed.values():
        _voyage(canvas, chart, spaces, caption)
    for port in view.ports:
        left, top, width, _ = chart.plaques[port.id]
        values = board.PORTS[port.id].delivery_values
        start = left + width / 2 - (len(values) - 1) * _TOKEN_STEP / 2
        for number, value in enumerate(values):
            filled = number < port.filled
            new = filled and number >= port.filled - news.ports.get(port.id, 0)
            canvas.paste(_value(value, filled, new), (start + number * _TOKEN_STEP, top + _VALUES))
    _ships(canvas, chart, view, caption, news)


@lru_cache(maxsize=64)
def _value(value: int, filled: bool, new: bool) -> Sprite:
    """A delivery space: its points, or covered."""

    def draw(pen: Pen) -> None:
        fill, edge = (mix(SOFT, CARD, 0.76), mix(SOFT, CARD, 0.5)) if filled else (WHITE, LAUREL)
        pen.box((0, 0), (_TOKEN, _TOKEN), NEW if new else fill, NEW if new else edge, 2, 6)

    label, ink = (fonts.TIMES, WHITE if new else SOFT) if filled else (str(value), LAUREL)
    return lettered(sprite((_TOKEN, _TOKEN), draw), (label, 21, ink, (_TOKEN / 2, _TOKEN / 2)))


def _voyage(canvas: Canvas, chart: Chart, ends: Sequence[str], caption: Caption) -> None:
    """The way of a ship: a ring round the space that it left, an arrow along the routes to each end of its voyages."""
    canvas.paste(_left(radius_of(ends[0])), chart.spot(ends[0]))
    for start, end in pairwise(ends):
        legs = list(pairwise(_way(start, end)))
        for a, b in legs:
            canvas.paste(*_leg(chart.size, a, b, b == end))
        crossed = {port for a, b in legs for port in chart.crossed(a, b)}
        for port in sorted(crossed):
            left, top, width, height = chart.plaques[port]
            canvas.paste(_plaque(width, height), (left + width / 2, top + height / 2))
            _name(canvas, chart, port, caption)
        if crossed and legs:
            canvas.paste(*_leg(chart.size, *legs[-1], last=True, line=False))


@lru_cache(maxsize=8)
def _plaque(width: float, height: float) -> Sprite:
    """The same upon what runs below it."""
    return sprite((round(width), round(height)), lambda pen: _outlined(pen, (0, 0), (width, height)))


def _way(start: str, end: str) -> list[str]:
    """The spaces of a shortest way."""
    way = [start]
    while (here := way[-1]) != end:
        beside = (b if a == here else a for a, b in board.ROUTES if here in (a, b))
        way.append(next(space for space in beside if board.DISTANCE[space][end] < board.DISTANCE[here][end]))
    return way


@lru_cache(maxsize=4)
def _left(radius: float) -> Sprite:
    """Round a space that a ship has left."""
    side = round(2 * radius) + 16

    def draw(pen: Pen) -> None:
        for ink, thick in ((WHITE, 9), (NEW, 5)):
            pen.disc((side / 2, side / 2), radius + 3 + thick / 2, None, ink, thick)

    return sprite((side, side), draw)


@lru_cache(maxsize=256)
def _leg(measures: Point, a: str, b: str, last: bool, line: bool = True) -> tuple[Sprite, Point]:
    """A piece of a ship's way between two neighbours, the last one with the point of the arrow, which stands alone
    without a ``line``; and its middle."""
    chart = Chart(measures)
    (x, y), (to_x, to_y) = chart.spot(a), chart.spot(b)
    long = math.dist((x, y), (to_x, to_y))
    right, down = (to_x - x) / long, (to_y - y) / long
    far = long - radius_of(a) - radius_of(b) > 22
    first, end = radius_of(a) + (6 if far else 2), long - radius_of(b) - (6 if last and far else -2 if last else 2)
    # Where spaces lie close to each other, the point of the arrow reaches over their edges.
    neck = min(max(first, end - _POINT), end - 8) if last else end
    low, size = (min(x, to_x) - _POINT, min(y, to_y) - _POINT), (abs(to_x - x) + 2 * _POINT, abs(to_y - y) + 2 * _POINT)

    def at(along: float, aside: float = 0) -> Point:
        return x + right * along - down * aside - low[0], y + down * along + right * aside - low[1]

    def draw(pen: Pen) -> None:
        head = (at(end), at(neck, _POINT * 0.7), at(neck, -_POINT * 0.7))
        for ink, thick in ((WHITE, 10), (NEW, 5)):
            if line and neck > first:
                pen.path((at(first), at(neck)), ink, thick)
            if last:
                pen.area(head, ink, ink, thick - 5)

    return sprite((round(size[0]), round(size[1])), draw), ((x + to_x) / 2, (y + to_y) / 2)


def _ships(canvas: Canvas, chart: Chart, view: MacaoView, caption: Caption, news: News) -> None:
    """The ships beside their spaces, none on another; names of ports are written upon the lines that moor them."""
    here: dict[str, list[PlayerView]] = {}
    for player in view.players:
        here.setdefault(player.ship, []).append(player)
    taken: list[Box] = []
    moored: list[tuple[_Form, list[PlayerView]]] = []
    ties: list[tuple[str, Point]] = []
    smaller = _SMALLEST if chart.width > _BROAD else _SMALLER
    for space, players in here.items():
        (left, top, wide, high), form = _lying(chart.size, space, _forms(len(players), smaller), taken)
        taken.append((left, top, wide, high))
        sailed = bool(news.ships.intersection(player.seat for player in players))
        if sailed:
            canvas.frame((left - 4, top - 4, wide + 8, high + 8), None, NEW, 4, 10)
        if space != board.START:
            ties.append((space, (left + wide / 2, top + high / 2)))
            line, middle = _mooring(chart.size, space, taken[-1], NEW if sailed else TEXT)
            canvas.paste(line, middle)
            across, down = line.size
            tied = middle[0] - across / 2, middle[1] - down / 2, across, down
            for port, plaque in chart.plaques.items():
                if overlap(plaque, tied):
                    _name(canvas, chart, port, caption)
        moored.append((form, players))
    for id, passed in board.SPACES.items():  # lines run below the spaces that they pass
        at = chart.spot(id)
        if any(other != id and _apart(at, chart.spot(other), end) < radius_of(id) + 3 for other, end in ties):
            canvas.paste(_disc(passed.kind), at)
            _sign(canvas, id, at)
    for (left, top, _, _), (form, players) in zip(taken, moored, strict=True):
        for player, (x, y) in zip(players, form.places, strict=True):
            canvas.paste(icons.ship(player.seat, form.ship), (left + x, top + y))
            if player.seat in news.ships and not all(other.seat in news.ships for other in players):
                canvas.paste(signs.fresh(_FRESH), (left + x - form.ship / 2 + 2, top + y - form.ship / 2 + 2))


def _lying(measures: Point, space: str, forms: tuple[_Form, ...], taken: list[Box]) -> tuple[Box, _Form]:
    """Where the ships of a space lie, in which form: as little as can be is covered, of other ships least of all."""
    others, least, found = weighed(4 * OFF, taken), math.inf, None
    for form in forms:
        for cost, box in berths(measures, space, form.width, form.height):
            if cost >= least:
                break
            if (whole := cost + covered(box, others)) < least:
                least, found = whole, (box, form)
    assert found
    return found


@lru_cache(maxsize=256)
def _mooring(measures: Point, space: str, berth: Box, ink: Ink) -> tuple[Sprite, Point]:
    """The line that ties ships to their space, round which it lies as a ring, past a port's name; and its middle."""
    x, y = Chart(measures).spot(space)
    left, top, width, height = berth
    ship = left + width / 2, top + height / 2
    radius = radius_of(space) + 3
    low = min(x - radius, ship[0]) - 4, min(y - radius, ship[1]) - 4
    high = max(x + radius, ship[0]) + 4, max(y + radius, ship[1]) + 4
    size = round(high[0] - low[0]), round(high[1] - low[1])
    share = radius / math.dist((x, y), ship)
    plaque = Chart(measures).plaques.get(space)
    if plaque:  # a line that would run over the port's name begins at its far edge
        share = max([share, *(step / 60 for step in range(61) if _holds(plaque, (x, y), ship, step / 60))])
    start = x + (ship[0] - x) * share - low[0], y + (ship[1] - y) * share - low[1]
    end = ship[0] - low[0], ship[1] - low[1]

    def draw(pen: Pen) -> None:
        for tone, thick in ((WHITE, 6), (ink, 3)):
            pen.disc((x - low[0], y - low[1]), radius + thick / 2 - 2, None, tone, thick)
            pen.path((start, end), tone, thick)

    return sprite(size, draw), ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
