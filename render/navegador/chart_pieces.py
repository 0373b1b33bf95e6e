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
"""Width of a fleet, in units."""
_SHIP_HIGH = 74
"""Height of a fleet, in units."""
_TOKEN_WIDE = 74
"""Width of a colony token, in units."""
_TOKEN_HIGH = 50
"""Height of a colony token, in units."""
_SIGN = 38
"""Room for the sign of a good, above or to the left of its tokens, in units."""
_DISK = 142, 72
"""Width and height of the disk of an explorer, in units."""
_FRAME_ABOVE = 38
"""Distance from the middle of a fleet to the upper edge of its frame, in units."""
_FRAME_BESIDE = 5
"""Distance from a fleet to the left and right edge of its frame, in units."""
_COURSE_EDGE = 90
"""Room around the ends of a course for its arrow, in units."""


def draw(
    canvas: Canvas, view: NavegadorView, news: News, voyages: Sequence[tuple[str, str]] = (), ink: Ink = NEW
) -> None:
    """Draw everything on the chart that changes.

    Possible ``voyages`` are drawn as arrows in ``ink``, those that were just sailed in violet, all below the texts and
    pieces. A voyage is two regions, where it begins and where it ends.
    """
    patches = chart(canvas.scale).patches
    for region in view.regions:
        if region.discovered:
            # A discovered sea has another colour, which was drawn with the chart.
            patch, (left_x, top) = patches[region.id]
            canvas.lay(patch, (round(canvas.at[0]) + left_x, round(canvas.at[1]) + top))
    for courses, colour in ((voyages, ink), (news.sailed, NEW)):
        for origin, end in courses:
            _draw_course(canvas, SPOTS[origin].ships, SPOTS[end].ships, colour)
    if voyages or news.sailed:
        # The arrows cover the texts of the chart, so these are drawn once more.
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
        _royal_privileges(canvas, view)


def _ships(canvas: Canvas, view: NavegadorView, region: RegionView, news: News) -> None:
    """Draw the fleets of a region; framed are those that sailed there, or all if ships came or went in another way."""
    players = [player for player in view.players if player.fleet.get(region.id)]
    if region.id in news.fleets and players:
        for box in fleet_frames(region.id, len(players)):
            canvas.frame(box, None, NEW, 5, 18)
    for player, at in zip(players, fleet_centres(region.id, len(players)), strict=True):
        if (player.seat, region.id) in news.arrived and region.id not in news.fleets:
            canvas.frame(_fleet_frame([at]), None, NEW, 5, 18)
        canvas.paste(icons.fleet(player.seat, player.fleet[region.id]), at)


def fleet_centres(region: str, fleets: int) -> list[Point]:
    """Return the centres of the fleets of so many players in a region, line by line, each line around its middle."""
    (x, y) = SPOTS[region].ships
    centres = list[Point]()
    for line, most in enumerate(SPOTS[region].rows):
        count = min(most, fleets - len(centres))
        centres += [(x + (place - (count - 1) / 2) * _SHIP, y + line * _SHIP_HIGH) for place in range(count)]
    return centres


def fleet_frames(region: str, fleets: int) -> list[Box]:
    """Return the frames around each line of so many fleets in a region; without fleets, that around the explorer."""
    if not fleets:
        (x, y) = SPOTS[region].ships
        (wide, high) = _DISK
        return [(x - wide / 2 - 6, y - high / 2 - 2, wide + 12.0, high + 4.0)]
    lines = groupby(fleet_centres(region, fleets), lambda centre: centre[1])
    return [_fleet_frame([*line]) for _, line in lines]


def _fleet_frame(centres: Sequence[Point]) -> Box:
    """Return the frame around fleets in a line."""
    left_x, y = centres[0]
    right, _ = centres[-1]
    width = right - left_x + _SHIP + 2 * _FRAME_BESIDE
    return left_x - _SHIP / 2 - _FRAME_BESIDE, y - _FRAME_ABOVE, width, _SHIP_HIGH + 3.0


