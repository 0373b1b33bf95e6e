"""Lisbon: the workers of all seats, and what the phases mean."""

from __future__ import annotations

from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit import fonts
from render.kit.badge import badge
from render.kit.boxes import arrange, column, inset, leaf, margin, row, stack
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, PLAIN, SOFT, mix, pale, rgb
from render.kit.part import Part
from render.kit.pen import Pen
from render.navegador import icons
from render.navegador.banner import ROMAN
from render.navegador.layout import Parts
from render.navegador.news import News
from render.navegador.sizes import BAND_SMALL, BAND_TEXT

_FORCE = rgb("7a5a2a")
_COMING = rgb("b3261e")
_WORKERS = range(board.WORKERS_MIN, board.WORKERS_MAX + 1)
_PHASES = range(1, 4)

_TREE = column(
    stack(
        column(leaf("numbers", height=62), leaf("figures")),
        inset(row(*(leaf(f"workers{count}") for count in _WORKERS)), left=44, top=8, right=16, bottom=0),
    ),
    margin(14, row(*(leaf(f"phase{phase}") for phase in _PHASES), gap=8, height=190)),
)


@lru_cache(maxsize=8)
def boxes(part: Part) -> Parts:
    """Return the boxes of the numbers, of the figures, of each number of workers and of each phase, in units."""
    return arrange(_TREE, part.measures)


def ground(picture: Pen, part: Part) -> None:
    """Draw the empty panel, the scale of workers and three tablets for the phases."""
    pen = part.under(picture)
    panels(pen, (part.size,))
    places = boxes(part)
    for workers in _WORKERS:
        if workers % 2:
            stripe = places[f"workers{workers}"]
            pen.box((stripe.left, stripe.top), stripe.measures, rgb("efe3c6"), radius=8)
    for phase in _PHASES:
        tablet = places[f"phase{phase}"]
        pen.box((tablet.left, tablet.top), tablet.measures, mix(CARD, LINE, 0.18), LINE, 2, 12)


def labels(picture: Canvas, part: Part) -> None:
    """Draw the numbers of the scale and the meaning of each phase."""
    canvas = part.on(picture)
    places = boxes(part)
    canvas.paste(icons.icon("worker", 36), (26, 36))
    for workers in _WORKERS:
        x, _ = places[f"workers{workers}"].centre
        canvas.text((x, 38), str(workers), 44, size=BAND_TEXT, side="m", ink=SOFT)
    for phase in _PHASES:
        _phase(canvas, places[f"phase{phase}"], phase)


def _phase(canvas: Canvas, tablet: Part, phase: int) -> None:
    middle, _ = tablet.centre
    top = tablet.top
    canvas.text((middle, top + 30), ROMAN[phase], 80, size=BAND_TEXT, side="m", face=fonts.CHART)
    canvas.paste(icons.icon("ship", 32), (middle - 34, top + 76))
    canvas.paste(icons.icon("becomes", 30), (middle, top + 78))
    canvas.text((middle + 18, top + 78), str(board.RANGE[phase]), 40, size=BAND_TEXT)
    canvas.paste(icons.icon("worker", 30), (middle - 20, top + 119))
    canvas.paste(icons.icon("ship", 32), (middle + 18, top + 119))
    canvas.text((middle, top + 161), str(board.EXTRA_PRICE[phase]), tablet.width - 8, size=BAND_TEXT, side="m")


def draw(picture: Canvas, part: Part, view: NavegadorView, news: News) -> None:
    """Draw the figures on the scale, and mark the phase in force."""
    canvas = part.on(picture)
    places = boxes(part)
    figures = places["figures"]
    for player in view.players:
        x, _ = places[f"workers{player.workers}"].centre
        y = figures.top + (player.seat + 0.5) * figures.height / view.seats
        canvas.frame((12, y - 2, x - 12, 5), pale(PLAIN.of(player.seat).ink), None, 0, 2)
        if player.seat in news.workers:
            canvas.frame((x - 27, y - 25, 54, 50), CARD, NEW, 5, 15)
        canvas.paste(badge(player.seat, 44, min_size=BAND_SMALL), (x, y))
    canvas.frame(places[f"phase{view.phase}"].box, None, NEW if news.phase else _FORCE, 6, 12)
    if view.coming_phase is not None:
        canvas.frame(places[f"phase{view.coming_phase}"].box, None, _COMING, 5, 12)
