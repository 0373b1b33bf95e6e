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
    named = letters(view, offered)
    if named:
        chosen = asked(board.size(view.seats).geometry, offered)[1]
        return _map(view, caption, offered, named, chosen)
    if any(action[:1] and (action[0] in _TRADES or _CARDS & set(action)) for action in offered):
        return hand.draw(view, caption)
    raise LookupError("no action names a place or a card")


class _Board(NamedTuple):
    """The picture with a map: the things that own cards pay for, then the bank, or the mats of all."""

    at: Layout
    height: int
    column: Column
    cards_top: float
    goods: shop.Shop | None
    goods_top: float


def _map(
    view: MmnView, caption: Caption, actions: Collection[Action], named: dict[str, str], chosen: Sequence[str]
) -> Image.Image:
    """Return the map, and with it the own cards and what they pay for, or the mats of all."""
    player = view.players[view.active if view.viewer is None else view.viewer]
    items_wanted = _wanted(actions) if view.phase in ("actions", "building") else set()
    arranged = _beside(view.seats, items_wanted) if caption.shape is Shape.WIDE else _below(view.seats, items_wanted)
    at = arranged.at
    canvas = _ground(arranged)
    if at.dice and at.track:
        banner.whose(at.turn.on(canvas), at.turn_cells, view, caption, News())
        banner.way_labels(at.track.on(canvas), at.track)
        banner.dice(at.dice.on(canvas), at.dice, view, News())
        banner.barbarians(at.track.on(canvas), at.track, view, News())
    else:
        hand.head(at.turn.on(canvas), at.turn, view, player, caption, News())
    places.draw(at.map.on(canvas), at.map, view, named, chosen)
    kinds.draw(canvas, arranged.column, arranged.cards_top, player, caption)
    for part, track in zip(at.bank, board.TRACKS, strict=False):
        bank.ground(part.on(canvas), at.stock, track, caption)
        bank.draw(part.on(canvas), at.stock, track, view, News())
    if arranged.goods:
        shop.draw(canvas, arranged.column, arranged.goods_top, player, view.quotes, caption, arranged.goods)
    for mat, owner in zip(at.mats, view.players, strict=False):
        mats.draw(mat.on(canvas), mat, at.mat, view, owner, caption, News())
    return canvas.image


def _wanted(actions: Collection[Action]) -> set[str]:
    """Return the things that the actions pay for."""
    verbs = {action[0] for action in actions if action}
    return verbs & {*words.ITEMS, "improve"}


def _beside(seats: int, items_wanted: set[str]) -> _Board:
    """Lay out a wide picture: a board with the own cards in place of the bank.

    If the actions cost cards, prices take the place of the mats: first the things that they pay for, then the tracks,
    the bank, and other things as far as there is room.
    """
    at = layout.of(Shape.WIDE, seats)
    first = at.bank[0]
    last = at.bank[-1].box
    column = Column(first.left, last[0] + last[2] - first.left, first.unit)
    below = first.top + kinds.height(column) + layout.GAP * column.unit
    if not items_wanted:
        return _Board(at._replace(bank=()), at.size[1], column, first.top, None, 0)
    room = at.size[1] - below
    other_items = [item for item in words.ITEMS if item not in items_wanted]
    goods = shop.Shop([item for item in words.ITEMS if item in items_wanted], board.TRACKS, 2, 3)
    while goods.height() * column.unit > room:
        goods = goods.less()
    stock = first.height * column.unit + layout.GAP * column.unit
    banked = goods.height() * column.unit + stock <= room
    room -= stock * banked
    for item in other_items:
        longer = goods._replace(items=(*goods.items, item))
        if longer.height() * column.unit <= room:
            goods = longer
    bank_top = below + goods.height() * column.unit
    parts = tuple(part._replace(top=bank_top) for part in at.bank) if banked else ()
    return _Board(at._replace(bank=parts, mats=()), at.size[1], column, first.top, goods, below)


def _below(seats: int, items_wanted: set[str]) -> _Board:
    """Lay out a tall picture: the player, the map, the own cards, then prices and the bank, or the mats."""
    at = layout.of(Shape.TALL, seats)
    hand_at = own_layout.of(Shape.TALL)
    head = hand_at.head.part(hand_at.top, hand.HEAD)
    column = hand_at.kinds
    land = at.map._replace(top=head.top + head.height + layout.GAP)
    cards_top = land.top + land.height + layout.GAP
    below = cards_top + kinds.height(column) + layout.GAP
    at = at._replace(turn=head, dice=None, track=None, map=land)
    if not items_wanted:
        shift = below - at.mats[0].top
        shifted_mats = tuple(mat._replace(top=mat.top + shift) for mat in at.mats)
        bottom = shifted_mats[-1].top + shifted_mats[-1].height + layout.MARGIN
        return _Board(at._replace(mats=shifted_mats, bank=()), round(bottom), column, cards_top, None, 0)
    goods = shop.Shop([item for item in words.ITEMS if item in items_wanted], board.TRACKS, 4, 6)
    stock = layout.tall_bank(below + goods.height())
    bottom = stock[0].top + stock[0].height + layout.MARGIN
    return _Board(at._replace(mats=(), bank=stock), round(bottom), column, cards_top, goods, below)


def _ground(arranged: _Board) -> Canvas:
    """Return the picture before anything is written."""
    at = arranged.at

    def shapes(pen: Pen) -> None:
        if at.dice and at.track:
            banner.ground(at.turn.under(pen), at.turn)
            banner.ground(at.dice.under(pen), at.dice)
            banner.way_ground(at.track.under(pen), at.track)
        for mat in at.mats:
            mats.ground(mat.under(pen), mat)

    size = at.size[0], arranged.height
    key = size, at.turn, at.dice, at.track, at.mats
    return Canvas(_GROUNDS.get(key, lambda: ground(size, shapes).image))
