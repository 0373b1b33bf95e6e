"""The pieces on the chart: discovered seas, ships, explorers and colony tokens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from engines.navegador import board
from engines.navegador.view import NavegadorView, RegionView
from render.kit.canvas import Box, Canvas, inscribed
from render.kit.ink import NEW, WHITE, Ink, rgb
from render.kit.pen import Pen, Point, Sprite, smooth, sprite
from render.navegador import icons
from render.navegador.geography import SPOTS
from render.navegador.news import News
from render.navegador.sea import chart, gates, name
from render.navegador.sizes import CHART_TEXT

_SHIP = 68
_SHIP_HIGH = 74
_TOKEN_WIDE = 74
_TOKEN_HIGH = 50
_DISK = 142, 72


def draw(
    canvas: Canvas, view: NavegadorView, news: News, voyages: Sequence[tuple[str, str]] = (), ink: Ink = NEW
) -> None:
    """Draw everything on the chart that changes.

    Possible ``voyages`` are drawn as arrows in an ink, below all texts.
    """
    patches = chart(canvas.scale).patches
    for region in view.regions:
        if region.discovered:
            patch, (left, top) = patches[region.id]
            canvas.lay(patch, (round(canvas.at[0]) + left, round(canvas.at[1]) + top))
    for ways, colour in ((voyages, ink), (news.sailed, NEW)):
        for origin, end in ways:
            _course(canvas, SPOTS[origin].ships, SPOTS[end].ships, colour)
    if voyages or news.sailed:
        gates(canvas)
        for sea in SPOTS:
            name(canvas, sea)
    for region in view.regions:
        _tokens(canvas, region, region.id in news.discovered | news.settled)
        if region.discovered:
            _ships(canvas, view, region, news)
        else:
            canvas.paste(_disk(region.ships_needed), SPOTS[region.id].ships)
    if view.options["royal"] == "goa":
        _royals(canvas, view)


def _ships(canvas: Canvas, view: NavegadorView, region: RegionView, news: News) -> None:
    """Draw the fleets of a region; framed are those that sailed there, or all if ships came or went in another way."""
    players = [player for player in view.players if player.fleet.get(region.id)]
    if region.id in news.fleets and players:
        for box in roads(region.id, len(players)):
            canvas.frame(box, None, NEW, 5, 18)
    for player, at in zip(players, berths(region.id, len(players)), strict=True):
        if (player.seat, region.id) in news.arrived and region.id not in news.fleets:
            canvas.frame((at[0] - _SHIP / 2 - 5, at[1] - 38, _SHIP + 10, _SHIP_HIGH + 3), None, NEW, 5, 18)
        canvas.paste(icons.fleet(player.seat, player.fleet[region.id]), at)


def berths(region: str, fleets: int) -> list[Point]:
    """Return the middles of the fleets of so many players in a region."""
    (x, y) = SPOTS[region].ships
    places = list[Point]()
    for line, most in enumerate(SPOTS[region].rows):
        across = min(most, fleets - len(places))
        places += [(x + (place - (across - 1) / 2) * _SHIP, y + line * _SHIP_HIGH) for place in range(across)]
    return places


def roads(region: str, fleets: int) -> list[Box]:
    """Return the frames around the lines of so many fleets in a region; without fleets, that around the explorer."""
    if not fleets:
        (x, y) = SPOTS[region].ships
        (wide, high) = _DISK
        return [(x - wide / 2 - 6, y - high / 2 - 2, wide + 12.0, high + 4.0)]
    lines = groupby(berths(region, fleets), lambda middle: middle[1])
    return [
        (min(across) - _SHIP / 2 - 5, y - 38, max(across) - min(across) + _SHIP + 10, _SHIP_HIGH + 3.0)
        for y, across in ((y, [x for x, _ in line]) for y, line in lines)
    ]


def _tokens(canvas: Canvas, region: RegionView, new: bool) -> None:
    """Draw the sign of a region's good, then the stack of tokens: open ones, cheapest first, or face down."""
    good = region.good
    prices: list[int | None] = list(region.tokens) if region.tokens is not None else [None] * region.hidden
    if good is None:
        return
    left, top, width, height = stack_box(region.id, len(prices))
    columns = SPOTS[region.id].token_columns
    single = columns == 1
    if new:
        canvas.frame((left - 9, top - 9, width + 18, height + 18), None, NEW, 5, 14)
    canvas.paste(
        icons.good(good, 38, bool(prices)), (left + width / 2, top + 18) if single else (left + 18, top + height / 2)
    )
    if not prices:
        return
    for number, price in enumerate(prices):
        x = left + (0 if single else 38) + number % columns * _TOKEN_WIDE + _TOKEN_WIDE / 2
        y = top + (38 if single else 0) + number // columns * _TOKEN_HIGH + _TOKEN_HIGH / 2
        canvas.paste(icons.token(good, price), (x, y))


