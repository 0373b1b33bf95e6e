"""The sea: spaces and routes, the ports with their wares and values, the ships."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from PIL import Image

from engines.macao import board
from engines.macao.view import MacaoView, PlayerView
from render.caption import Caption
from render.kit import fonts, signs
from render.kit.canvas import Box, Canvas, lettered
from render.kit.ink import CARD, NEW, SOFT, TEXT, WHITE, mix
from render.kit.part import Part
from render.kit.pen import Pen, Point, Sprite, around, sprite
from render.macao import icons, words
from render.macao.inks import LAUREL, ROUTE, SEA, SEA_DEEP
from render.macao.layout import NEEDED
from render.macao.news import News

_SIDE, _HEAD, _FOOT = 30, 84, 42
_MOVED: dict[str, Point] = {
    "s01": (3.7, 0.9),
    "s02": (2.95, 0.78),
    "s03": (6.3, 0.9),
    "s04": (7.05, 0.78),
    "s05": (5.0, 1.2),
    "s14": (1.72, 3.95),
    "s15": (8.05, 3.95),
    "s16": (4.7, 5.0),
    "s17": (3.7, 5.6),
    "s18": (6.8, 5.85),
    "s19": (9.1, 2.0),
    "s20": (9.4, 4.05),
    "s21": (8.5, 6.0),
    "barcelona": (2.75, 3.0),
    "antwerpen": (8.5, 5.05),
}
"""Spaces that make room for the ports' plaques, on the data's map."""
_SPOTS: dict[str, Point] = {id: _MOVED.get(id, (space.layout.x, space.layout.y)) for id, space in board.SPACES.items()}
_XS, _YS = ([spot[axis] for spot in _SPOTS.values()] for axis in (0, 1))
_WEST, _EAST, _SOUTH, _NORTH = min(_XS), max(_XS), min(_YS), max(_YS)
_RADIUS = {"start": 26.0, "port": 20.0, "sea": 14.0}
_FILL = {"start": mix(CARD, SEA_DEEP, 0.25), "port": CARD, "sea": WHITE}
_PLAQUE_WIDE, _PLAQUE_HIGH = 110, 54
_NAME, _VALUES = 13, 38
"""How far below a plaque's edge its lines lie."""
_TOKEN, _TOKEN_STEP = 26, 31
_POINT = 15
"""Length of the point of an arrow."""
_FRESH = 16
"""The sign beside a ship that has sailed to others."""
_STEP, _OFF, _NEAR = 4, 10, 5
"""How finely a place for a plaque is sought; how much worse it is to cover a space or a plaque than a route; what
a unit of distance counts."""
_CLOSE, _FAR, _CROWDED = (1, 5, 10, 16, 24, 34, 46), (60, 76), 4000
"""How far from its space a berth is sought; how far, when each of those costs so much that it covers what is told."""
_SHIP, _MANY, _SMALLER, _SMALLEST, _BROAD = 36, 3, 32, 30, 400
"""Size of a ship; how many at a space are smaller, and their size; smaller still on a sea so broad, where spaces lie
closer below each other."""


_Weighed = tuple[float, float, float, float, float]
"""How much worse than anything else it is to cover a box; its left, top, right and bottom."""


