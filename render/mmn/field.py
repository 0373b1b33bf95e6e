"""The pieces on the map: roads, buildings with their chips and figures, knights, robber, pirate and merchant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from engines.mmn.view import BuildingView, MmnView, PlayerView
from render.kit.canvas import Canvas
from render.kit.ink import NEW, PAPER
from render.kit.pen import Pen, Point, Sprite
from render.mmn import deeds, figures, land, pieces
from render.mmn.chart import Chart
from render.mmn.icons import icon, sprite
from render.mmn.news import News

# Sizes of the pieces, in units of pieces: ``Chart.unit`` of the units of the map.
_SETTLEMENT = 58
_CITY = 76
_KNIGHT = 77
_CHIP = 40
_DEED = 40
_ROAD = 29
"""Thickness of a road."""
_WAITING = 78
"""Size of figures that are not on the board yet, in units of the map."""
_BERTH_STEP = 84
"""Distance from such a figure to the next, in units of the map."""


def draw(canvas: Canvas, chart: Chart, view: MmnView, news: News, faded: float = 0) -> None:
    """Draw the map with all its pieces.

    Args:
        canvas: The part of the picture.
        chart: The places of the map.
        view: The position.
        news: What has just changed.
        faded: Share of the paper that shows through land and sea, so that the pieces stand out.
    """
    land.draw(canvas, chart, view, set(slots_of(view)))
    if faded:
        canvas.layer(Image.blend(canvas.image, Image.new("RGB", canvas.image.size, PAPER), faded), (0, 0))
    land.signs(canvas, chart, view)
    _rings(canvas, chart, view, news)
    _yields(canvas, chart, view, news)
    for player in view.players:
        _roads(canvas, chart, player, news)
    for player in view.players:
        _buildings(canvas, chart, player, news)
    for player in view.players:
        for building in player.buildings:
            _chips(canvas, chart, player.seat, building, news)
    for player in view.players:
        _knights(canvas, chart, player, news)
    _figures(canvas, chart, view, news)
    _waiting_figures(canvas, view)


def slots_of(view: MmnView) -> Iterator[tuple[str, str]]:
    """Yield the intersection and the hex of everything that lies on a hex beside a building: chips and figures."""
    for player in view.players:
        for building in player.buildings:
            for hex in (building.chip_hex, *building.servants, *building.journeymen):
                if hex:
                    yield building.node, hex


@lru_cache(maxsize=16)
def ring(size: int, thick: int) -> Sprite:
    """Return a ring to be drawn around a change."""
    return sprite((size, size), lambda pen: pen.disc((size / 2, size / 2), size / 2, None, NEW, thick))


def _rings(canvas: Canvas, chart: Chart, view: MmnView, news: News) -> None:
    """Draw rings around changed hexes, harbours and intersections, and where a road is gone."""
    for hex in sorted(news.hexes & chart.geometry.hex_number.keys()):
        canvas.paste(_hex_ring(chart.wide), chart.hex(hex))
    for harbour in sorted(news.harbours & chart.geometry.harbour_number.keys()):
        canvas.paste(ring(land.sign_size(chart) + 26, 13), chart.harbour(harbour))
    for node in sorted(news.nodes & chart.geometry.node_number.keys()):
        canvas.paste(ring(round(100 * chart.unit), 13), chart.node(node))
    roads = {path for player in view.players for path in player.roads}
    for path in sorted((news.paths & chart.geometry.path_number.keys()) - roads):
        canvas.paste(ring(round(60 * chart.unit), 12), chart.path(path)[0])


def _yields(canvas: Canvas, chart: Chart, view: MmnView, news: News) -> None:
    """Draw rings around the numbers just rolled, without that of the robber's hex, which yields nothing."""
    if not news.rolled or not view.dice:
        return
    for hex in view.hexes:
        if hex.number == view.dice.red + view.dice.white and hex.id != view.robber:
            canvas.paste(ring(round(86 * chart.unit), 10), chart.hex(hex.id))


@lru_cache(maxsize=4)
def _hex_ring(wide: int) -> Sprite:
    """Return the outline to be drawn in a changed hex of a width."""
    side = wide / 3**0.5
    high = round(2 * side)

    def draw(pen: Pen) -> None:
        pen.area(figures.corners((wide / 2, high / 2), side * 0.85), None, NEW, 13)

    return sprite((wide, high), draw)


def _roads(canvas: Canvas, chart: Chart, player: PlayerView, news: News) -> None:
    length = round(chart.side - 28 * chart.unit)
    thick = round(_ROAD * chart.unit)
    for path in player.roads:
        at, turn = chart.path(path)
        canvas.paste(pieces.road(player.seat, length, thick, turn, path in news.paths), at)


