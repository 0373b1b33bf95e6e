"""Buying buildings (rules 7.5): one at a time, the cheapest of its row."""

from __future__ import annotations

from collections.abc import Iterable

from engines.contract import Message
from engines.navegador import board
from engines.navegador.position import Position
from engines.navegador.verbs.decision import Enough, FieldAction
from engines.steps import Arguments, Verb, Words


class Build(Verb[Position, "Builder"]):
    """A building for its price and the workers that its row binds in this action."""

    word = "build"

    def choices(self, game: Position, step: Builder, seat: int) -> Iterable[Words]:
        player, buildings = game.state.players[seat], game.state.buildings
        free, money = player.workers - step.busy, player.money
        for row, building in board.BUILDINGS.items():
            if building.workers <= free and buildings[row] and price(game, row) <= money:
                yield (row,)

    def fault(self, game: Position, step: Builder, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        match words:
            case (row,) if row in board.BUILDINGS:
                if not game.state.buildings[row]:
                    return Message("navegador.refuse.sold_out", {"row": row})
                if step.busy + board.BUILDINGS[row].workers > player.workers:
                    return Message("navegador.refuse.workers", {"need": board.BUILDINGS[row].workers})
                return Message("navegador.refuse.money", {"cost": price(game, row), "money": player.money})
        return None

    def hint(self, game: Position, step: Builder, seat: int, words: Words) -> Message:
        (row,) = words
        return Message("navegador.hint.build", {"cost": price(game, row), "workers": board.BUILDINGS[row].workers})

    def do(self, game: Position, step: Builder, seat: int, words: Words) -> None:
        (row,), player, buildings = words, game.state.players[seat], game.state.buildings
        building, cost = board.BUILDINGS[row], price(game, row)
        player.money -= cost
        buildings[row] -= 1
        match building.kind:
            case "factory":
                assert building.good is not None
                player.factories[building.good] += 1
            case "shipyard":
                player.shipyards += 1
            case "church":
                player.churches += 1
        game.emit("build", seat, row=row, price=cost)
        if not any(buildings.values()):
            game.trigger_end("buildings", seat)
        step.busy += building.workers
        game.push(step)


class Builder(FieldAction, kw_only=True, tag="Builder"):
    """``busy``: workers bound by buildings already bought in this action."""

    asks = "navegador.prompt.builder"
    verbs = (Build(), Enough())
    field = "builder"

    busy: int = 0

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": game.state.players[self.seat].workers - self.busy}

    def begun(self) -> bool:
        return self.busy > 0

    def sound(self, game: Position) -> bool:
        return 0 <= self.busy <= game.state.players[self.seat].workers


def price(game: Position, row: str) -> int:
    """The price of the cheapest building left in a row."""
    state = game.state
    return board.BUILDINGS[row].prices_left_to_right[board.ON_BOARD[state.seats][row] - state.buildings[row]]
