"""Bringing tiles into storage: taking them with a die and buying them (rules 6.2, 6.6, 13 and 15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engines.burgundy import box, knowledge
from engines.burgundy.placement import Reach
from engines.burgundy.position import Decision, Position
from engines.burgundy.state import Player
from engines.burgundy.verbs.action import Acting, DieAction, tile_hint
from engines.contract import Action, Message
from engines.steps import Arguments, Later, OfSeat, Verb, Words


class Take(DieAction):
    """Take a tile of the depot whose number the die shows (rules 6.2)."""

    word = "take"
    size = 2

    def completions(self, game: Position, step: Acting, player: Player, reach: Reach) -> Sequence[Words]:
        depots = game.state.depots
        colours = step.colours()
        groups = [(depot, [*dict.fromkeys(depots[depot])], endings) for depot, endings in reach.depots]
        if colours is not box.COLOURS:
            groups = [
                (depot, [tile for tile in tiles if box.COLOUR[tile] in colours], endings)
                for depot, tiles, endings in groups
            ]
        return Later.crossed(groups)

    def goal(self, player: Player, target: Words) -> tuple[str, int]:
        return self.word, int(target[0])

    def impossible(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        if box.BLACK in words[:1]:
            return Message("burgundy.refuse.only_bought")
        if reason := tile_obstacle(game, words):
            return self.depot_obstacle(game, step, seat, words) or reason
        if box.COLOUR[words[1]] not in step.colours():
            return Message("burgundy.refuse.fetches", {"tile": step.effect(), "colours": list(step.colours())})
        return None

    def depot_obstacle(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        """Return why no tile can be taken from a depot if the words name nothing else; None: there is no reason."""
        match words:
            case (depot,) if depot in game.state.depots:
                if not game.state.depots[depot]:
                    return Message("burgundy.refuse.depot_empty", {"depot": depot})
                return None if step.free else self.too_few_workers(game.state.players[seat], words)
        return None

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        return tile_hint(words[1], stored=True)

    def act(self, game: Position, seat: int, words: Words) -> None:
        depot, tile = words
        store(game, seat, depot, tile)


def tile_obstacle(game: Position, words: Words) -> Message | None:
    """Return why the depots do not have the tile that the words name; None: it is there."""
    depot, tile = (*words, "", "")[:2]
    if words and depot not in game.state.depots:
        return Message("burgundy.refuse.no_depot")
    if not tile:
        return Message("burgundy.refuse.which_tile")
    if tile not in box.COLOUR:
        return Message("burgundy.refuse.no_tile", {"typed": tile})
    if not any(tile in tiles for tiles in game.state.depots.values()):
        return Message("burgundy.refuse.in_no_depot", {"tile": tile})
    if tile not in game.state.depots[depot]:
        return Message("burgundy.refuse.not_in_depot", {"tile": tile, "depot": depot})
    return None


class Payment(msgspec.Struct, frozen=True):
    """The price that was paid for a tile."""

    silverlings: int = 0
    workers: int = 0


def store(game: Position, seat: int, depot: str, tile: str, payment: Payment | None = None) -> None:
    """Bring a tile of a depot to storage, from which another tile is discarded first if it is full.

    Args:
        game: The game.
        seat: The seat that gets the tile.
        depot: The depot in which the tile lies.
        tile: The kind of the tile.
        payment: The price if it was bought; None: it was taken with an action.
    """
    game.push(Store(seat=seat, depot=depot, tile=tile, paid=payment))
    if len(game.state.players[seat].storage) >= box.STORAGE:
        game.push(Discard(seat=seat, tile=tile))


class Store(OfSeat[Position], kw_only=True, tag="Store"):
    """The move of a tile from a depot to storage."""

    depot: str
    tile: str
    paid: Payment | None

    def run(self, game: Position) -> None:
        game.state.depots[self.depot].remove(self.tile)
        game.state.players[self.seat].storage.append(self.tile)
        if game.reports_nothing:
            return
        kind = "took"
        price = dict[str, Any]()
        if self.paid is not None:
            kind = "bought"
            price = {"silverlings": self.paid.silverlings}
            if self.paid.workers:
                kind = "bought_with_workers"
                price = price | {"workers": self.paid.workers}
        game.emit(kind, self.seat, tile=self.tile, depot=self.depot, **price)

    def sound(self, game: Position) -> bool:
        return self.tile in game.state.depots.get(self.depot, [])


class DiscardTile(Verb[Position, "Discard"]):
    """Discard a stored tile, which leaves the game."""

    word = "discard"

    def choices(self, game: Position, step: Discard, seat: int) -> Iterable[Words]:
        return [(tile,) for tile in dict.fromkeys(game.state.players[seat].storage)]

    def fault(self, game: Position, step: Discard, seat: int, words: Words) -> Message:
        return Message("burgundy.refuse.discard", {"tiles": list(game.state.players[seat].storage)})

    def hint(self, game: Position, step: Discard, seat: int, words: Words) -> Message:
        return tile_hint(words[0], stored=True)

    def do(self, game: Position, step: Discard, seat: int, words: Words) -> None:
        game.state.players[seat].storage.remove(words[0])
        game.state.removed.append(words[0])
        game.emit("discarded", seat, tile=words[0])


class MakeRoomFirst(DiscardTile):
    """The refused ``end``: a tile must be discarded before the turn ends."""

    word = "end"

    def choices(self, game: Position, step: Discard, seat: int) -> Iterable[Words]:
        return ()


class Discard(Decision, kw_only=True, tag="Discard"):
    """The choice of the tile that leaves a full storage for ``tile``."""

    asks = "burgundy.prompt.discard"
    verbs = (DiscardTile(), MakeRoomFirst())
    tile: str

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"tile": self.tile}

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that one of the stored tiles must be discarded before anything else."""
        return DiscardTile().fault(game, self, seat, action[1:])

    def sound(self, game: Position) -> bool:
        """Return whether storage is full and the next step brings the tile."""
        index = game.state.stack.index(self)
        is_full = len(game.state.players[self.seat].storage) >= box.STORAGE
        next_step = game.state.stack[index - 1] if index else None
        return super().sound(game) and is_full and isinstance(next_step, Store) and next_step.tile == self.tile


