"""An offer of trade on the table, with the answers so far: who accepts is ticked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engines.mmn import board
from engines.mmn.view import CounterView, MmnView, OfferView
from render.caption import Caption
from render.kit import fonts
from render.kit.badge import badge
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, NEW, SOFT, TEXT
from render.mmn import icons, words
from render.mmn.inks import PALETTE
from render.mmn.layout import GAP, INNER, MARGIN, OFFER_LINE
from render.mmn.news import News


class _Style(NamedTuple):
    """How a line is set: with words or without, size of cards and numbers, gap after a card."""

    worded: bool
    card: int
    number: int
    gap: int


_STYLES = (_Style(True, 70, 34, 10), _Style(False, 70, 34, 10), _Style(False, 56, 27, 2))
"""From the most pleasant to the narrowest."""
_ARROW = 46
_BADGES = (54, 38)


def height(view: MmnView) -> int:
    """What the offer takes, with the gap below it; nothing without an offer."""
    return (1 + len(view.offer.counters)) * OFFER_LINE + 12 + GAP if view.offer else 0


def draw(canvas: Canvas, view: MmnView, caption: Caption, news: News, top: int) -> None:
    """A line for the offer and one for each counter-offer."""
    offer = view.offer
    if not offer:
        return
    high = height(view) - GAP
    edge = NEW if news.offer else PALETTE.edges[offer.seat]
    canvas.frame((MARGIN, top, INNER, high), CARD, edge, 6, 16)
    y = top + 6 + OFFER_LINE / 2
    _waiting(canvas, offer, y, _line(canvas, caption, offer, y, _end(offer, _BADGES[0])))
    for counter in offer.counters:
        y += OFFER_LINE
        canvas.frame((MARGIN + 20, y - OFFER_LINE / 2 - 1, INNER - 40, 2), LINE, None, 0, 0)
        _line(canvas, caption, counter, y, MARGIN + INNER - 20)


def _end(offer: OfferView, size: int) -> float:
    """Where the badges of those begin who accept or have not answered, with the tick and the question mark."""
    badges = len(offer.waiting) + len(offer.accepted)
    return MARGIN + INNER - 20 - badges * (size + 4) - 46 * (bool(offer.waiting) + bool(offer.accepted))


def _waiting(canvas: Canvas, offer: OfferView, y: float, end: float) -> None:
    """Those who accept and those who have not answered, smaller when the line leaves little room."""
    size = next((size for size in _BADGES if end <= _end(offer, size)), _BADGES[-1])
    x = _end(offer, size)
    if offer.accepted:
        canvas.paste(icons.tick(36), (x + 27, y))
        x = _badges(canvas, offer.accepted, size, x + 46, y)
    if offer.waiting:
        canvas.text((x + 31, y), "?", 40, size=36, ink=SOFT, side="m")
        _badges(canvas, offer.waiting, size, x + 46, y)


def _badges(canvas: Canvas, seats: Sequence[int], size: int, x: float, y: float) -> float:
    """A row of badges; returns where it ends."""
    for seat in seats:
        canvas.paste(badge(seat, size, PALETTE), (x, y), "l")
        x += size + 4
    return x


def _line(canvas: Canvas, caption: Caption, offer: OfferView | CounterView, y: float, end: float) -> float:
    """Who gives what for what, in the first style that ends in time; returns where it ends."""
    canvas.paste(badge(offer.seat, 62, PALETTE), (MARGIN + 52, y))
    start = MARGIN + 100.0
    style = next((style for style in _STYLES if start + _wide(caption, offer, style) <= end), _STYLES[-1])
    x = start
    for word, cards in ((words.GIVES, offer.give), (words.WANTS, offer.want)):
        if cards is offer.want:
            canvas.paste(icons.arrow(_ARROW), (x + 10, y), "l")
            x += _ARROW + 28
        if style.worded:
            x += canvas.text((x, y), caption.text(word), 150, size=30, ink=SOFT) + 16
        for kind, number in _cards(cards):
            if number > 1:
                x += canvas.text((x, y), _times(number), 90, size=style.number, ink=TEXT) + 4
            sign = icons.card(kind, caption.text(words.LETTERS[kind]), style.card)
            canvas.paste(sign, (x, y), "l")
            x += sign.size[0] + style.gap
    return x


def _wide(caption: Caption, offer: OfferView | CounterView, style: _Style) -> float:
    """What a line takes."""
    wide = _ARROW + 28.0
    for word, cards in ((words.GIVES, offer.give), (words.WANTS, offer.want)):
        wide += min(150, fonts.width(caption.text(word), 30)) + 16 if style.worded else 0
        for _, number in _cards(cards):
            wide += fonts.width(_times(number), style.number) + 4 if number > 1 else 0
            wide += round(style.card * 0.74) + style.gap
    return wide


def _cards(cards: Mapping[str, int]) -> list[tuple[str, int]]:
    return [(kind, cards[kind]) for kind in board.KINDS if cards.get(kind)]


def _times(number: int) -> str:
    return f"{number}{fonts.TIMES}"
