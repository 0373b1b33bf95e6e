"""The bank in six columns, one for each terrain: track, cards, deck, and the owner of the metropolis."""

from __future__ import annotations

from engines.mmn import board
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.canvas import Canvas, Side
from render.kit.ink import CARD, LINE, NEW, NEW_WASH, SOFT, TEXT, WHITE, mix
from render.mmn import icons, pieces, words
from render.mmn.icons import badge, icon
from render.mmn.inks import FADED, ON_TRACK, TRACK, TRACK_DARK
from render.mmn.layout import Stock
from render.mmn.news import News

_COUNT = 40
"""Size of numbers beside cards."""
_COUNT_BELOW = 46
"""Size of numbers below cards."""
_EDGE = 6
"""Space beside a number that is new, in units."""
_END = 10
"""Space beside the name of a track, in units."""


def draw_name(canvas: Canvas, track: str, caption: Caption, width: float) -> None:
    """Draw the name of a track on its band, after its sign if there is room."""
    name = caption.title(words.TRACKS[track])
    left_x = 56
    if fonts.width(name, fonts.SMALLEST) <= width - left_x - _END:
        canvas.paste(icons.symbol(track, 34), (30, 26))
    else:
        left_x = _END
    canvas.text((left_x, 26), name, width - left_x - _END, size=fonts.SMALLEST, ink=ON_TRACK[track], aside=True)


def draw_ground(canvas: Canvas, stock: Stock, track: str, caption: Caption) -> None:
    """Draw a column without its numbers: the name of its track, its cards, the back of its deck."""
    canvas.frame((0, 0, stock.width, stock.height), CARD, TRACK_DARK[track], 3, 14)
    canvas.frame((4, 4, stock.width - 8, stock.band - 4), TRACK[track], None, 0, 10)
    canvas.frame((14, stock.metropolis[1] - 34, stock.width - 28, 2), mix(LINE, CARD, 0.3), None, 0, 0)
    if stock.has_name:
        draw_name(canvas, track, caption, stock.width)
    for kind, at in zip(pair(track), stock.cards, strict=True):
        canvas.paste(icons.card(kind, caption.text(words.LETTERS[kind]), stock.card), at, "l")
    canvas.paste(icons.back(track, 48 if stock.has_name else 42), stock.deck, "l")


def pair(track: str) -> tuple[str, str]:
    """Return the resource and the commodity of a track."""
    commodity = board.TRACK_COMMODITY[board.TRACK[track]]
    return board.KINDS[commodity - board.PAIR], board.KINDS[commodity]


def draw_contents(canvas: Canvas, stock: Stock, track: str, view: MmnView, news: News) -> None:
    """Draw everything that changes in a column.

    Cards that a trade took stand on violet, cards that were given for them within a frame.
    """
    size = _COUNT if stock.has_name else _COUNT_BELOW
    for kind, at in zip(pair(track), stock.counts, strict=True):
        count = view.bank[kind]
        side: Side = "l" if stock.has_name else "m"
        label = str(count)
        wide = fonts.width(label, size) + 2 * _EDGE
        left_x = at[0] - (_EDGE if stock.has_name else wide / 2)
        if kind in news.taken:
            mat.pill(canvas, (left_x, at[1]), label, size, edge=_EDGE)
            continue
        if kind in news.given:
            canvas.frame((left_x, at[1] - 26, wide, 52), NEW_WASH, NEW, 5, 14)
        canvas.text(at, label, 64, size=size, ink=TEXT if count else FADED, side=side)
    deck_size = view.decks[track]
    ink = TEXT if deck_size else FADED
    if not stock.has_name:
        ink = ON_TRACK[track]  # the deck lies on the band
    x, y = stock.deck
    canvas.text((x + 40, y), str(deck_size), 60, size=size, ink=ink)
    owner = view.metropolises[track]
    canvas.paste(pieces.marker(track, 46), stock.metropolis)
    if owner is not None:
        canvas.paste(badge(owner, 44), stock.owner)
    else:
        canvas.text(stock.owner, fonts.DASH, 40, size=size, ink=SOFT, side="m")
    is_storage_used = pair(track)[0] in view.storage_used
    x, y = stock.crates
    crates = icon("crates", 44) if is_storage_used else icon("crates", 44, ink=LINE, fill=mix(LINE, WHITE, 0.55))
    canvas.paste(crates, (x, y))
    if is_storage_used:
        canvas.paste(icon("tick", 24), (x + 16, y - 16))
    if news.clearing == pair(track)[0]:
        canvas.paste(icon("spot", 58), (x, y))
