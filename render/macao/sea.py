"""The sea: spaces and routes, the ports with their wares and values, the ships."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from engines.macao import board
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Box, Canvas, lettered
from render.kit.ink import CARD, NEW, SOFT, TEXT, WHITE, mix
from render.kit.pen import Pen, Point, Sprite, around, sprite
from render.kit.signs import compass
from render.macao import icons, words
from render.macao.inks import LAUREL, ROUTE, SEA, SEA_DEEP
from render.macao.layout import SEA as BOX
from render.macao.news import News

_LEFT, _TOP, _WIDTH, _HEIGHT = BOX
_SIDE, _HEAD, _FOOT = 60, 114, 56
_XS = [space.layout.x for space in board.SPACES.values()]
_YS = [space.layout.y for space in board.SPACES.values()]
_SPACE, _HARBOUR, _START = 23.0, 30.0, 40.0
_PLAQUE_WIDE, _PLAQUE_HIGH = 154, 76
_TOKEN = 36
_SHIP, _BERTH, _BERTH_START = 48, 92, 160


def spot(space: str) -> Point:
    """The middle of a space; the data's map has its south at zero."""
    layout = board.SPACES[space].layout
    across = (layout.x - min(_XS)) / (max(_XS) - min(_XS))
    down = (max(_YS) - layout.y) / (max(_YS) - min(_YS))
    return _LEFT + _SIDE + across * (_WIDTH - 2 * _SIDE), _TOP + _HEAD + down * (_HEIGHT - _HEAD - _FOOT)


def _radius(space: str) -> float:
    return {"start": _START, "port": _HARBOUR}.get(board.SPACES[space].kind, _SPACE)


def _overlap(one: Box, other: Box) -> float:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def _around(space: str) -> Box:
    x, y = spot(space)
    radius = _radius(space) + 3
    return x - radius, y - radius, 2 * radius, 2 * radius


def _least(options: list[Box], taken: list[Box]) -> Box:
    """The place that covers the least of what is there and lies on the water."""

    def covered(box: Box) -> float:
        inside = _overlap(box, (_LEFT + 6, _TOP + 6, _WIDTH - 12, _HEIGHT - 12))
        return 8 * (box[2] * box[3] - inside) + sum(_overlap(box, other) for other in taken)

    return min(options, key=covered)


@lru_cache(maxsize=1)
def _legs() -> list[Box]:
    return [piece for a, b in board.ROUTES for piece in _pieces(spot(a), spot(b))]


@lru_cache(maxsize=1)
def plaques() -> dict[str, Box]:
    """Where each port's plaque lies: beside its harbour, where it covers the least."""
    chosen: dict[str, Box] = {}
    spaces = [_around(space) for space in board.SPACES]
    reach = _HARBOUR - 4
    wide, high = _PLAQUE_WIDE, _PLAQUE_HIGH
    for port in board.PORTS:
        x, y = spot(port)
        places = [
            *((x + reach, y + shift - high / 2) for shift in (0, -22, 22)),
            *((x - reach - wide, y + shift - high / 2) for shift in (0, -22, 22)),
            *((x + shift - wide / 2, y - reach - high) for shift in (0, -25, 25, -50, 50)),
            *((x + shift - wide / 2, y + reach) for shift in (0, -25, 25, -50, 50)),
        ]
        chosen[port] = _least(
            [(left, top, wide, high) for left, top in places], [*spaces, *spaces, *_legs(), *chosen.values()]
        )
    return chosen


@lru_cache(maxsize=1)
def berths() -> dict[str, Box]:
    """Where the ships of each space lie: beside it, where they cover the least."""
    found: dict[str, Box] = {}
    for space in board.SPACES:
        wide = _BERTH_START if space == board.START else _BERTH
        options: list[Box] = []
        for angle in range(0, 360, 15):
            sine, cosine = abs(math.sin(math.radians(angle))), abs(math.cos(math.radians(angle)))
            edge = min(wide / 2 / max(sine, 0.01), _SHIP / 2 / max(cosine, 0.01))
            x, y = around(spot(space), _radius(space) + edge - 2, angle)
            options.append((x - wide / 2, y - _SHIP / 2, wide, _SHIP))
        others = [_around(other) for other in board.SPACES if other != space]
        found[space] = _least(options, [*others, *_legs(), *_legs(), *plaques().values(), *found.values()])
    return found


def _pieces(start: Point, end: Point) -> list[Box]:
    """A route as small boxes."""
    count = 8
    dots = [
        (start[0] + (end[0] - start[0]) * step / count, start[1] + (end[1] - start[1]) * step / count)
        for step in range(count + 1)
    ]
    return [(min(a[0], b[0]) - 4, min(a[1], b[1]) - 4, 8, 8) for a, b in pairwise(dots)]


def water(larger: int) -> Image.Image:
    """The bare sea with its rhumb lines, ``larger`` times its size."""
    image = Image.new("RGB", (round(_WIDTH) * larger, round(_HEIGHT) * larger), SEA)
    pen = Pen(image, larger, (-_LEFT, -_TOP))
    rose = (_LEFT + 74, _TOP + 76)
    for wind in range(32):
        pen.path((rose, around(rose, 1200, 11.25 * wind)), mix(SEA, WHITE, 0.3), 1.6)
    compass(pen, rose, 48, mix(SEA_DEEP, TEXT, 0.4))
    return image


