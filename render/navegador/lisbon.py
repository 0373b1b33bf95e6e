"""Lisbon: the workers of all seats, and what the phases mean."""

from __future__ import annotations

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, PLAIN, SOFT, mix, rgb
from render.kit.part import Part
from render.kit.pen import Pen
from render.navegador import icons
from render.navegador.banner import ROMAN
from render.navegador.news import News
from render.navegador.sizes import BAND_SMALL, BAND_TEXT

_TRACK = board.WORKERS_MAX - board.WORKERS_MIN + 1
_GUTTER = 44
_TOP = 62
_TABLET = 190
"""Height of the tablet of a phase, in units."""
_FORCE = rgb("7a5a2a")
_COMING = rgb("b3261e")


def _step(part: Part) -> float:
    return (part.width - 16 - _GUTTER) / _TRACK


def _x(part: Part, workers: int) -> float:
    return _GUTTER + (workers - board.WORKERS_MIN + 0.5) * _step(part)


def _lines(part: Part) -> float:
    """Return the heights of the seats' lines."""
    return part.height - _TOP - _TABLET - 28


def _tablet(part: Part, phase: int) -> tuple[float, float, float, float]:
    wide = (part.width - 28 - 16) / 3
    return 14 + (phase - 1) * (wide + 8), part.height - _TABLET - 14, wide, _TABLET


def ground(pen: Pen, part: Part) -> None:
    """Draw the empty panel, the scale of workers and three tablets for the phases."""
    panels(pen, (part.size,))
    step = _step(part)
    for workers in range(board.WORKERS_MIN, board.WORKERS_MAX + 1):
        if workers % 2:
            pen.box((_x(part, workers) - step / 2, 8), (step, _lines(part) + 54), rgb("efe3c6"), radius=8)
    for phase in range(1, 4):
        left, top, width, height = _tablet(part, phase)
        pen.box((left, top), (width, height), mix(CARD, LINE, 0.18), LINE, 2, 12)


def labels(canvas: Canvas, part: Part) -> None:
    """Draw the numbers of the scale and the meaning of each phase."""
    canvas.paste(icons.icon("worker", 36), (26, 36))
    for workers in range(board.WORKERS_MIN, board.WORKERS_MAX + 1):
        canvas.text((_x(part, workers), 38), str(workers), 44, size=BAND_TEXT, side="m", ink=SOFT)
    for phase in range(1, 4):
        _phase(canvas, _tablet(part, phase), phase)


def _phase(canvas: Canvas, box: tuple[float, float, float, float], phase: int) -> None:
    left, top, width, _ = box
    middle = left + width / 2
    canvas.text((middle, top + 30), ROMAN[phase], 80, size=BAND_TEXT, side="m", face=fonts.CHART)
    canvas.paste(icons.icon("ship", 32), (middle - 34, top + 76))
    canvas.paste(icons.icon("becomes", 30), (middle, top + 78))
    canvas.text((middle + 18, top + 78), str(board.RANGE[phase]), 40, size=BAND_TEXT)
    canvas.paste(icons.icon("worker", 30), (middle - 20, top + 119))
    canvas.paste(icons.icon("ship", 32), (middle + 18, top + 119))
    canvas.text((middle, top + 161), str(board.EXTRA_PRICE[phase]), width - 8, size=BAND_TEXT, side="m")


def draw(canvas: Canvas, part: Part, view: NavegadorView, news: News) -> None:
    """Draw the figures on the scale, and mark the phase in force."""
    pitch = _lines(part) / view.seats
    for player in view.players:
        x = _x(part, player.workers)
        y = _TOP + (player.seat + 0.5) * pitch
        canvas.frame((12, y - 2, x - 12, 5), mix(PLAIN.of(player.seat).ink, CARD, 0.45), None, 0, 2)
        if player.seat in news.workers:
            canvas.frame((x - 27, y - 25, 54, 50), CARD, NEW, 5, 15)
        canvas.paste(badge(player.seat, 44, least=BAND_SMALL), (x, y))
    canvas.frame(_tablet(part, view.phase), None, NEW if news.phase else _FORCE, 6, 12)
    if view.coming_phase is not None:
        canvas.frame(_tablet(part, view.coming_phase), None, _COMING, 5, 12)
