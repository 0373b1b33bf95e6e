"""A player's own picture: purse and hold, the rose large, the tableau with whole effects, the activated cards."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from engines.macao import board
from engines.macao.view import MacaoView
from render.caption import Caption
from render.kit.canvas import Box, Canvas
from render.kit.ink import PAPER, SOFT
from render.kit.pen import Point
from render.macao import news, own, pills, rose, words
from render.macao.layout import GAP, UNIT
from render.macao.letters import speaking
from render.shape import WIDE_SIZE, Shape

MARGIN = 10.0
LARGER = 1.25
"""Of the rose, in a wide picture."""


class Cells(NamedTuple):
    """Where everything lies, in units."""

    height: float
    identity: Box
    purse: Box
    rose: tuple[float, float, float]
    """Its corner, and how much larger than its own units it is."""
    tableau: Box
    slots: list[Box]
    activated: Box
    used: list[Box]


def width(shape: Shape) -> float:
    """Units across the picture."""
    return WIDE_SIZE[0] / UNIT[shape]


def head(shape: Shape) -> tuple[Box, Box, float]:
    """Where the halves of the head lie, beside or below each other, and where they end."""
    across = width(shape) - 2 * MARGIN
    if shape is Shape.WIDE:
        half = (across - GAP) / 2
        return (MARGIN, MARGIN, half, own.HEAD), (MARGIN + half + GAP, MARGIN, half, own.HEAD), MARGIN + own.HEAD + GAP
    below = MARGIN + own.HEAD + GAP
    return (MARGIN, MARGIN, across, own.HEAD), (MARGIN, below, across, own.HEAD), below + own.HEAD + GAP


def grid(count: int, columns: int, box: Box, height: float) -> list[Box]:
    """So many boxes in columns from the top of a box, row by row."""
    left, top, across, _ = box
    wide = (across - (columns - 1) * GAP) / columns
    return [
        (left + place % columns * (wide + GAP), top + place // columns * (height + GAP), wide, height)
        for place in range(count)
    ]


def _wide(slots: int, cards: int) -> Cells:
    """Three columns."""
    identity, purse, top = head(Shape.WIDE)
    side = rose.SIZE * LARGER
    left = MARGIN + side + 2 * GAP
    wide = (width(Shape.WIDE) - left - MARGIN - GAP) / 2
    below = top + own.TITLE
    held = grid(slots, 1, (left, below, wide, 0), own.HIGH[Shape.WIDE])
    high = 112 if cards <= 7 else min(84.0, 880 / cards - GAP)
    used = grid(cards, 1, (left + wide + GAP, below, wide, 0), min(high, own.ACTIVATED))
    bottom = max(top + side, *(box[1] + box[3] for box in (*held, *used)))
    tableau, activated = (left, top, wide, own.TITLE), (left + wide + GAP, top, wide, own.TITLE)
    return Cells(bottom + MARGIN, identity, purse, (MARGIN, top + GAP, LARGER), tableau, held, activated, used)


def _tall(slots: int, cards: int) -> Cells:
    """The tableau beside the rose, activated cards below."""
    identity, purse, top = head(Shape.TALL)
    left = MARGIN + rose.SIZE + GAP
    across = width(Shape.TALL) - 2 * MARGIN
    tableau = left, top, width(Shape.TALL) - left - MARGIN, own.TITLE
    held = grid(slots, 1, (left, top + own.TITLE, tableau[2], 0), own.HIGH[Shape.TALL])
    below = max(top + rose.SIZE, held[-1][1] + held[-1][3]) + GAP
    used = grid(cards, 2, (MARGIN, below + own.TITLE, across, 0), own.ACTIVATED)
    bottom = max([below + 2 * own.TITLE, *(box[1] + box[3] for box in used)])
    middle = top + (below - top - rose.SIZE) / 2
    activated = MARGIN, below, across, own.TITLE
    return Cells(bottom + MARGIN, identity, purse, (MARGIN, middle, 1.0), tableau, held, activated, used)


def paper(shape: Shape, height: float) -> Canvas:
    """An empty picture so many units high."""
    unit = UNIT[shape]
    return Canvas(Image.new("RGB", (WIDE_SIZE[0], round(height * unit)), PAPER), unit)


@speaking
def draw(view: MacaoView, caption: Caption) -> Image.Image:
    """The picture of the seat that the view is of. Raises LookupError for a spectator's view."""
    if view.viewer is None:
        raise LookupError("a spectator has no hand")
    player = view.players[view.viewer]
    changed = news.read(caption.events)
    new = {card for seat, card in changed.cards if seat == player.seat}
    slots = max(board.TABLEAU_SLOTS, len(player.tableau))
    cells = (_wide if caption.shape is Shape.WIDE else _tall)(slots, len(player.activated))
    canvas = paper(caption.shape, cells.height)
    own.identity(at(canvas, cells.identity), view, player, caption, cells.identity[2])
    own.purse(at(canvas, cells.purse), player, caption, changed, cells.purse[2])
    left, top, larger = cells.rose
    fresh = {field for seat, field in changed.fields if seat == player.seat}
    rose.draw(canvas.moved((left, top), larger), player, marked=fresh)
    own.title(canvas, caption.text(words.TABLEAU), cells.tableau[:2], cells.tableau[2])
    for place, box in enumerate(cells.slots):
        if place < len(player.tableau):
            own.card(canvas, player.tableau[place], caption, box, new=player.tableau[place] in new)
        else:
            own.slot(canvas, box)
    own.title(canvas, caption.text(words.ACTIVATED), cells.activated[:2], cells.activated[2])
    if not player.activated:
        x, y = cells.activated[:2]
        canvas.text((x + 24, y + 1.5 * own.TITLE), caption.text(words.NONE), 300, size=24, ink=SOFT)
    for card, box in zip(pills.ordered(player.activated), cells.used, strict=True):
        own.activated(canvas, card, player.used.get(card, 0), caption, box, card in new)
    return canvas.image


def at(canvas: Canvas, box: Box) -> Canvas:
    """The canvas from the corner of a box."""
    corner: Point = box[:2]
    return canvas.moved(corner)
