"""The line chart in the summary of a game: every seat's projected points from turn to turn.

Lines differ not only in colour: each has its letter at the end and along the line, and its own pattern of dashes. Lines
with equal points run side by side.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ground import ground
from render.kit.ink import CARD, LINE, PLAIN, SOFT, TEXT, Palette, mix
from render.kit.pen import Pen, Point, broken

WIDTH = fonts.WIDTH
HEIGHT = 940
_LEFT = 118
_TOP = 118
_BOTTOM = 850
_BADGE = 50
_ALONG = 40
_NAMES = 78
"""The distance from the end of the lines to the points and the names below them."""
_EDGE = 38
_ROOMS = (200, 240, 290, 330, 390, 440, 570)
"""Candidate widths for names; the first one is taken in which all names fit into two lines without a broken word.

The lines of the chart get the width that the names do not need.
"""
_POINTS = 44
_SIZE = 33
_PITCH = 38
_MOST_LINES = 3
_SCALE = 34
"""Size of the numbers to the left of the lines and below them."""
_APART = 8
"""The smallest distance between two lines."""
_PATTERNS = ((), (30, 18), (7, 18), (62, 18), (30, 18, 7, 18), (7, 14, 7, 32))
"""Lengths of the thick and the thin parts of a line, alternating, by seat; the first line is thick throughout."""


class _Entry(NamedTuple):
    """The text at the end of a seat's line."""

    seat: int
    lines: list[str]
    """The lines of the seat's name."""

    @property
    def height(self) -> float:
        return max(_BADGE, _PITCH * (1 + len(self.lines))) + 8


