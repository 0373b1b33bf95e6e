"""The chart: seas, coasts, rhumb lines, borders and names, drawn once, unknown and discovered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from engines.navegador import board
from render.kit import drawing_cache, fonts
from render.kit.canvas import Box, Canvas
from render.kit.cuts import Pieces, pieces
from render.kit.ink import PAPER, WHITE, Ink, mix, rgb
from render.kit.pen import Pen, Point, around, smooth
from render.kit.png import flat
from render.navegador import geography, icons
from render.navegador.geography import CURVES, HEIGHT, ROSE, ROSE_RADIUS, SEAS, SPOTS, WIDTH, place
from render.navegador.sizes import CHART_TEXT

UNKNOWN = rgb("dfe0d0")
KNOWN = (rgb("b4d6db"), rgb("bfdde0"), rgb("a9ced5"))
LAND = rgb("edd9ae")
COAST = rgb("8f6f3c")
RHUMB = rgb("c4b78f")
BORDER = rgb("44708c")
GATE = rgb("b3261e")
CROSSING: Point = (316.0, 600.0)
GATES: dict[tuple[str, str], tuple[Point, str]] = {
    ("angola", "cabo"): ((513, 880), "II"),
    ("goa", "malaca"): ((1098, 323), "III"),
}
"""Places on the red borders for the sign of the phase that they start."""

_LARGER = 2
"""Oversampling: the chart is drawn so many times larger, and scaled down."""
_COMPASS = 94
"""Width of the wind rose at which the rhumb lines cross, in units of the chart."""
_GATE = 58
"""Width of the sign on a border that starts a phase, in units of the chart."""
_SHADE = {region: KNOWN[number % 3] for number, region in enumerate(SEAS)}
_COASTS = [
    smooth([place(*point) for point in line]) for line in (geography.AMERICA, geography.OLD_WORLD, *geography.ISLANDS)
]


class Chart(NamedTuple):
    """The unknown world (in 256 colours), and for each region the patch that shows it discovered, with its place."""

    image: Image.Image
    patches: dict[str, tuple[Pieces, tuple[int, int]]]


def chart(unit: float) -> Chart:
    """Return the chart without words but the regions' names, which are the same in all languages.

    Args:
        unit: Pixels of a unit.
    """
    return drawing_cache.get(("navegador chart", unit), lambda: _chart(unit))


def _chart(unit: float) -> tuple[Chart, int]:
    unknown = _paint(False, unit)
    known = _paint(True, unit)
    unknown = flat(unknown)
    patches = {}
    weight = drawing_cache.weight(unknown)
    for region, outline in SEAS.items():
        stencil = Image.new("L", (unknown.width * _LARGER, unknown.height * _LARGER))
        pen = Pen(stencil, _LARGER * unit)
        pen.area(outline, 255)
        pen.disc(ROSE, ROSE_RADIUS + 10, 0)
        stencil = stencil.reduce(_LARGER)
        box = stencil.getbbox()
        assert box is not None
        patch, bytes_ = pieces(known.crop(box), stencil.crop(box))
        patches[region] = (patch, box[:2])
        weight = weight + bytes_
    return Chart(unknown, patches), weight


def _paint(known: bool, unit: float) -> Image.Image:
    size = round(WIDTH * unit) * _LARGER, round(HEIGHT * unit) * _LARGER
    large = Image.new("RGB", size, mix(UNKNOWN, PAPER, 0.3))
    pen = Pen(large, _LARGER * unit)
    for region, outline in SEAS.items():
        pen.area(outline, _SHADE[region] if known else UNKNOWN)
    _rhumbs(pen, known)
    _shallows(pen, known)
    _borders(pen)
    for line in _COASTS:
        pen.area(line, LAND, COAST, 2.6)
    for speck in geography.SPECKS:
        pen.disc(place(*speck), 4.5, LAND, COAST, 1.8)
    image = large.reduce(_LARGER)
    canvas = Canvas(image, unit)
    canvas.paste(icons.icon("compass", _COMPASS, edge=COAST), CROSSING)
    _names(canvas, known)
    return image


def _rhumbs(pen: Pen, known: bool) -> None:
    ink = mix(KNOWN[0], WHITE, 0.45) if known else RHUMB
    for centre, winds in ((ROSE, 32), (CROSSING, 16)):
        for wind in range(winds):
            pen.path((centre, around(centre, 1900, 360 / winds * wind)), ink, 1.2)


def _shallows(pen: Pen, known: bool) -> None:
    """Draw two paler bands along every coast."""
    for width, share in ((26, 0.25), (13, 0.55)):
        ink = mix(KNOWN[0], WHITE, share) if known else mix(UNKNOWN, WHITE, share)
        for line in _COASTS:
            pen.area(line, None, ink, width)


def _borders(pen: Pen) -> None:
    for pair, curve in CURVES.items():
        if pair in board.RED_BORDERS:
            pen.path(curve, WHITE, 13)
            pen.path(curve, GATE, 8)
            pen.dashes(curve, WHITE, 2.4, 9, 13)
        else:
            pen.dashes(curve, BORDER, 3.6, 13, 9)


def _names(canvas: Canvas, known: bool) -> None:
    halo: Ink = mix(KNOWN[0], WHITE, 0.35) if known else mix(UNKNOWN, WHITE, 0.35)
    gates(canvas)
    for region in SPOTS:
        name(canvas, region, halo)


def gates(canvas: Canvas) -> None:
    """Draw the signs of the phases that the red borders start."""
    for at, phase in GATES.values():
        canvas.paste(icons.icon("gate", _GATE), at)
        canvas.text(at, phase, 60, size=CHART_TEXT, side="m", ink=WHITE, face=fonts.CHART)


def name(canvas: Canvas, region: str, halo: Ink = WHITE) -> None:
    """Draw the name of a region, readable on whatever it crosses."""
    spot = SPOTS[region]
    for number, line in enumerate(spot.lines or (board.REGIONS[region].name,)):
        x = spot.name[0]
        y = spot.name[1] + 40 * number
        _halo(canvas, (x, y), line, halo)
        canvas.text((x, y), line, 400, size=CHART_TEXT, side="m", face=fonts.CHART)


def name_boxes(region: str) -> Iterator[Box]:
    """Yield the boxes of the lines of a region's name, with a little space around them."""
    spot = SPOTS[region]
    for number, line in enumerate(spot.lines or (board.REGIONS[region].name,)):
        wide = fonts.width(line, CHART_TEXT, fonts.CHART) + 20.0
        yield spot.name[0] - wide / 2, spot.name[1] + 40 * number - 22, wide, 44.0


def _halo(canvas: Canvas, at: Point, line: str, ink: Ink) -> None:
    for dx, dy in ((-3, 0), (3, 0), (0, -3), (0, 3), (-2, -2), (2, 2), (-2, 2), (2, -2)):
        canvas.text((at[0] + dx, at[1] + dy), line, 400, size=CHART_TEXT, side="m", face=fonts.CHART, ink=ink)
