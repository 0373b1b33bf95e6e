"""Prices on a player's own picture; what is offered now is framed and ticked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.mmn.quotes import PRICES
from engines.mmn.view import PlayerView
from engines.quotes import Quote, is_offered
from render.caption import Caption
from render.kit import fonts
from render.kit.canvas import Canvas
from render.kit.ink import CARD, LINE, SOFT, TEXT, WHITE, mix, rgb
from render.kit.part import Part
from render.kit.pen import Pen, Sprite
from render.mmn import icons, pieces, words
from render.mmn.icons import icon, sprite
from render.mmn.inks import GOLD_DARK, RED
from render.mmn.own_layout import Column

_GAP = 10
"""Distance from a price to the next, in units."""
_HIGH = 166
"""Height of the price of a thing, in units."""
_LEVEL_HIGH = 150
"""Height of the price of a level, in units."""
_CARD = 76
"""Height of a card, in units."""
_BLANK = 72
"""Height of a card of an open kind, in units."""
_CARD_GAP = 8
"""Distance between the cards of a price, in units."""
_MANY = 3
"""The most kinds of cards that lie so far from each other."""
_NARROW_GAP = 3
"""Distance between the cards of a price of more kinds, in units."""
_CAN = rgb("207a3e")
"""Ink of what is offered."""
_OPEN = {
    "same_resource": words.EQUAL,
    "same_commodity": words.EQUAL,
    "matching_pair": words.COLOUR,
}
"""Texts for the cards of a price that leaves the kind open."""


class Shop(NamedTuple):
    """The prices that are shown."""

    items: Sequence[str]
    """The things."""
    tracks: Sequence[str]
    """The tracks whose next levels are shown, below the things."""
    columns: int
    """The number of things in a row."""
    levels: int
    """The number of levels in a row."""

    def height(self) -> float:
        """Return the height in units, with a gap below each row."""
        return _rows(self.items, self.columns) * (_HIGH + _GAP) + _rows(self.tracks, self.levels) * (_LEVEL_HIGH + _GAP)

    def less(self) -> Shop:
        """Return the same shop with one row less: one of levels, or, without such, one of things."""
        if self.tracks:
            return self._replace(tracks=self.tracks[: (_rows(self.tracks, self.levels) - 1) * self.levels])
        return self._replace(items=self.items[: (_rows(self.items, self.columns) - 1) * self.columns])


def _rows(things: Sequence[str], columns: int) -> int:
    return -(-len(things) // columns)


def draw(
    canvas: Canvas,
    column: Column,
    top: float,
    player: PlayerView,
    quotes: Mapping[str, Quote],
    caption: Caption,
    shop: Shop,
) -> None:
    """Draw the prices of things, and the next levels of tracks, from ``top`` on, in pixels."""
    for first in range(0, len(shop.items), shop.columns):
        parts = column.row(top, _HIGH, shop.columns, _GAP)
        for part, item in zip(parts, shop.items[first : first + shop.columns], strict=False):
            _item(part.on(canvas), part, player, item, is_offered(quotes, item), caption)
        top += (_HIGH + _GAP) * column.unit
    for first in range(0, len(shop.tracks), shop.levels):
        parts = column.row(top, _LEVEL_HIGH, shop.levels, _GAP)
        for part, track in zip(parts, shop.tracks[first : first + shop.levels], strict=False):
            _level(part.on(canvas), part, player, track, is_offered(quotes, f"improve {track}"), caption)
        top += (_LEVEL_HIGH + _GAP) * column.unit


def _frame(canvas: Canvas, part: Part, offered: bool) -> None:
    """Frame a price, green with a tick if it is offered."""
    fill = mix(CARD, _CAN, 0.1) if offered else mix(CARD, LINE, 0.12)
    canvas.frame(part.size, fill, _CAN if offered else mix(CARD, LINE, 0.5), 5 if offered else 2, 14)
    if offered:
        canvas.paste(icon("tick", 38), (part.width - 30, 32))


def _item(canvas: Canvas, part: Part, player: PlayerView, item: str, offered: bool, caption: Caption) -> None:
    """Draw a thing with its name, its price, and the number of such pieces that the player has left."""
    price = PRICES[item]
    _frame(canvas, part, offered)
    canvas.paste(_sign(item, player.seat), (46, 44))
    room = part.width - 92 - (54 if offered else 10)
    ink = TEXT if offered else SOFT
    name = caption.text(words.ITEMS[item])
    in_one_line = fonts.width(name, 36) <= room
    canvas.lines((86, 44 if in_one_line else 28), name, room, 2, 38, size=36, ink=ink)
    x = 14.0
    y = 120
    if price.token:
        canvas.paste(_open(price.token, _BLANK), (x, y), "l")
        x += 150
        open_price = caption.text(_OPEN[price.token])
        canvas.text((x, y - 16), open_price, part.width - x - 12, size=36, ink=ink)
    for kind, number in price.cards.items():
        is_short = (player.hand or {}).get(kind, 0) < number
        if number > 1:
            x += canvas.text((x, y), f"{number}{fonts.TIMES}", 60, size=36, ink=SOFT if is_short else TEXT) + 4
        card = icons.card(kind, caption.text(words.LETTERS[kind]), _CARD, is_short)
        canvas.paste(card, (x, y), "l")
        x += card.size[0] + (_NARROW_GAP if len(price.cards) > _MANY else _CARD_GAP)
    if price.piece:
        left_x = player.supply[price.piece]
        label = f"{left_x} {caption.text(words.LEFT)}"
        right = part.width - 10
        ink = SOFT if left_x else RED
        canvas.text((right, y + 22), label, right - x, size=fonts.NEEDED, ink=ink, side="r", aside=True)


def _level(canvas: Canvas, part: Part, player: PlayerView, track: str, offered: bool, caption: Caption) -> None:
    """Draw the next level of a track with its price; on the last level there is only its number."""
    price = player.next_levels[track]
    ink = TEXT if offered else SOFT
    _frame(canvas, part, offered)
    level = player.levels[track]
    canvas.paste(icons.disc(track, 50), (40, 36))
    label = f"{level} {fonts.NEXT} {level + 1}" if price else str(level)
    canvas.text((80, 36), label, part.width - 130, size=36, ink=ink)
    y = 106
    for commodity, cost in price.items():
        commodity_count = (player.hand or {}).get(commodity, 0)
        x = 16 + canvas.text((16, y), f"{cost}{fonts.TIMES}", 70, size=36, ink=ink) + 6
        canvas.paste(
            icons.card(commodity, caption.text(words.LETTERS[commodity]), _CARD, not commodity_count), (x, y), "l"
        )
        canvas.text((part.width - 16, y), f"{commodity_count}/{cost}", 100, size=36, ink=ink, side="r")


def _sign(item: str, seat: int) -> Sprite:
    """Return the picture of a thing."""
    match item:
        case "settlement":
            return pieces.settlement(seat, 54)
        case "city":
            return pieces.city(seat, 64)
        case "wall":
            return icon("wall", 60)
        case "road":
            return pieces.road(seat, 64, 24, 1)
        case "knight":
            return pieces.knight(seat, "basic", 64, False)
        case "activate":
            return pieces.knight(seat, "basic", 64)
        case "promote":
            return pieces.knight(seat, "strong", 64)
        case "captain":
            return pieces.knight(seat, "basic", 64, True, True)
        case "store" | "hall" | "large_store" | "servant" | "journeyman":
            return pieces.chip(seat, item, 56)
        case "serf":
            return icon("worker", 52)
        case "repair":
            return icon("hammer", 54)
        case _:
            return icon("hunger", 56)


@lru_cache(maxsize=8)
def _open(token: str, size: int) -> Sprite:
    """Return the picture of a price with an open kind.

    It has two cards: two resources or two commodities of a kind, joined by "=", or one of each, joined by "+".
    """
    wide = round(size * 0.74)
    gap = 34  # between the cards
    is_pair = token == "matching_pair"
    are_resources = {"same_resource": (True, True), "same_commodity": (False, False)}.get(token, (True, False))

    def draw(pen: Pen) -> None:
        for left_x, is_resource in zip((0, wide + gap), are_resources, strict=True):
            _blank(pen, left_x, wide, size, is_resource)
        x = wide + gap / 2
        y = size / 2
        if is_pair:
            pen.path(((x - 9, y), (x + 9, y)), TEXT, 4)
            pen.path(((x, y - 9), (x, y + 9)), TEXT, 4)
        else:
            for line in (y - 5, y + 5):
                pen.path(((x - 9, line), (x + 9, line)), TEXT, 4)

    return sprite((2 * wide + gap, size), draw)


def _blank(pen: Pen, left_x: float, wide: int, high: int, is_resource: bool) -> None:
    """Draw a card without a kind: a box for resources, an octagon for commodities, as all of their cards are."""
    if is_resource:
        pen.box((left_x + 1, 1), (wide - 2, high - 2), WHITE, GOLD_DARK, 3, 8)
        return
    cut = wide * 0.22
    left_half = ((left_x + cut, 2), (left_x + 2, cut), (left_x + 2, high - cut), (left_x + cut, high - 2))
    right_half = ((2 * left_x + wide - x, y) for x, y in reversed(left_half))
    pen.area((*left_half, *right_half), WHITE, GOLD_DARK, 3)
