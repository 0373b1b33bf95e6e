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

# All lengths are in pixels.
WIDTH = fonts.WIDTH
HEIGHT = 940
_LEFT = 118
_TOP = 118
_BOTTOM = 850
"""The edges of the field of the lines; its right edge depends on the names."""
_BADGE = 50
"""Width of the badge at the end of a line."""
_ALONG = 40
"""Width of the badges along a line, and their least distance."""
_NAMES = 78
"""The distance from the end of the lines to the points and the names below them."""
_EDGE = 38
"""The distance from the names to the edge of the picture."""
_ROOMS = (200, 240, 290, 330, 390, 440, 570)
"""Candidate widths for names; the first one is taken in which all names fit into two lines without a broken word.

The lines of the chart get the width that the names do not need.
"""
_POINTS = 44
"""Size of the points at the end of a line."""
_SIZE = 33
"""Size of names."""
_PITCH = 38
"""Distance from a line of a name to the next."""
_MOST_LINES = 3
"""The most lines of a name."""
_SCALE = 34
"""Size of the numbers to the left of the lines and below them."""
_APART = 8
"""The smallest distance between two lines."""
_PATTERNS = ((), (30, 18), (7, 18), (62, 18), (30, 18, 7, 18), (7, 14, 7, 32))
"""Lengths of the thick and the thin parts of a line, alternating, by seat; the first line is thick throughout."""


class _Entry(NamedTuple):
    """The text at the end of a seat's line: its points, and its name below them."""

    seat: int
    name_lines: list[str]

    @property
    def height(self) -> float:
        return max(_BADGE, _PITCH * (1 + len(self.name_lines))) + 8


class _Field(NamedTuple):
    """The field of the lines, with its scales."""

    right: float
    """The right edge."""
    turns: range
    """The numbers of the turns, from left to right."""
    levels: range
    """The points at which there are horizontal lines, from the bottom to the top."""

    def place(self, turn: int, points: int) -> Point:
        """Return the place of points after a turn, which is given by its index."""
        lowest = self.levels[0]
        highest = self.levels[-1]
        across = turn / max(1, len(self.turns) - 1)
        up = (points - lowest) / (highest - lowest)
        return _LEFT + across * (self.right - _LEFT), _BOTTOM - up * (_BOTTOM - _TOP)


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
        first: The number of the first turn; 0: the first points are those before the first turn.
    """
    names = [caption.name(seat) for seat in range(len(series))]
    fitting = (room for room in _ROOMS if all(_fits(name, room) for name in names))
    room = next(fitting, _ROOMS[-1])
    entries = [_Entry(seat, _broken(name, room)) for seat, name in enumerate(names)]
    text_width = _text_width(series, entries, axis)
    longest = max((len(line) for line in series), default=0)
    right = WIDTH - _EDGE - text_width - _NAMES
    field = _Field(right, range(first, first + longest), _levels(series))
    lines = _apart([[field.place(turn, points) for turn, points in enumerate(line)] for line in series])
    ends = _ends(lines, entries)

    def draw_lines(pen: Pen) -> None:
        pen.box((18, 18), (WIDTH - 36, HEIGHT - 36), CARD, LINE, 3, 18)
        for level in field.levels:
            y = field.place(0, level)[1]
            pen.path(((_LEFT, y), (right, y)), mix(LINE, CARD, 0.35) if level else SOFT, 2)
        for entry, y in ends:
            _draw_line(pen, lines[entry.seat], entry.seat, palette)
            pen.path((lines[entry.seat][-1], (right + 24, y)), palette.of(entry.seat).shade, 3)

    canvas = ground((WIDTH, HEIGHT), draw_lines)
    canvas.text((50, 66), fonts.drawable(title), WIDTH - 100, size=42, face=fonts.CHART)
    for level in field.levels:
        canvas.text((_LEFT - 16, field.place(0, level)[1]), str(level), 80, size=_SCALE, ink=SOFT, side="r")
    _turns(canvas, field.turns, right, axis)
    _badges(canvas, lines, palette)
    for entry, y in ends:
        canvas.paste(badge(entry.seat, _BADGE, palette), (right + 44, y))
        top = y - len(entry.name_lines) / 2 * _PITCH
        canvas.text((right + _NAMES, top - 2), str(series[entry.seat][-1]), text_width, size=_POINTS)
        for number, text in enumerate(entry.name_lines, 1):
            canvas.text((right + _NAMES, top + number * _PITCH), text, text_width, size=_SIZE, ink=TEXT)
    return canvas.image


def _levels(series: Sequence[Sequence[int]]) -> range:
    """Return the points at which there are horizontal lines: from zero or below to more than anybody has."""
    most = max((max(line, default=0) for line in series), default=0)
    least = min(0, min((min(line, default=0) for line in series), default=0))
    step = _step(most)
    return range(least // step * step, (most // step + 1) * step + 1, step)


def _text_width(series: Sequence[Sequence[int]], entries: Sequence[_Entry], axis: str) -> int:
    """Return the width of the widest text to the right of the lines."""
    totals = [str(line[-1]) for line in series if line]
    return max(
        *(fonts.width(name_line, _SIZE) for entry in entries for name_line in entry.name_lines),
        *(fonts.width(total, _POINTS) for total in totals),
        fonts.width(axis, _SCALE),
        60,
    )


def _fits(name: str, room: int) -> bool:
    """Return whether a name fits into two lines without a broken word."""
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

    They then run side by side around their true height; equal ones are in the order of seats. At each turn, a line
    that is too near to the bundle above it joins that bundle, whose middle moves by that, until none is too near.
    """
    moved = [list(line) for line in lines]
    for turn in range(max(map(len, lines), default=0)):
        heights = sorted((line[turn][1], seat) for seat, line in enumerate(lines) if turn < len(line))
        bundles = list[list[tuple[float, int]]]()
        for height in heights:
            bundles.append([height])
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
    """Draw a seat's line: thin throughout, and on it thick in the seat's pattern, with a darker edge."""
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
    start = 0
    # Each thick part of the pattern recurs after the length of the whole pattern.
    for thick, thin in zip(pattern[::2], pattern[1::2], strict=True):
        dashes += _dashes(line, thick, sum(pattern) - thick, start)
        start += thick + thin
    for ink, width in ((colour.shade, 8), (colour.ink, 5)):
        for dash in dashes:
            pen.path(dash, ink, width)


