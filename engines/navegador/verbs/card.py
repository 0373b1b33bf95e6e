"""The Navegador card: an extra Sailing before the rondel move (rules 9)."""

from __future__ import annotations

from typing import Any

from engines.contract import Message
from engines.navegador.position import Position
from engines.navegador.verbs.decision import OfTurn
from engines.navegador.verbs.sailing import Sailing
from engines.steps import Verb, Words


class UseCard(Verb[Position, Any]):
    """Not in the first round, and only if at least one ship can move (ruling 7)."""

    word = "navegador"

    def closed(self, game: Position, step: Any, seat: int) -> Message | None:
        holder = game.state.card.holder
        if holder != seat:
            return Message("navegador.refuse.card_held", {"holder_seat": holder})
        if game.state.players[seat].stone is None:
            return Message("navegador.refuse.card_first_round")
        if not Sailing.of(game, seat, card=True).can_move(game):
            return Message("navegador.refuse.card_no_move")
        return None

    def hint(self, game: Position, step: Any, seat: int, words: Words) -> Message:
        return Message("navegador.hint.card")

    def do(self, game: Position, step: Any, seat: int, words: Words) -> None:
        game.emit("card_used", seat)
        step.card = False
        game.push(Sailing.of(game, seat, card=True), PassCard(seat=seat), step)


class PassCard(OfTurn, kw_only=True, tag="PassCard"):
    """The card was used: it goes on, and a phase that the Sailing started is in force at once."""

    def run(self, game: Position) -> None:
        game.pass_card("card")
        game.enter_phase()

    def sound(self, game: Position) -> bool:
        return self.seat == game.state.card.holder
