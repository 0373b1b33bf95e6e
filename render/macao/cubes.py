"""Action cubes: alone, counted, as the price of something."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engines.macao.board import COLOURS
from render.kit.canvas import Canvas, lettered
from render.kit.fonts import SMALLEST
from render.kit.pen import Pen, Point, Sprite, sprite
from render.macao.inks import CUBE, CUBE_EDGE, LETTER, ON_CUBE

CHIP_WIDE, CHIP_WIDER, CHIP_HIGH = 50, 56, 36


@lru_cache(maxsize=32)
def cube(colour: str, size: int = 32) -> Sprite:
    """A cube with its letter."""

    def draw(pen: Pen) -> None:
        pen.box((0, 0), (60, 60), CUBE[colour], CUBE_EDGE[colour], 3.4, 11)

    letter = (LETTER[colour], max(SMALLEST, size * 27 // 34), ON_CUBE[colour], (size / 2, size / 2))
    return lettered(sprite((size, size), draw, 60), letter)


def chip_width(count: int, high: int = CHIP_HIGH) -> int:
    """The pixels that counted cubes take."""
    return high * (CHIP_WIDE if count < 10 else CHIP_WIDER) // CHIP_HIGH


@lru_cache(maxsize=512)
def chip(colour: str, count: int, high: int = CHIP_HIGH) -> Sprite:
    """Cubes of a colour, counted."""
    wide = chip_width(count, high)

    def draw(pen: Pen) -> None:
        pen.box((0, 0), (wide, high), CUBE[colour], CUBE_EDGE[colour], 2.4, 8)

    text = (f"{LETTER[colour]}{count}", max(SMALLEST, high * 27 // CHIP_HIGH), ON_CUBE[colour], (wide / 2, high / 2))
    return lettered(sprite((wide, high), draw), text)


def each(cost: Mapping[str, int]) -> tuple[str, ...]:
    """The cubes of a cost one by one, in the order of the colours."""
    return tuple(colour for colour in COLOURS for _ in range(cost.get(colour, 0)))


def row(canvas: Canvas, cost: Mapping[str, int], at: Point, size: int = 32, middle: bool = False) -> float:
    """Puts a cost's cubes in a row that starts (or has its ``middle``) at a point; returns its width."""
    cubes = each(cost)
    step = size + 2
    width = len(cubes) * step - 2
    left = at[0] - (width / 2 if middle else 0)
    for number, colour in enumerate(cubes):
        canvas.paste(cube(colour, size), (left + number * step, at[1]), "l")
    return max(0, width)


def counted(
    canvas: Canvas,
    cubes: Mapping[str, int],
    at: Point,
    columns: int,
    high: int = CHIP_HIGH,
    gap: int = 0,
    pitch: int = 0,
) -> None:
    """Puts cubes by colour in rows of ``columns``, each row around a middle, the first row at a point."""
    held = [(colour, cubes[colour]) for colour in COLOURS if cubes.get(colour)]
    for row in range(0, len(held), columns):
        line = held[row : row + columns]
        widths = [chip_width(count, high) for _, count in line]
        x = at[0] - (sum(widths) + gap * (len(line) - 1)) / 2
        for (colour, count), wide in zip(line, widths, strict=True):
            canvas.paste(chip(colour, count, high), (x, at[1] + row // columns * (pitch or high + 2)), "l")
            x += wide + gap
