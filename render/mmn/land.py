"""The map without pieces: sea, land and harbours."""

from __future__ import annotations

from collections.abc import Set

from PIL import Image

from engines.mmn.view import MmnView
from render.kit.canvas import Canvas
from render.kit.ground import Layers, ground
from render.kit.pen import Pen, Point
from render.mmn import figures
from render.mmn.chart import Chart
from render.mmn.icons import icon
from render.mmn.inks import COLOURS, FRAME, SEA, SHORE, WOOD, WOOD_DARK

_SEAS = Layers("mmn sea", COLOURS)


def draw(canvas: Canvas, chart: Chart, view: MmnView, slots: Set[tuple[str, str]]) -> None:
    """Draw the map of a game without its texts.

    ``slots`` are the intersections and hexes of what lies beside buildings: the signs of the hexes make room for it.
    """
    key = chart.wide, chart.width, chart.height, canvas.scale
    canvas.layer(_SEAS.get(key, lambda: _sea(chart, canvas.scale)), (0, 0))
    size = round(chart.wide * 0.235)
    for hex in view.hexes:
        at = chart.hex(hex.id)
        canvas.paste(figures.terrain(hex.terrain, chart.wide), at)
        canvas.paste(icon(hex.kind, size), yielded(chart, hex.id, slots))


def signs(canvas: Canvas, chart: Chart, view: MmnView) -> None:
    """Draw the numbers of the hexes and the rates of the harbours."""
    for hex in view.hexes:
        if hex.number:
            canvas.paste(figures.number(hex.number, round(68 * chart.unit)), chart.hex(hex.id))
    for harbour in view.harbours:
        canvas.paste(figures.harbour(harbour.kind, sign_size(chart)), chart.harbour(harbour.id))


def yielded(chart: Chart, hex: str, slots: Set[tuple[str, str]]) -> Point:
    """Return the place of the sign of a hex's yield."""
    x, y = chart.hex(hex)
    return x - chart.wide * 0.31, y + chart.side * 0.19 * _shift(chart, hex, slots)


def _shift(chart: Chart, hex: str, slots: Set[tuple[str, str]]) -> int:
    """Return how the sign left of a number gives way: up, or down if something lies at the upper corner.

    Both corners are never taken, since buildings are not neighbours.
    """
    geometry = chart.geometry
    nodes = geometry.hex_nodes[geometry.hex_number[hex]]
    lower, upper = ((geometry.nodes[nodes[corner]], hex) in slots for corner in (4, 5))
    return upper - lower


def sign_size(chart: Chart) -> int:
    """Return the width of a harbour's sign."""
    return round(90 * chart.unit)


def _sea(chart: Chart, scale: float) -> Image.Image:
    """Draw water, the shore under the hexes and the piers of the harbours."""

    def shapes(pen: Pen) -> None:
        pen = pen.moved((0, 0), scale)
        pen.box((0, 0), (chart.width, chart.height), SEA, FRAME, 3, 22)
        geometry = chart.geometry
        for number, word in enumerate(geometry.harbours):
            sign = chart.harbour(word)
            for node in geometry.harbour_nodes[number]:
                at = chart.spot(geometry.node_points[node])
                pen.path((at, sign), WOOD_DARK, 13)
                pen.path((at, sign), WOOD, 7)
        for point in geometry.hex_points:
            pen.area(figures.corners(chart.spot(point), chart.side + 12 * chart.unit), SHORE)
        for number, word in enumerate(geometry.harbours):
            sign = chart.harbour(word)
            for node in geometry.harbour_nodes[number]:
                x, y = chart.spot(geometry.node_points[node])
                end = x + (sign[0] - x) * 0.6, y + (sign[1] - y) * 0.6
                pen.path(((x, y), end), WOOD_DARK, 13)
                pen.path(((x, y), end), WOOD, 7)

    return ground((round(chart.width * scale), round(chart.height * scale)), shapes).image