def draw(
    series: Sequence[Sequence[int]],
    caption: Caption,
    title: str,
    palette: Palette = PLAIN,
    axis: str = "",
    first: int = 1,
) -> Image.Image:
    """Draw one line for each seat.

    Args:
        series: The points, by seat and then by turn.
        caption: The names.
        title: The title.
        palette: The colours.
        axis: The word for turns or rounds.
        first: The number of the first turn.
    """
    longest = max((len(line) for line in series), default=0)
    step = _step(max((max(line, default=0) for line in series), default=0))
    top = step * (1 + max((max(line, default=0) for line in series), default=0) // step)
    low = min(0, min((min(line, default=0) for line in series), default=0))
    bottom = -step * (-low // step + bool(-low % step))
    names = [caption.name(seat) for seat in range(len(series))]
    room = next((room for room in _ROOMS if all(_fits(name, room) for name in names)), _ROOMS[-1])
    names_in_lines = [_broken(name, room) for name in names]
    totals = [str(line[-1]) for line in series if line]
    room = max(
        *(fonts.width(name_line, _SIZE) for name_lines in names_in_lines for name_line in name_lines),
        *(fonts.width(total, _POINTS) for total in totals),
        fonts.width(axis, _SCALE),
        60,
    )
    right = WIDTH - _EDGE - room - _NAMES

    def place(turn: int, points: int) -> Point:
        across = turn / max(1, longest - 1)
        return _LEFT + across * (right - _LEFT), _BOTTOM - (points - bottom) / (top - bottom) * (_BOTTOM - _TOP)

    lines = _apart([[place(turn, points) for turn, points in enumerate(line)] for line in series])
    ends = _ends(lines, [_Entry(seat, name_lines) for seat, name_lines in enumerate(names_in_lines)])
    levels = range(bottom, top + 1, step)

    def draw_lines(pen: Pen) -> None:
        pen.box((18, 18), (WIDTH - 36, HEIGHT - 36), CARD, LINE, 3, 18)
        for level in levels:
            y = place(0, level)[1]
            pen.path(((_LEFT, y), (right, y)), mix(LINE, CARD, 0.35) if level else SOFT, 2)
        for entry, y in ends:
            _draw_line(pen, lines[entry.seat], entry.seat, palette)
            pen.path((lines[entry.seat][-1], (right + 24, y)), palette.of(entry.seat).shade, 3)

    canvas = ground((WIDTH, HEIGHT), draw_lines)
    canvas.text((50, 66), fonts.drawable(title), WIDTH - 100, size=42, face=fonts.CHART)
    for level in levels:
        canvas.text((_LEFT - 16, place(0, level)[1]), str(level), 80, size=_SCALE, ink=SOFT, side="r")
    _turns(canvas, range(first, first + longest), right, axis)
    _badges(canvas, lines, palette)
    for (seat, name_lines), y in ends:
        canvas.paste(badge(seat, _BADGE, palette), (right + 44, y))
        at = y - len(name_lines) / 2 * _PITCH
        canvas.text((right + _NAMES, at - 2), str(series[seat][-1]), room, size=_POINTS)
        for number, text in enumerate(name_lines, 1):
            canvas.text((right + _NAMES, at + number * _PITCH), text, room, size=_SIZE, ink=TEXT)
    return canvas.image


def _fits(name: str, room: int) -> bool:
    widest = max((fonts.width(word, _SIZE) for word in _words(name)), default=0)
    return widest <= room and len(_broken(name, room)) <= 2


def _words(name: str) -> list[str]:
    """Split a name where a line may end."""
    return re.findall(r"\s*[^\s-]*-*", name)


def _broken(name: str, room: int) -> list[str]:
    """Return a name in lines of at most ``room``; only words that are too long for a line are broken."""
    lines = [""]
    for word in _words(name):
        if fonts.width((lines[-1] + word).strip(), _SIZE) <= room:
            lines[-1] += word
            continue
        lines += [""] if lines[-1] else []
        for letter in word.strip():
            if fonts.width(lines[-1] + letter, _SIZE) > room:
                lines.append("")
            lines[-1] += letter
    return [line.strip() for line in lines[:_MOST_LINES]]


def _apart(lines: list[list[Point]]) -> list[list[Point]]:
    """Return the lines, moved up or down a little where they would cover each other.

    They then run side by side around their true height; equal ones are in the order of seats.
    """
    moved = [list(line) for line in lines]
    for turn in range(max(map(len, lines), default=0)):
        heights = sorted((line[turn][1], seat) for seat, line in enumerate(lines) if turn < len(line))
        bundles = list[list[tuple[float, int]]]()
        for level in heights:
            bundles.append([level])
            while len(bundles) > 1 and _top(bundles[-1]) < _top(bundles[-2]) + len(bundles[-2]) * _APART:
                bundles[-2:] = [bundles[-2] + bundles[-1]]
        for bundle in bundles:
            for number, (_, seat) in enumerate(bundle):
                moved[seat][turn] = lines[seat][turn][0], _top(bundle) + number * _APART
    return moved


def _top(bundle: list[tuple[float, int]]) -> float:
    """Return the height of the first of some lines that run side by side."""
    return sum(y for y, _ in bundle) / len(bundle) - (len(bundle) - 1) * _APART / 2


def _draw_line(pen: Pen, line: list[Point], seat: int, palette: Palette) -> None:
    colour = palette.of(seat)
    pattern = _PATTERNS[seat % len(_PATTERNS)]
    if len(line) < 2:
        return
    pen.path(line, colour.shade, 3.5)
    pen.path(line, colour.ink, 2)
    if not pattern:
        pen.path(line, colour.shade, 8)
        pen.path(line, colour.ink, 5)
        return
    dashes = list[list[Point]]()
    at = 0
    for thick, thin in zip(pattern[::2], pattern[1::2], strict=True):
        dashes += _dashes(line, thick, sum(pattern) - thick, at)
        at += thick + thin
    for ink, width in ((colour.shade, 8), (colour.ink, 5)):
        for dash in dashes:
            pen.path(dash, ink, width)


def _dashes(line: list[Point], dash: float, gap: float, first: float) -> list[list[Point]]:
    """Return the dashes of a line, each with the corners that it goes around."""
    dashes = list[list[Point]]()
    for start, end in broken(line, dash, gap, first):
        if dashes and math.dist(dashes[-1][-1], start) < 0.01:
            dashes[-1].append(end)
        else:
            dashes.append([start, end])
    return dashes


def _step(most: int) -> int:
    return next((step for step in (5, 10, 20, 25, 50, 100, 200, 500) if most / step <= 8), max(1, most // 8))


def _turns(canvas: Canvas, turns: range, right: float, axis: str) -> None:
    longest = len(turns)
    step = next((step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200) if longest / step <= 9), max(1, longest))
    wide = (right - _LEFT) / max(1, longest - 1)
    for turn in turns:
        if not turn or turn % step:  # the points before the first turn have no number
            continue
        canvas.text((_LEFT + (turn - turns.start) * wide, _BOTTOM + 38), str(turn), 80, size=_SCALE, ink=SOFT, side="m")
    canvas.text((right + _NAMES, _BOTTOM + 38), axis, WIDTH - right - _NAMES - 24, size=_SCALE, ink=SOFT)


def _badges(canvas: Canvas, lines: list[list[Point]], palette: Palette) -> None:
    """Paint badges along the lines, at different turns for each seat and not on each other if there is room."""
    taken = list[Point]()
    for seat, line in enumerate(lines):
        for third in (1, 2):
            wanted = round((third + (seat - 2) * 0.16) / 3 * (len(line) - 1))
            near = sorted(range(1, len(line) - 1), key=lambda turn: abs(turn - wanted))
            free = [turn for turn in near if all(math.dist(line[turn], taken_place) > _ALONG for taken_place in taken)]
            if 0 < wanted < len(line) - 1:
                taken.append(line[(free or [wanted])[0]])
                canvas.paste(badge(seat, _ALONG, palette), taken[-1])


def _ends(lines: list[list[Point]], entries: list[_Entry]) -> list[tuple[_Entry, float]]:
    """Return the texts at the ends of the lines, from the top, with their heights; close ones are moved apart."""
    ended = sorted((entry for entry in entries if lines[entry.seat]), key=lambda entry: lines[entry.seat][-1][1])
    bundles = list[list[_Entry]]()

    def top(bundle: list[_Entry]) -> float:
        high = sum(entry.height for entry in bundle)
        middle = sum(lines[entry.seat][-1][1] for entry in bundle) / len(bundle)
        return max(_TOP - _BADGE / 2, min(middle - high / 2, _BOTTOM + _BADGE / 2 - high))

    for entry in ended:
        bundles.append([entry])
        while len(bundles) > 1 and top(bundles[-1]) < top(bundles[-2]) + sum(entry.height for entry in bundles[-2]):
            bundles[-2:] = [bundles[-2] + bundles[-1]]
    placed = []
    for bundle in bundles:
        free = top(bundle)
        for entry in bundle:
            placed.append((entry, free + entry.height / 2))
            free += entry.height
    return placed