class Chart:
    """Where everything lies on a sea of some size."""

    def __init__(self, size: Point) -> None:
        self.width, self.height = self.size = size

    def spot(self, space: str) -> Point:
        """The middle of a space; the data's map has its south at zero."""
        x, y = _SPOTS[space]
        across = (x - _WEST) / (_EAST - _WEST)
        down = (_NORTH - y) / (_NORTH - _SOUTH)
        return _SIDE + across * (self.width - 2 * _SIDE), _HEAD + down * (self.height - _HEAD - _FOOT)

    def around(self, space: str, more: float = 3) -> Box:
        """The box of a space, and ``more`` on every side."""
        x, y = self.spot(space)
        radius = _radius(space) + more
        return x - radius, y - radius, 2 * radius, 2 * radius

    def _cost(self, box: Box, taken: list[_Weighed], near: Point) -> float:
        """What a box covers of the land and of what is there; and a little for being far away."""
        inside = _overlap(box, (4, 4, self.width - 8, self.height - 8))
        away = math.dist(near, (box[0] + box[2] / 2, box[1] + box[3] / 2))
        return 8 * (box[2] * box[3] - inside) + _covered(box, taken) + _NEAR * away

    @property
    def plaques(self) -> dict[str, Box]:
        """Where each port's plaque lies: beside its harbour, where it covers the least."""
        return _plaques(self.size)

    def crossed(self, a: str, b: str) -> set[str]:
        """The ports whose plaques lie on the route between two neighbours."""
        pieces = _pieces(self.spot(a), self.spot(b))
        return {port for port, box in self.plaques.items() if any(_overlap(box, piece) for piece in pieces)}

    def placed_plaques(self) -> dict[str, Box]:
        chosen: dict[str, Box] = {}
        spaces = [self.around(space) for space in board.SPACES]
        wide, high = _PLAQUE_WIDE, _PLAQUE_HIGH
        for port in board.PORTS:
            x, y = self.spot(port)
            options: list[Box] = [
                (x + right - wide / 2, y + down - high / 2, wide, high)
                for right in range(-84, 85, _STEP)
                for down in range(-56, 57, _STEP)
                if abs(right) >= wide / 2 + _RADIUS["port"] or abs(down) >= high / 2 + _RADIUS["port"]
            ]
            taken = _reached(options, [*_weighed(_OFF, [*spaces, *chosen.values()]), *_legs(self.size)])
            costs = [self._cost(box, taken, (x, y)) for box in options]
            chosen[port] = options[costs.index(min(costs))]
        return chosen

    def placed_berths(self, space: str, width: float, height: float) -> list[tuple[float, Box]]:
        close = self._berths(space, width, height, _CLOSE)
        return close if min(close)[0] < _CROWDED else close + self._berths(space, width, height, _FAR)

    def _berths(self, space: str, width: float, height: float, distances: Sequence[int]) -> list[tuple[float, Box]]:
        x, y = self.spot(space)
        options: list[Box] = []
        for angle in range(0, 360, 10) if space != board.START else ():
            sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
            edge = min(width / 2 / max(sine, 0.01), height / 2 / max(cosine, 0.01))
            for further in distances:
                across, down = around((x, y), _radius(space) + edge + further, angle)
                options.append((across - width / 2, down - height / 2, width, height))
        if space == board.START:
            options.append((x - width / 2, self.height - 5 - height, width, height))
        others = [self.around(other) for other in board.SPACES]
        told = [*self.plaques.values(), *(self.around(other, 2) for other in board.SPACES)]
        taken = _reached(options, [*_weighed(1, others), *_weighed(4 * _OFF, told), *_legs(self.size)])
        water = 2, 2, self.width - 4, self.height - 4
        afloat = [box for box in options if _overlap(box, water) >= box[2] * box[3] - 1]
        plaques = _reached(options, _weighed(4 * _OFF, self.plaques.values()))
        return [(self._cost(box, taken, (x, y)) + _crossed((x, y), box, plaques), box) for box in afloat or options]


def _weighed(weight: float, boxes: Iterable[Box]) -> list[_Weighed]:
    return [(weight, left, top, left + wide, top + high) for left, top, wide, high in boxes]


def _reached(options: Sequence[Box], taken: Sequence[_Weighed]) -> list[_Weighed]:
    """Those of what is there that some of the options may cover; the search asks about each of them for each option."""
    left, top = min(box[0] for box in options), min(box[1] for box in options)
    right, bottom = max(box[0] + box[2] for box in options), max(box[1] + box[3] for box in options)
    return [each for each in taken if each[1] < right and each[2] < bottom and each[3] > left and each[4] > top]


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


@lru_cache(maxsize=16)
def _plaques(size: Point) -> dict[str, Box]:
    return Chart(size).placed_plaques()


@lru_cache(maxsize=16)
def _legs(size: Point) -> list[_Weighed]:
    spot = Chart(size).spot
    return _weighed(1, (piece for a, b in board.ROUTES for piece in _pieces(spot(a), spot(b))))


@lru_cache(maxsize=512)
def _berths(size: Point, space: str, wide: float, high: float) -> list[tuple[float, Box]]:
    """Places beside a space, each with what it covers, the best first."""
    return sorted(Chart(size).placed_berths(space, wide, high), key=itemgetter(0))


def _radius(space: str) -> float:
    return _RADIUS[board.SPACES[space].kind]


def _overlap(one: Box, other: Box) -> float:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def _covered(box: Box, taken: Sequence[_Weighed]) -> float:
    """How much of what is there a box covers, by weight. It is asked about some hundred boxes for every ship that comes
    to a new space, so what lies elsewhere must cost next to nothing."""
    left, top, width, height = box
    right, bottom, covered = left + width, top + height, 0.0
    for weight, a, b, c, d in taken:
        if a < right and b < bottom and c > left and d > top:
            across = (right if right < c else c) - (left if left > a else a)
            covered += weight * across * ((bottom if bottom < d else d) - (top if top > b else b))
    return covered


def _crossed(space: Point, berth: Box, plaques: Sequence[_Weighed]) -> float:
    """How much of the plaques the line covers that ties ships to their space."""
    if not plaques:
        return 0
    left, top, width, height = berth
    return sum(_covered(piece, plaques) for piece in _pieces(space, (left + width / 2, top + height / 2)))


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


