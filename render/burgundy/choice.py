"""The boards to choose from, small, while a player has none."""

from __future__ import annotations

from engines.burgundy import estate as estates
from engines.burgundy.view import BurgundyView
from render.burgundy import estate, words
from render.caption import Caption
from render.kit.canvas import Box, Canvas
from render.kit.ink import SOFT

_COLUMNS = 4


def draw(canvas: Canvas, view: BurgundyView, caption: Caption, at: Box) -> None:
    """Every board with its number."""
    left, top, width, height = at
    boards = estates.boards(view.options.get("boards", ""))
    columns = _COLUMNS if len(boards) > 9 else 3
    rows = -(-len(boards) // columns)
    head = 48
    canvas.text((left + 4, top + 20), caption.text(words.CHOICE), width - 8, size=32, ink=SOFT)
    pitch = (height - head) / rows
    wide = int(min((width / columns - 16) / 7, (pitch - 50) / 6.4))
    for number, id in enumerate(boards):
        row, column = divmod(number, columns)
        x, y = left + (column + 0.5) * width / columns, top + head + row * pitch
        canvas.text((x, y + 18), id, width / columns - 10, size=32, side="m")
        canvas.paste(estate.board(id, wide, named=False), (x, y + 36 + estate.size(wide)[1] / 2))
