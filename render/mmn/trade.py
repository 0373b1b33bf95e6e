"""An offer of trade on the table, with the answers so far; players who accept are ticked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines.mmn import board
from engines.mmn.view import CounterView, MmnView, OfferView
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT
from render.kit.part import Part
from render.mmn import icons, words
from render.mmn.icons import badge, icon
from render.mmn.inks import PALETTE
from render.mmn.layout import OFFER_EDGE, OFFER_ROW, TIGHTEST_ROW
from render.mmn.news import News


class _Style(NamedTuple):
    """A style of an offer, with sizes in units."""

    worded: bool
    """True if words say which cards are given and wanted."""
    times: str
    """The sign after a number."""
    card: int
    """The height of a card."""
    gap: int
    """The space after a card."""
    rows: int = 1
    """The number of rows."""
    number: int = 46
    """The size of a number."""


_STYLES = (
    _Style(True, fonts.TIMES, 76, 10),
    _Style(False, fonts.TIMES, 76, 10),
    _Style(False, fonts.TIMES, 52, 2),
    _Style(False, "", 52, 2),
    _Style(False, "", 52, 2, number=36),
    _Style(False, fonts.TIMES, 52, 10, 2, 36),
)
"""The styles of an offer, from the most pleasant to the narrowest."""
_ARROW = 46
"""Width of the arrow between the cards given and wanted, in units."""
_ARROW_ROOM = _ARROW + 28
"""The same with the space around it."""
_BADGES = (54, 44)
"""Widths of the badges of players who answer; the smaller one where there is no room for the larger, in units."""
_BADGE_GAP = 4
"""Distance from such a badge to the next, in units."""
_ANSWER_SIGN = 46
"""Room for the sign before the badges of players who give the same answer, in units."""
_START = 92
"""Distance from the left edge to the first word or card, in units."""
_END = 20
"""Distance from the last card or badge to the right edge, in units."""
_WORD = 150
"""The largest width of a word, in units."""
_WORD_GAP = 16
"""Space after a word, in units."""


class Line(NamedTuple):
    """An offer with its style."""

    offer: OfferView | CounterView
    style: _Style


def lines(view: MmnView, caption: Caption, width: float) -> list[Line]:
    """Return the offer and the counter-offers, each in the most pleasant style that fits a width, in units.

    Beside the offer there are the badges of the players who answer it.
    """
    if not view.offer:
        return []

    def line(offer: OfferView | CounterView, end: float) -> Line:
        fitting = (style for style in _STYLES if _START + _wide(caption, offer, style) <= end)
        return Line(offer, next(fitting, _STYLES[-1]))

    first = line(view.offer, _badges_left(view.offer, _BADGES[-1], width))
    return [first, *(line(counter, width - _END) for counter in view.offer.counters)]


def rows(offer_lines: Sequence[Line]) -> int:
    """Return the number of rows that offers take."""
    return sum(line.style.rows for line in offer_lines)


def draw(canvas: Canvas, part: Part, view: MmnView, caption: Caption, news: News, offer_lines: Sequence[Line]) -> None:
    """Draw the offer and the counter-offers, a line for each, as far as there is room."""
    offer = view.offer
    if not offer:
        return
    edge = NEW if news.offer else PALETTE.of(offer.seat).edge
    canvas.frame(part.size, CARD, edge, 6, 16)
    room = part.height - 2 * OFFER_EDGE
    pitch = min(OFFER_ROW, max(TIGHTEST_ROW, room / rows(offer_lines)))
    y = OFFER_EDGE + max(0.0, room - pitch * rows(offer_lines)) / 2
    for number, line in enumerate(offer_lines):
        if y + line.style.rows * pitch > part.height:
            return
        right = part.width - _END
        first_row_right = right
        if number == 0:
            cards_end = _START + _wide(caption, offer, line.style)
            first_row_right = _answers(canvas, offer, y + pitch / 2, part.width, cards_end)
        else:
            canvas.frame((20, y - 1, part.width - 40, 2), LINE, None, 0, 0)
        _line(canvas, caption, line, y + pitch / 2, pitch, (first_row_right, right))
        y += line.style.rows * pitch


def _badges_left(offer: OfferView, size: int, width: float) -> float:
    """Return where the badges of players begin who accept or have not answered, if they are of a size."""
    badges = len(offer.waiting) + len(offer.accepted)
    signs = bool(offer.waiting) + bool(offer.accepted)
    return width - _END - badges * (size + _BADGE_GAP) - _ANSWER_SIGN * signs


def _answers(canvas: Canvas, offer: OfferView, y: float, width: float, cards_end: float) -> float:
    """Draw the badges of players who accept or have not answered, and return where they begin.

    They are small if large ones would cover the cards, which end at ``cards_end``.
    """
    size = next((size for size in _BADGES if cards_end <= _badges_left(offer, size, width)), _BADGES[-1])
    left_x = _badges_left(offer, size, width)
    x = left_x
    if offer.accepted:
        canvas.paste(icon("tick", 36), (x + 27, y))
        x = _badges(canvas, offer.accepted, size, x + _ANSWER_SIGN, y)
    if offer.waiting:
        canvas.text((x + 31, y), "?", 40, size=46 if size == _BADGES[0] else 36, ink=SOFT, side="m")
        _badges(canvas, offer.waiting, size, x + _ANSWER_SIGN, y)
    return left_x


def _badges(canvas: Canvas, seats: Sequence[int], size: int, x: float, y: float) -> float:
    """Draw a row of badges, and return where it ends."""
    for seat in seats:
        canvas.paste(badge(seat, size), (x, y), "l")
        x += size + _BADGE_GAP
    return x


def _line(canvas: Canvas, caption: Caption, line: Line, y: float, pitch: float, ends: tuple[float, float]) -> None:
    """Draw an offer: a player, and the cards given and wanted.

    Args:
        canvas: The canvas of all offers.
        caption: The words.
        line: The offer.
        y: The middle of its first row.
        pitch: The distance from a row to the next.
        ends: The right ends of the first and the second row.
    """
    offer, style = line
    canvas.paste(badge(offer.seat, 62 if pitch > 70 else 54), (52, y))
    x = float(_START)
    end = ends[0]
    for word, cards in ((words.GIVES, offer.give), (words.WANTS, offer.want)):
        if cards is offer.want:
            canvas.paste(icon("arrow", _ARROW), (x + 10, y), "l")
            x += _ARROW_ROOM
        if style.worded:
            x += canvas.text((x, y), caption.text(word), _WORD, size=fonts.NEEDED, ink=SOFT, aside=True) + _WORD_GAP
        for kind, number in _cards(cards):
            if x + _each(number, style) > end and style.rows > 1 and end == ends[0]:
                x = float(_START)
                y += pitch
                end = ends[1]
            if number > 1:
                x += canvas.text((x, y), f"{number}{style.times}", 100, size=style.number, ink=TEXT) + 4
            sign = icons.card(kind, caption.text(words.LETTERS[kind]), style.card)
            canvas.paste(sign, (x, y), "l")
            x += sign.size[0] + style.gap


def _each(number: int, style: _Style) -> int:
    """Return the width of cards of a kind with their number, and the space after them."""
    count_width = fonts.width(f"{number}{style.times}", style.number) + 4 if number > 1 else 0
    return count_width + round(style.card * icons.WIDE) + style.gap


def _wide(caption: Caption, offer: OfferView | CounterView, style: _Style) -> float:
    """Return the width of a line in one row."""
    wide = float(_ARROW_ROOM)
    for word, cards in ((words.GIVES, offer.give), (words.WANTS, offer.want)):
        if style.worded:
            wide += min(_WORD, fonts.width(caption.text(word), fonts.NEEDED)) + _WORD_GAP
        wide += sum(_each(number, style) for _, number in _cards(cards))
    return wide


def _cards(cards: Mapping[str, int]) -> list[tuple[str, int]]:
    """Return cards in the order of their kinds, each kind with its number."""
    return [(kind, cards[kind]) for kind in board.KINDS if cards.get(kind)]
