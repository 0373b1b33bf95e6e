"""The picture of a decision: rondel, seas, market, buildings or gallery, large, with the player's own mat."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from PIL import Image

from engines import Action
from engines.navegador import board
from engines.navegador.quotes import SHIPS, BuildingQuote, FieldQuote
from engines.navegador.view import NavegadorView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.badge import badge
from render.kit.canvas import Box, Canvas
from render.kit.ground import Layers, ground
from render.kit.ink import PLAIN, SOFT, TEXT, WHITE, rgb
from render.kit.part import Part
from render.kit.pen import Pen, Point, Sprite, around
from render.navegador import (
    buildings,
    chart_pieces,
    gallery,
    icons,
    lisbon,
    market,
    mats,
    own_layout,
    rondel,
    sea,
    sums,
)
from render.navegador.geography import HEIGHT, ROSE, ROSE_RADIUS, SPOTS, WIDTH
from render.navegador.icons import COLOURS
from render.navegador.news import News
from render.navegador.sea import name_boxes

_SUBJECTS = {
    **dict.fromkeys(("sail", "discover", "colony", "giveup"), "chart"),
    **dict.fromkeys(("sell", "process"), "market"),
    **dict.fromkeys(("workers", "ships"), "lisbon"),
    "rondel": "rondel",
    "build": "buildings",
    "privilege": "gallery",
}
"""The subject of the picture, by the first word of an action."""
_GROUNDS = Layers("navegador close-ups", COLOURS)
"""Pictures before anything is written, by shape, subject and number of players."""
_SIZE = fonts.NEEDED
"""Size of text."""
COST = rgb("b3261e")
"""Ink of steps that cost ships; violet would mark a change."""
_PITCH = 42
"""Distance between the cost and the gain of a field if they stand below each other, in units."""
_NUDGE = 168
"""The farthest that the chart may be moved so that its edges cut no names, in units."""
_STEP = 24
"""Distance from one place of the chart that is tried to the next, in units."""
_ROSE_SHIFT = own_layout.ROSE[0] - ROSE[0], own_layout.ROSE[1] - ROSE[1]
"""From the rondel on the chart to the rondel alone, in units."""
_CHART_UNITS = 1.0, 0.82, 0.668
"""Pixels of a unit of the chart: the first one with which all seas of the decision have room, else the last."""


class _Gain(NamedTuple):
    """What a field of the rondel brings or costs, as it can be counted beforehand."""

    sign: Sprite
    label: str


def draw(view: NavegadorView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """Return the picture of a decision.

    Raises:
        LookupError: The decision has no subject, or a spectator looks at it.
    """
    offered = list(actions)
    subject = next((_SUBJECTS[action[0]] for action in offered if action[0] in _SUBJECTS), None)
    if subject is None or view.viewer is None:
        raise LookupError("a picture would tell no more than words")
    places = own_layout.of(caption.shape, subject)
    parts = places.parts
    seat = view.viewer

    def shapes(pen: Pen) -> None:
        mats.ground(pen, places)
        for name, place in parts.items():
            _shapes(pen, name, place, view.seats)

    key = caption.shape, subject, view.seats
    canvas = Canvas(_GROUNDS.get(key, lambda: ground(places.size, shapes).image))
    for name, place in parts.items():
        if name == "chart":
            image, at = _chart(view, place, offered)
            canvas.layer(image, at)
        else:
            _content(place, name, canvas, view, caption, offered)
    if subject == "rondel":
        _costs(parts[subject].on(canvas), view, seat)
    _head(canvas, parts["head"], seat, caption)
    (own,) = places.mats
    mats.one(own.on(canvas), places.cells, view, view.players[seat], caption, News())
    return canvas.image


def _head(canvas: Canvas, place: Part, seat: int, caption: Caption) -> None:
    """Draw the badge and the name of the player who decides."""
    head = place.on(canvas)
    head.frame(place.size, PLAIN.of(seat).wash, PLAIN.of(seat).edge, 5, 14)
    head.paste(badge(seat, 66), (52, place.height / 2))
    mat.name(head, (100, place.height / 2), caption.name(seat), place.width - 120, (46, _SIZE))


def _shapes(pen: Pen, name: str, place: Part, seats: int) -> None:
    """Draw the part of a name before anything is written."""
    match name:
        case "rondel":
            rondel.ground(place.under(pen).moved(_ROSE_SHIFT))
        case "market":
            market.ground(pen, place)
        case "buildings":
            buildings.ground(pen, place, seats)
        case "lisbon":
            lisbon.ground(pen, place)
        case "gallery":
            gallery.ground(pen, place)
        case "sums":
            sums.ground(pen, place)


def _content(
    place: Part, name: str, canvas: Canvas, view: NavegadorView, caption: Caption, offered: Sequence[Action]
) -> None:
    """Draw the words and pieces of the part of a name; a picture of a decision marks no news."""
    news = News()
    match name:
        case "rondel":
            rose = place.on(canvas).moved(_ROSE_SHIFT)
            rondel.labels(rose, caption)
            rondel.pieces(rose, view, news, caption)
        case "market":
            market.labels(canvas, place)
            market.draw(canvas, place, view, news)
        case "buildings":
            buildings.labels(canvas, place, view.seats)
            buildings.draw(canvas, place, view, news, _buildable(view))
        case "lisbon":
            lisbon.labels(canvas, place)
            lisbon.draw(canvas, place, view, news)
        case "gallery":
            gallery.labels(canvas, place, caption)
            gallery.draw(canvas, place, view, news)
        case "sums":
            sums.draw(canvas, place, sums.of(view))


def _buildable(view: NavegadorView) -> dict[str, int]:
    """Return how many buildings of each row the player can pay, one after the other."""
    quoted = {row: view.quotes.get(f"build {row}") for row in board.BUILDINGS}
    return {row: quote.limit if isinstance(quote, BuildingQuote) else 0 for row, quote in quoted.items()}


def _costs(canvas: Canvas, view: NavegadorView, seat: int) -> None:
    """Draw beside each field of the rondel its distance, its cost in ships and its countable gain."""
    for field, name in enumerate(board.RONDEL):
        quote = view.quotes.get(f"rondel {name}")
        if not isinstance(quote, FieldQuote) or not quote.offered:
            continue
        gain = _outlook(name, quote.outlook)
        if quote.steps or gain:
            _cost(canvas, field, quote.steps, quote.price.get(SHIPS, 0), gain, seat)


def _cost(canvas: Canvas, field: int, steps: int, cost: int, gain: _Gain | None, seat: int) -> None:
    """Draw the plate beside a field of the rondel.

    It has the ships that the steps cost, or the number of steps if they cost nothing, and then the gain.

    Args:
        canvas: The canvas of the rondel.
        field: The number of the field, clockwise from the top.
        steps: The number of steps; 0: the stone is put down.
        cost: The number of ships.
        gain: The gain; None: it cannot be counted.
        seat: The player who decides.
    """
    way_width = (30 if steps else 0) + (56 if cost else 0)
    gain_width = 54 + fonts.width(gain.label, _SIZE) if gain else 0
    # To the left and right of the rose there is least room: there the gain stands below the cost.
    in_two_lines = bool(field % 4 == 2 and way_width and gain_width)
    wide = 32.0 + (max(way_width, gain_width) if in_two_lines else way_width + gain_width)
    high = 52.0 + (_PITCH if in_two_lines else 0)
    left_x, y = _plate(field, wide)
    canvas.frame((left_x, y - high / 2, wide, high), WHITE, COST if cost else PLAIN.of(seat).edge, 5, 26)
    if in_two_lines:
        y -= _PITCH / 2
    label = str(steps) if steps else ""
    if cost:
        label = f"{fonts.MINUS}{cost}"
    end = left_x + (20 if steps else 10)
    end += canvas.text((left_x + 20, y), label, 60, size=_SIZE, ink=COST if cost else TEXT)
    if cost:
        canvas.paste(icons.icon("ship", 38, ink=COST), (end + 4, y), "l")
        end += 42
    if gain:
        x, y = (left_x + 10, y + _PITCH) if in_two_lines else (end, y)
        canvas.paste(gain.sign, (x + 10, y), "l")
        canvas.text((x + 50, y), gain.label, 120, size=_SIZE, ink=SOFT)


def _plate(field: int, width: float) -> Point:
    """Return the left end of a plate beside a field, and the middle of its height.

    The plate lies outside the rim: to the right of it for the fields at the right, to the left for those at the left.
    """
    angle = 45 * field
    x, y = around(own_layout.ROSE, ROSE_RADIUS + 36, angle)
    left_x = x - width / 2 + math.sin(math.radians(angle)) * max(0, width / 2 - 31)
    return min(max(left_x, 6), 2 * own_layout.ROSE[0] - width - 6), y


def _outlook(field: str, number: int | None) -> _Gain | None:
    """Return the gain or cost of a field; None: it cannot be counted."""
    if number is None:
        return None
    match board.FIELD_ACTION[board.RONDEL.index(field)]:
        case "workers":
            return _Gain(icons.icon("worker", 36, ink=SOFT), f"{fonts.TIMES}{number}")
        case "ships":
            return _Gain(icons.icon("ship_hollow", 36, ink=SOFT), f"{fonts.TIMES}{number}")
        case "sailing":
            return _Gain(icons.icon("ship", 36, ink=SOFT), f"{fonts.TIMES}{number}")
        case "colony":
            return _Gain(icons.icon("coin", 34), f"{fonts.MINUS}{number}")
        case _:
            return _Gain(icons.icon("coin", 34), str(number))


# -- the chart -------------------------------------------------------------------------------------------------------


def _chart(view: NavegadorView, room: Part, offered: Sequence[Action]) -> tuple[Image.Image, Point]:
    """Draw the part of the chart around the seas of the decision, and return its place."""
    destinations = _named(offered)
    ways = voyages(offered)
    seas = [*dict.fromkeys((*destinations, *(origin for origin, _ in ways)))]
    place, (left_x, top) = _window(view, room, seas)
    image = sea.chart(place.unit).image.convert("RGB")
    canvas = Canvas(image, place.unit)
    colour = PLAIN.of(view.viewer or 0)
    chart_pieces.draw(canvas, view, News(), ways, colour.shade)
    for region in destinations:
        for x, y, wide, high in _fleets(view, region):
            canvas.frame((x - 7, y - 5, wide + 14, high + 10), None, WHITE, 10, 24)
            canvas.frame((x - 5, y - 3, wide + 10, high + 6), None, colour.edge, 7, 22)
    start_x = round(left_x * place.unit)
    start_y = round(top * place.unit)
    end_x = start_x + round(place.width * place.unit)
    end_y = start_y + round(place.height * place.unit)
    return image.crop((start_x, start_y, end_x, end_y)), (place.left, place.top)


def _fleets(view: NavegadorView, region: str) -> Iterable[Box]:
    """Return the boxes of the explorer or of the fleets in a sea."""
    return chart_pieces.fleet_frames(region, sum(player.fleet.get(region, 0) > 0 for player in view.players))


def _window(view: NavegadorView, room: Part, seas: Sequence[str]) -> tuple[Part, Point]:
    """Return the place of the chart in its room, and the upper left corner of what is shown, in units of the chart.

    Args:
        view: The position.
        room: The part of the picture that is free for the chart.
        seas: The seas of the decision.
    """
    _, _, wide, high = room.box
    high = min(high, HEIGHT)  # the whole chart lies at the top of its room
    for unit in _CHART_UNITS:
        width = min(wide / unit, WIDTH)
        height = min(high / unit, HEIGHT)
        left_x = room.left + (wide - width * unit) / 2
        top = room.top + (high - height * unit) / 2
        place = Part(left_x, top, width, height, unit)
        at = corner(place, view, seas)
        if all(_holds(place, at, box) for name in seas for box in whole(view, name)):
            break
    return place, at


def voyages(offered: Sequence[Action]) -> list[tuple[str, str]]:
    """Return the voyages that ships may make now, discoveries included."""
    ways = [(action[1], action[2]) for action in offered if action[0] == "sail" and len(action) > 2]
    ways += [(origin, action[1]) for action in offered if action[0] == "discover" for origin in action[2:]]
    return [voyage for voyage in dict.fromkeys(ways) if voyage[0] != voyage[1] and set(voyage) <= SPOTS.keys()]


def _named(offered: Sequence[Action]) -> list[str]:
    """Return the seas that the actions lead to."""
    # The place of the sea among the words of an action; beginnings of actions may not name it yet.
    index = {"discover": 1, "sail": 2, "colony": 1, "giveup": 1}
    seas = (action[index[action[0]]] for action in offered if action[0] in index and len(action) > index[action[0]])
    return [sea for sea in dict.fromkeys(seas) if sea in SPOTS]


def corner(place: Part, view: NavegadorView, seas: Collection[str]) -> tuple[int, int]:
    """Return the upper left corner of the part of the chart that is shown.

    The named seas are in its middle, or so near it that the edges cut none of their names and pieces, and as few of
    the others as possible.
    """
    xs = [SPOTS[name].ships[0] for name in seas] or [WIDTH / 2]
    ys = [SPOTS[name].ships[1] for name in seas] or [HEIGHT / 2]
    most_left = WIDTH - place.width
    most_top = HEIGHT - place.height
    left_x = min(max((min(xs) + max(xs)) / 2 - place.width / 2, 0), most_left)
    top = min(max((min(ys) + max(ys)) / 2 - place.height / 2, 0), most_top)
    needed = [box for name in seas for box in whole(view, name)]
    names = [box for name in SPOTS for box in name_boxes(name)]
    pieces = [box for name in SPOTS for box in whole(view, name)]

    def badness(at: Point) -> tuple[int, int, int, float]:
        """Return how bad a corner is: first things of the decision that it cuts, then names, pieces, the distance."""
        return (
            sum(not _holds(place, at, box) for box in needed),
            sum(_cut(place, at, box) for box in names),
            sum(_cut(place, at, box) for box in pieces),
            math.dist(at, (left_x, top)),
        )

    best = min(product(_near(left_x, most_left), _near(top, most_top)), key=badness)
    return round(best[0]), round(best[1])


def _near(at: float, most: float) -> list[float]:
    """Return coordinates around one of a corner that are tried, from 0 to ``most``."""
    return sorted({min(max(at + step, 0), most) for step in range(-_NUDGE, _NUDGE + 1, _STEP)})


def whole(view: NavegadorView, region: str) -> Iterator[Box]:
    """Yield the boxes of a sea that should not be cut: its name, its explorer or fleets, its colony tokens."""
    yield from name_boxes(region)
    yield from _fleets(view, region)
    sea_view = next(candidate for candidate in view.regions if candidate.id == region)
    if sea_view.good is not None:
        yield chart_pieces.stack_box(region, sea_view.hidden if sea_view.tokens is None else len(sea_view.tokens))


def _holds(place: Part, at: Point, box: Box) -> bool:
    """Return whether a box is shown as a whole if the part of the chart begins at a corner."""
    left_x, top, wide, high = box
    return (
        at[0] <= left_x and left_x + wide <= at[0] + place.width and at[1] <= top and top + high <= at[1] + place.height
    )


def _cut(place: Part, at: Point, box: Box) -> bool:
    """Return whether an edge of that part runs through a box."""
    left_x, top, wide, high = box
    across = at[0] < left_x + wide and left_x < at[0] + place.width
    down = at[1] < top + high and top < at[1] + place.height
    return across and down and not _holds(place, at, box)