def _dashes(line: list[Point], dash: float, gap: float, first: float) -> list[list[Point]]:
    """Return the dashes of a line, each with the corners that it goes around.

    Args:
        line: The corners of the line.
        dash: The length of a dash.
        gap: The distance from a dash to the next.
        first: Where on the line the first dash begins.
    """
    dashes = list[list[Point]]()
    for start, end in broken(line, dash, gap, first):
        if dashes and math.dist(dashes[-1][-1], start) < 0.01:
            dashes[-1].append(end)
        else:
            dashes.append([start, end])
    return dashes


def _step(most: int) -> int:
    """Return the distance in points between horizontal lines, of which there are about eight."""
    return next((step for step in (5, 10, 20, 25, 50, 100, 200, 500) if most / step <= 8), max(1, most // 8))


def _turns(canvas: Canvas, turns: range, right: float, axis: str) -> None:
    """Write the numbers of some turns below the lines, at most about nine, and the word for turns behind them."""
    count = len(turns)
    step = next((step for step in (1, 2, 5, 10, 20, 25, 50, 100, 200) if count / step <= 9), max(1, count))
    wide = (right - _LEFT) / max(1, count - 1)
    for turn in turns:
        if not turn or turn % step:  # the points before the first turn have no number
            continue
        canvas.text((_LEFT + (turn - turns.start) * wide, _BOTTOM + 38), str(turn), 80, size=_SCALE, ink=SOFT, side="m")
    canvas.text((right + _NAMES, _BOTTOM + 38), axis, WIDTH - right - _NAMES - 24, size=_SCALE, ink=SOFT)


def _badges(canvas: Canvas, lines: list[list[Point]], palette: Palette) -> None:
    """Paint badges along the lines, at different turns for each seat and not on each other if there is room."""
    taken = list[Point]()
    for seat, line in enumerate(lines):
        last = len(line) - 1
        for third in (1, 2):
            wanted = round((third + (seat - 2) * 0.16) / 3 * last)
            if not 0 < wanted < last:
                continue
            nearest = sorted(range(1, last), key=lambda turn: abs(turn - wanted))
            free = (turn for turn in nearest if all(math.dist(line[turn], place) > _ALONG for place in taken))
            at = line[next(free, wanted)]
            taken.append(at)
            canvas.paste(badge(seat, _ALONG, palette), at)


def _ends(lines: list[list[Point]], entries: list[_Entry]) -> list[tuple[_Entry, float]]:
    """Return the texts at the ends of the lines, from the top, each with the height of its middle.

    Texts that would lie on each other stand close below each other, in the middle of where they belong.
    """
    ended = sorted((entry for entry in entries if lines[entry.seat]), key=lambda entry: lines[entry.seat][-1][1])
    bundles = list[list[_Entry]]()

    def high(bundle: list[_Entry]) -> float:
        return sum(entry.height for entry in bundle)

    def top(bundle: list[_Entry]) -> float:
        middle = sum(lines[entry.seat][-1][1] for entry in bundle) / len(bundle)
        return max(_TOP - _BADGE / 2, min(middle - high(bundle) / 2, _BOTTOM + _BADGE / 2 - high(bundle)))

    for entry in ended:
        bundles.append([entry])
        while len(bundles) > 1 and top(bundles[-1]) < top(bundles[-2]) + high(bundles[-2]):
            bundles[-2:] = [bundles[-2] + bundles[-1]]
    placed = []
    for bundle in bundles:
        y = top(bundle)
        for entry in bundle:
            placed.append((entry, y + entry.height / 2))
            y += entry.height
    return placed
