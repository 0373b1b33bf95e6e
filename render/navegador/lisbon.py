"""Lisbon: every seat's workers, and what the phases mean."""

from __future__ import annotations

from functools import lru_cache

from engines.navegador import board
from engines.navegador.view import NavegadorView
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ground import panels
from render.kit.ink import CARD, LINE, NEW, PLAIN, SOFT, mix, rgb
from render.kit.pen import Pen, Sprite, sprite
from render.navegador import icons
from render.navegador.banner import ROMAN
from render.navegador.layout import LISBON
from render.navegador.news import News

_LEFT, _TOP, _WIDTH, _HEIGHT = LISBON
_TRACK = board.WORKERS_MAX - board.WORKERS_MIN + 1
_GUTTER = 40
_STEP = (_WIDTH - 20 - _GUTTER) / _TRACK
_LINES_TOP = _TOP + 54
_LINES_HIGH = 190
_PHASES_TOP = _TOP + _HEIGHT - 156
_PHASE_WIDE = (_WIDTH - 28 - 16) / 3


def _x(workers: int) -> float:
    return _LEFT + _GUTTER + (workers - board.WORKERS_MIN + 0.5) * _STEP


def ground(pen: Pen, seats: int) -> None:
    """The panel, the worker scale, three tablets for the phases."""
    panels(pen, (LISBON,))
    for workers in range(board.WORKERS_MIN, board.WORKERS_MAX + 1):
        if workers % 2:
            pen.box((_x(workers) - _STEP / 2, _TOP + 8), (_STEP, _LINES_HIGH + 46), rgb("efe3c6"), radius=8)
    for phase in range(3):
        at = (_LEFT + 14 + phase * (_PHASE_WIDE + 8), _PHASES_TOP)
        pen.box(at, (_PHASE_WIDE, 142), mix(CARD, LINE, 0.18), LINE, 2, 12)


def labels(canvas: Canvas) -> None:
    """The numbers of the scale and what each phase means."""
    canvas.paste(icons.worker(34), (_LEFT + 26, _TOP + 32))
    for workers in range(board.WORKERS_MIN, board.WORKERS_MAX + 1):
        canvas.text((_x(workers), _TOP + 34), str(workers), 40, size=30, side="m", ink=SOFT)
    for phase in range(3):
        _tablet(canvas, phase + 1)


@lru_cache(maxsize=1)
def _arrow() -> Sprite:
    def shape(pen: Pen) -> None:
        pen.path(((3, 12), (22, 12)), SOFT, 4)
        pen.area(((20, 2), (34, 12), (20, 22)), SOFT)

    return sprite((36, 24), shape)


def _tablet(canvas: Canvas, phase: int) -> None:
    left = _LEFT + 14 + (phase - 1) * (_PHASE_WIDE + 8)
    middle = left + _PHASE_WIDE / 2
    canvas.text((middle, _PHASES_TOP + 28), ROMAN[phase], 80, size=36, side="m", face=fonts.CHART)
    canvas.paste(icons.ship(34), (middle - 40, _PHASES_TOP + 70))
    canvas.paste(_arrow(), (middle, _PHASES_TOP + 72))
    canvas.text((middle + 24, _PHASES_TOP + 72), str(board.RANGE[phase]), 40, size=32)
    canvas.paste(icons.worker(26), (middle - 54, _PHASES_TOP + 113))
    canvas.paste(icons.ship(28), (middle - 26, _PHASES_TOP + 113))
    canvas.text((middle - 6, _PHASES_TOP + 114), str(board.EXTRA_PRICE[phase]), 60, size=29)


def draw(canvas: Canvas, view: NavegadorView, news: News) -> None:
    """The figures on the scale and the phase in force."""
    step = _LINES_HIGH / view.seats
    for player in view.players:
        y = _LINES_TOP + (player.seat + 0.5) * step
        canvas.frame(
            (_LEFT + 12, y - 2, _x(player.workers) - _LEFT - 12, 5),
            mix(PLAIN.player[player.seat], CARD, 0.45),
            None,
            0,
            2,
        )
        if player.seat in news.workers:
            canvas.frame((_x(player.workers) - 25, y - 23, 50, 46), CARD, NEW, 5, 14)
        canvas.paste(badge(player.seat, 40), (_x(player.workers), y))
    left = _LEFT + 14 + (view.phase - 1) * (_PHASE_WIDE + 8)
    canvas.frame((left, _PHASES_TOP, _PHASE_WIDE, 142), None, NEW if news.phase else rgb("7a5a2a"), 6, 12)
    if view.coming_phase is not None:
        left = _LEFT + 14 + (view.coming_phase - 1) * (_PHASE_WIDE + 8)
        canvas.frame((left, _PHASES_TOP, _PHASE_WIDE, 142), None, rgb("b3261e"), 5, 12)
