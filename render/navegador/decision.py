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
from render.kit.ground import ground
from render.kit.ink import PLAIN, SOFT, TEXT, WHITE, rgb
from render.kit.layers import Layers
from render.kit.part import Part, part
from render.kit.pen import Pen, Point, Sprite, around
from render.navegador import buildings, chart_pieces, gallery, icons, lisbon, market, mats, rondel, sea, sums
from render.navegador.geography import HEIGHT, ROSE, ROSE_RADIUS, SPOTS, WIDTH
from render.navegador.icons import COLOURS
from render.navegador.layout import BAND, GALLERY, LISBON, MARKET, own_cells, rows
from render.navegador.news import News
from render.navegador.sea import name_boxes
from render.shape import TALL_WIDTH, WIDE_SIZE, Shape

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
_BUILDINGS = 760
_SIZE = fonts.NEEDED
COST = rgb("b3261e")
"""Ink of steps that cost ships; violet would mark a change."""
_ROSE = ROSE_RADIUS + 165, ROSE_RADIUS + 70
"""The middle of the rondel, with room around it for costs and gains of its fields, in units."""
_PITCH = 42
"""Distance between the cost and the gain of a field if they stand below each other, in units."""
_SIZES = {
    "rondel": (2 * _ROSE[0], 2 * _ROSE[1]),
    "market": (MARKET, BAND),
    "buildings": (_BUILDINGS, BAND),
    "lisbon": (LISBON, BAND),
    "gallery": (GALLERY, BAND),
    "sums": (sums.WIDTH, BAND),
}
"""Sizes of the subjects, in their units. The chart is missing: it is cut to the room there is."""
_BESIDE = {"rondel": "market", "chart": "lisbon", "market": "sums", "lisbon": "sums", "buildings": "lisbon"}
"""The second subject of a decision, shown beside the first."""
# Units by which the chart may be moved so that its edges cut no names, and from one try to the next.
_NUDGE = 168
_STEP = 24
_CHART_UNITS = 1.0, 0.82, 0.668
"""Pixels of a unit of the chart: the first one with which all seas of the decision have room, else the last."""


class _Places(NamedTuple):
    size: tuple[int, int]
    head: Part
    subject: Box
    """The room for the subject, in pixels."""
    mat: Part
    beside: Box


WIDE = _Places(
    WIDE_SIZE,
    Part(16, 16, 1046, 92),
    (16, 124, 1046, 860),
    part((1084, 16, 500, 500), 0.9),
    (1084, 532, 500, 452),
)
TALL = _Places(
    (TALL_WIDTH, 1840),
    Part(18, 18, 1564, 100),
    (0, 134, TALL_WIDTH, 1060),
    part((18, 1212, 940, 610), 1.5),
    (976, 1212, 606, 610),
)


