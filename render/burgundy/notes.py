"""Words for the table: what the knowledge tiles on offer do, and which pictogram is which building."""

from __future__ import annotations

from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from render.burgundy import tiles, words
from render.burgundy.inks import EDGE, TILE
from render.burgundy.layout import INNER, LINE, MARGIN, mat
from render.caption import Caption
from render.kit.canvas import Box, Canvas
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, PAPER, SOFT, mix
from render.kit.ink import LINE as RULE

_COLUMNS = 4
_PAD = 12
_ROW = 96


def offered(view: BurgundyView) -> list[str]:
    """Knowledge tiles in the depots, by number."""
    found = {tile for depot in view.depots.values() for tile in depot if tile in box.KNOWLEDGE}
    return sorted(found, key=box.KNOWLEDGE.index)


def height(lines: int, columns: int) -> int:
    """The height of a list."""
    return -(-lines // columns) * LINE + 2 * _PAD if lines else 0


def knowledge(canvas: Canvas, view: BurgundyView, caption: Caption, top: int) -> None:
    """The list of knowledge tiles in the depots, in two columns."""
    found = offered(view)
    if not found:
        return
    canvas.frame((MARGIN, top, INNER, height(len(found), 2)), CARD, RULE, 2, 14)
    rows = -(-len(found) // 2)
    for number, tile in enumerate(found):
        column, row = divmod(number, rows)
        at = (MARGIN + 12 + column * INNER / 2, top + _PAD + row * LINE, INNER / 2 - 24, LINE)
        effect(canvas, tile, caption, at)


def effect(canvas: Canvas, tile: str, caption: Caption, at: Box) -> None:
    """One knowledge tile with its short effect, in a line."""
    left, top, width, height = at
    y = top + height / 2
    canvas.frame((left, y - 19, 52, 38), TILE["knowledge"], EDGE["knowledge"], 2.5, 8)
    canvas.text((left + 26, y), tile[1:], 48, size=30, side="m")
    canvas.text((left + 64, y), caption.text(words.SHORTS[tile]), width - 64, size=SMALLEST)


def legend_place(seats: int, mats: int) -> Box:
    """Where the buildings are explained, when the mats begin at ``mats``: with three players beside the third."""
    left, top, width, high = mat(seats, seats, mats)
    if seats == 3:
        return left, top, width, high
    return MARGIN, top, INNER, (2 * _PAD + len(box.BUILDINGS) * (_ROW // 2 if seats == 2 else LINE // _COLUMNS))


def legend(canvas: Canvas, caption: Caption, seats: int, at: Box) -> None:
    """Every building's pictogram, letters and name; with four players there is no room for what it does."""
    left, top, width, high = at
    columns = {2: 2, 3: 1}.get(seats, _COLUMNS)
    canvas.frame(at, mix(PAPER, CARD, 0.6), mix(PAPER, RULE, 0.5), 2, 14)
    step = (width - 20) / columns
    pitch = (high - 2 * _PAD) / -(-len(box.BUILDINGS) // columns)
    for number, building in enumerate(box.BUILDINGS):
        row, column = divmod(number, columns)
        x, y = left + 14 + column * step, top + _PAD + (row + 0.5) * pitch
        if seats == 4:
            canvas.paste(tiles.picture(building, 40), (x, y), "l")
            canvas.text((x + 52, y), caption.text(words.TITLES[building]), step - 62, size=SMALLEST)
            continue
        canvas.paste(tiles.picture(building, 60), (x + 6, y), "l")
        canvas.text((x + 88, y - 19), caption.text(words.TITLES[building]), step - 100, size=31)
        canvas.text((x + 88, y + 20), caption.text(words.SHORTS[building]), step - 100, size=SMALLEST, ink=SOFT)
