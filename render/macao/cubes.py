"""Action cubes: alone, counted, and as a price. Measures are in units (see ``layout``)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from engines.macao.board import COLOURS
from render.kit import fonts
from render.kit.canvas import Box, Canvas, Side, lettered
from render.kit.ink import CARD, Ink, mix
from render.kit.pen import Pen, Point, Sprite, sprite
from render.macao.inks import CUBE, CUBE_EDGE, ON_CUBE
from render.macao.layout import NEEDED, SIGNED
from render.macao.letters import kept_by_letters, letter

CHIP = 26
"""Height of counted cubes, in units."""
_GAP = 2
"""Distance between cubes, in units."""
_OVER = 4
"""Units by which the size of a letter may exceed that of a small cube."""
_LOWEST = 16
"""Least height of counted cubes as long as narrower ones are possible, in units."""


@kept_by_letters(64)
def cube(colour: str, size: int = 24, aside: bool = False) -> Sprite:
    """Return a cube with its letter."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0), (60, 60), CUBE[colour], CUBE_EDGE[colour], 3.4, 11)

    label = (letter(colour), min(max(SIGNED, size), size + _OVER), ON_CUBE[colour], (size / 2, size / 2))
    return lettered(sprite((size, size), draw, 60), label, aside=aside)


def _letters(high: int, count: int) -> int:
    """Return the size of the text on counted cubes of a height; two digits are smaller."""
    return max(NEEDED, high * (23 if count < 10 else 19) // 25)


def chip_width(colour: str, count: int, high: int = CHIP, size: int = 0) -> int:
    """Return the width of counted cubes, in units.

    Args:
        colour: The colour.
        count: The number of cubes.
        high: The height, in units.
        size: The size of the text; 0: as large as the height allows.
    """
    written = fonts.width(f"{letter(colour)}{count}", size or _letters(high, count))
    return written + (2 if count > 9 or size else max(4, high // 5))


@kept_by_letters(512)
def chip(colour: str, count: int, high: int = CHIP, ghost: bool = False, size: int = 0) -> Sprite:
    """Return the sprite of counted cubes (see ``chip_width``); a ``ghost`` shows cubes that are still to come."""
    wide = chip_width(colour, count, high, size)

    def draw(pen: Pen) -> None:
        fill = mix(CUBE[colour], CARD, 0.88) if ghost else CUBE[colour]
        pen.box((0, 0), (wide, high), fill, CUBE_EDGE[colour], high / 15, high / 4.5)

    ink: Ink = CUBE_EDGE[colour] if ghost else ON_CUBE[colour]
    label = f"{letter(colour)}{count}", size or _letters(high, count), ink, (wide / 2, high / 2)
    return lettered(sprite((wide, high), draw), label)


def each(cost: Mapping[str, int]) -> tuple[str, ...]:
    """Return the cubes of a cost one by one, in the order of the colours."""
    return tuple(colour for colour in COLOURS for _ in range(cost.get(colour, 0)))


def row_width(count: int, size: int = 24, room: float = 1000) -> float:
    """Return the width of a row of cubes of a ``size`` in a ``room``, in units."""
    return size + (count - 1) * _step(count, size, room) if count else 0


def _step(count: int, size: int, room: float) -> float:
    """Return the distance from a cube to the next; cubes overlap if there is little room."""
    return min(size + _GAP, (room - size) / max(1, count - 1))


def row(
    canvas: Canvas, cost: Mapping[str, int], at: Point, size: int = 24, middle: bool = False, room: float = 1000
) -> float:
    """Draw the cubes of a cost in a row, and return its width.

    Args:
        canvas: The canvas.
        cost: The number of cubes by colour.
        at: The middle of the row's left end, or the middle of the row.
        size: The width of a cube.
        middle: True if ``at`` is the middle of the row.
        room: The largest width; cubes overlap if they need more.
    """
    cubes = each(cost)
    width = row_width(len(cubes), size, room)
    step = _step(len(cubes), size, room)
    left_x = at[0] - (width / 2 if middle else 0)
    for number, colour in enumerate(cubes):
        canvas.paste(cube(colour, size), (left_x + number * step, at[1]), "l")
    return width


def price_width(cost: Mapping[str, int], size: int, max_cubes: int, room: float = 1000) -> float:
    """Return the width of a price, in units: cubes one by one, or counted if they are more than ``max_cubes``."""
    if _is_row(cost, max_cubes):
        return row_width(sum(cost.values()), size, room)
    return sum(chip_width(colour, count, size + 2, size) for colour, count in cost.items()) + _GAP * (len(cost) - 1)


def _is_row(cost: Mapping[str, int], max_cubes: int) -> bool:
    """Return whether the cubes of a price stand one by one: if there are few, or if counting saves nothing."""
    return sum(cost.values()) <= max_cubes or len(cost) > max_cubes


def price(
    canvas: Canvas, cost: Mapping[str, int], at: Point, size: int, max_cubes: int, side: Side = "l", room: float = 1000
) -> None:
    """Draw a price at its left end or its middle, as ``price_width`` measures it."""
    x = at[0] - (price_width(cost, size, max_cubes, room) / 2 if side == "m" else 0)
    if _is_row(cost, max_cubes):
        row(canvas, cost, (x, at[1]), size, room=room)
        return
    for colour in COLOURS:
        if count := cost.get(colour, 0):
            canvas.paste(chip(colour, count, size + 2, size=size), (x, at[1]), "l")
            x += chip_width(colour, count, size + 2, size) + _GAP


def pile(
    canvas: Canvas,
    cubes: Mapping[str, int],
    box: Box,
    columns: int,
    max_size: int = CHIP,
    ghosts: Mapping[str, int] = {},
    min_size: int = NEEDED,
) -> None:
    """Draw counted cubes below each other in columns, from the top of a box.

    Among the arrangements that fit, the one with the largest text is taken, then that with the most columns. If
    ``min_size`` allows smaller text than usual, very low cubes are avoided as long as that is possible.

    Args:
        canvas: The canvas.
        cubes: The number of cubes by colour.
        box: The box.
        columns: The most columns.
        max_size: The largest height of counted cubes.
        ghosts: The number of cubes that are still to come by colour; they come last.
        min_size: The least size of text on cubes that are too wide.
    """
    left_x, top, width, height = box
    held = [
        (colour, amounts[colour], amounts is ghosts)
        for amounts in (cubes, ghosts)
        for colour in COLOURS
        if amounts.get(colour)
    ]
    if not held:
        return
    for size, across in _arrangements(len(held), height, columns, min_size):
        lines = [held[start : start + across] for start in range(0, len(held), across)]
        high = min(max_size, int(height / len(lines)) - _GAP)
        high = max(high, int(height / len(lines))) if high < NEEDED else high
        widths = [[chip_width(colour, count, high, size) for colour, count, _ in line] for line in lines]
        taken = max(sum(line) + _GAP * (len(line) - 1) for line in widths)
        if taken <= width and (high >= _LOWEST or min_size == NEEDED):
            break
    pitch = min(high + _GAP + 1, height / len(lines))
    for number, (line, wide) in enumerate(zip(lines, widths, strict=True)):
        x = left_x + (width - sum(wide) - _GAP * (len(line) - 1)) / 2
        for (colour, count, ghost), chip_wide in zip(line, wide, strict=True):
            canvas.paste(chip(colour, count, high, ghost, size), (x, top + number * pitch + high / 2), "l")
            x += chip_wide + _GAP


def _arrangements(chips: int, height: float, columns: int, min_size: int) -> list[tuple[int, int]]:
    """Return ways to arrange so many counted cubes: sizes of text (0: as large as possible) and numbers of columns.

    The last one is taken even if it does not fit.
    """
    fewer_columns = range(columns, 0, -1)
    if min_size == NEEDED:
        return [(0, across) for across in fewer_columns]
    sizes = (0, *range(NEEDED, min_size - 1, -1))
    last = 1 if height >= _LOWEST * chips else columns  # what fits nowhere lies close
    return [*product(sizes, fewer_columns), (min_size, last)]