def draw(view: NavegadorView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """Return the picture of a decision.

    Raises:
        LookupError: The decision has no subject, or a spectator looks at it.
    """
    offered = list(actions)
    subject = next((_SUBJECTS[action[0]] for action in offered if action[0] in _SUBJECTS), None)
    if subject is None or view.viewer is None:
        raise LookupError("a picture would tell no more than words")
    places = WIDE if caption.shape is Shape.WIDE else TALL
    seat = view.viewer
    cells = own_cells(places.mat)
    shown = [subject, *filter(None, [_BESIDE.get(subject)])]
    parts = {name: _fitted(name, room) for name, room in zip(shown, (places.subject, places.beside), strict=False)}

    def shapes(pen: Pen) -> None:
        mats.bare(places.mat.under(pen), places.mat, cells)
        for name, place in parts.items():
            _shapes(place.under(pen), name, place, view.seats)

    key = caption.shape, *shown, view.seats
    canvas = Canvas(_GROUNDS.get(key, lambda: ground(places.size, shapes).image))
    for name, place in parts.items():
        if name == "chart":
            image, at = _chart(view, place, offered)
            canvas.layer(image, at)
        else:
            _content(place, name, canvas, view, caption, offered)
    if subject == "rondel":
        _costs(parts[subject].on(canvas), view, seat)
    head = places.head.on(canvas)
    head.frame(places.head.size, PLAIN.of(seat).wash, PLAIN.of(seat).edge, 5, 14)
    head.paste(badge(seat, 66), (52, places.head.height / 2))
    mat.name(head, (100, places.head.height / 2), caption.name(seat), places.head.width - 120, (46, _SIZE))
    mats.one(places.mat.on(canvas), cells, view, view.players[seat], caption, News())
    return canvas.image


def _fitted(name: str, room: Box) -> Part:
    """Return a part as large as its room allows, in the middle of it."""
    left, top, width, height = room
    if name == "chart":
        return Part(left, top, min(width, WIDTH), min(height, HEIGHT))
    wide, high = _SIZES[name]
    unit = min(width / wide, height / high, 2.0)
    return Part(left + (width - wide * unit) / 2, top + (height - high * unit) / 2, wide, high, unit)


def _shapes(pen: Pen, name: str, place: Part, seats: int) -> None:
    match name:
        case "rondel":
            rondel.ground(pen.moved((_ROSE[0] - ROSE[0], _ROSE[1] - ROSE[1])))
        case "market":
            market.ground(pen, place)
        case "buildings":
            buildings.ground(pen, place, seats)
        case "lisbon":
            lisbon.ground(pen, place)
        case "gallery":
            gallery.ground(pen, place, rows(place))
        case "sums":
            sums.ground(pen, place)


def _content(
    place: Part, name: str, canvas: Canvas, view: NavegadorView, caption: Caption, offered: Sequence[Action]
) -> None:
    field = place.on(canvas)
    news = News()
    match name:
        case "rondel":
            rose = field.moved((_ROSE[0] - ROSE[0], _ROSE[1] - ROSE[1]))
            rondel.labels(rose, caption)
            rondel.pieces(rose, view, news, caption)
        case "market":
            market.labels(field)
            market.draw(field, view, news)
        case "buildings":
            buildings.labels(field)
            buildings.draw(field, place.width, view, news, _buildable(view))
        case "lisbon":
            lisbon.labels(field, place)
            lisbon.draw(field, place, view, news)
        case "gallery":
            gallery.labels(field, rows(place), caption)
            gallery.draw(field, rows(place), view, news)
        case "sums":
            sums.draw(field, place, sums.of(view))


def _buildable(view: NavegadorView) -> dict[str, int]:
    """Return how many buildings of each row the player can pay, one after the other."""
    quoted = {row: view.quotes.get(f"build {row}") for row in board.BUILDINGS}
    return {row: quote.most if isinstance(quote, BuildingQuote) else 0 for row, quote in quoted.items()}


def _costs(canvas: Canvas, view: NavegadorView, seat: int) -> None:
    """Draw beside each field of the rondel its distance, its cost in ships and its countable gain."""
    for field, name in enumerate(board.RONDEL):
        quote = view.quotes.get(f"rondel {name}")
        if not isinstance(quote, FieldQuote) or not quote.offered:
            continue
        steps = quote.steps
        cost = quote.price.get(SHIPS, 0)
        gain = _outlook(name, quote.outlook)
        if not steps and gain is None:
            continue
        signs_width = 30 * bool(steps) + 56 * bool(cost)
        brings = 54 + fonts.width(gain[1], _SIZE) if gain else 0
        lines = 2 if field % 4 == 2 and signs_width and brings else 1  # beside the rose there is least room
        wide = 32.0 + (max(signs_width, brings) if lines == 2 else signs_width + brings)
        high = 52.0 + _PITCH * (lines - 1)
        x, y = around(_ROSE, ROSE_RADIUS + 36, 45 * field)
        left = x - wide / 2 + math.sin(math.radians(45 * field)) * max(0, wide / 2 - 31)
        left = min(max(left, 6), 2 * _ROSE[0] - wide - 6)
        canvas.frame((left, y - high / 2, wide, high), WHITE, COST if cost else PLAIN.of(seat).edge, 5, 26)
        y -= _PITCH * (lines - 1) / 2
        label = f"{fonts.MINUS}{cost}" if cost else str(steps) if steps else ""
        end = left + (20 if steps else 10)
        end += canvas.text((left + 20, y), label, 60, size=_SIZE, ink=COST if cost else TEXT)
        if cost:
            canvas.paste(icons.icon("ship", 38, ink=COST), (end + 4, y), "l")
            end += 42
        if gain:
            at = (left + 10, y + _PITCH) if lines == 2 else (end, y)
            canvas.paste(gain[0], (at[0] + 10, at[1]), "l")
            canvas.text((at[0] + 50, at[1]), gain[1], 120, size=_SIZE, ink=SOFT)


def _outlook(field: str, number: int | None) -> tuple[Sprite, str] | None:
    """Return the gain or cost of a field, as a sign and a number."""
    if number is None:
        return None
    match board.FIELD_ACTION[board.RONDEL.index(field)]:
        case "workers":
            return icons.icon("worker", 36, ink=SOFT), f"{fonts.TIMES}{number}"
        case "ships":
            return icons.icon("ship_hollow", 36, ink=SOFT), f"{fonts.TIMES}{number}"
        case "sailing":
            return icons.icon("ship", 36, ink=SOFT), f"{fonts.TIMES}{number}"
        case "colony":
            return icons.icon("coin", 34), f"{fonts.MINUS}{number}"
        case _:
            return icons.icon("coin", 34), str(number)


# -- the chart -------------------------------------------------------------------------------------------------------


def _chart(view: NavegadorView, room: Part, offered: Sequence[Action]) -> tuple[Image.Image, Point]:
    """Draw the part of the chart around the seas of the decision, and return its place."""
    seas = [*dict.fromkeys((*_named(offered), *(origin for origin, _ in voyages(offered))))]
    place, (left, top) = _window(view, room, seas)
    image = sea.chart(place.unit).image.convert("RGB")
    canvas = Canvas(image, place.unit)
    seat = view.viewer or 0
    chart_pieces.draw(canvas, view, News(), voyages(offered), PLAIN.of(seat).shade)
    for region in _named(offered):
        for x, y, wide, high in chart_pieces.fleet_frames(
            region, sum(player.fleet.get(region, 0) > 0 for player in view.players)
        ):
            canvas.frame((x - 7, y - 5, wide + 14, high + 10), None, WHITE, 10, 24)
            canvas.frame((x - 5, y - 3, wide + 10, high + 6), None, PLAIN.of(seat).edge, 7, 22)
    wide = round(place.width * place.unit)
    high = round(place.height * place.unit)
    x = round(left * place.unit)
    y = round(top * place.unit)
    return image.crop((x, y, x + wide, y + high)), (place.left, place.top)


def _window(view: NavegadorView, room: Part, seas: Sequence[str]) -> tuple[Part, Point]:
    """Return the box of the chart in its room, and the upper left corner of the part that is shown."""
    _, _, wide, high = room.box
    for unit in _CHART_UNITS:
        width = min(wide / unit, WIDTH)
        height = min(high / unit, HEIGHT)
        left = room.left + (wide - width * unit) / 2
        top = room.top + (high - height * unit) / 2
        place = Part(left, top, width, height, unit)
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
    last = {"discover": 1, "sail": 2, "colony": 1, "giveup": 1}
    seas = (action[last[action[0]]] for action in offered if action[0] in last and len(action) > last[action[0]])
    return [sea for sea in dict.fromkeys(seas) if sea in SPOTS]


def corner(place: Part, view: NavegadorView, seas: Collection[str]) -> tuple[int, int]:
    """Return the upper left corner of the part of the chart that is shown.

    The named seas are in its middle, or so near it that the edges cut none of their names and pieces, and as few of
    the others as possible.
    """
    across = [SPOTS[name].ships[0] for name in seas] or [WIDTH / 2]
    down = [SPOTS[name].ships[1] for name in seas] or [HEIGHT / 2]
    middle = (min(across) + max(across)) / 2 - place.width / 2, (min(down) + max(down)) / 2 - place.height / 2
    most = WIDTH - place.width, HEIGHT - place.height
    left, top = (min(max(at, 0), end) for at, end in zip(middle, most, strict=True))
    needed = [box for name in seas for box in whole(view, name)]
    names = [box for name in SPOTS for box in name_boxes(name)]
    others = [box for name in SPOTS for box in whole(view, name)]

    def worth(at: Point) -> tuple[int, int, int, float]:
        """Return how bad a corner is."""
        cut = [sum(_cut(place, at, box) for box in boxes) for boxes in (names, others)]
        return sum(not _holds(place, at, box) for box in needed), cut[0], cut[1], math.dist(at, (left, top))

    best = min(product(_near(left, most[0]), _near(top, most[1])), key=worth)
    return round(best[0]), round(best[1])


def _near(at: float, most: float) -> list[float]:
    return sorted({min(max(at + step, 0), most) for step in range(-_NUDGE, _NUDGE + 1, _STEP)})


def whole(view: NavegadorView, region: str) -> Iterator[Box]:
    """Yield the boxes of a sea that should not be cut: its name, its explorer or fleets, its colony tokens."""
    yield from name_boxes(region)
    yield from chart_pieces.fleet_frames(region, sum(player.fleet.get(region, 0) > 0 for player in view.players))
    sea_view = next(candidate for candidate in view.regions if candidate.id == region)
    if sea_view.good is not None:
        yield chart_pieces.stack_box(region, sea_view.hidden if sea_view.tokens is None else len(sea_view.tokens))


def _holds(place: Part, at: Point, box: Box) -> bool:
    left, top, wide, high = box
    return at[0] <= left and left + wide <= at[0] + place.width and at[1] <= top and top + high <= at[1] + place.height


def _cut(place: Part, at: Point, box: Box) -> bool:
    """Return whether an edge runs through a box."""
    left, top, wide, high = box
    across = at[0] < left + wide and left < at[0] + place.width
    down = at[1] < top + high and top < at[1] + place.height
    return across and down and not _holds(place, at, box)