def _tokens(canvas: Canvas, region: RegionView, new: bool) -> None:
    """Draw the sign of a region's good, then the stack of tokens: open ones, cheapest first, or face down."""
    good = region.good
    if good is None:
        return
    prices: list[int | None] = list(region.tokens) if region.tokens is not None else [None] * region.hidden
    left_x, top, width, height = stack_box(region.id, len(prices))
    columns = SPOTS[region.id].token_columns
    has_sign_above = columns == 1
    if new:
        canvas.frame((left_x - 9, top - 9, width + 18, height + 18), None, NEW, 5, 14)
    sign_centre = (left_x + width / 2, top + 18) if has_sign_above else (left_x + 18, top + height / 2)
    canvas.paste(icons.good(good, _SIGN, bool(prices)), sign_centre)
    first_left = left_x if has_sign_above else left_x + _SIGN
    first_top = top + _SIGN if has_sign_above else top
    for number, price in enumerate(prices):
        row, column = divmod(number, columns)
        x = first_left + column * _TOKEN_WIDE + _TOKEN_WIDE / 2
        y = first_top + row * _TOKEN_HIGH + _TOKEN_HIGH / 2
        canvas.paste(icons.token(good, price), (x, y))


def stack_box(region: str, count: int) -> Box:
    """Return the box of a region's sign and ``count`` tokens: one column below the sign, or several to the right of it.

    Its left and top edge are those of a full stack, so that it does not move when tokens are taken.
    """
    spot = SPOTS[region]
    slots = board.REGIONS[region].colony_slots
    rows = -(-count // spot.token_columns)
    full_rows = -(-slots // spot.token_columns)
    if spot.token_columns == 1:
        width = float(_TOKEN_WIDE)
        height = float(_SIGN) + rows * _TOKEN_HIGH
        full_height = float(_SIGN) + full_rows * _TOKEN_HIGH
    else:
        width = float(_SIGN) + min(spot.token_columns, max(1, slots)) * _TOKEN_WIDE
        height = max(1.0, rows) * _TOKEN_HIGH  # the sign alone is as high as a row
        full_height = full_rows * _TOKEN_HIGH
    return spot.tokens[0] - width / 2, spot.tokens[1] - full_height / 2, width, height


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


def _royal_privileges(canvas: Canvas, view: NavegadorView) -> None:
    """Draw the crown of the variant in Goa, as long as a royal privilege can be fetched there."""
    if any(player.royal for player in view.players):
        x, y = SPOTS["goa"].name
        canvas.paste(icons.icon("crown", 26), (x - 57, y))


def _draw_course(canvas: Canvas, start: Point, end: Point, ink: Ink) -> None:
    """Draw a course between two seas, from ships to ships."""
    left_x = min(start[0], end[0]) - _COURSE_EDGE
    top = min(start[1], end[1]) - _COURSE_EDGE
    wide = round(abs(start[0] - end[0])) + 2 * _COURSE_EDGE
    high = round(abs(start[1] - end[1])) + 2 * _COURSE_EDGE
    arrow = _arrow((wide, high), (start[0] - left_x, start[1] - top), (end[0] - left_x, end[1] - top), ink)
    canvas.paste(arrow, (left_x + wide / 2, top + high / 2))


@lru_cache(maxsize=32)
def _arrow(size: tuple[int, int], start: Point, end: Point, ink: Ink) -> Sprite:
    """Return a dashed arrow that curves to one side, so that courses there and back lie beside each other.

    It keeps clear of the ships at both ends.
    """
    length = math.dist(start, end) or 1.0
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    across = (along[1], -along[0])

    def at(distance: float, offset: float) -> Point:
        """Return the point at a distance from the start, offset to the side of the arrow."""
        x = start[0] + along[0] * distance + across[0] * offset
        return x, start[1] + along[1] * distance + across[1] * offset

    def draw(pen: Pen) -> None:
        bulge = min(60.0, length / 5)
        curve = smooth((at(34, 8), at(length / 2, bulge), at(length - 52, 12)), closed=False, rounds=3)
        tip = (at(length - 28, 4), at(length - 62, 30), at(length - 54, -12))
        pen.path(curve, WHITE, 14)
        pen.area(tip, WHITE, WHITE, 7)
        pen.dashes(curve, ink, 8, 20, 13)
        pen.area(tip, ink)

    return sprite(size, draw)