def _pieces(start: Point, end: Point) -> list[Box]:
    """A route as small boxes."""
    count = 6
    dots = [
        (start[0] + (end[0] - start[0]) * step / count, start[1] + (end[1] - start[1]) * step / count)
        for step in range(count + 1)
    ]
    return [(min(a[0], b[0]) - 3, min(a[1], b[1]) - 3, 6, 6) for a, b in pairwise(dots)]


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
        pen.box((left, top), (width, height), CARD, ROUTE, 2, 7)
    for id, space in board.SPACES.items():
        pen.disc(chart.spot(id), _radius(id), _FILL[space.kind], ROUTE, 2)


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
    side = round(2 * _RADIUS[kind]) + 2
    return sprite((side, side), lambda pen: pen.disc((side / 2, side / 2), _RADIUS[kind], _FILL[kind], ROUTE, 2))


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
        fill, edge = (mix(SOFT, CARD, 0.7), mix(SOFT, CARD, 0.5)) if filled else (WHITE, LAUREL)
        pen.box((0, 0), (_TOKEN, _TOKEN), NEW if new else fill, NEW if new else edge, 2, 6)

    label, ink = (fonts.TIMES, WHITE if new else SOFT) if filled else (str(value), LAUREL)
    return lettered(sprite((_TOKEN, _TOKEN), draw), (label, 21, ink, (_TOKEN / 2, _TOKEN / 2)))


def _voyage(canvas: Canvas, chart: Chart, ends: Sequence[str], caption: Caption) -> None:
    """The way of a ship: a ring round the space that it left, an arrow along the routes to each end of its voyages."""
    canvas.paste(_left(_radius(ends[0])), chart.spot(ends[0]))
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
    """The empty plaque of a port."""
    return sprite((round(width), round(height)), lambda pen: pen.box((0, 0), (width, height), CARD, ROUTE, 2, 7))


@lru_cache(maxsize=512)
def _way(start: str, end: str) -> tuple[str, ...]:
    """The spaces of a shortest way."""
    ways: dict[str, tuple[str, ...]] = {start: (start,)}
    queue = [start]
    for space in queue:
        for route in board.ROUTES:
            if space in route:
                other = route[1] if route[0] == space else route[0]
                if other not in ways:
                    ways[other] = (*ways[space], other)
                    queue.append(other)
    return ways[end]


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
    far = long - _radius(a) - _radius(b) > 22
    first, end = _radius(a) + (6 if far else 2), long - _radius(b) - (6 if last and far else -2 if last else 2)
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
        if news.ships.intersection(player.seat for player in players):
            canvas.frame((left - 4, top - 4, wide + 8, high + 8), None, NEW, 4, 10)
        if space != board.START:
            ties.append((space, (left + wide / 2, top + high / 2)))
            line, middle = _mooring(chart.size, space, taken[-1])
            canvas.paste(line, middle)
            across, down = line.size
            tied = middle[0] - across / 2, middle[1] - down / 2, across, down
            for port, plaque in chart.plaques.items():
                if _overlap(plaque, tied):
                    _name(canvas, chart, port, caption)
        moored.append((form, players))
    for id, passed in board.SPACES.items():  # lines run below the spaces that they pass
        at = chart.spot(id)
        if any(other != id and _apart(at, chart.spot(other), end) < _radius(id) + 3 for other, end in ties):
            canvas.paste(_disc(passed.kind), at)
            _sign(canvas, id, at)
    for (left, top, _, _), (form, players) in zip(taken, moored, strict=True):
        for player, (x, y) in zip(players, form.places, strict=True):
            canvas.paste(icons.ship(player.seat, form.ship), (left + x, top + y))
            if player.seat in news.ships and not all(other.seat in news.ships for other in players):
                canvas.paste(signs.fresh(_FRESH), (left + x - form.ship / 2 + 2, top + y - form.ship / 2 + 2))


def _lying(measures: Point, space: str, forms: tuple[_Form, ...], taken: list[Box]) -> tuple[Box, _Form]:
    """Where the ships of a space lie, in which form: as little as can be is covered, of other ships least of all."""
    others, least, found = _weighed(4 * _OFF, taken), math.inf, None
    for form in forms:
        for cost, box in _berths(measures, space, form.width, form.height):
            if cost >= least:
                break
            if (whole := cost + _covered(box, others)) < least:
                least, found = whole, (box, form)
    assert found
    return found


@lru_cache(maxsize=256)
def _mooring(measures: Point, space: str, berth: Box) -> tuple[Sprite, Point]:
    """The line that ties ships to their space, round which it lies as a ring, past a port's name; and its middle."""
    x, y = Chart(measures).spot(space)
    left, top, width, height = berth
    ship = left + width / 2, top + height / 2
    radius = _radius(space) + 3
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
        for ink, thick in ((WHITE, 6), (TEXT, 3)):
            pen.disc((x - low[0], y - low[1]), radius + thick / 2 - 2, None, ink, thick)
            pen.path((start, end), ink, thick)

    return sprite(size, draw), ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
