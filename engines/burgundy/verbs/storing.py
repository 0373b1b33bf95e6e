"""A tile on its way into storage; with all spaces full one stored tile leaves the game first (rules 6.2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from engines.burgundy import box
from engines.burgundy.placement import die_ways
from engines.burgundy.position import Decision, Position
from engines.burgundy.state import Player
from engines.burgundy.verbs.action import Acting, DieAction, tile_hint
from engines.contract import Message
from engines.steps import Arguments, Later, OfSeat, Verb, Words


class Take(DieAction):
    """Rules 6.2: a tile of the depot whose number the die shows."""

    word = "take"
    size = 2

    def choices(self, game: Position, step: Acting, seat: int) -> Iterable[Words]:
        numbers, colours = die_ways(game.state.players[seat], "take", step.free), step.colours()
        found, number = [], 0
        for depot, ways in zip(box.DEPOTS, numbers[1:], strict=True):
            if ways and (tiles := game.state.depots[depot]):
                there = kinds(tuple(tiles), colours)
                found.append((depot, ways, there))
                number += len(ways) * len(there)

        def drawn(place: int) -> Words:
            for depot, ways, there in found:
                if place < len(ways) * len(there):
                    return (depot, there[place % len(there)], *ways[place // len(there)])
                place -= len(ways) * len(there)
            raise IndexError(place)

        return Later(
            number,
            lambda: [(depot, tile, *how) for depot, ways, there in found for how in ways for tile in there],
            drawn,
        )

    def turned(self, player: Player, words: Words, *, every: bool) -> tuple[Words, ...]:
        return die_ways(player, "take", False, every=every)[int(words[0])]

    def impossible(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        if box.BLACK in words[:1]:
            return Message("burgundy.refuse.only_bought")
        if reason := not_there(game, words):
            return reason
        if box.COLOUR[words[1]] not in step.colours():
            return Message("burgundy.refuse.fetches", {"tile": step.effect(), "colours": list(step.colours())})
        return None

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        return tile_hint(words[1])

    def act(self, game: Position, seat: int, words: Words) -> None:
        depot, tile = words
        store(game, seat, depot, tile)


@lru_cache(maxsize=1 << 14)
def kinds(tiles: tuple[str, ...], colours: tuple[str, ...]) -> tuple[str, ...]:
    """Tiles of these colours, each once."""
    return tuple(tile for tile in dict.fromkeys(tiles) if box.COLOUR[tile] in colours)


def not_there(game: Position, words: Words) -> Message | None:
    """Why there is no such tile in such a depot."""
    depot, tile = (*words, "", "")[:2]
    if words and depot not in game.state.depots:
        return Message("burgundy.refuse.no_depot")
    if not tile:
        return Message("burgundy.refuse.which_tile")
    if tile not in box.COLOUR:
        return Message("burgundy.refuse.no_tile", {"typed": tile})
    if tile not in game.state.depots[depot]:
        return Message("burgundy.refuse.not_in_depot", {"tile": tile, "depot": depot})
    return None


class Paid(msgspec.Struct, frozen=True):
    """The price of a purchase, already handed over."""

    silverlings: int = 0
    workers: int = 0


def store(game: Position, seat: int, depot: str, tile: str, paid: Paid | None = None) -> None:
    """A tile of a depot goes to storage; ``paid``: it was bought."""
    game.push(Store(seat=seat, depot=depot, tile=tile, paid=paid))
    if len(game.state.players[seat].storage) >= box.STORAGE:
        game.push(Discard(seat=seat, tile=tile))


class Store(OfSeat[Position], kw_only=True, tag="Store"):
    """The tile arrives."""

    depot: str
    tile: str
    paid: Paid | None

    def run(self, game: Position) -> None:
        game.state.depots[self.depot].remove(self.tile)
        game.state.players[self.seat].storage.append(self.tile)
        kind, price = "took", dict[str, Any]()
        if self.paid is not None:
            kind, price = "bought", {"silverlings": self.paid.silverlings}
            if self.paid.workers:
                kind, price = "bought_with_workers", price | {"workers": self.paid.workers}
        game.emit(kind, self.seat, tile=self.tile, depot=self.depot, **price)

    def sound(self, game: Position) -> bool:
        return self.tile in game.state.depots.get(self.depot, [])


class DiscardTile(Verb[Position, "Discard"]):
    """It leaves the game."""

    word = "discard"

    def choices(self, game: Position, step: Discard, seat: int) -> Iterable[Words]:
        return ((tile,) for tile in dict.fromkeys(game.state.players[seat].storage))

    def fault(self, game: Position, step: Discard, seat: int, words: Words) -> Message:
        return Message("burgundy.refuse.discard", {"tiles": list(game.state.players[seat].storage)})

    def hint(self, game: Position, step: Discard, seat: int, words: Words) -> Message:
        return tile_hint(words[0])

    def do(self, game: Position, step: Discard, seat: int, words: Words) -> None:
        game.state.players[seat].storage.remove(words[0])
        game.state.removed.append(words[0])
        game.emit("discarded", seat, tile=words[0])


class Discard(Decision, kw_only=True, tag="Discard"):
    """Storage is full: which stored tile leaves the game for ``tile``?"""

    asks = "burgundy.prompt.discard"
    verbs = (DiscardTile(),)
    tile: str

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"tile": self.tile}

    def sound(self, game: Position) -> bool:
        """Storage is full, and the tile waits right below."""
        at, full = game.state.stack.index(self), len(game.state.players[self.seat].storage) >= box.STORAGE
        below = game.state.stack[at - 1] if at else None
        return super().sound(game) and full and isinstance(below, Store) and below.tile == self.tile