def trader(game: Position, seat: int) -> str:
    """Return the effect of knowledge 6 in this edition (``Edition.knowledge_6``); empty: the seat does not have it."""
    return game.edition.knowledge_6 if knowledge.TRADER in game.state.players[seat].knowledge else ""


class Purchase(Verb[Position, Acting]):
    """Buy a tile for a price, without a die."""

    def purchase_obstacle(self, game: Position, seat: int, words: Words) -> Message | None:
        """Return why a tile cannot be bought with these words during any decision."""
        raise NotImplementedError

    def fault(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        if reason := self.purchase_obstacle(game, seat, words):
            return reason
        if not step.may_buy(game):
            return Message("burgundy.refuse.not_inside")
        return Message("burgundy.refuse.no_die_needed") if "die" in words else None

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        return tile_hint(words[1], stored=True)

    def price(self, words: Words) -> Payment:
        """Return the price of a purchase with these words."""
        raise NotImplementedError

    def pay(self, game: Position, step: Acting, seat: int, words: Words) -> None:
        """Pay for the tile and bring it to storage; the decision during which it was bought goes on afterwards."""
        player = game.state.players[seat]
        (depot, tile, *_) = words
        price = self.price(words)
        player.silverlings -= price.silverlings
        player.workers -= price.workers
        game.push(step)
        store(game, seat, depot, tile, price)


class Buy(Purchase):
    """Buy a tile of the black depot (rules 6.6); knowledge 6 may add the other depots, or let workers pay."""

    word = "buy"

    def closed(self, game: Position, step: Acting, seat: int) -> Message | None:
        player = game.state.players[seat]
        if player.purchased:
            return Message("burgundy.refuse.one_purchase")
        if player.silverlings + self.workers(game, seat) < box.PURCHASE_PRICE:
            return Message("burgundy.refuse.silverlings", {"n": player.silverlings})
        return None

    def workers(self, game: Position, seat: int) -> int:
        """Return how many workers the seat may pay instead of silverlings."""
        allowed = trader(game, seat) == "workers_for_silverlings"
        return min(box.PURCHASE_PRICE, game.state.players[seat].workers) if allowed else 0

    def paid_in_workers(self, game: Position, seat: int) -> range:
        """Return the possible numbers of workers in the price: at least as many as silverlings are missing."""
        missing_silverlings = max(0, box.PURCHASE_PRICE - game.state.players[seat].silverlings)
        return range(missing_silverlings, self.workers(game, seat) + 1)

    def choices(self, game: Position, step: Acting, seat: int) -> Sequence[Words]:
        if not step.may_buy(game):
            return ()
        depots = (box.BLACK, *box.DEPOTS) if trader(game, seat) == "seven_depots" else (box.BLACK,)
        return [
            (depot, tile, *(("workers", str(workers)) if workers else ()))
            for workers in self.paid_in_workers(game, seat)
            for depot in depots
            for tile in dict.fromkeys(game.state.depots[depot])
        ]

    def purchase_obstacle(self, game: Position, seat: int, words: Words) -> Message | None:
        trader_effect = trader(game, seat)
        silverlings = game.state.players[seat].silverlings
        if words and words[0] in box.DEPOTS and trader_effect != "seven_depots":
            return Message("burgundy.refuse.black_only")
        if reason := tile_obstacle(game, words):
            return reason
        if "workers" in words and not self.workers(game, seat):
            return Message("burgundy.refuse.silverlings_only")
        if "workers" not in words:
            is_too_little = silverlings < box.PURCHASE_PRICE
            return Message("burgundy.refuse.silverlings", {"n": silverlings}) if is_too_little else None
        possible_payment = self.paid_in_workers(game, seat)
        if words[2:] in [("workers", str(workers)) for workers in possible_payment if workers]:
            return None
        low = max(1, possible_payment[0])
        high = possible_payment[-1]
        if low == high:
            return Message("burgundy.refuse.paid_exactly", {"n": low})
        return Message("burgundy.refuse.paid_in_workers", {"n": silverlings, "low": low, "high": high})

    def do(self, game: Position, step: Acting, seat: int, words: Words) -> None:
        game.state.players[seat].purchased = True
        self.pay(game, step, seat, words)

    def price(self, words: Words) -> Payment:
        workers = int(words[3]) if words[2:] else 0
        return Payment(silverlings=box.PURCHASE_PRICE - workers, workers=workers)


class Hire(Purchase):
    """Buy a building for workers, once a turn in addition to the purchase (knowledge 6 of the Special Edition)."""

    word = "hire"

    def closed(self, game: Position, step: Acting, seat: int) -> Message | None:
        player = game.state.players[seat]
        if trader(game, seat) != "building_for_workers":
            return Message("burgundy.refuse.no_knowledge_6")
        if player.hired:
            return Message("burgundy.refuse.hired")
        if player.workers < box.PURCHASE_PRICE:
            return Message("burgundy.refuse.two_workers", {"n": player.workers})
        return None

    def choices(self, game: Position, step: Acting, seat: int) -> Sequence[Words]:
        return [
            (depot, tile)
            for depot in (box.DEPOTS if step.may_buy(game) else ())
            for tile in dict.fromkeys(game.state.depots[depot])
            if box.COLOUR[tile] == "building"
        ]

    def purchase_obstacle(self, game: Position, seat: int, words: Words) -> Message | None:
        if box.BLACK in words[:1] or any(box.COLOUR.get(tile, "building") != "building" for tile in words[1:2]):
            return Message("burgundy.refuse.hire")
        return tile_obstacle(game, words)

    def do(self, game: Position, step: Acting, seat: int, words: Words) -> None:
        game.state.players[seat].hired = True
        self.pay(game, step, seat, words)

    def price(self, words: Words) -> Payment:
        return Payment(workers=box.PURCHASE_PRICE)
