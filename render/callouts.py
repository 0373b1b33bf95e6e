"""A board whose parts bear numbers, for who reads what each is; and one part of a board alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from render.kit import fonts
from render.kit.canvas import Box
from render.kit.ink import NEW, WHITE

RADIUS, EDGE, TEXT = 34, 5, 46
"""Of a number on a board, in pixels: legible in a channel, where a board is a third as wide."""
MARGIN = 14
"""Round a part that is shown alone."""
MAT = "mat"
"""How the names of players' mats begin."""
PLACE = "place "
"""How a place is told from a part of the board: behind it comes its word."""


def explained(parts: Mapping[str, Box]) -> list[str]:
    """The parts that bear numbers, in the order of these: from the top left on; of the mats the first alone."""
    first = next((name for name in parts if name.startswith(MAT)), None)
    found = [name for name in parts if not name.startswith(MAT) or name == first]
    return sorted(found, key=lambda name: (round(parts[name][1] / 100), parts[name][0]))


def spots(parts: Mapping[str, Box]) -> dict[str, tuple[float, float]]:
    """The middle of each number: in the corner of its part, and clear of all others."""
    found: dict[str, tuple[float, float]] = {}
    for name in explained(parts):
        left, top, width, height = parts[name]
        places = [
            (left + x * width + (RADIUS if x == 0 else -RADIUS), top + y * height + (RADIUS if y == 0 else -RADIUS))
            for y in (0, 1)
            for x in (0, 1)
        ]
        places.append((left + width / 2, top + height / 2))
        apart = 2 * (RADIUS + EDGE)
        clear = [
            (x, y)
            for x, y in places
            if all(abs(x - other) >= apart or abs(y - down) >= apart for other, down in found.values())
        ]
        found[name] = (clear or places)[0]
    return found


def numbered(image: Image.Image, parts: Mapping[str, Box]) -> Image.Image:
    """The board with a number in each part."""
    drawn = image.convert("RGB")
    pen = ImageDraw.Draw(drawn)
    for number, (x, y) in enumerate(spots(parts).values(), 1):
        pen.ellipse((x - RADIUS - EDGE, y - RADIUS - EDGE, x + RADIUS + EDGE, y + RADIUS + EDGE), WHITE)
        pen.ellipse((x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS), NEW)
        pen.text((x, y), str(number), WHITE, fonts.font(TEXT), anchor="mm")
    return drawn


def cropped(image: Image.Image, boxes: Sequence[Box], margin: int = MARGIN) -> Image.Image:
    """What lies in some boxes, with a little around it."""
    left, top = min(box[0] for box in boxes) - margin, min(box[1] for box in boxes) - margin
    right, bottom = max(box[0] + box[2] for box in boxes) + margin, max(box[1] + box[3] for box in boxes) + margin
    first = max(0, round(left)), max(0, round(top))
    return image.crop((*first, min(image.width, round(right)), min(image.height, round(bottom))))
