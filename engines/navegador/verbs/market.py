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
def amounts(good: str, limit: int) -> tuple[Words, ...]:
    """Return the completions for 1 to ``limit`` units of a good."""
    return tuple((good, str(units)) for units in range(1, limit + 1))


class Deal(Verb[Position, "Market"]):
    """Sell or process units of a good.

    The step lists one verb for each good, so that the legal actions are ordered by good.
    """

    price: ClassVar[Mapping[str, tuple[int, ...]]]
    """The money for a unit by good and row of the market marker."""
    down: ClassVar[int]
    """The number of rows that the marker goes down for each unit; -1: it goes up."""

    def __init__(self, good: str) -> None:
        self.good = good

    def limit(self, step: Market, player: Player, good: str) -> int:
        """Return how many units of a good can be traded."""
        raise NotImplementedError

    def any_left(self, step: Market, player: Player) -> bool:
        """Return whether this deal is possible with any good that was not traded yet."""
        return any(self.limit(step, player, good) for good in board.GOODS if good not in step.traded)

    def reason_for_none(self, step: Market, player: Player, good: str) -> Message:
        """Return why no unit of a good can be traded; the message says so if the alternative deal is possible."""
        alternative = next(deal for deal in DEALS if deal is not type(self))(good)
        suffix = "_also" if alternative.limit(step, player, good) else ""
        return Message(f"navegador.refuse.no_{self.word}{suffix}", {"good": good})

    def choices(self, game: Position, step: Market, seat: int) -> Iterable[Words]:
        good = self.good
        return () if good in step.traded else amounts(good, self.limit(step, game.state.players[seat], good))

    def fault(self, game: Position, step: Market, seat: int, words: Words) -> Message | None:
        match words:
            case () if not self.any_left(step, game.state.players[seat]):
                return Message(f"navegador.refuse.nothing_to_{self.word}")
            case (good, *rest) if good in step.traded and len(rest) < 2:
                return Message("navegador.refuse.traded", {"good": good})
            case (good, count) if good in board.GOODS and number(count) == 0:
                return AT_LEAST_ONE
            case (good, *rest) if good in board.GOODS and (not rest or (len(rest) == 1 and number(rest[0]))):
                limit = self.limit(step, game.state.players[seat], good)
                if limit and not rest:
                    return HOW_MANY
                if not limit:
                    return self.reason_for_none(step, game.state.players[seat], good)
                return Message(f"navegador.refuse.{self.word}", {"good": good, "n": limit})
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
    """Sell up to as many units of a good as the player has colonies of it."""

    word = "sell"
    price = board.PRICE
    down = 1

    def limit(self, step: Market, player: Player, good: str) -> int:
        return player.colonies[good]


class Process(Deal):
    """Process up to as many units of a good as the player has factories for it; the joker adds one for one good."""

    word = "process"
    price = dict.fromkeys(board.GOODS, board.PROFIT)
    down = -1

    def limit(self, step: Market, player: Player, good: str) -> int:
        return player.factories[good] + (player.factories["joker"] if step.joker else 0)


DEALS: tuple[type[Deal], ...] = (Sell, Process)


def best_income(game: Position, seat: int) -> int:
    """Return the most money that the action can bring now: the better deal with each good, the joker with one."""
    player = game.state.players[seat]
    market = game.state.market

    def best(step: Market, good: str) -> int:
        return max(deal(good).limit(step, player, good) * deal.price[good][market[good]] for deal in DEALS)

    incomes = {good: best(Market(seat=seat, joker=False), good) for good in board.GOODS}
    joker_incomes = {good: best(Market(seat=seat), good) for good in board.GOODS}
    return sum(incomes.values()) + max(joker_incomes[good] - incomes[good] for good in board.GOODS)


class Market(FieldAction, kw_only=True, tag="Market"):
    """The sale and processing of goods, one good at a time."""

    asks = "navegador.prompt.market"
    verbs = (*(deal(good) for good in board.GOODS for deal in DEALS), Enough())
    field = "market"

    traded: list[str] = []
    """The goods that were sold or processed in this action."""
    joker: bool = True
    """True until the start factory is used in this action."""

    def begun(self) -> bool:
        return bool(self.traded)

    def sound(self, game: Position) -> bool:
        return len(set(self.traded)) == len(self.traded) and set(self.traded) <= set(board.GOODS)
