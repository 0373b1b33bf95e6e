"""The boards on offer, while a player chooses one."""

from __future__ import annotations

from collections.abc import Sequence

from render.burgundy import player_board, words
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Box, Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import SOFT

_COLUMNS = 4
_NAMED = 72
"""Pixels: hexes as wide as this have room for their names and numbers."""


def draw(canvas: Canvas, boards: Sequence[str], caption: Caption, at: Box) -> None:
    """Every board with what it is called."""
    left, top, width, height = at
    columns = min(len(boards), _COLUMNS if len(boards) > 9 else 3)
    rows = -(-len(boards) // columns)
    head = 48
    canvas.text((left + 4, top + 20), caption.text(words.CHOICE), width - 8, size=32, ink=SOFT)
    pitch = (height - head) / rows
    size, room = 32 if columns < _COLUMNS else SMALLEST, width / columns - 10
    names = {id: words.board(id, caption) for id in boards}
    lines = {id: len(fonts.wrap(name, size, int(room), 2)) for id, name in names.items()}
    most = max(lines.values())
    label = 6 + (size + 2) * most
    wide = int(min((width / columns - 16) / 7, (pitch - label - 14) / 6.4))
    for number, id in enumerate(boards):
        row, column = divmod(number, columns)
        x, y = left + (column + 0.5) * width / columns, top + head + row * pitch
        canvas.lines((x, y + 18 + (most - lines[id]) * (size + 2)), names[id], room, 2, size + 2, size=size, side="m")
        canvas.paste(
            player_board.board(id, wide, named=wide >= _NAMED), (x, y + label + player_board.size(wide)[1] / 2)
        )
