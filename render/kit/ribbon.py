"""The ribbon above pictures of practice copies, which says that the board is not the real one."""

from __future__ import annotations

from PIL import Image

from render.kit.canvas import Canvas
from render.kit.ink import NEW, WHITE

HEIGHT = 56
MARGIN = 24


def ribboned(image: Image.Image, text: str) -> Image.Image:
    """Return the picture below a ribbon with this text."""
    picture = Image.new(image.mode, (image.width, image.height + HEIGHT), NEW)
    picture.paste(image, (0, HEIGHT))
    Canvas(picture).text((image.width / 2, HEIGHT / 2), text, image.width - 2 * MARGIN, size=36, ink=WHITE, side="m")
    return picture
