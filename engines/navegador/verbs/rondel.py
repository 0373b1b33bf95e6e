"""Moving the stone on the rondel (rules 6), expiry of the card (rules 9) and start of the field's action (5 T4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engines.contract import Message
from engines.navegador import board
from engines.navegador.position import Decision, FieldAction, Position
from engines.navegador.state import Player
from engines.navegador.verbs.builder import Builder, Colony
from engines.navegador.verbs.market import Market
from engines.navegador.verbs.privilege import Privilege
from engines.navegador.verbs.recruiting import Ships, Workers
from engines.navegador.verbs.sailing import Sailing
from engines.steps import Arguments, OfSeat, Verb, Words

LAP = len(board.RONDEL)
"""The number of fields of the rondel."""
TWO_LAPS: tuple[Words, ...] = tuple((field,) for field in board.RONDEL) * 2
"""The completions of a move for the fields of two laps; any move is a slice of them."""
ACTIONS: dict[str, type[FieldAction]] = {
    action.field: action for action in (Sailing, Workers, Market, Colony, Privilege, Ships, Builder)
}


def steps_to(player: Player, field: str) -> int:
    """Return the distance from the stone to a field, 1 to 8; 0 for the free choice of the first turn."""
    return 0 if player.stone is None else (board.RONDEL.index(field) - player.stone - 1) % LAP + 1


def ships_for(steps: int) -> int:
    """Return the number of ships to give up for a move of so many fields."""
    return max(0, steps - board.FREE_STEPS)


class MoveStone(Verb[Position, Any]):
    """Move the stone by 1 to 8 fields; each field beyond the third costs a ship on the board."""

    word = "rondel"

    def choices(self, game: Position, step: Any, seat: int) -> Iterable[Words]:
        player = game.state.players[seat]
        if player.stone is None:
            return TWO_LAPS[:LAP]
        return TWO_LAPS[player.stone + 1 : player.stone + 1 + min(LAP, board.FREE_STEPS + player.ships)]

    def fault(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        player = game.state.players[seat]
        match words:
            case (field,) if field in board.RONDEL:
                cost = ships_for(steps_to(player, field))
                return Message("navegador.refuse.rondel_ships", {"field": field, "n": cost, "ships": player.ships})
        return None

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message | None:
        (field,) = words
        if cost := ships_for(steps_to(game.state.players[seat], field)):
            return Message("navegador.hint.ships", {"n": cost})
        action = ACTIONS[board.FIELD_ACTION[board.RONDEL.index(field)]].of(game, seat)
        idle = all(verb.declines for verb, _ in action.offers(game, seat))
        return Message("navegador.hint.idle") if idle else None

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        (field,) = words
        player = game.state.players[seat]
        card = game.state.card
        steps = steps_to(player, field)
        cost = ships_for(steps)
        player.stone = board.RONDEL.index(field)
        game.emit("rondel", seat, field=field, steps=steps, cost=cost)
        if card.holder == seat:
            if steps == 0:  # the last player's first field is marked (rules 9)
                card.mark = player.stone
            card.moved += steps
        game.push(Act(seat=seat))
        if cost:
            game.push(GiveUpShips(seat=seat, left=cost))


class GiveUp(Verb[Position, "GiveUpShips"]):
    """Give up a ship of any region (ruling 12)."""

    word = "giveup"
    refuses = ("navegador.refuse.no_ship", "region", board.REGIONS)

    def choices(self, game: Position, step: GiveUpShips, seat: int) -> Iterable[Words]:
        fleet = game.state.players[seat].fleet
        return ((region,) for region in board.REGIONS if region in fleet)

    def do(self, game: Position, step: GiveUpShips, seat: int, words: Words) -> None:
        game.take_ships(seat, words[0], 1)
        game.emit("giveup", seat, region=words[0])
        if step.left > 1:
            game.push(GiveUpShips(seat=seat, left=step.left - 1))


class GiveUpShips(Decision, kw_only=True, tag="GiveUpShips"):
    """The loss of ships for a long move of the stone, one at a time."""

    asks = "navegador.prompt.giveupships"
    verbs = (GiveUp(),)

    left: int
    """The number of ships still to give up."""

    def asking(self, game: Position, seat: int) -> Arguments:
        return {"n": self.left}

    def sound(self, game: Position) -> bool:
        return 0 < self.left <= game.state.players[self.seat].ships


class Act(OfSeat[Position], kw_only=True, tag="Act"):
    """The arrival of the stone (T3 and T4): the card may expire, then the action of the field starts."""

    def run(self, game: Position) -> None:
        seat = self.seat
        stone = game.state.players[self.seat].stone
        card = game.state.card
        assert stone is not None
        if card.holder == seat and card.moved >= LAP:
            game.pass_card("card_expired")
        game.push(ACTIONS[board.FIELD_ACTION[stone]].of(game, seat))

    def sound(self, game: Position) -> bool:
        return game.state.players[self.seat].stone is not None