def stack_box(region: str, count: int) -> tuple[float, float, float, float]:
    """Return the box (left, top, width, height) of a region's tokens with their sign."""
    spot = SPOTS[region]
    columns = min(spot.token_columns, max(1, board.REGIONS[region].colony_slots))
    rows = -(-count // spot.token_columns) if count else 0
    if spot.token_columns == 1:
        width = float(_TOKEN_WIDE)
        height = 38.0 + rows * _TOKEN_HIGH
    else:
        width = 38.0 + columns * _TOKEN_WIDE
        height = max(1.0, rows) * _TOKEN_HIGH
    full = -(-board.REGIONS[region].colony_slots // spot.token_columns)
    tall = 38.0 + full * _TOKEN_HIGH if spot.token_columns == 1 else full * _TOKEN_HIGH
    return spot.tokens[0] - width / 2, spot.tokens[1] - tall / 2, width, height


@lru_cache(maxsize=8)
def _disk(needed: int) -> Sprite:
    """Return an explorer's disk, with the number of ships that win it."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0), _DISK, rgb("f8f3e3"), icons.EXPLORER_DARK, 3, 36)

    plate = sprite(_DISK, draw)

    def write(canvas: Canvas) -> None:
        canvas.paste(icons.icon("explorer", 60), (37, 36))
        canvas.paste(icons.icon("ship", 42, ink=icons.EXPLORER_DARK), (112, 36))
        canvas.text((79, 36), str(needed), plate.size[0], size=CHART_TEXT, ink=icons.EXPLORER_DARK, side="m")

    return inscribed(plate, write)


def _royals(canvas: Canvas, view: NavegadorView) -> None:
    """Draw the royal privileges of the variant that wait in Goa."""
    left = sum(player.royal for player in view.players)
    if left:
        x, y = SPOTS["goa"].name
        canvas.paste(icons.icon("crown", 26), (x - 57, y))


def _course(canvas: Canvas, start: Point, end: Point, ink: Ink) -> None:
    """Draw a course between two seas, from ships to ships; violet if it was just sailed."""
    left = min(start[0], end[0]) - 90
    top = min(start[1], end[1]) - 90
    size = (round(abs(start[0] - end[0])) + 180, round(abs(start[1] - end[1])) + 180)
    a = (start[0] - left, start[1] - top)
    b = (end[0] - left, end[1] - top)
    canvas.paste(_arrow(size, a, b, ink), (left + size[0] / 2, top + size[1] / 2))


@lru_cache(maxsize=32)
def _arrow(size: tuple[int, int], start: Point, end: Point, ink: Ink) -> Sprite:
    length = math.dist(start, end) or 1.0
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    across = (along[1], -along[0])

    def at(far: float, aside: float) -> Point:
        return start[0] + along[0] * far + across[0] * aside, start[1] + along[1] * far + across[1] * aside

    def draw(pen: Pen) -> None:
        bulge = min(60.0, length / 5)
        curve = smooth((at(34, 8), at(length / 2, bulge), at(length - 52, 12)), closed=False, rounds=3)
        tip = (at(length - 28, 4), at(length - 62, 30), at(length - 54, -12))
        pen.path(curve, WHITE, 14)
        pen.area(tip, WHITE, WHITE, 7)
        pen.dashes(curve, ink, 8, 20, 13)
        pen.area(tip, ink)

    return sprite(size, draw)
