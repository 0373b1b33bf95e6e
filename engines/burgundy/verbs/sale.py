"""Selling goods, taking workers (rules 6.4 and 6.5)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from engines.burgundy import box
from engines.burgundy.placement import die_ways
from engines.burgundy.position import Position
from engines.burgundy.state import Player
from engines.burgundy.verbs.action import Acting, DieAction
from engines.contract import Message
from engines.steps import Words


class Sell(DieAction):
    """Rules 6.4: all goods of the type whose number the die shows; knowledge 3 and 4 pay more."""

    word = "sell"
    size = 1

    def choices(self, game: Position, step: Acting, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        if not player.goods:
            return ()
        numbers = die_ways(player, "sell", step.free)
        held = [goods for goods in box.GOODS if goods in player.goods]
        return [(goods, *how) for goods in held for how in numbers[box.DIE_OF[goods]]]

    def turned(self, player: Player, words: Words, *, every: bool) -> tuple[Words, ...]:
        return die_ways(player, "sell", False, every=every)[box.DIE_OF[words[0]]]

    def impossible(self, game: Position, step: Acting, seat: int, words: Words) -> Message | None:
        match words:
            case (goods,) if goods in box.GOODS:
                held = goods in game.state.players[seat].goods
                return None if held else Message("burgundy.refuse.not_stored", {"goods": goods})
        return Message("burgundy.refuse.no_such_goods", {"goods": list(box.GOODS)})

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        count = game.state.players[seat].goods[words[0]]
        return Message("burgundy.hint.points", {"n": count * box.SALE_VP[game.state.seats]})

    def act(self, game: Position, seat: int, words: Words) -> None:
        (goods,), player = words, game.state.players[seat]
        count = player.goods.pop(goods)
        player.sold[goods] = player.sold.get(goods, 0) + count
        more = box.AMOUNT[box.SALE_SILVERLING] if box.SALE_SILVERLING in player.knowledge else 0
        silverlings = box.SILVER_PER_SALE + more
        player.silverlings += silverlings
        points = count * box.SALE_VP[game.state.seats]
        game.earn(seat, "sales", points, "sold", goods=goods, count=count, silverlings=silverlings)
        if box.SALE_WORKER in player.knowledge:
            game.receive_workers(seat, box.SALE_WORKER)


@cache
def dice(unused: tuple[int, ...]) -> tuple[Words, ...]:
    """The words for a die of any number."""
    return tuple(("die", str(die)) for die in dict.fromkeys(unused))


class TakeWorkers(DieAction):
    """Rules 6.5: with any die; knowledge 13 and 14 pay more."""

    word = "workers"
    size = 0

    def choices(self, game: Position, step: Acting, seat: int) -> Iterable[Words]:
        if step.free:
            return ((),)
        return self.turned(game.state.players[seat], (), every=True)

    def turned(self, player: Player, words: Words, *, every: bool) -> tuple[Words, ...]:
        return dice(tuple(player.unused))

    def hint(self, game: Position, step: Acting, seat: int, words: Words) -> Message:
        return Message("burgundy.hint.workers", {"n": self.taken(game, seat)})

    def act(self, game: Position, seat: int, words: Words) -> None:
        player, count = game.state.players[seat], self.taken(game, seat)
        player.workers += count
        game.emit("workers", seat, count=count)
        if box.WORKERS_SILVERLING in player.knowledge:
            game.receive_silverlings(seat, box.WORKERS_SILVERLING)

    def taken(self, game: Position, seat: int) -> int:
        more = box.MORE_WORKERS in game.state.players[seat].knowledge
        return box.AMOUNT[box.MORE_WORKERS] if more else box.WORKERS_TAKEN
