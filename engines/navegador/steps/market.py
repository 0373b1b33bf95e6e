"""Selling and processing goods (rules 7.6): each good once, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.navegador import board
from engines.navegador.steps.decision import DONE, Decision
from engines.notation import number

if TYPE_CHECKING:
    from engines.navegador.game import Navegador


class Market(Decision, kw_only=True, tag="Market"):
    """``traded``: goods already sold or processed in this action; ``joker``: the start factory is still free."""

    asks = "navegador.prompt.market"

    traded: list[str] = []
    joker: bool = True

    def legal(self, game: Navegador, seat: int) -> Iterator[Action]:
        player = game.state.players[seat]
        for good in board.GOODS:
            if good not in self.traded:
                for units in range(1, player.colonies[good] + 1):
                    yield ("sell", good, str(units))
                for units in range(1, self.capacity(game, good) + 1):
                    yield ("process", good, str(units))
        yield DONE

    def capacity(self, game: Navegador, good: str) -> int:
        """Units of a good that own factories, and the joker while it is free, can process."""
        factories = game.state.players[self.seat].factories
        return factories[good] + (factories["joker"] if self.joker else 0)

    def refusal(self, game: Navegador, seat: int, action: Action) -> Message | None:
        match action:
            case ("sell" | "process", good, _) if good in self.traded:
                return Message("navegador.refuse.traded", {"good": good})
            case ("sell", good, count) if good in board.GOODS and number(count):
                return Message("navegador.refuse.sell", {"good": good, "n": game.state.players[seat].colonies[good]})
            case ("process", good, count) if good in board.GOODS and number(count):
                return Message("navegador.refuse.process", {"good": good, "n": self.capacity(game, good)})
        return None

    def hint(self, game: Navegador, seat: int, action: Action) -> Message | None:
        match action:
            case ("sell", good, count):
                return Message(
                    "navegador.hint.income", {"income": int(count) * board.PRICE[good][self.row(game, good)]}
                )
            case ("process", good, count):
                return Message("navegador.hint.income", {"income": int(count) * board.PROFIT[self.row(game, good)]})
        return None

    def row(self, game: Navegador, good: str) -> int:
        return game.state.market[good]

    def play(self, game: Navegador, seat: int, action: Action) -> None:
        if action == DONE:
            if not self.traded:
                game.emit("passed", seat, action="market")
            return
        deal, good, units = action[0], action[1], int(action[2])
        state, player = game.state, game.state.players[seat]
        row, joker = state.market[good], self.joker
        if deal == "sell":
            income = units * board.PRICE[good][row]
            state.market[good] = min(board.MARKET_END, row + units)
        else:
            income = units * board.PROFIT[row]
            state.market[good] = max(1, row - units)
            joker = joker and units <= player.factories[good]
        player.money += income
        used = deal == "process" and joker != self.joker
        game.emit(
            deal, seat, good=good, count=units, income=income, row=state.market[good], from_row=row, joker=int(used)
        )
        game.push(Market(seat=seat, traded=[*self.traded, good], joker=joker))
