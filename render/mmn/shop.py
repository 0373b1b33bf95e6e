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
from render.mmn import icons, pieces, tracks, words
from render.mmn.inks import GOLD_DARK, RED
from render.mmn.own_layout import Column
from render.mmn.sprites import icon, sprite

_GAP = 10
_HIGH = 166
_LEVEL_HIGH = 150
# The height of a card, and of one that stands for several kinds.
_CARD = 76
_BLANK = 72
# More kinds of cards than that are so near each other.
_MANY = 3
_NARROW = 3
_CAN = rgb("207a3e")
_OPEN = {
    "same_resource": words.EQUAL,
    "same_commodity": words.EQUAL,
    "matching_pair": words.COLOUR,
}
"""Texts for the cards of a price that leaves the kind open."""


class Shop(NamedTuple):
    """The prices that are shown: things, tracks, and the number in a row."""

    items: Sequence[str]
    tracks: Sequence[str]
    columns: int
    levels: int

    def height(self) -> float:
        """Return the height in units, with a gap below each row."""
        return _rows(self.items, self.columns) * (_HIGH + _GAP) + _rows(self.tracks, self.levels) * (_LEVEL_HIGH + _GAP)

    def less(self) -> Shop:
        """Return the same shop with one row less."""
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
    fill = mix(CARD, _CAN, 0.1) if offered else mix(CARD, LINE, 0.12)
    canvas.frame(part.size, fill, _CAN if offered else mix(CARD, LINE, 0.5), 5 if offered else 2, 14)
    if offered:
        canvas.paste(icon("tick", 38), (part.width - 30, 32))


def _item(canvas: Canvas, part: Part, player: PlayerView, item: str, offered: bool, caption: Caption) -> None:
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
        short = (player.hand or {}).get(kind, 0) < number
        if number > 1:
            x += canvas.text((x, y), f"{number}{fonts.TIMES}", 60, size=36, ink=SOFT if short else TEXT) + 4
        card = icons.card(kind, caption.text(words.LETTERS[kind]), _CARD, short)
        canvas.paste(card, (x, y), "l")
        x += card.size[0] + (_NARROW if len(price.cards) > _MANY else 8)
    if price.piece:
        left = player.supply[price.piece]
        label = f"{left} {caption.text(words.LEFT)}"
        right = part.width - 10
        ink = SOFT if left else RED
        canvas.text((right, y + 22), label, right - x, size=fonts.NEEDED, ink=ink, side="r", aside=True)


def _level(canvas: Canvas, part: Part, player: PlayerView, track: str, offered: bool, caption: Caption) -> None:
    """Draw the next level of a track."""
    price = player.next_levels[track]
    ink = TEXT if offered else SOFT
    _frame(canvas, part, offered)
    reached = player.levels[track]
    canvas.paste(tracks.disc(track, 50), (40, 36))
    label = f"{reached} {fonts.NEXT} {reached + 1}" if price else str(reached)
    canvas.text((80, 36), label, part.width - 130, size=36, ink=ink)
    y = 106
    for commodity, cost in price.items():
        have = (player.hand or {}).get(commodity, 0)
        x = 16 + canvas.text((16, y), f"{cost}{fonts.TIMES}", 70, size=36, ink=ink) + 6
        canvas.paste(icons.card(commodity, caption.text(words.LETTERS[commodity]), _CARD, not have), (x, y), "l")
        canvas.text((part.width - 16, y), f"{have}/{cost}", 100, size=36, ink=ink, side="r")


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
    """Return the picture of a price with an open kind: two resources or two commodities of a kind, or one of each."""
    wide = round(size * 0.74)
    first, second = {
        "same_resource": (True, True),
        "same_commodity": (False, False),
    }.get(token, (True, False))

    def blank(pen: Pen, left: float, resource: bool) -> None:
        if resource:
            pen.box((left + 1, 1), (wide - 2, size - 2), WHITE, GOLD_DARK, 3, 8)
            return
        cut = wide * 0.22
        half = ((left + cut, 2), (left + 2, cut), (left + 2, size - cut), (left + cut, size - 2))
        rim = (*half, *((2 * left + wide - x, y) for x, y in reversed(half)))
        pen.area(rim, WHITE, GOLD_DARK, 3)

    def draw(pen: Pen) -> None:
        blank(pen, 0, first)
        blank(pen, wide + 34, second)
        middle = wide + 17
        if token == "matching_pair":
            pen.path(((middle - 9, size / 2), (middle + 9, size / 2)), TEXT, 4)
            pen.path(((middle, size / 2 - 9), (middle, size / 2 + 9)), TEXT, 4)
        else:
            for y in (-5, 5):
                pen.path(((middle - 9, size / 2 + y), (middle + 9, size / 2 + y)), TEXT, 4)

    return sprite((2 * wide + 34, size), draw)
