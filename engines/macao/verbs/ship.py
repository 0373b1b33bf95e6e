"""The ship: sailing and delivering wares (rules 5.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.contract import Message
from engines.macao import board
from engines.macao.position import Position
from engines.macao.verbs.cubes import PayCubes, trigger
from engines.steps import Step, Verb, Words


class Sail(Verb[Position, Any]):
    """A cube of any colour for each step that is not free."""

    word = "ship"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        reach = player.free_steps + sum(player.stock.values())
        return board.WITHIN[player.ship][min(reach, board.FARTHEST)]

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        match words:
            case (space,) if space in board.SPACES and space != player.ship:
                steps, free = board.DISTANCE[player.ship][space], player.free_steps
                if free:
                    return Message("macao.refuse.ship_free", {"steps": steps, "free": free, "n": steps - free})
                return Message("macao.refuse.ship", {"n": steps})
        return None

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        player = game.state.players[seat]
        return Message("macao.hint.any", {"n": max(0, board.DISTANCE[player.ship][words[0]] - player.free_steps)})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        player, space = game.state.players[seat], words[0]
        steps = board.DISTANCE[player.ship][space]
        free = min(player.free_steps, steps)
        player.free_steps -= free
        game.push(MoveShip(seat=seat, space=space, steps=steps))
        if steps > free:
            game.push(PayCubes(seat=seat, left=steps - free))


class MoveShip(Step[Position], kw_only=True, tag="MoveShip"):
    """The ship arrives."""

    seat: int
    space: str
    steps: int

    def run(self, game: Position) -> None:
        player = game.state.players[self.seat]
        player.ship = self.space
        player.this_round.steps += self.steps
        game.emit("ship", self.seat, space=self.space, steps=self.steps)

    def faults(self, game: Position) -> list[str]:
        return [] if self.space in board.SPACES else ["a ship is to sail nowhere"]


TIMES = tuple((str(tiles),) for tiles in range(1, max(board.WARES.values()) + 1))


class Deliver(Verb[Position, Any]):
    """Matching tiles on the highest free spaces of the port, one by one."""

    word = "deliver"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        port = board.PORTS.get(player.ship)
        aboard = player.hold.get(port.ware, 0) if port else 0
        return TIMES[:aboard]

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("macao.refuse.deliver")

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("macao.hint.prestige", {"prestige": delivery_value(game, seat, int(words[0]))})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        player, tiles = game.state.players[seat], int(words[0])
        port = board.PORTS[player.ship]
        prestige = delivery_value(game, seat, tiles)
        game.state.ports[port.id] += tiles
        player.hold[port.ware] -= tiles
        if not player.hold[port.ware]:
            del player.hold[port.ware]
        game.receive_prestige(seat, prestige, "wares")
        game.emit("delivered", seat, port=port.id, ware=port.ware, count=tiles, prestige=prestige)
        for _ in range(tiles):
            trigger(game, seat, "ware_delivered")


def delivery_value(game: Position, seat: int, tiles: int) -> int:
    """Prestige for delivering so many tiles where the ship is, as the spaces and the store card give it."""
    port = board.PORTS[game.state.players[seat].ship]
    filled = game.state.ports[port.id]
    return store_factor(game, seat, port.ware) * sum(port.delivery_values[filled : filled + tiles])


def store_factor(game: Position, seat: int, ware: str) -> int:
    """2 with the store card of a ware."""
    stores = game.powers(seat).triggers.get("ware_delivered", ())
    return 2 if any(store.double_space_value and store.ware == ware for _, store in stores) else 1
