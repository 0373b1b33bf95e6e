"""A player's own picture: notes, cards, progress cards with their effects, and prices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.view import MmnView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.canvas import Canvas
from render.kit.ink import CARD, NEW, PAPER, SOFT, TEXT, mix
from render.kit.part import Part
from render.mmn import bank, icons, kinds, legend, notes, own_layout, shop, tracks, trade, words
from render.mmn.badges import badge
from render.mmn.inks import PALETTE, RED, TRACK, TRACK_DARK
from render.mmn.layout import BANK, LEGEND, LEGEND_COLUMNS, OFFER_EDGE, OFFER_ROW, stock
from render.mmn.news import News
from render.mmn.own_layout import Column, Own
from render.mmn.sprites import icon

# Heights of the head, of a heading, of what may be looked at; the gap below a progress card.
HEAD = 108
_TITLE = 60
_SEEN = 110
_GAP = 10
_SPACED = 24
"""Space above the legend, if there is room for it, in units."""
_ABREAST = 3
"""Number of progress cards of others that stand side by side."""
_TEXT = 36
_PITCH = 46
_MOST = 5
_SIGN = 92
"""Width of the band of a progress card, in units."""


class _Cards(NamedTuple):
    """An arrangement of the progress cards: their column, the most lines of a card, their place below the levels."""

    column: Column
    most: int
    levels: bool
    shown: Sequence[str]

    def height(self, caption: Caption) -> float:
        """Return the height in pixels, with heading and levels."""
        high = _TITLE + sum(_height(card, caption, self.column, self.most) + _GAP for card in self.shown)
        return high * self.column.unit


def draw(view: MmnView, caption: Caption) -> Image.Image:
    """Return the picture of the seat that sees the view.

    Raises:
        LookupError: A spectator sees the view.
    """
    if view.viewer is None:
        raise LookupError("a spectator has no hand")
    player = view.players[view.viewer]
    changed = News(caption.events)
    at = own_layout.of(caption.shape)
    wide = at.aside.width / at.aside.unit
    offers = trade.lines(view, caption, wide)
    heights = [
        trade.rows(offers) * OFFER_ROW + 2 * OFFER_EDGE if offers else 0,
        _seen_high(view) if view.shown else 0,
        notes.height(view, player, caption, wide),
    ]
    shop_top = at.top + HEAD * at.head.unit + at.gap
    tops = [shop_top]
    for high in heights:
        tops.append(tops[-1] + (high * at.aside.unit + at.gap if high else 0))
    kinds_top = tops[-1]
    below = tops[-1] + kinds.height(at.kinds) + at.gap / 2
    levels = shop.Shop((), board.TRACKS, 1, 6)
    cards = _cards(at, player, caption, below, levels.height() * at.kinds.unit)
    goods = shop.Shop(tuple(words.ITEMS), () if at.beside else board.TRACKS, at.items, 6)
    cards_top = below + (levels.height() * at.kinds.unit if cards.levels else 0)
    end = cards_top + cards.height(caption)
    if not at.beside:
        shop_top = end
    banked = at.beside and end + (_TITLE + BANK) * at.kinds.unit + at.margin <= at.most
    last = end + (_TITLE + BANK) * at.kinds.unit if banked else end
    shop_end = shop_top + (_TITLE + goods.height() - _GAP) * at.shop.unit
    explained = at.beside and last + (_SPACED + LEGEND) * at.kinds.unit <= shop_end
    canvas = Canvas(Image.new("RGB", (own_layout.width(caption.shape), round(max(last, shop_end) + at.margin)), PAPER))
    top = at.head.part(at.top, HEAD)
    offer = at.aside.part(tops[0], heights[0])
    seen = at.aside.part(tops[1], heights[1])
    head(top.on(canvas), top, view, player, caption, changed)
    if offers:
        trade.draw(offer.on(canvas), offer, view, caption, changed, offers)
    if view.shown:
        _seen(seen.on(canvas), seen, view, caption)
    notes.draw(at.aside.part(tops[2], heights[2]).on(canvas), view, player, caption, wide)
    kinds.draw(canvas, at.kinds, kinds_top, player, caption)
    if cards.levels:
        shop.draw(canvas, at.kinds, below, player, view.quotes, caption, levels)
    _heading(canvas, cards.column, cards_top, caption.text(words.PROGRESS if player.cards else words.NO_PROGRESS))
    y = cards_top + _TITLE * cards.column.unit
    for card in cards.shown:
        part = cards.column.part(y, _height(card, caption, cards.column, cards.most))
        _progress(part.on(canvas), part, card, caption, cards.most)
        y += (part.height + _GAP) * part.unit
    if banked:
        _heading(canvas, at.kinds, end, caption.text(words.BANK))
        _bank(canvas, at.kinds, end + _TITLE * at.kinds.unit, view, caption)
    if explained:
        part = at.kinds.part(last + _SPACED * at.kinds.unit, LEGEND)
        legend.draw(part.on(canvas), caption, part, LEGEND_COLUMNS)
    _heading(canvas, at.shop, shop_top, caption.text(words.COSTS))
    shop.draw(canvas, at.shop, shop_top + _TITLE * at.shop.unit, player, view.quotes, caption, goods)
    return canvas.image


def _cards(at: Own, player: PlayerView, caption: Caption, top: float, below: float) -> _Cards:
    """Return the largest arrangement of the progress cards that keeps within the height of the picture.

    In the worst case, cards about trade or about other cards leave no room for all of them.
    """
    held = player.cards or []
    ways = [
        *(_Cards(column, _MOST, at.beside, held) for column in at.effects),
        *(
            _Cards(at.effects[-1], most, below, held)
            for below in dict.fromkeys((at.beside, False))
            for most in (3, 2, 1)
        ),
        *(_Cards(at.effects[-1], 1, False, held[-count:]) for count in range(len(held) - 1, 0, -1)),
    ]
    for choice in ways:
        if top + below * choice.levels + choice.height(caption) + at.margin <= at.most:
            return choice
    return _Cards(at.effects[-1], 1, False, ())


def _heading(canvas: Canvas, column: Column, top: float, text: str) -> None:
    part = column.part(top, _TITLE)
    part.on(canvas).text((6, 32), text, part.width - 20, size=fonts.NEEDED, ink=SOFT, aside=True)


def _bank(canvas: Canvas, column: Column, top: float, view: MmnView, caption: Caption) -> None:
    """Draw the cards that the bank has left."""
    for part, track in zip(column.row(top, BANK, 6, 8), board.TRACKS, strict=True):
        cells = stock(part.width, part.height)
        bank.ground(part.on(canvas), cells, track, caption)
        bank.draw(part.on(canvas), cells, track, view, News())


def head(canvas: Canvas, part: Part, view: MmnView, player: PlayerView, caption: Caption, changed: News) -> None:
    """Draw the owner of the hand, and the numbers of cards and points."""
    seat = player.seat
    acting = player.seat in view.to_act
    fill = PALETTE.of(seat).wash if acting else CARD
    canvas.frame(part.size, fill, PALETTE.of(seat).edge, 7 if acting else 4, 18)
    y = HEAD / 2
    canvas.paste(badge(seat, 76), (62, y))
    right = part.width - 30
    right -= canvas.text((right, y), f"/{view.target}", 80, size=36, ink=SOFT, side="r") + 4
    right -= mat.total(canvas, (right, y), view, seat, 140, 58) + 8
    canvas.paste(icon("points", 60), (right, y), "r")
    right -= 100
    right -= canvas.text((right, y), f"/{player.hand_limit}", 80, size=36, ink=SOFT, side="r") + 4
    ink = RED if player.hand_size > player.hand_limit else TEXT
    right -= canvas.text((right, y), str(player.hand_size), 120, size=50, side="r", ink=ink) + 12
    canvas.paste(icon("hand", 64), (right, y), "r")
    right -= 90
    change = changed.cards[seat]
    if change:
        label = f"+{change}" if change > 0 else f"{fonts.MINUS}{-change}"
        right -= fonts.width(label, 36) + 24
        mat.pill(canvas, (right, y), label)
        right -= 20
    mat.name(canvas, (116, y), caption.name(seat), right - 130, (46, fonts.NEEDED))


def _seen(canvas: Canvas, part: Part, view: MmnView, caption: Caption) -> None:
    """Draw the cards that only this player may look at now."""
    canvas.frame(part.size, CARD, NEW, 5, 16)
    x = 24.0
    y = part.height / 2
    if view.shown_seat is not None:
        canvas.paste(badge(view.shown_seat, 58), (x, y), "l")
        x += 74
    x += canvas.text((x, y), caption.text(words.SEEN), 360, size=fonts.NEEDED, ink=SOFT, aside=True) + 24
    room = part.width - 20 - x
    seen_kinds = [kind for kind in board.KINDS if kind in view.shown]
    if seen_kinds:
        step = min(124.0, room / len(seen_kinds))
        for number, kind in enumerate(seen_kinds):
            count = view.shown.count(kind)
            at = x + number * step
            canvas.paste(icons.card(kind, caption.text(words.LETTERS[kind]), 84), (at, y), "l")
            if count > 1:
                canvas.text((at + 66, y), f"{fonts.TIMES}{count}", step - 68, size=36)
        return
    step = room / min(_ABREAST, len(view.shown))
    rows = -(-len(view.shown) // _ABREAST)
    for number, card in enumerate(view.shown):
        row, place = divmod(number, _ABREAST)
        at = x + place * step
        y = part.height * (2 * row + 1) / (2 * rows)
        canvas.paste(tracks.back(CARDS[card].deck, 64), (at, y), "l")
        title = caption.text(words.TITLES[card])
        in_one_line = fonts.width(title, 36) <= step - 62
        canvas.lines((at + 54, y if in_one_line else y - 20), title, step - 62, 2, 40, size=36)


def _seen_high(view: MmnView) -> int:
    """Return the height of the cards that may be looked at."""
    cards = len(view.shown) if set(view.shown) & CARDS.keys() else 1
    return -(-cards // _ABREAST) * _SEEN


def _height(card: str, caption: Caption, column: Column, most: int) -> int:
    """Return the height of a progress card with its effect."""
    text = caption.text(words.EFFECTS[card])
    room = column.width / column.unit - _SIGN - 50
    lines = len(fonts.wrap(text, round(_TEXT * column.unit), int(room * column.unit), most))
    return max(112, 62 + lines * _PITCH + 14)


def _progress(canvas: Canvas, part: Part, card: str, caption: Caption, most: int) -> None:
    """Draw a progress card: track, name, time of its effect, effect."""
    deck = CARDS[card].deck
    canvas.frame(part.size, CARD, TRACK_DARK[deck], 3, 14)
    canvas.frame((4, 4, _SIGN - 4, part.height - 8), TRACK[deck], None, 0, 10)
    canvas.paste(tracks.symbol(deck, 62), (_SIGN / 2 + 2, part.height / 2))
    x = _SIGN + 24
    right = part.width - 24
    timing = caption.text(words.TIMINGS[CARDS[card].timing])
    taken = canvas.text((right, 34), timing, 420, size=fonts.NEEDED, ink=SOFT, side="r", aside=True)
    canvas.text((x, 34), caption.text(words.TITLES[card]), part.width - _SIGN - 80 - taken, size=40)
    text = caption.text(words.EFFECTS[card])
    ink = mix(TEXT, SOFT, 0.3)
    canvas.lines((x, 62 + _PITCH / 2), text, part.width - _SIGN - 50, most, _PITCH, size=_TEXT, ink=ink)
