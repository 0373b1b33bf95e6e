"""A player's own cards in six columns, one for each terrain, with the track that its commodity builds."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.view import PlayerView
from render.caption import Caption
from render.kit.canvas import Canvas, Side
from render.kit.fonts import SMALLEST
from render.kit.ink import CARD, SOFT, TEXT
from render.kit.part import Part
from render.mmn import bank, icons, words
from render.mmn.inks import FADED, TRACK, TRACK_DARK
from render.mmn.own_layout import Column, kinds

_GAP = 8
_BAND = 48


def height(column: Column) -> float:
    """Return the height of the columns, in pixels."""
    return kinds((column.width / column.unit + _GAP) / len(board.TRACKS) - _GAP).height * column.unit


def draw(canvas: Canvas, column: Column, top: float, player: PlayerView, caption: Caption) -> None:
    """Draw all columns from ``top`` on, in pixels."""
    for part, track in zip(column.row(top, height(column) / column.unit, 6, _GAP), board.TRACKS, strict=True):
        _column(part.on(canvas), part, track, player.hand or {}, player.rates, caption)


def _column(
    canvas: Canvas, part: Part, track: str, hand: dict[str, int], rates: dict[str, int], caption: Caption
) -> None:
    cells = kinds(part.width)
    canvas.frame(part.size, CARD, TRACK_DARK[track], 3, 14)
    canvas.frame((4, 4, part.width - 8, _BAND - 4), TRACK[track], None, 0, 10)
    if cells.names:
        bank.draw_name(canvas, track, caption, part.width)
    else:
        canvas.paste(icons.symbol(track, 34), (part.width / 2, 26))
    for place, kind in enumerate(bank.pair(track)):
        count = hand.get(kind, 0)
        sign = icons.card(kind, caption.text(words.LETTERS[kind]), cells.card, not count)
        canvas.paste(sign, cells.cards[place], "l")
        side: Side = "l" if cells.names else "m"
        ink = TEXT if count else FADED
        canvas.text(cells.counts[place], str(count), 100, size=cells.number, ink=ink, side=side)
        if cells.names:
            ink = SOFT if count else FADED
            title = caption.title(words.KINDS[kind])
            canvas.text(cells.names[place], title, part.width - 110, size=SMALLEST, ink=ink, aside=True)
        side = "r" if cells.names else "m"
        canvas.text(cells.rates[place], f"{rates[kind]}:1", 70, size=36, ink=SOFT if count else FADED, side=side)
