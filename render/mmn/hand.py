"""A player's own picture: notes, cards, progress cards with their effects, and prices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.view import MmnView, PlayerView
from render.caption import Caption
from render.kit import fonts, mat
from render.kit.canvas import Box, Canvas
from render.kit.ink import CARD, NEW, PAPER, SOFT, TEXT, mix
from render.kit.part import Part
from render.mmn import bank, icons, kinds, legend, notes, own_layout, shop, trade, words
from render.mmn.icons import badge, icon
from render.mmn.inks import PALETTE, RED, TRACK, TRACK_DARK
from render.mmn.layout import BANK, LEGEND, LEGEND_COLUMNS, OFFER_EDGE, OFFER_ROW, stock
from render.mmn.news import News
from render.mmn.own_layout import Column, Own

HEAD = 108
"""Height of the head, in units."""
_TITLE = 60
"""Height of a heading, in units."""
_SHOWN_ROW = 110
"""Height of a row of cards that the player may look at, in units."""
_SHOWN_IN_ROW = 3
"""Number of progress cards of others in such a row."""
_CARD_GAP = 10
"""Space below a progress card, in units."""
_LEGEND_GAP = 24
"""Space above the legend, in units."""
_EFFECT_SIZE = 36
"""Size of the text on a progress card."""
_EFFECT_PITCH = 46
"""Distance between two lines of this text, in units."""
_MOST_EFFECT_LINES = 5
_TITLE_BAR = 62
"""Height of the line with name and time above this text, in units."""
_BAND = 92
"""Width of the band with the track at the left of a progress card, in units."""
_LEVELS = shop.Shop((), board.TRACKS, columns=1, levels=6)
"""The next levels of the tracks, if they have a row of their own."""
_GROUP_GAP = 90
"""Space between points, number of cards and name in the head, in units."""


class _Cards(NamedTuple):
    """An arrangement of the progress cards."""

    column: Column
    most_lines: int
    """The most lines of text on a card."""
    has_levels: bool
    """True if the next levels of the tracks are drawn above the cards."""
    shown: Sequence[str]
    """The cards for which there is room."""

    def height(self, caption: Caption) -> float:
        """Return the height in pixels, with the heading."""
        cards = sum(_height(card, caption, self.column, self.most_lines) + _CARD_GAP for card in self.shown)
        return (_TITLE + cards) * self.column.unit


class _Layout(NamedTuple):
    """The places of everything in the picture, in pixels from its top."""

    head: Part
    offers: Part
    shown: Part
    notes: Part
    kinds_top: float
    levels_top: float
    cards_top: float
    cards: _Cards
    bank_top: float | None
    """None: there is no room for the cards of the bank."""
    legend_top: float | None
    """None: there is no room for the legend."""
    shop_top: float
    shop: shop.Shop
    height: int


def draw(view: MmnView, caption: Caption) -> Image.Image:
    """Return the picture of the seat that sees the view.

    Raises:
        LookupError: A spectator sees the view.
    """
    if view.viewer is None:
        raise LookupError("a spectator has no hand")
    player = view.players[view.viewer]
    changed = News(caption.events)
    own = own_layout.of(caption.shape)
    offers = trade.lines(view, caption, own.aside.width / own.aside.unit)
    layout = _layout(view, player, caption, trade.rows(offers) * OFFER_ROW + 2 * OFFER_EDGE if offers else 0)
    canvas = Canvas(Image.new("RGB", (own_layout.width(caption.shape), layout.height), PAPER))
    head(layout.head.on(canvas), layout.head, view, player, caption, changed)
    if offers:
        trade.draw(layout.offers.on(canvas), layout.offers, view, caption, changed, offers)
    if view.shown:
        _shown(layout.shown.on(canvas), layout.shown, view, caption)
    notes.draw(layout.notes.on(canvas), view, player, caption, layout.notes.width)
    kinds.draw(canvas, own.kinds, layout.kinds_top, player, caption)
    if layout.cards.has_levels:
        shop.draw(canvas, own.kinds, layout.levels_top, player, view.quotes, caption, _LEVELS)
    _progress_cards(canvas, layout.cards, layout.cards_top, caption.text(_progress_title(player)), caption)
    if layout.bank_top is not None:
        _heading(canvas, own.kinds, layout.bank_top, caption.text(words.BANK))
        _bank(canvas, own.kinds, layout.bank_top + _TITLE * own.kinds.unit, view, caption)
    if layout.legend_top is not None:
        part = own.kinds.part(layout.legend_top, LEGEND)
        legend.draw(part.on(canvas), caption, part, LEGEND_COLUMNS)
    _heading(canvas, own.shop, layout.shop_top, caption.text(words.COSTS))
    shop.draw(canvas, own.shop, layout.shop_top + _TITLE * own.shop.unit, player, view.quotes, caption, layout.shop)
    return canvas.image


def _layout(view: MmnView, player: PlayerView, caption: Caption, offers_height: float) -> _Layout:
    """Return where everything lies: from top to bottom, the prices next to the cards if the shape has room there.

    Args:
        view: The view.
        player: The player whose picture it is.
        caption: The texts and the shape.
        offers_height: The height of the offers in units; 0: there are none.
    """
    own = own_layout.of(caption.shape)
    below_head = own.top + HEAD * own.head.unit + own.gap
    shown_height = _shown_height(view) if view.shown else 0
    notes_height = notes.height(view, player, caption, own.aside.width / own.aside.unit)
    tops = [below_head]
    for height in (offers_height, shown_height, notes_height):
        tops.append(tops[-1] + (height * own.aside.unit + own.gap if height else 0))
    offers_top, shown_top, notes_top, kinds_top = tops
    levels_top = kinds_top + kinds.height(own.kinds) + own.gap / 2
    levels_height = _LEVELS.height() * own.kinds.unit
    cards = _cards(own, player, caption, levels_top, levels_height)
    cards_top = levels_top + (levels_height if cards.has_levels else 0)
    cards_end = cards_top + cards.height(caption)

    shop_top = below_head if own.beside else cards_end
    prices = shop.Shop(tuple(words.ITEMS), () if own.beside else board.TRACKS, columns=own.items, levels=6)
    shop_end = shop_top + (_TITLE + prices.height() - _CARD_GAP) * own.shop.unit

    # Bank and legend are also on the board, so they fill only what would stay empty next to the prices.
    bank_end = cards_end + (_TITLE + BANK) * own.kinds.unit
    has_bank = own.beside and bank_end + own.margin <= own.most
    end = bank_end if has_bank else cards_end
    has_legend = own.beside and end + (_LEGEND_GAP + LEGEND) * own.kinds.unit <= shop_end
    return _Layout(
        head=own.head.part(own.top, HEAD),
        offers=own.aside.part(offers_top, offers_height),
        shown=own.aside.part(shown_top, shown_height),
        notes=own.aside.part(notes_top, notes_height),
        kinds_top=kinds_top,
        levels_top=levels_top,
        cards_top=cards_top,
        cards=cards,
        bank_top=cards_end if has_bank else None,
        legend_top=end + _LEGEND_GAP * own.kinds.unit if has_legend else None,
        shop_top=shop_top,
        shop=prices,
        height=round(max(end, shop_end) + own.margin),
    )


def _cards(own: Own, player: PlayerView, caption: Caption, top: float, levels_height: float) -> _Cards:
    """Return the largest arrangement of the progress cards that keeps within the height of the picture.

    In the worst case, cards about trade or about other cards leave no room for all of them.

    Args:
        own: The layout of the shape.
        player: The player who has the cards.
        caption: The texts.
        top: The begin of levels and cards, in pixels.
        levels_height: The height of the next levels of the tracks, in pixels.
    """
    for cards in _arrangements(own, player.cards or []):
        height = cards.height(caption) + (levels_height if cards.has_levels else 0)
        if top + height + own.margin <= own.most:
            return cards
    return _Cards(own.effects[-1], 1, False, ())


def _arrangements(own: Own, cards_held: Sequence[str]) -> Iterator[_Cards]:
    """Yield arrangements, the largest first: smaller cards, shorter texts, no levels, then only the newest cards."""
    smallest = own.effects[-1]
    for column in own.effects:
        yield _Cards(column, _MOST_EFFECT_LINES, own.beside, cards_held)
    for has_levels in (True, False) if own.beside else (False,):
        for most_lines in (3, 2, 1):
            yield _Cards(smallest, most_lines, has_levels, cards_held)
    for count in range(len(cards_held) - 1, 0, -1):
        yield _Cards(smallest, 1, False, cards_held[-count:])


def _progress_title(player: PlayerView) -> str:
    return words.PROGRESS if player.cards else words.NO_PROGRESS


def _progress_cards(canvas: Canvas, cards: _Cards, top: float, title: str, caption: Caption) -> None:
    _heading(canvas, cards.column, top, title)
    y = top + _TITLE * cards.column.unit
    for card in cards.shown:
        part = cards.column.part(y, _height(card, caption, cards.column, cards.most_lines))
        _progress_card(part.on(canvas), part, card, caption, cards.most_lines)
        y += (part.height + _CARD_GAP) * part.unit


def _heading(canvas: Canvas, column: Column, top: float, text: str) -> None:
    part = column.part(top, _TITLE)
    part.on(canvas).text((6, 32), text, part.width - 20, size=fonts.NEEDED, ink=SOFT, aside=True)


def _bank(canvas: Canvas, column: Column, top: float, view: MmnView, caption: Caption) -> None:
    """Draw the cards that the bank has left."""
    for part, track in zip(column.row(top, BANK, 6, 8), board.TRACKS, strict=True):
        cells = stock(part.width, part.height)
        bank.draw_ground(part.on(canvas), cells, track, caption)
        bank.draw_contents(part.on(canvas), cells, track, view, News())


def head(canvas: Canvas, part: Part, view: MmnView, player: PlayerView, caption: Caption, changed: News) -> None:
    """Draw the owner of the hand with the numbers of cards and points; cards that came or went are violet."""
    seat = player.seat
    is_acting = player.seat in view.to_act
    colour = PALETTE.of(seat)
    canvas.frame(part.size, colour.wash if is_acting else CARD, colour.edge, 7 if is_acting else 4, 18)
    y = HEAD / 2
    canvas.paste(badge(seat, 76), (62, y))
    # From the right end: points, cards, the change of the cards; the name has the rest.
    right = part.width - 30
    right -= canvas.text((right, y), f"/{view.target}", 80, size=36, ink=SOFT, side="r") + 4
    right -= mat.total(canvas, (right, y), view, seat, 140, 58) + 8
    canvas.paste(icon("points", 60), (right, y), "r")
    right -= _GROUP_GAP + 10
    right -= canvas.text((right, y), f"/{player.hand_limit}", 80, size=36, ink=SOFT, side="r") + 4
    ink = RED if player.hand_size > player.hand_limit else TEXT
    right -= canvas.text((right, y), str(player.hand_size), 120, size=50, side="r", ink=ink) + 12
    canvas.paste(icon("hand", 64), (right, y), "r")
    right -= _GROUP_GAP
    change = changed.cards[seat]
    if change:
        label = mat.difference(change)
        right -= fonts.width(label, 36) + 24
        mat.pill(canvas, (right, y), label)
        right -= 20
    mat.name(canvas, (116, y), caption.name(seat), right - 130, (46, fonts.NEEDED))


def _shown(canvas: Canvas, part: Part, view: MmnView, caption: Caption) -> None:
    """Draw the cards that only this player may look at now."""
    canvas.frame(part.size, CARD, NEW, 5, 16)
    x = 24.0
    y = part.height / 2
    if view.shown_seat is not None:
        canvas.paste(badge(view.shown_seat, 58), (x, y), "l")
        x += 74
    x += canvas.text((x, y), caption.text(words.SEEN), 360, size=fonts.NEEDED, ink=SOFT, aside=True) + 24
    room = part.width - 20 - x
    if _are_progress_cards(view.shown):
        _shown_progress_cards(canvas, (x, 0, room, part.height), view.shown, caption)
    else:
        _shown_hand(canvas, (x, 0, room, part.height), view.shown, caption)


def _are_progress_cards(cards: Sequence[str]) -> bool:
    """Return whether shown cards are progress cards, not a hand of resources and commodities."""
    return not set(cards) & set(board.KINDS)


def _shown_hand(canvas: Canvas, box: Box, cards: Sequence[str], caption: Caption) -> None:
    """Draw each kind of card of a hand with its number."""
    left_x, top, width, height = box
    y = top + height / 2
    kinds_shown = [kind for kind in board.KINDS if kind in cards]
    step = min(124.0, width / len(kinds_shown))
    for number, kind in enumerate(kinds_shown):
        count = cards.count(kind)
        x = left_x + number * step
        canvas.paste(icons.card(kind, caption.text(words.LETTERS[kind]), 84), (x, y), "l")
        if count > 1:
            canvas.text((x + 66, y), f"{fonts.TIMES}{count}", step - 68, size=36)


def _shown_progress_cards(canvas: Canvas, box: Box, cards: Sequence[str], caption: Caption) -> None:
    """Draw progress cards with their names, in rows."""
    left_x, top, width, height = box
    step = width / min(_SHOWN_IN_ROW, len(cards))
    rows = -(-len(cards) // _SHOWN_IN_ROW)
    for number, card in enumerate(cards):
        row, column = divmod(number, _SHOWN_IN_ROW)
        x = left_x + column * step
        y = top + height * (2 * row + 1) / (2 * rows)
        canvas.paste(icons.back(CARDS[card].deck, 64), (x, y), "l")
        title = caption.text(words.TITLES[card])
        in_one_line = fonts.width(title, 36) <= step - 62
        canvas.lines((x + 54, y if in_one_line else y - 20), title, step - 62, 2, 40, size=36)


def _shown_height(view: MmnView) -> int:
    """Return the height of the cards that may be looked at, in units; a hand takes one row."""
    cards = len(view.shown) if _are_progress_cards(view.shown) else 1
    return -(-cards // _SHOWN_IN_ROW) * _SHOWN_ROW


def _height(card: str, caption: Caption, column: Column, most_lines: int) -> int:
    """Return the height of a progress card with its effect, in units."""
    text = caption.text(words.EFFECTS[card])
    room = column.width / column.unit - _BAND - 50
    lines = len(fonts.wrap(text, round(_EFFECT_SIZE * column.unit), int(room * column.unit), most_lines))
    return max(112, _TITLE_BAR + lines * _EFFECT_PITCH + 14)


def _progress_card(canvas: Canvas, part: Part, card: str, caption: Caption, most_lines: int) -> None:
    """Draw a progress card: track, name, time of its effect, effect."""
    deck = CARDS[card].deck
    canvas.frame(part.size, CARD, TRACK_DARK[deck], 3, 14)
    canvas.frame((4, 4, _BAND - 4, part.height - 8), TRACK[deck], None, 0, 10)
    canvas.paste(icons.symbol(deck, 62), (_BAND / 2 + 2, part.height / 2))
    x = _BAND + 24
    right = part.width - 24
    timing = caption.text(words.TIMINGS[CARDS[card].timing])
    timing_width = canvas.text((right, 34), timing, 420, size=fonts.NEEDED, ink=SOFT, side="r", aside=True)
    canvas.text((x, 34), caption.text(words.TITLES[card]), part.width - _BAND - 80 - timing_width, size=40)
    text = caption.text(words.EFFECTS[card])
    ink = mix(TEXT, SOFT, 0.3)
    at = (x, _TITLE_BAR + _EFFECT_PITCH / 2)
    room = part.width - _BAND - 50
    canvas.lines(at, text, room, most_lines, _EFFECT_PITCH, size=_EFFECT_SIZE, ink=ink)
