"""The purchase, once per turn, and what knowledge 6 makes of it (rules 6.6, 13 and 15)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engines.burgundy import box
from engines.burgundy.position import Position
from engines.burgundy.verbs.action import Acting, tile_hint
from engines.burgundy.verbs.storing import Paid, not_there, store
from engines.contract import Message
from engines.steps import Verb, Words


def trader(game: Position, seat: int) -> str:
    """How knowledge 6 works in this edition; empty: the seat does not have it."""
    return game.edition.knowledge_6 if box.TRADER in game.state.players[seat].knowledge else ""


class Purchase(Verb[Position, Acting]):
    """A tile for its price, without a die."""

    def unsold(self, game: Position, seat: int, words: Words) -> Message | None:
        """Why this cannot be bought, whatever else is going on."""
        raise NotImplementedError

    def fault(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        if reason := self.unsold(game, seat, words):
            return reason
        if not step.may_buy(game):
            return Message("burgundy.refuse.not_inside")
        return Message("burgundy.refuse.no_die_needed") if "die" in words else None

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        return tile_hint(words[1])

    def pay(self, game: Position, step: Acting, seat: int, words: Words, price: Paid) -> None:
        """The tile comes for its price; what asked goes on."""
        player, (depot, tile, *_) = game.state.players[seat], words
        player.silverlings -= price.silverlings
        player.workers -= price.workers
        game.push(step)
        store(game, seat, depot, tile, price)


@cache
def too_few(silverlings: int) -> Message:
    """What a tile costs, and what is there."""
    return Message("burgundy.refuse.silverlings", {"n": silverlings})


class Buy(Purchase):
    """Rules 6.6: a tile of the black depot; knowledge 6 may open the others, or let workers pay."""

    word = "buy"

    def closed(self, game: Position, step: Acting, seat: int) -> Message | None:
        player = game.state.players[seat]
        if player.purchased:
            return Message("burgundy.refuse.one_purchase")
        if player.silverlings + self.workers(game, seat) < box.PURCHASE_PRICE:
            return too_few(player.silverlings)
        return None

    def workers(self, game: Position, seat: int) -> int:
        """How many workers can stand for silverlings."""
        allowed = trader(game, seat) == "workers_for_silverlings"
        return min(box.PURCHASE_PRICE, game.state.players[seat].workers) if allowed else 0

    def paid_in_workers(self, game: Position, seat: int) -> range:
        """How much of the price may be workers."""
        missing = max(0, box.PURCHASE_PRICE - game.state.players[seat].silverlings)
        return range(missing, self.workers(game, seat) + 1)

    def choices(self, game: Position, step: Acting, seat: int) -> Iterable[Words]:
        if not step.may_buy(game):
            return
        depots = (box.BLACK, *box.DEPOTS) if trader(game, seat) == "seven_depots" else (box.BLACK,)
        for workers in self.paid_in_workers(game, seat):
            for depot in depots:
                for tile in dict.fromkeys(game.state.depots[depot]):
                    yield (depot, tile, *(("workers", str(workers)) if workers else ()))

    def unsold(self, game: Position, seat: int, words: Words) -> Message | None:
        how, silverlings = trader(game, seat), game.state.players[seat].silverlings
        if words and words[0] in box.DEPOTS and how != "seven_depots":
            return Message("burgundy.refuse.black_only")
        if reason := not_there(game, words):
            return reason
        if "workers" in words and how != "workers_for_silverlings":
            return Message("burgundy.refuse.silverlings_only")
        if "workers" not in words:
            short = silverlings < box.PURCHASE_PRICE
            return too_few(silverlings) if short else None
        due = self.paid_in_workers(game, seat)
        if words[2:] in [("workers", str(workers)) for workers in due if workers]:
            return None
        low = max(1, due[0])
        return Message("burgundy.refuse.paid_in_workers", {"n": silverlings, "low": low, "high": due[-1]})

    def do(self, game: Position, step: Acting, seat: int, words: Words) -> None:
        game.state.players[seat].purchased = True
        workers = int(words[3]) if words[2:] else 0
        self.pay(game, step, seat, words, Paid(silverlings=box.PURCHASE_PRICE - workers, workers=workers))


_NO_TRADER = Message("burgundy.refuse.no_knowledge_6")


class Hire(Purchase):
    """Knowledge 6 of the Special Edition: once per turn, beside the purchase, a building for workers."""

    word = "hire"

    def closed(self, game: Position, step: Acting, seat: int) -> Message | None:
        player = game.state.players[seat]
        if trader(game, seat) != "building_for_workers":
            return _NO_TRADER
        if player.hired:
            return Message("burgundy.refuse.hired")
        if player.workers < box.PURCHASE_PRICE:
            return Message("burgundy.refuse.two_workers", {"n": player.workers})
        return None

    def choices(self, game: Position, step: Acting, seat: int) -> Iterable[Words]:
        for depot in box.DEPOTS if step.may_buy(game) else ():
            for tile in dict.fromkeys(game.state.depots[depot]):
                if box.COLOUR[tile] == "building":
                    yield (depot, tile)

    def unsold(self, game: Position, seat: int, words: Words) -> Message | None:
        if box.BLACK in words[:1] or any(box.COLOUR.get(tile, "building") != "building" for tile in words[1:2]):
            return Message("burgundy.refuse.hire")
        return not_there(game, words)

    def do(self, game: Position, step: Acting, seat: int, words: Words) -> None:
        game.state.players[seat].hired = True
        self.pay(game, step, seat, words, Paid(workers=box.PURCHASE_PRICE))
