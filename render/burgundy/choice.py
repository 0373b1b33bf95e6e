"""The boards on offer, while a player chooses one."""

from __future__ import annotations

from collections.abc import Sequence

from render.burgundy import player_board, words
from render.burgundy.layout import BOARD
from render.burgundy.layout import TEXT as NEEDED
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Box, Canvas
from render.kit.ink import SOFT
from render.shape import LEGIBLE

_HEAD = 52
_GAP = 16
_LINES = 2
"""The most lines of a board's name."""


def draw(canvas: Canvas, boards: Sequence[str], caption: Caption, at: Box, aside: bool = False) -> None:
    """Draw every board with its name, as large as there is room; ``aside`` for those who do not choose."""
    size = NEEDED
    left_x, top, width, height = at
    names = {id: words.board(id, caption) for id in boards}
    canvas.text((left_x + 4, top + 20), caption.text(words.CHOICE), width - 8, size=NEEDED, ink=SOFT)

    def fitting(columns: int) -> tuple[bool, float, int, int]:
        """Return how boards fit into columns: whether names are whole, the scale, the columns, the lines of names."""
        wide = width / columns
        rows = -(-len(boards) // columns)
        lines = [fonts.wrap(name, size, int(wide - 10), _LINES) for name in names.values()]
        are_names_whole = [" ".join(line_words) for line_words in lines] == list(names.values())
        line_count_lines = max(map(len, lines))
        high = (height - _HEAD) / rows - (size + 4) * line_count_lines - 8
        return are_names_whole, min((wide - _GAP) / BOARD[0], (high - _GAP) / BOARD[1]), columns, line_count_lines

    _, scale, columns, line_count = max(fitting(columns) for columns in range(1, len(boards) + 1))
    wide = width / columns
    pitch = (height - _HEAD) / -(-len(boards) // columns)
    exact = round(scale * canvas.scale, 2)
    named = exact * NEEDED >= LEGIBLE[caption.shape].needed
    for number, id in enumerate(boards):
        row, column = divmod(number, columns)
        x = left_x + (column + 0.5) * wide
        y = top + _HEAD + row * pitch
        lines = fonts.wrap(names[id], size, int(wide - 10), _LINES)
        for line, text in enumerate(lines, line_count - len(lines)):
            canvas.text((x, y + 20 + line * (size + 4)), text, wide - 10, size=size, side="m", aside=aside)
        middle = y + (size + 4) * line_count + 8 + BOARD[1] * scale / 2
        across, down = canvas.pixel((x, middle))
        Canvas(canvas.image, exact, (across, down)).paste(player_board.board(id, named, named), (0, 0))
