"""Explanations on the table's picture: effects of the knowledge tiles on offer, pictograms of buildings."""

from __future__ import annotations

from collections.abc import Sequence

from engines.burgundy import box
from engines.burgundy.view import BurgundyView
from render.burgundy import icons, words
from render.burgundy.inks import EDGE, TILE
from render.burgundy.layout import LINE, TEXT, helping
from render.burgundy.own_layout import HEADING
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, PAPER, SOFT, mix
from render.kit.ink import LINE as RULE
from render.kit.pen import Point

_PAD = 12


def offered(view: BurgundyView) -> list[str]:
    """Return the knowledge tiles in the depots, ordered by number."""
    kinds = {tile for depot in view.depots.values() for tile in depot if tile in box.KNOWLEDGE}
    return sorted(kinds, key=box.KNOWLEDGE.index)


def knowledge(
    canvas: Canvas, size: Point, kinds: Sequence[str], caption: Caption, columns: int = 2, title: str = ""
) -> None:
    """Draw a list of knowledge tiles and their effects, under a title if there is one."""
    width, height = size
    canvas.frame((0, 0, width, height), CARD, RULE, 2, 14)
    top = _PAD
    if title:
        canvas.text((18, 36), title, width - 36, size=TEXT, ink=SOFT)
        top += HEADING
    rows = -(-len(kinds) // columns)
    for number, tile in enumerate(kinds):
        column, row = divmod(number, rows)
        _effect(canvas, tile, caption, (12 + column * width / columns, top + row * LINE, width / columns - 20, LINE))


def _effect(canvas: Canvas, tile: str, caption: Caption, at: Box) -> None:
    """Draw one knowledge tile with its short effect, in a line."""
    left_x, top, width, height = at
    y = top + height / 2
    canvas.frame((left_x, y - 21, 58, 42), TILE["knowledge"], EDGE["knowledge"], 2.5, 8)
    number = tile[1:]  # as printed on the tile: "k7" without its letter
    canvas.text((left_x + 29, y), number, 54, size=TEXT, side="m")
    canvas.text((left_x + 68, y), caption.text(words.SHORTS[tile]), width - 68, size=TEXT, aside=True)


def legend(canvas: Canvas, size: Point, caption: Caption, seats: int) -> None:
    """Draw every building's pictogram and name, with its effect unless there are four players."""
    width, high = size
    columns = {2: 2, 3: 1}.get(seats, 4)  # as the layout has room for them
    canvas.frame((0, 0, width, high), mix(PAPER, CARD, 0.6), mix(PAPER, RULE, 0.5), 2, 14)
    step = (width - 20) / columns
    pitch = (high - 2 * _PAD) / -(-len(box.BUILDINGS) // columns)
    for number, building in enumerate(box.BUILDINGS):
        row, column = divmod(number, columns)
        x = 14 + column * step
        y = _PAD + (row + 0.5) * pitch
        title = caption.text(words.TITLES[building])
        if seats == 4:
            canvas.paste(icons.pictogram(building, 44), (x, y), "l")
            canvas.text(
                (x + 54, y), title, step - 58, size=fonts.fitting(title, helping(canvas.scale), step - 58), aside=True
            )
            continue
        canvas.paste(icons.pictogram(building, 64), (x + 6, y), "l")
        canvas.text((x + 92, y - 22), title, step - 104, size=TEXT)
        short = caption.text(words.SHORTS[building])
        canvas.text((x + 92, y + 22), short, step - 104, size=TEXT, ink=SOFT, aside=True)
