"""Selling and processing goods (rules 7.6): each good once, in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import ClassVar

from engines.contract import Message
from engines.navegador import board
from engines.navegador.position import AT_LEAST_ONE, HOW_MANY, Enough, FieldAction, Position
from engines.navegador.state import Player
from engines.notation import number
from engines.steps import Verb, Words


@cache
def amounts(good: str, most: int) -> tuple[Words, ...]:
    """1 to ``most`` units of a good."""
    return tuple((good, str(units)) for units in range(1, most + 1))


class Deal(Verb[Position, "Market"]):
    """One of the two things to be done with a good; it is listed once for each, so that they come good by good."""

    price: ClassVar[Mapping[str, tuple[int, ...]]]
    """What a unit of a good pays, by row."""
    down: ClassVar[int]
    """Rows that the marker goes down for each unit."""

    def __init__(self, good: str) -> None:
        self.good = good

    def most(self, step: Market, player: Player, good: str) -> int:
        """Units of a good that can be traded."""
        raise NotImplementedError

    def any_left(self, step: Market, player: Player) -> bool:
        """Return whether some good can still be traded so."""
        return any(self.most(step, player, good) for good in board.GOODS if good not in step.traded)

    def nothing(self, step: Market, player: Player, good: str) -> Message:
        """Why no unit of a good can be traded, and whether the other deal is possible."""
        other = next(deal for deal in DEALS if deal is not type(self))(good)
        also = "_also" if other.most(step, player, good) else ""
        return Message(f"navegador.refuse.no_{self.word}{also}", {"good": good})

    def choices(self, game: Position, step: Market, seat: int) -> Iterable[Words]:
        good = self.good
        return () if good in step.traded else amounts(good, self.most(step, game.state.players[seat], good))

    def fault(self, game: Position, step: Market, seat: int, words: Words) -> Message | None:
        match words:
            case () if not self.any_left(step, game.state.players[seat]):
                return Message(f"navegador.refuse.nothing_to_{self.word}")
            case (good, *rest) if good in step.traded and len(rest) < 2:
                return Message("navegador.refuse.traded", {"good": good})
            case (good, count) if good in board.GOODS and number(count) == 0:
                return AT_LEAST_ONE
            case (good, *rest) if good in board.GOODS and (not rest or (len(rest) == 1 and number(rest[0]))):
                most = self.most(step, game.state.players[seat], good)
                if most and not rest:
                    return HOW_MANY
                if not most:
                    return self.nothing(step, game.state.players[seat], good)
                return Message(f"navegador.refuse.{self.word}", {"good": good, "n": most})
        return None

    def hint(self, game: Position, step: Market, seat: int, words: Words) -> Message:
        good, units = words
        return Message("navegador.hint.income", {"income": int(units) * self.price[good][game.state.market[good]]})

    def do(self, game: Position, step: Market, seat: int, words: Words) -> None:
        good = words[0]
        units = int(words[1])
        market = game.state.market
        player = game.state.players[seat]
        row = market[good]
        income = units * self.price[good][row]
        joker = self.down < 0 and units > player.factories[good]
        player.money += income
        market[good] = min(board.MARKET_END, max(1, row + self.down * units))
        game.emit(
            self.word, seat, good=good, count=units, income=income, row=market[good], from_row=row, joker=int(joker)
        )
        step.traded = [*step.traded, good]
        step.joker = step.joker and not joker
        game.push(step)


class Sell(Deal):
    """As many units as colonies."""

    word = "sell"
    price = board.PRICE
    down = 1

    def most(self, step: Market, player: Player, good: str) -> int:
        return player.colonies[good]


class Process(Deal):
    """As many units as factories, and the joker for one good."""

    word = "process"
    price = dict.fromkeys(board.GOODS, board.PROFIT)
    down = -1

    def most(self, step: Market, player: Player, good: str) -> int:
        return player.factories[good] + (player.factories["joker"] if step.joker else 0)


DEALS: tuple[type[Deal], ...] = (Sell, Process)


def best_income(game: Position, seat: int) -> int:
    """Return the most that the whole action can bring now: the better deal with each good, the joker with one."""
    player = game.state.players[seat]
    market = game.state.market

    def best(step: Market, good: str) -> int:
        return max(deal(good).most(step, player, good) * deal.price[good][market[good]] for deal in DEALS)

    alone = {good: best(Market(seat=seat, joker=False), good) for good in board.GOODS}
    helped = {good: best(Market(seat=seat), good) for good in board.GOODS}
    return sum(alone.values()) + max(helped[good] - alone[good] for good in board.GOODS)


class Market(FieldAction, kw_only=True, tag="Market"):
    """``traded``: goods already sold or processed in this action; ``joker``: the start factory is still free."""

    asks = "navegador.prompt.market"
    verbs = (*(deal(good) for good in board.GOODS for deal in DEALS), Enough())
    field = "market"

    traded: list[str] = []
    joker: bool = True

    def begun(self) -> bool:
        return bool(self.traded)

    def sound(self, game: Position) -> bool:
        return len(set(self.traded)) == len(self.traded) and set(self.traded) <= set(board.GOODS)
