"""The effect of a ship: it collects the goods of a depot, then the player's marker moves (rules 8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engines.burgundy import box, knowledge
from engines.burgundy.position import Decision, Position
from engines.burgundy.verbs.action import End
from engines.contract import Message
from engines.steps import Arguments, OfSeat, Verb, Words

NOTHING: Words = ("none",)
"""The completion for collecting no goods."""


def start(game: Position, seat: int) -> None:
    """Start the effect of a ship: the choice of a depot, unless no goods fit, then the move of the marker."""
    game.push(MoveMarker(seat=seat))
    if depots_with_goods(game, seat):
        game.push(ShipGoods(seat=seat))


def goods_in(game: Position, depots: Sequence[str]) -> dict[str, int]:
    """Return the goods on the goods spaces of one or two depots together."""
    counts: dict[str, int] = {}
    for depot in depots:
        for goods, count in game.state.lying[depot].items():
            counts[goods] = counts.get(goods, 0) + count
    return counts


def depots_with_goods(game: Position, seat: int) -> list[str]:
    """Return the depots with goods that fit into a seat's goods store."""
    own_goods = game.state.players[seat].goods
    lying = game.state.lying
    has_room = len(own_goods) < box.GOODS_SPACES
    return [depot for depot in box.DEPOTS if any(has_room or goods in own_goods for goods in lying[depot])]


class Goods(Verb[Position, Decision]):
    """Collect the goods of one depot, or with knowledge 5 of two neighbouring ones.

    Collecting nothing is legal if some depot has no goods that fit, because that depot may be chosen.
    """

    word = "goods"
    refuses = ("burgundy.refuse.no_goods", "depot", box.DEPOTS)

    def choices(self, game: Position, step: Decision, seat: int) -> Iterable[Words]:
        depots = depots_with_goods(game, seat)
        yield from ((depot,) for depot in depots)
        if knowledge.TWO_DEPOTS in game.state.players[seat].knowledge:
            yield from (pair for pair in box.NEIGHBOURS if set(pair) <= set(depots))
        if len(depots) < len(box.DEPOTS):
            yield NOTHING

    def normal(self, words: Words) -> Words:
        return words[::-1] if words[::-1] in box.NEIGHBOURS else words

    def fault(self, game: Position, step: Decision, seat: int, words: Words) -> Message | None:
        if len(words) == 2 and set(words) <= set(box.DEPOTS):
            return Message("burgundy.refuse.two_depots")
        return super().fault(game, step, seat, words)

    def hint(self, game: Position, step: Decision, seat: int, words: Words) -> Message | None:
        if words == NOTHING:
            return None
        goods = goods_that_fit(game, seat, words)
        return Message("burgundy.hint.goods", {"goods": box.listed(goods)}) if goods else None

    def do(self, game: Position, step: Decision, seat: int, words: Words) -> None:
        if words != NOTHING:
            load(game, seat, words)


class ShipGoods(Decision, kw_only=True, tag="ShipGoods"):
    """The free choice of the depot whose goods are collected; all goods that fit must be taken (rules 17, A6)."""

    asks = "burgundy.prompt.shipgoods"
    verbs = (Goods(), End())
    cause = "ship"


class Keep(Verb[Position, "KeepGoods"]):
    """Take the goods of a new type into the goods store."""

    word = "keep"

    def choices(self, game: Position, step: KeepGoods, seat: int) -> Iterable[Words]:
        new_types = step.new_types(game)
        return ((goods,) for goods in box.GOODS if goods in new_types)

    def fault(self, game: Position, step: KeepGoods, seat: int, words: Words) -> Message:
        return Message("burgundy.refuse.keep", {"goods": [goods for (goods,) in self.choices(game, step, seat)]})

    def do(self, game: Position, step: KeepGoods, seat: int, words: Words) -> None:
        take_types(game, seat, step.depots, list(words))
        load(game, seat, step.depots)


class KeepGoods(Decision, kw_only=True, tag="KeepGoods"):
    """The choice of a new type of goods, if there are more of them than free spaces in the goods store."""

    asks = "burgundy.prompt.keepgoods"
    verbs = (Keep(), End())
    cause = "ship"
    depots: list[str]

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": self.room(game)}

    def room(self, game: Position) -> int:
        """Return the number of free spaces in the goods store."""
        return box.GOODS_SPACES - len(game.state.players[self.seat].goods)

    def new_types(self, game: Position) -> set[str]:
        """Return the types of the collected goods that the seat does not have."""
        return set(goods_in(game, self.depots)) - set(game.state.players[self.seat].goods)

    def sound(self, game: Position) -> bool:
        exist = set(self.depots) <= set(box.DEPOTS)
        return super().sound(game) and exist and len(self.new_types(game)) > self.room(game) > 0


def load(game: Position, seat: int, depots: Sequence[str]) -> None:
    """Move all goods that fit to the goods store; ask for a choice if there are too many new types for it."""
    take_types(game, seat, depots, list(goods_that_fit(game, seat, depots)))
    keep = KeepGoods(seat=seat, depots=list(depots))
    if len(keep.new_types(game)) > keep.room(game) > 0:
        game.push(keep)


def goods_that_fit(game: Position, seat: int, depots: Sequence[str]) -> dict[str, int]:
    """Return the goods of depots that go to a seat's goods store without a choice."""
    own_goods = game.state.players[seat].goods
    lying = goods_in(game, depots)
    has_room = len(lying.keys() | own_goods.keys()) <= box.GOODS_SPACES
    return {goods: count for goods, count in lying.items() if has_room or goods in own_goods}


def take_types(game: Position, seat: int, depots: Sequence[str], types: list[str]) -> None:
    """Move all goods of these types from the goods spaces of depots to a seat's goods store."""
    own_goods = game.state.players[seat].goods
    lying = goods_in(game, depots)
    goods_taken = {goods: lying[goods] for goods in types if goods in lying}
    emptied = [depot for depot in depots if goods_taken.keys() & game.state.lying[depot].keys()]
    for goods, count in goods_taken.items():
        own_goods[goods] = own_goods.get(goods, 0) + count
        for depot in depots:
            game.state.lying[depot].pop(goods, None)
    if goods_taken:
        game.emit("goods", seat, goods=box.listed(goods_taken), depots=emptied)


class MoveMarker(OfSeat[Position], kw_only=True, tag="MoveMarker"):
    """The move of a marker on the turn-order track, by one space; it counts from the next round on (rules 5)."""

    def run(self, game: Position) -> None:
        track = game.state.track
        before = track.order()
        game.emit("marker", self.seat, space=track.advance(self.seat))
        after = track.order()
        if after != before:
            game.emit("order", seats=[str(seat) for seat in after])
        if after[0] == self.seat != before[0]:
            game.emit("white_die", self.seat)
