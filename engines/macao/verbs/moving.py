"""Moving the disc on the wall and the ship, and delivering wares (rules 5.3, 5.4 and 8)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from engines.contract import Message
from engines.macao import board
from engines.macao.position import Decision, Position
from engines.macao.verbs.cubes import pay_then, trigger
from engines.notation import number
from engines.steps import OfSeat, Verb, Words

COUNTS = tuple((str(count),) for count in range(1, max(board.WALL_END, *board.WARES.values()) + 1))
"""The completions for numbers of spaces on the wall, and of ware tiles, from 1 on."""
NO_CUBES = Message("macao.refuse.no_cubes")
_ONE_ADVANCE = Message("macao.refuse.one_advance")

# -- the wall ----------------------------------------------------------------------------------------------------------


class Advance(Verb[Position, Any]):
    """Advance on the wall, once a round, by k spaces for 2k - 1 cubes of any colours (rules 5.3)."""

    word = "wall"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        if seat in game.state.wall.locked:
            return Message("macao.refuse.locked")
        return _ONE_ADVANCE if game.state.players[seat].this_round.advanced else None

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        affordable = bisect_right(board.WALL_PRICES, sum(game.state.players[seat].stock.values()))
        return COUNTS[: min(affordable, game.state.wall.spaces_ahead(seat))]

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        spaces = number(*words) if len(words) == 1 else None
        spaces_ahead = game.state.wall.spaces_ahead(seat)
        if not words:
            return NO_CUBES if spaces_ahead else Message("macao.refuse.wall_end", {"n": spaces_ahead})
        if not spaces:
            return None
        if spaces > spaces_ahead:
            return Message("macao.refuse.wall_end", {"n": spaces_ahead})
        return Message("macao.refuse.wall", {"n": board.WALL_PRICES[spaces - 1]})

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("macao.hint.any", {"n": board.WALL_PRICES[int(words[0]) - 1]})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        spaces = int(words[0])
        game.state.players[seat].this_round.advanced = True
        pay_then(game, seat, board.WALL_PRICES[spaces - 1], MoveDisc(seat=seat, spaces=spaces))


class MoveDisc(OfSeat[Position], kw_only=True, tag="MoveDisc"):
    """The move of a disc on the wall after the advance was paid for."""

    spaces: int

    def run(self, game: Position) -> None:
        game.advance_on_wall(self.seat, self.spaces)

    def sound(self, game: Position) -> bool:
        return 0 < self.spaces <= game.state.wall.spaces_ahead(self.seat)


class TakeWellStep(Verb[Position, "WellStep"]):
    """Take the free step of the Brunnen."""

    word = "step"

    def do(self, game: Position, step: WellStep, seat: int, words: Words) -> None:
        game.advance_on_wall(seat, step.steps)


class Stay(Verb[Position, "WellStep"]):
    """Decline the free step of the Brunnen (ruling 2)."""

    word = "stay"

    def choices(self, game: Position, step: WellStep, seat: int) -> Iterable[Words]:
        return ((),) if board.RULINGS.brunnen_and_wachposten_optional else ()


class WellStep(Decision, kw_only=True, tag="WellStep"):
    """The choice of a free step on the wall after a quarter was taken (Brunnen, ruling 2)."""

    asks = "macao.prompt.wellstep"
    verbs = (TakeWellStep(), Stay())
    steps: int

    def sound(self, game: Position) -> bool:
        return self.steps > 0


# -- the ship ----------------------------------------------------------------------------------------------------------


class Sail(Verb[Position, Any]):
    """Sail to a space for a cube of any colour for each step that is not free."""

    word = "ship"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        reach = player.free_steps + sum(player.stock.values())
        return board.WITHIN[player.ship][min(reach, board.FARTHEST)]

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        match words:
            case ():
                return NO_CUBES
            case (space,) if space == player.ship:
                return Message("macao.refuse.ship_there")
            case (space,) if space in board.SPACES:
                steps = board.DISTANCE[player.ship][space]
                free = player.free_steps
                if free:
                    return Message("macao.refuse.ship_free", {"steps": steps, "free": free, "n": steps - free})
                return Message("macao.refuse.ship", {"n": steps})
        return None

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        player = game.state.players[seat]
        return Message("macao.hint.any", {"n": max(0, board.DISTANCE[player.ship][words[0]] - player.free_steps)})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        player = game.state.players[seat]
        space = words[0]
        steps = board.DISTANCE[player.ship][space]
        free = min(player.free_steps, steps)
        player.free_steps -= free
        pay_then(game, seat, steps - free, MoveShip(seat=seat, space=space, steps=steps))


class MoveShip(OfSeat[Position], kw_only=True, tag="MoveShip"):
    """The move of the ship after it was paid for."""

    space: str
    steps: int

    def run(self, game: Position) -> None:
        player = game.state.players[self.seat]
        start, player.ship = player.ship, self.space
        player.this_round.steps += self.steps
        game.emit("ship", self.seat, space=self.space, steps=self.steps, from_space=start)

    def sound(self, game: Position) -> bool:
        return self.space in board.SPACES and self.steps > 0


class Deliver(Verb[Position, Any]):
    """Deliver ware tiles to the port, where each goes to the free space with the highest value."""

    word = "deliver"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        port = board.PORTS.get(player.ship)
        return COUNTS[: player.hold.get(port.ware, 0)] if port else ()

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        port = board.PORTS.get(player.ship)
        names_ware = bool(words) and words[-1] in board.WARES  # a form that may be typed, see ``counted``
        if names_ware and not player.hold.get(words[-1]):
            return Message("macao.refuse.not_aboard", {"ware": words[-1]})
        if not names_ware and len(words) > 1:
            return None
        if not player.hold:
            return Message("macao.refuse.no_wares")
        if port is None:
            return Message("macao.refuse.no_port")
        if names_ware or not player.hold.get(port.ware):
            return Message("macao.refuse.other_ware", {"port": port.id, "ware": port.ware})
        return Message("macao.refuse.deliver")

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        ware = board.PORTS[game.state.players[seat].ship].ware
        prestige = delivery_value(game, seat, int(words[0]))
        return Message("macao.hint.delivery", {"ware": ware, "prestige": prestige})

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        player = game.state.players[seat]
        tiles = int(words[0])
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
    """Return the prestige for delivering so many tiles to the port of a ship; a store card may double it."""
    port = board.PORTS[game.state.players[seat].ship]
    filled = game.state.ports[port.id]
    stores = game.powers(seat).triggers.get("ware_delivered", ())
    doubled = any(store.double_space_value and store.ware == port.ware for _, store in stores)
    return (2 if doubled else 1) * sum(port.delivery_values[filled : filled + tiles])


def counted(game: Position, seat: int, ware: str, number: Sequence[str]) -> Words:
    """Return the completion of a delivery for words that name the ware: only the number of tiles.

    Without a number it is that of all tiles of the ware aboard. If the ware cannot be delivered at the ship's space,
    the words keep it, so that ``Deliver.fault`` can say why.
    """
    player = game.state.players[seat]
    port = board.PORTS.get(player.ship)
    tiles = player.hold.get(ware, 0) if port and port.ware == ware else 0
    return tuple(number) or COUNTS[tiles - 1] if tiles else (*number, ware)
