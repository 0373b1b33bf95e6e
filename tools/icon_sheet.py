"""Draw a sheet of all icons, grouped by game: ``python -m tools.icon_sheet``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from PIL import Image

import render
from bot.cli.refusal import refuse
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.icons import IconFolder
from render.kit.ink import CARD, LINE, SOFT, mix
from tools.command_line import command_line, start

COLUMNS = 10
SIZE = 72
"""Width of an icon's box, in pixels."""
CELL = 150
"""Distance between icons across and down, in pixels."""
HEADING = 60
"""Height of the line with a game's name, in pixels."""
MARGIN = 24
"""Width of the empty border, in pixels."""
NAME = 21
"""Size of the letters of an icon's name, in pixels."""
PITCH = 21
"""Distance between the lines of a name, in pixels."""

app = command_line()


def folders() -> dict[str, IconFolder]:
    """Return the icon folders of the kit and of each game, by the names of their packages."""
    package = Path(render.__file__).parent
    return {name: IconFolder(str(package / name / "icons.py")) for name in ("kit", *render.PICTURES)}


def draw_sheet() -> Image.Image:
    """Draw all icons in the colours of their files, each above its name."""
    sections = {title: folder for title, folder in folders().items() if folder.names}
    rows = sum(-(-len(folder.names) // COLUMNS) for folder in sections.values())
    height = 2 * MARGIN + HEADING * len(sections) + CELL * rows
    ground = mix(CARD, LINE, 0.4)
    canvas = Canvas(Image.new("RGB", (2 * MARGIN + COLUMNS * CELL, height), ground))
    top = float(MARGIN)
    for title, folder in sections.items():
        canvas.text((MARGIN, top + HEADING / 2), title, COLUMNS * CELL, size=32)
        top += HEADING
        for number, name in enumerate(folder.names):
            row, column = divmod(number, COLUMNS)
            _draw_cell(canvas, folder, name, (MARGIN + column * CELL, top + row * CELL))
        top += CELL * -(-len(folder.names) // COLUMNS)
    return canvas.image


@app.command("icon_sheet")
def write_sheet(
    out: Annotated[Path, typer.Option(help="The file to write.")] = Path("docs/icons.png"),
) -> None:
    """Draw a sheet of all icons, such as that of docs/pictures.md."""
    try:
        draw_sheet().quantize(256).save(out, optimize=True)
    except (OSError, ValueError) as fault:  # ValueError: Pillow does not know the file's extension
        refuse(f"{out} cannot be written to: {getattr(fault, 'strerror', None) or fault}")


def _draw_cell(canvas: Canvas, folder: IconFolder, name: str, corner: tuple[float, float]) -> None:
    x, y = corner
    middle = x + CELL / 2
    canvas.frame((x + 3, y + 3, CELL - 6, CELL - 6), None, SOFT, 1, 8)
    sprite = folder(name, SIZE)
    wide, high = sprite.size
    canvas.paste(sprite.scaled(min(1, SIZE / high)) if high > wide else sprite, (middle, y + 12 + SIZE / 2))
    for number, line in enumerate(_lines(name)):
        canvas.text((middle, y + SIZE + 26 + PITCH * number), line, CELL - 8, size=NAME, ink=SOFT, side="m")


def _lines(name: str) -> list[str]:
    """Return the lines of a name, which is broken behind underscores where it is too wide for a cell."""
    lines = [""]
    for part in name.replace("_", "_ ").split():
        if lines[-1] and fonts.width(lines[-1] + part, NAME) > CELL - 8:
            lines.append("")
        lines[-1] += part
    return lines


if __name__ == "__main__":
    start(app)