def _chips(canvas: Canvas, chart: Chart, seat: int, building: BuildingView, news: News) -> None:
    """Draw what lies on hexes beside a building; what is new there has a ring.

    News without a hex is that of the building's chip, wherever it lies.
    """
    size = round(_CHIP * chart.unit)
    chips = [(building.chip_hex, building.chip)] if building.chip and building.chip_hex else []
    chips += [(hex, "servant") for hex in building.servants]
    chips += [(hex, "journeyman") for hex in building.journeymen]
    for hex, kind in chips:
        is_new = (building.node, hex) in news.slots
        if kind == building.chip:
            is_new = is_new or (building.node, "") in news.slots
        at = chart.corner(hex, building.node)
        if is_new:
            canvas.paste(ring(round((_CHIP + 30) * chart.unit), 10), at)
        canvas.paste(pieces.chip(seat, kind, size, is_new), at)


def _buildings(canvas: Canvas, chart: Chart, player: PlayerView, news: News) -> None:
    for building in player.buildings:
        at = chart.node(building.node)
        new = building.node in news.nodes
        if building.kind == "settlement":
            canvas.paste(pieces.settlement(player.seat, round(_SETTLEMENT * chart.unit), new), at)
            continue
        size = round(_CITY * chart.unit)
        city = pieces.city(player.seat, size, building.wall, building.track, building.sabotaged, new)
        canvas.paste(city, (at[0], at[1] + (3 if building.wall else 6) * chart.unit))


def _knights(canvas: Canvas, chart: Chart, player: PlayerView, news: News) -> None:
    size = round(_KNIGHT * chart.unit)
    for knight in player.knights:
        new = knight.node in news.nodes
        small = pieces.knight(player.seat, knight.rank, size, knight.active, knight.captain, new)
        x, y = chart.node(knight.node)
        canvas.paste(small, (x, y - 4 * chart.unit))
        # The ring around its intersection already says that a knight is new. The first deed lies at the right.
        shown_deeds = [deed for deed in news.deeds.get(knight.node, ()) if deed != deeds.CAME]
        for number, deed in enumerate(shown_deeds):
            deed_x = x + (31 - number * 62) * chart.unit
            canvas.paste(icon(f"deed_{deed}", round(_DEED * chart.unit)), (deed_x, y + 27 * chart.unit))


def _free_corners(view: MmnView, chart: Chart, hex: str) -> list[str]:
    """Return the intersections of a hex beside which nothing lies, the best places for figures first.

    The right side is better than bottom and top, and these are better than the left one; in each of the first two an
    intersection without a piece is better.
    """
    nodes_taken = {node for node, slot_hex in slots_of(view) if slot_hex == hex}
    geometry = chart.geometry
    nodes = geometry.hex_nodes[geometry.hex_number[hex]]
    built = {building.node for player in view.players for building in player.buildings}
    built |= {knight.node for player in view.players for knight in player.knights}
    top, upper_right, lower_right, bottom, lower_left, upper_left = (geometry.nodes[node] for node in nodes)
    order = [
        *sorted((upper_right, lower_right), key=built.__contains__),
        *sorted((bottom, top), key=built.__contains__),
        lower_left,
        upper_left,
    ]
    return [word for word in order if word not in nodes_taken]


def _figures(canvas: Canvas, chart: Chart, view: MmnView, news: News) -> None:
    """Draw the figures on a hex beside its chip, where no other piece lies, and the pirate at a harbour."""
    sprites_by_hex = defaultdict[str, list[Sprite]](list)
    if view.robber:
        sprites_by_hex[view.robber].append(figures.robber(round(66 * chart.unit)))
    if view.merchant:
        sprites_by_hex[view.merchant].append(figures.merchant(view.merchant_seat, round(52 * chart.unit)))
    for hex in view.hexes:
        sprites_by_hex[hex.id] += [figures.curse(seat, round(56 * chart.unit)) for seat in hex.curses]
    for hex_word, sprites in sprites_by_hex.items():
        for small, node in zip(sprites, _free_corners(view, chart, hex_word), strict=False):
            canvas.paste(small, chart.corner(hex_word, node))
    if view.pirate:
        canvas.paste(icon("pirate", round(70 * chart.unit)), chart.pirate(view.pirate))
        if view.pirate in news.harbours:
            canvas.paste(ring(round(100 * chart.unit), 13), chart.pirate(view.pirate))


def waiting(view: MmnView) -> list[str]:
    """Return the figures that are not on the board yet."""
    return [name for name in ("robber", "pirate", "merchant") if not getattr(view, name)]


def berth(number: int) -> Point:
    """Return the place of a waiting figure, in the upper left corner of the sea."""
    return 60 + number * _BERTH_STEP, 62


def _waiting_figures(canvas: Canvas, view: MmnView) -> None:
    """Draw the figures that are not on the board yet."""
    signs = {
        "robber": figures.robber(_WAITING),
        "pirate": icon("pirate", _WAITING),
        "merchant": figures.merchant(None, 66),
    }
    for number, name in enumerate(waiting(view)):
        canvas.paste(signs[name], berth(number))
