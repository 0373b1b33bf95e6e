"""The picture of a decision: the map with its places beside own cards and prices, or the own hand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from PIL import Image

from engines import Action
from engines.mmn import board
from engines.mmn.cards import CARDS
from engines.mmn.view import MmnView
from render.caption import Caption
from render.kit.canvas import Canvas
from render.kit.ground import Layers, ground
from render.kit.part import Part
from render.kit.pen import Pen
from render.mmn import bank, banner, hand, kinds, layout, mats, own_layout, places, shop, words
from render.mmn.inks import COLOURS
from render.mmn.layout import Layout
from render.mmn.letters import asked, letters
from render.mmn.news import News
from render.mmn.own_layout import Column
from render.shape import Shape

_GROUNDS = Layers("mmn close-ups", COLOURS)
_CARDS = frozenset((*board.KINDS, *CARDS))
_TRADES = frozenset(("accept", "decline", "counter", "offer", "improve", "serf", "bank"))


def draw(view: MmnView, caption: Caption, actions: Iterable[Action]) -> Image.Image:
    """Return the picture of the places to choose from, or of the hand if cards are chosen, traded or played.

    Raises:
        LookupError: No action names a place or a card.
    """
    offered = list(actions)
    labels = letters(view, offered)
    if labels:
        _, chosen = asked(board.size(view.seats).geometry, offered)
        return _map(view, caption, offered, labels, chosen)
    if any(action[:1] and (action[0] in _TRADES or _CARDS & set(action)) for action in offered):
        return hand.draw(view, caption)
    raise LookupError("no action names a place or a card")


class _Arrangement(NamedTuple):
    """The picture with a map, the own cards, and either the prices of what they pay for or the mats of all."""

    parts: Layout
    """The parts of a board that are shown."""
    height: int
    column: Column
    """The column of the own cards and the prices."""
    cards_top: float
    prices: shop.Shop | None
    prices_top: float


def _map(
    view: MmnView, caption: Caption, actions: Collection[Action], labels: dict[str, str], chosen: Sequence[str]
) -> Image.Image:
    """Return the map, and with it the own cards and what they pay for, or the mats of all."""
    player = view.players[view.active if view.viewer is None else view.viewer]
    items_wanted = _wanted(actions) if view.phase in ("actions", "building") else set()
    arrange = _arrange_wide if caption.shape is Shape.WIDE else _arrange_tall
    arranged = arrange(view.seats, items_wanted)
    parts = arranged.parts
    canvas = _ground(arranged)
    if parts.dice and parts.track:
        banner.whose(parts.turn.on(canvas), parts.turn_cells, view, caption, News())
        banner.way_labels(parts.track.on(canvas), parts.track)
        banner.dice(parts.dice.on(canvas), parts.dice, view, News())
        banner.barbarians(parts.track.on(canvas), parts.track, view, News())
    else:
        hand.head(parts.turn.on(canvas), parts.turn, view, player, caption, News())
    places.draw(parts.map.on(canvas), parts.map, view, labels, chosen)
    kinds.draw(canvas, arranged.column, arranged.cards_top, player, caption)
    for part, track in zip(parts.bank, board.TRACKS, strict=False):
        bank.draw_ground(part.on(canvas), parts.stock, track, caption)
        bank.draw_contents(part.on(canvas), parts.stock, track, view, News())
    if arranged.prices:
        shop.draw(canvas, arranged.column, arranged.prices_top, player, view.quotes, caption, arranged.prices)
    for mat, owner in zip(parts.mats, view.players, strict=False):
        mats.draw(mat.on(canvas), mat, parts.mat, view, owner, caption, News())
    return canvas.image


def _wanted(actions: Collection[Action]) -> set[str]:
    """Return the things that the actions pay for."""
    verbs = {action[0] for action in actions if action}
    return verbs & {*words.ITEMS, "improve"}


def _arrange_wide(seats: int, items_wanted: set[str]) -> _Arrangement:
    """Lay out a wide picture: a board with the own cards in place of the bank.

    If the actions cost cards, prices take the place of the mats: first the things that they pay for, then the tracks,
    the bank, and other things as far as there is room.
    """
    parts = layout.of(Shape.WIDE, seats)
    height = parts.size[1]
    first = parts.bank[0]
    last = parts.bank[-1].box
    column = Column(first.left, last[0] + last[2] - first.left, first.unit)
    prices_top = first.top + kinds.height(column) + layout.GAP * column.unit
    if not items_wanted:
        return _Arrangement(parts._replace(bank=()), height, column, first.top, None, 0)

    def height_of(prices: shop.Shop) -> float:
        return prices.height() * column.unit

    room = height - prices_top
    prices = shop.Shop([item for item in words.ITEMS if item in items_wanted], board.TRACKS, columns=2, levels=3)
    while height_of(prices) > room:
        prices = prices.less()
    bank_height = (first.height + layout.GAP) * column.unit
    has_bank = height_of(prices) + bank_height <= room
    if has_bank:
        room -= bank_height
    for item in words.ITEMS:
        longer = prices._replace(items=(*prices.items, item))
        if item not in items_wanted and height_of(longer) <= room:
            prices = longer
    bank_top = prices_top + height_of(prices)
    bank_parts = tuple(part._replace(top=bank_top) for part in parts.bank) if has_bank else ()
    shown = parts._replace(bank=bank_parts, mats=())
    return _Arrangement(shown, height, column, first.top, prices, prices_top)


def _arrange_tall(seats: int, items_wanted: set[str]) -> _Arrangement:
    """Lay out a tall picture: the player, the map, the own cards, then prices and the bank, or the mats."""
    board_parts = layout.of(Shape.TALL, seats)
    own = own_layout.of(Shape.TALL)
    head = own.head.part(own.top, hand.HEAD)
    land = board_parts.map._replace(top=head.top + head.height + layout.GAP)
    cards_top = land.top + land.height + layout.GAP
    cards_end = cards_top + kinds.height(own.kinds) + layout.GAP
    parts = board_parts._replace(turn=head, dice=None, track=None, map=land)
    if not items_wanted:
        shift = cards_end - parts.mats[0].top
        shifted_mats = tuple(mat._replace(top=mat.top + shift) for mat in parts.mats)
        shown = parts._replace(mats=shifted_mats, bank=())
        return _Arrangement(shown, _end(shifted_mats[-1]), own.kinds, cards_top, None, 0)
    prices = shop.Shop([item for item in words.ITEMS if item in items_wanted], board.TRACKS, columns=4, levels=6)
    bank_parts = layout.tall_bank(cards_end + prices.height())
    shown = parts._replace(mats=(), bank=bank_parts)
    return _Arrangement(shown, _end(bank_parts[0]), own.kinds, cards_top, prices, cards_end)


def _end(lowest: Part) -> int:
    """Return the height of a tall picture with this part at its lower end."""
    return round(lowest.top + lowest.height + layout.MARGIN)


def _ground(arranged: _Arrangement) -> Canvas:
    """Return the picture before anything is written."""
    parts = arranged.parts

    def shapes(pen: Pen) -> None:
        if parts.dice and parts.track:
            banner.ground(parts.turn.under(pen), parts.turn)
            banner.ground(parts.dice.under(pen), parts.dice)
            banner.way_ground(parts.track.under(pen), parts.track)
        for mat in parts.mats:
            mats.ground(mat.under(pen), mat)

    size = parts.size[0], arranged.height
    key = size, parts.turn, parts.dice, parts.track, parts.mats
    return Canvas(_GROUNDS.get(key, lambda: ground(size, shapes).image))
