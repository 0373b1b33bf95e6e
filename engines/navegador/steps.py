"""What can wait in a game of Navegador: the frame of a turn (rules 5); questions of actions stand by their verbs."""

from __future__ import annotations

from engines.contract import Action, Message
from engines.navegador import board
from engines.navegador.position import Decision, Position, field_of
from engines.navegador.verbs.builder import Builder, Colony
from engines.navegador.verbs.market import Market
from engines.navegador.verbs.privilege import Privilege
from engines.navegador.verbs.recruiting import Ships, Workers
from engines.navegador.verbs.rondel import Act, GiveUpShips, MoveStone, steps_to
from engines.navegador.verbs.sailing import PassCard, Sailing, UseCard
from engines.steps import OfSeat


class ChooseField(Decision, kw_only=True, tag="ChooseField"):
    """T1 and T2: where the stone goes. ``card``: the turn has just begun, so its holder may use the card first."""

    asks = "navegador.prompt.choosefield"
    verbs = (MoveStone(), UseCard())

    card: bool = True

    def question(self, game: Position, seat: int) -> str:
        """The first field is a free choice."""
        return "navegador.prompt.firstfield" if game.state.players[seat].stone is None else self.asks

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that the stone must be on another field first, or what it would cost to get there where that is more
        than the player has."""
        field = field_of(action)
        if field is None:
            return None
        ways = [(way,) for way in board.RONDEL if way.rstrip("12") == field]
        move = MoveStone()
        player = game.state.players[seat]
        if not set(ways).isdisjoint(move.choices(game, self, seat)):
            return Message("navegador.refuse.field_first", {"field": field})
        return move.fault(game, self, seat, min(ways, key=lambda way: steps_to(player, *way)))

    def sound(self, game: Position) -> bool:
        """A card that was used is gone when the stone moves."""
        return self.card or game.state.stack[-1] is not self or game.state.card.holder != self.seat


class EndTurn(OfSeat[Position], kw_only=True, tag="EndTurn"):
    """T5: the new phase comes into force, the end is checked (rules 10), the next player is asked."""

    def run(self, game: Position) -> None:
        state = game.state
        game.enter_phase()
        if state.turns_left is not None:
            state.turns_left -= 1
        elif state.trigger is not None:
            state.turns_left = state.seats
        if state.turns_left == 0:
            game.finish()
            return
        state.turn += 1
        seat = (self.seat + 1) % state.seats
        game.push(ChooseField(seat=seat), EndTurn(seat=seat))


Actions = Sailing | Workers | Ships | Market | Colony | Builder | Privilege
AnyStep = ChooseField | GiveUpShips | Act | Actions | PassCard | EndTurn
