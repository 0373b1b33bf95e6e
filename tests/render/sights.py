"""Makes a sheet of each game as people see it who have all cones, or lack one kind: ``docs/sights/<game>.png``.

It shows the boards of the README in the box of a channel; ``make pictures`` makes them first.
"""

from __future__ import annotations

from pathlib import Path

from coloraide import Color
from PIL import Image, ImageDraw, ImageFilter, ImageOps

from render import PICTURES
from render.kit import fonts

FOLDER = Path(__file__).parents[2] / "docs"
SIGHTS = {"": "all cones", "protan": "protanopia", "deutan": "deuteranopia", "tritan": "tritanopia"}
BOX = (550, 350)
"""Pixels that a desktop's client gives a picture in a channel."""
STEPS = 25
"""Of each part of a colour; between them colours are mixed."""
LINE = 26
GROUND = (49, 51, 56)
INK = (240, 240, 240)


def seen(picture: Image.Image, sight: str) -> Image.Image:
    """A picture as such eyes see it."""
    if not sight:
        return picture

    def look(red: float, green: float, blue: float) -> tuple[float, ...]:
        seen = Color("srgb", [red, green, blue]).filter(sight, 1, method="machado", out_space="srgb")
        return tuple(seen.clip().coords())

    return picture.filter(ImageFilter.Color3DLUT.generate(STEPS, look))


def sheet(picture: Image.Image) -> Image.Image:
    """The same picture four times, as large as in a channel."""
    shown = ImageOps.contain(picture.convert("RGB"), BOX, Image.Resampling.LANCZOS)
    wide = shown.width
    high = shown.height + LINE
    laid = Image.new("RGB", (2 * wide + 10, 2 * high + 10), GROUND)
    pen = ImageDraw.Draw(laid)
    for number, (sight, name) in enumerate(SIGHTS.items()):
        x = number % 2 * (wide + 10)
        y = number // 2 * (high + 10)
        pen.text((x + 4, y + 3), name, INK, fonts.font(16))
        laid.paste(seen(shown, sight), (x, y + LINE))
    return laid


def main() -> None:
    for game in PICTURES:
        laid = sheet(Image.open(FOLDER / f"{game}.png")).quantize(256)
        laid.save(FOLDER / "sights" / f"{game}.png", optimize=True)


if __name__ == "__main__":
    main()