def ground(pen: Pen) -> None:
    """Routes, empty spaces, harbours and plaques, on the water."""
    pen.box((_LEFT, _TOP), (_WIDTH, _HEIGHT), None, ROUTE, 3, 0)
    for a, b in board.ROUTES:
        pen.dashes((spot(a), spot(b)), ROUTE, 4, 12, 8)
    for left, top, width, height in plaques().values():
        pen.box((left, top), (width, height), CARD, ROUTE, 3, 10)
    for id, space in board.SPACES.items():
        fill = {"port": CARD, "start": mix(CARD, SEA_DEEP, 0.25)}.get(space.kind, WHITE)
        pen.disc(spot(id), _radius(id), fill, ROUTE, 3)


def labels(canvas: Canvas, caption: Caption) -> None:
    """Numbers of the spaces, names and wares of the ports."""
    for id, space in board.SPACES.items():
        if space.kind == "sea":
            canvas.text(spot(id), str(int(id[1:])), 40, size=fonts.SMALLEST, side="m", ink=SOFT)
    canvas.paste(icons.anchor(52, ROUTE), spot(board.START))
    for port in board.PORTS.values():
        canvas.paste(icons.ware(port.ware, 42), spot(port.id))
        left, top, width, _ = plaques()[port.id]
        canvas.text(
            (left + width / 2, top + 21), caption.text(words.PORTS[port.id]), width - 12, size=fonts.SMALLEST, side="m"
        )


def draw(canvas: Canvas, view: MacaoView, news: News) -> None:
    """Values still free and ships."""
    for port in view.ports:
        left, top, width, _ = plaques()[port.id]
        values = board.PORTS[port.id].delivery_values
        start = left + width / 2 - (len(values) - 1) * 22
        for number, value in enumerate(values):
            filled = number < port.filled
            new = filled and number >= port.filled - news.ports.get(port.id, 0)
            canvas.paste(_value(value, filled, new), (start + number * 44, top + 53))
    for space in board.SPACES:
        _ships(canvas, view, space, news)


@lru_cache(maxsize=64)
def _value(value: int, filled: bool, new: bool) -> Sprite:
    """A delivery space: its points, or covered."""

    def draw(pen: Pen) -> None:
        fill, edge = (mix(SOFT, CARD, 0.7), mix(SOFT, CARD, 0.5)) if filled else (WHITE, LAUREL)
        pen.box((0, 0), (_TOKEN, _TOKEN), fill, NEW if new else edge, 5 if new else 3, 9)

    label, ink = (fonts.TIMES, SOFT) if filled else (str(value), LAUREL)
    return lettered(sprite((_TOKEN, _TOKEN), draw), (label, 28, ink, (_TOKEN / 2, _TOKEN / 2)))


def _ships(canvas: Canvas, view: MacaoView, space: str, news: News) -> None:
    here = [player.seat for player in view.players if player.ship == space]
    if not here:
        return
    left, top, width, height = berths()[space]
    x, y = left + width / 2, top + height / 2
    step = 44 if len(here) < 3 else 34
    reach = (len(here) - 1) * step
    start = min(max(x - reach / 2, _LEFT + 34), _LEFT + _WIDTH - 34 - reach)
    if news.ships.intersection(here):
        canvas.frame((start - 29, y - 30, reach + 58, 60), None, NEW, 5, 18)
    line, middle = _mooring(space)
    canvas.paste(line, middle)
    for number, seat in enumerate(here):
        canvas.paste(icons.ship(seat, _SHIP), (start + number * step, y))
    free = sum(view.players[seat].free_steps for seat in here)
    if free:
        canvas.text((start + reach + 28, y - 8), f"+{free}", 60, size=30, ink=NEW)


@lru_cache(maxsize=len(board.SPACES))
def _mooring(space: str) -> tuple[Sprite, Point]:
    """The line that ties ships to their space, round which it lies as a ring; and its middle."""
    x, y = spot(space)
    left, top, width, height = berths()[space]
    ship = left + width / 2, top + height / 2
    radius = _radius(space) + 4
    low = min(x - radius, ship[0]) - 4, min(y - radius, ship[1]) - 4
    high = max(x + radius, ship[0]) + 4, max(y + radius, ship[1]) + 4
    size = round(high[0] - low[0]), round(high[1] - low[1])
    share = radius / math.dist((x, y), ship)
    start = x + (ship[0] - x) * share - low[0], y + (ship[1] - y) * share - low[1]
    end = ship[0] - low[0], ship[1] - low[1]

    def draw(pen: Pen) -> None:
        for ink, thick in ((WHITE, 9), (TEXT, 4.5)):
            pen.disc((x - low[0], y - low[1]), radius + thick / 2 - 3, None, ink, thick)
            pen.path((start, end), ink, thick)

    return sprite(size, draw), ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
