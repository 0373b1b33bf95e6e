"""Boards with a number on each part, for the legend; and single parts cut out of a board."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw, ImageFilter

from render.kit import fonts
from render.kit.canvas import Box
from render.kit.ink import NEW, WHITE

# Measures of a number on a board in pixels: legible in a channel, where a board is shown at a third of its width.
RADIUS = 34
EDGE = 5
TEXT = 46
_HALF = RADIUS + EDGE
_STEP = 8
"""Pixels between two candidate positions of a number."""
_NEAR = 0.02
"""Weight of a pixel of distance from the part's corner, compared with the things that a number would cover."""
MARGIN = 14
"""Pixels around a part that is shown alone."""
MAT = "mat"
"""The beginning of the names of players' mats."""
PLACE = "place "
"""The prefix that tells the word of a place from the name of a part of the board."""


def explained(parts: Mapping[str, Box]) -> list[str]:
    """Return the parts with numbers in their order, from the top left on; of the mats only the first has one."""
    first = next((name for name in parts if name.startswith(MAT)), None)
    names = [name for name in parts if not name.startswith(MAT) or name == first]
    return sorted(names, key=lambda name: (round(parts[name][1] / 100), parts[name][0]))


def spots(parts: Mapping[str, Box], lying: Callable[[float, float], float]) -> dict[str, tuple[float, float]]:
    """Return the middle of each part's number: where it covers least, near the top left corner, clear of other numbers.

    Args:
        parts: The boxes of the parts.
        lying: A function that returns how much is drawn around a point.
    """
    middles: dict[str, tuple[float, float]] = {}
    for name in explained(parts):
        left_x, top, width, height = parts[name]
        places = [
            (x, y)
            for x in _between(left_x, width)
            for y in _between(top, height)
            if all(max(abs(x - across), abs(y - down)) >= 2 * _HALF for across, down in middles.values())
        ]
        middles[name] = min(places, key=lambda at: lying(*at) + _NEAR * math.dist(at, parts[name][:2]))
    return middles


def _between(start: float, length: float) -> list[float]:
    """Return the candidate positions of a number along a side of its part, inside the part if it is long enough."""
    inset = min(_HALF, length / 2)
    return [start + inset + _STEP * step for step in range(int((length - 2 * inset) / _STEP) + 1)]


def busy(image: Image.Image) -> Callable[[float, float], float]:
    """Return a function that says how much is drawn around a point of a picture, within the size of a number."""
    edges = image.convert("L").filter(ImageFilter.FIND_EDGES)
    blurred_edges = edges.reduce(_STEP).filter(ImageFilter.BoxBlur(_HALF / _STEP))

    def lying(x: float, y: float) -> float:
        level: Any = blurred_edges.getpixel((int(x / _STEP), int(y / _STEP)))
        return float(level)

    return lying


def numbered(image: Image.Image, parts: Mapping[str, Box]) -> Image.Image:
    """Return the board with a number in each part."""
    canvas_image = image.convert("RGB")
    pen = ImageDraw.Draw(canvas_image)
    for number, (x, y) in enumerate(spots(parts, busy(canvas_image)).values(), 1):
        pen.ellipse((x - _HALF, y - _HALF, x + _HALF, y + _HALF), WHITE)
        pen.ellipse((x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS), NEW)
        pen.text((x, y), str(number), WHITE, fonts.font(TEXT), anchor="mm")
    return canvas_image


def cropped(image: Image.Image, boxes: Sequence[Box], margin: int = MARGIN) -> Image.Image:
    """Cut the smallest box with all these boxes and a margin out of a picture."""
    left_x = min(box[0] for box in boxes) - margin
    top = min(box[1] for box in boxes) - margin
    right = max(box[0] + box[2] for box in boxes) + margin
    bottom = max(box[1] + box[3] for box in boxes) + margin
    first = max(0, round(left_x)), max(0, round(top))
    return image.crop((*first, min(image.width, round(right)), min(image.height, round(bottom))))
