"""The summary's line chart: every seat's projected points from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ground import ground
from render.kit.ink import CARD, LINE, PLAIN, SOFT, TEXT, Palette, mix
from render.kit.pen import Pen, Point

WIDTH, HEIGHT = fonts.WIDTH, 940
_LEFT, _TOP, _RIGHT, _BOTTOM = 118, 118, 1196, 850
_BADGE = 50
_TURNS = "picture.turns"


def draw(series: Sequence[Sequence[int]], caption: Caption, title: str, palette: Palette = PLAIN) -> Image.Image:
    """One line per seat; ``series`` holds the points of each seat after each turn."""
    longest = max((len(line) for line in series), default=0)
    step = _step(max((max(line, default=0) for line in series), default=0))
    top = step * (1 + max((max(line, default=0) for line in series), default=0) // step)
    low = min(0, min((min(line, default=0) for line in series), default=0))
    bottom = -step * (-low // step + bool(-low % step))

    def place(turn: int, points: int) -> Point:
        across = turn / max(1, longest - 1)
        return _LEFT + across * (_RIGHT - _LEFT), _BOTTOM - (points - bottom) / (top - bottom) * (_BOTTOM - _TOP)

    lines = [[place(turn, points) for turn, points in enumerate(line)] for line in series]
    levels = range(bottom, top + 1, step)

    def draw_lines(pen: Pen) -> None:
        pen.box((18, 18), (WIDTH - 36, HEIGHT - 36), CARD, LINE, 3, 18)
        for level in levels:
            y = place(0, level)[1]
            pen.path(((_LEFT, y), (_RIGHT, y)), mix(LINE, CARD, 0.35) if level else SOFT, 2)
        for seat, line in enumerate(lines):
            if len(line) > 1:
                pen.path(line, palette.of(seat).shade, 8)
                pen.path(line, palette.of(seat).ink, 5)

    canvas = ground((WIDTH, HEIGHT), draw_lines)
    canvas.text((50, 66), fonts.drawable(title), WIDTH - 100, size=42, face=fonts.CHART)
    for level in levels:
        canvas.text((_LEFT - 16, place(0, level)[1]), str(level), 80, ink=SOFT, side="r")
    _turns(canvas, longest, place(0, 0)[0], caption)
    _badges(canvas, lines, palette)
    _ends(canvas, series, lines, caption, palette)
    return canvas.image


def _step(most: int) -> int:
    return next((step for step in (5, 10, 20, 25, 50, 100, 200, 500) if most / step <= 8), max(1, most // 8))


def _turns(canvas: Canvas, longest: int, start: float, caption: Caption) -> None:
    step = next((step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200) if longest / step <= 9), max(1, longest))
    wide = (_RIGHT - _LEFT) / max(1, longest - 1)
    for turn in range(step, longest + 1, step):
        canvas.text((start + (turn - 1) * wide, _BOTTOM + 38), str(turn), 80, ink=SOFT, side="m")
    canvas.text((_RIGHT + 50, _BOTTOM + 38), caption.text(_TURNS), WIDTH - _RIGHT - 80, ink=SOFT)


def _badges(canvas: Canvas, lines: list[list[Point]], palette: Palette) -> None:
    """Letters along the lines, each seat's at other turns, so that no line is known by its colour alone."""
    for seat, line in enumerate(lines):
        for third in (1, 2):
            at = round((third + (seat - 2) * 0.16) / 3 * (len(line) - 1))
            if 0 < at < len(line) - 1:
                canvas.paste(badge(seat, 40, palette), line[at])


def _ends(
    canvas: Canvas, series: Sequence[Sequence[int]], lines: list[list[Point]], caption: Caption, palette: Palette
) -> None:
    """Badge, points and name at the end of every line, moved apart where lines end close together."""
    ended = sorted((seat for seat, line in enumerate(lines) if line), key=lambda seat: (lines[seat][-1][1], seat))
    heights: list[float] = []
    for seat in ended:
        heights.append(max(lines[seat][-1][1], heights[-1] + _BADGE + 4 if heights else _TOP))
    over = heights[-1] - _BOTTOM if heights else 0
    if over > 0:
        heights = [min(y, _BOTTOM - (len(heights) - 1 - i) * (_BADGE + 4)) for i, y in enumerate(heights)]
    for seat, y in zip(ended, heights, strict=True):
        canvas.paste(badge(seat, _BADGE, palette), (_RIGHT + 40, y))
        canvas.text((_RIGHT + 136, y), str(series[seat][-1]), 76, size=34, side="r")
        canvas.text((_RIGHT + 152, y), caption.name(seat), WIDTH - _RIGHT - 190, size=30, ink=TEXT)
