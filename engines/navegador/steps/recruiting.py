"""Recruiting workers and building ships: one rule, two scales (rules 7.1 and 7.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.navegador import board
from engines.navegador.steps.decision import PASS, Decision
from engines.notation import number

if TYPE_CHECKING:
    from engines.navegador.game import Navegador


def price(units: int, cheap: int, extra_price: int) -> int:
    """What ``units`` cost when ``cheap`` of them are had for 50 each."""
    return board.CHEAP_PRICE * min(units, cheap) + extra_price * max(0, units - cheap)


class Recruiting(Decision, kw_only=True):
    """Units bought up to a cap; those had for 50 may exceed it and are sold to the bank for 100 each."""

    def scale(self, game: Navegador) -> tuple[str, int, int, int]:
        """The word of the action, units now, the cap, and how many are had for 50 (churches or shipyards)."""
        raise NotImplementedError

    def asking(self, game: Navegador, seat: int) -> dict[str, int | str | list[str]]:
        _, have, cap, cheap = self.scale(game)
        return {"have": have, "cap": cap, "cheap": cheap, "extra": board.EXTRA_PRICE[game.state.phase]}

    def legal(self, game: Navegador, seat: int) -> Iterator[Action]:
        word, have, cap, cheap = self.scale(game)
        extra, money = board.EXTRA_PRICE[game.state.phase], game.state.players[seat].money
        for units in range(1, max(cheap, cap - have) + 1):
            if price(units, cheap, extra) > money:
                break
            yield (word, str(units))
        yield PASS

    def refusal(self, game: Navegador, seat: int, action: Action) -> Message | None:
        word, have, cap, cheap = self.scale(game)
        match action:
            case (first, count) if first == word and (units := number(count)):
                if units > max(cheap, cap - have):
                    return Message(f"navegador.refuse.{word}_cap", {"have": have, "cap": cap, "cheap": cheap})
                cost = price(units, cheap, board.EXTRA_PRICE[game.state.phase])
                return Message("navegador.refuse.money", {"cost": cost, "money": game.state.players[seat].money})
        return None

    def hint(self, game: Navegador, seat: int, action: Action) -> Message | None:
        if action == PASS:
            return None
        _, have, cap, cheap = self.scale(game)
        units = int(action[1])
        cost = price(units, cheap, board.EXTRA_PRICE[game.state.phase])
        surplus = max(0, have + units - cap)
        if surplus:
            return Message("navegador.hint.pay_and_sell", {"cost": cost, "income": surplus * board.RESALE})
        return Message("navegador.hint.pay", {"cost": cost})

    def play(self, game: Navegador, seat: int, action: Action) -> None:
        word, have, cap, cheap = self.scale(game)
        if action == PASS:
            game.emit("passed", seat, action=word)
            return
        units = int(action[1])
        cost = price(units, cheap, board.EXTRA_PRICE[game.state.phase])
        surplus = max(0, have + units - cap)
        game.state.players[seat].money += surplus * board.RESALE - cost
        self.gain(game, units - surplus)
        game.emit(word, seat, count=units, paid=cost)
        if surplus:
            game.emit("surplus", seat, count=surplus, income=surplus * board.RESALE)

    def gain(self, game: Navegador, units: int) -> None:
        raise NotImplementedError


class Workers(Recruiting, kw_only=True, tag="Workers"):
    """Rules 7.1: each church recruits one worker for 50; at most 9 workers."""

    asks = "navegador.prompt.workers"

    def scale(self, game: Navegador) -> tuple[str, int, int, int]:
        player = game.state.players[self.seat]
        return "workers", player.workers, board.WORKERS_MAX, player.churches

    def gain(self, game: Navegador, units: int) -> None:
        game.state.players[self.seat].workers += units


class Ships(Recruiting, kw_only=True, tag="Ships"):
    """Rules 7.2: each shipyard builds one ship for 50; at most 7 ships on the board, new ones in Portugal."""

    asks = "navegador.prompt.ships"

    def scale(self, game: Navegador) -> tuple[str, int, int, int]:
        player = game.state.players[self.seat]
        return "ships", player.ships, board.FLEET, player.shipyards

    def gain(self, game: Navegador, units: int) -> None:
        game.add_ships(self.seat, board.HOME, units)
