"""A ship just placed: goods of a depot, then the marker moves (rules 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.burgundy import box
from engines.burgundy.describe import listed
from engines.burgundy.steps.decision import Arguments, Decision
from engines.contract import Action, Message, Step

if TYPE_CHECKING:
    from engines.burgundy.game import Burgundy

TWO_DEPOTS = "k5"
NOTHING: Action = ("goods", "none")


def start(game: Burgundy, seat: int) -> None:
    """Goods first, unless no depot has any to give; then the marker."""
    game.push(MoveMarker(seat=seat))
    if any(useful(game, seat, (depot,)) for depot in box.DEPOTS):
        game.push(ShipGoods(seat=seat))


def offered(game: Burgundy, depots: Sequence[str]) -> dict[str, int]:
    """Goods of one or two goods spaces, taken as one offer."""
    found: dict[str, int] = {}
    for depot in depots:
        for goods, count in game.state.lying[depot].items():
            found[goods] = found.get(goods, 0) + count
    return found


def useful(game: Burgundy, seat: int, depots: Sequence[str]) -> bool:
    """Whether something of an offer fits into the goods store."""
    held = game.state.players[seat].goods
    room = len(held) < box.GOODS_SPACES
    return any(room or goods in held for goods in offered(game, depots))


class ShipGoods(Decision, kw_only=True, tag="ShipGoods"):
    """Which depot gives its goods? What fits must be taken, the depot is free to choose (rules 17, A6)."""

    asks = "burgundy.prompt.shipgoods"

    def legal(self, game: Burgundy, seat: int) -> Iterator[Action]:
        giving = [depot for depot in box.DEPOTS if useful(game, seat, (depot,))]
        for depot in giving:
            yield ("goods", depot)
        if TWO_DEPOTS in game.state.players[seat].knowledge:
            for depot, neighbour in zip(box.DEPOTS, (*box.DEPOTS[1:], box.DEPOTS[0]), strict=True):
                if depot in giving and neighbour in giving:
                    yield ("goods", depot, neighbour)
        if len(giving) < len(box.DEPOTS):
            yield NOTHING

    def hint(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        if action == NOTHING:
            return None
        return Message("burgundy.hint.goods", {"goods": listed(offered(game, action[1:]))})

    def refusal(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        match action:
            case ("goods", depot) if depot in box.DEPOTS:
                return Message("burgundy.refuse.no_goods", {"depot": depot})
            case ("goods", first, second) if first in box.DEPOTS and second in box.DEPOTS:
                return Message("burgundy.refuse.two_depots")
        return None

    def play(self, game: Burgundy, seat: int, action: Action) -> None:
        if action != NOTHING:
            load(game, seat, action[1:])


class KeepGoods(Decision, kw_only=True, tag="KeepGoods"):
    """More new types than free spaces: which type enters?"""

    asks = "burgundy.prompt.keepgoods"

    depots: list[str]

    def asking(self, game: Burgundy, seat: int) -> Arguments:
        return {"n": box.GOODS_SPACES - len(game.state.players[self.seat].goods)}

    def legal(self, game: Burgundy, seat: int) -> Iterator[Action]:
        held, on_offer = game.state.players[seat].goods, offered(game, self.depots)
        return (("keep", goods) for goods in box.GOODS if goods in on_offer and goods not in held)

    def refusal(self, game: Burgundy, seat: int, action: Action) -> Message | None:
        return Message("burgundy.refuse.keep", {"goods": [words[1] for words in self.legal(game, seat)]})

    def play(self, game: Burgundy, seat: int, action: Action) -> None:
        take_types(game, seat, self.depots, [action[1]])
        load(game, seat, self.depots)


def load(game: Burgundy, seat: int, depots: Sequence[str]) -> None:
    """Everything that fits comes aboard; where new types compete for the free spaces the owner chooses."""
    held, on_offer = game.state.players[seat].goods, offered(game, depots)
    new = [goods for goods in on_offer if goods not in held]
    free = box.GOODS_SPACES - len(held)
    take_types(game, seat, depots, [goods for goods in on_offer if goods in held or len(new) <= free])
    if len(new) > free > 0:
        game.push(KeepGoods(seat=seat, depots=list(depots)))


def take_types(game: Burgundy, seat: int, depots: Sequence[str], types: list[str]) -> None:
    """All goods of these types move from the goods spaces to the goods store."""
    held, taken = game.state.players[seat].goods, dict[str, int]()
    for depot in depots:
        for goods in types:
            if count := game.state.lying[depot].pop(goods, 0):
                taken[goods] = taken.get(goods, 0) + count
    for goods, count in taken.items():
        held[goods] = held.get(goods, 0) + count
    if taken:
        game.emit("goods", seat, goods=listed(taken), depots=list(depots))


class MoveMarker(Step["Burgundy"], kw_only=True, tag="MoveMarker"):
    """One space to the right on the turn-order track; it counts from the next round on (rules 5)."""

    seat: int

    def run(self, game: Burgundy) -> None:
        track = game.state.track
        before = track.order()
        game.emit("marker", self.seat, space=track.advance(self.seat))
        after = track.order()
        if after != before:
            game.emit("order", seats=[str(seat) for seat in after])
        if after[0] == self.seat != before[0]:
            game.emit("white_die", self.seat)
