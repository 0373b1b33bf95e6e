"""Steps that make up a turn of Navegador (rules 5); the steps of the fields' actions are defined in ``verbs``."""

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
    """The choice of a rondel field, before which the holder may use the Navegador card (T1 and T2)."""

    asks = "navegador.prompt.choosefield"
    verbs = (MoveStone(), UseCard())

    card: bool = True
    """True until the card has been used in this turn."""

    def question(self, game: Position, seat: int) -> str:
        """Return the question, which differs in the first turn, where the field is a free choice."""
        return "navegador.prompt.firstfield" if game.state.players[seat].stone is None else self.asks

    def no_answer(self, game: Position, seat: int, action: Action) -> Message | None:
        """Return that the action needs the stone on another field.

        If the player has too few ships for a move to that field, return how many ships the shortest one costs.
        """
        field = field_of(action)
        if field is None:
            return None
        moves = [(target,) for target in board.RONDEL if target.rstrip("12") == field]
        verb = MoveStone()
        player = game.state.players[seat]
        if not set(moves).isdisjoint(verb.choices(game, self, seat)):
            return Message("navegador.refuse.field_first", {"field": field})
        return verb.fault(game, self, seat, min(moves, key=lambda move: steps_to(player, *move)))

    def sound(self, game: Position) -> bool:
        """Return whether the card was passed on if it was used: this step is on top only after ``PassCard``."""
        return self.card or game.state.stack[-1] is not self or game.state.card.holder != self.seat


class EndTurn(OfSeat[Position], kw_only=True, tag="EndTurn"):
    """The end of a turn (T5): a new phase comes into force; the game ends (rules 10) or the next player is asked."""

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
