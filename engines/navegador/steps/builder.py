"""Buying buildings (rules 7.5): one at a time, the cheapest of its row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.contract import Action, Message
from engines.navegador import board
from engines.navegador.steps.decision import DONE, Decision

if TYPE_CHECKING:
    from engines.navegador.game import Navegador


class Builder(Decision, kw_only=True, tag="Builder"):
    """``busy``: workers bound by buildings already bought in this action."""

    asks = "navegador.prompt.builder"

    busy: int = 0

    def asking(self, game: Navegador, seat: int) -> dict[str, int | str | list[str]]:
        return {"n": game.state.players[self.seat].workers - self.busy}

    def legal(self, game: Navegador, seat: int) -> Iterator[Action]:
        state, player = game.state, game.state.players[seat]
        for row, building in board.BUILDINGS.items():
            enough = self.busy + building.workers <= player.workers
            if enough and state.buildings[row] and price(game, row) <= player.money:
                yield ("build", row)
        yield DONE

    def refusal(self, game: Navegador, seat: int, action: Action) -> Message | None:
        state, player = game.state, game.state.players[seat]
        match action:
            case ("build", row) if row in board.BUILDINGS:
                if not state.buildings[row]:
                    return Message("navegador.refuse.sold_out", {"row": row})
                if self.busy + board.BUILDINGS[row].workers > player.workers:
                    return Message("navegador.refuse.workers", {"need": board.BUILDINGS[row].workers})
                return Message("navegador.refuse.money", {"cost": price(game, row), "money": player.money})
        return None

    def hint(self, game: Navegador, seat: int, action: Action) -> Message | None:
        match action:
            case ("build", row):
                return Message(
                    "navegador.hint.build", {"cost": price(game, row), "workers": board.BUILDINGS[row].workers}
                )
        return None

    def play(self, game: Navegador, seat: int, action: Action) -> None:
        if action == DONE:
            if not self.busy:
                game.emit("passed", seat, action="builder")
            return
        row, state, player = action[1], game.state, game.state.players[seat]
        building = board.BUILDINGS[row]
        cost = price(game, row)
        player.money -= cost
        state.buildings[row] -= 1
        match building.kind:
            case "factory":
                assert building.good is not None
                player.factories[building.good] += 1
            case "shipyard":
                player.shipyards += 1
            case "church":
                player.churches += 1
        game.emit("build", seat, row=row, price=cost)
        if not any(state.buildings.values()):
            game.trigger_end("buildings", seat)
        game.push(Builder(seat=seat, busy=self.busy + building.workers))


def price(game: Navegador, row: str) -> int:
    """The price of the cheapest building left in a row."""
    return board.building_prices(row, game.state.seats)[-game.state.buildings[row]]
