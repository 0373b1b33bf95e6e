"""What happens by itself in a turn: the field's action, the card passed on, the end of the turn (rules 5, 8-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.contract import Step
from engines.navegador import board
from engines.navegador.steps.builder import Builder
from engines.navegador.steps.colony import Colony
from engines.navegador.steps.market import Market
from engines.navegador.steps.privilege import Privilege
from engines.navegador.steps.recruiting import Ships, Workers
from engines.navegador.steps.sailing import Sailing

if TYPE_CHECKING:
    from engines.navegador.game import Navegador


LAP = len(board.RONDEL)


class Act(Step["Navegador"], kw_only=True, tag="Act"):
    """T3 and T4, after ships were given up for the way: the card may expire, then the field's action starts."""

    seat: int

    def run(self, game: Navegador) -> None:
        seat, player = self.seat, game.state.players[self.seat]
        assert player.stone is not None
        if game.state.card.holder == seat and game.state.card.moved >= LAP:
            game.pass_card("card_expired")
        match board.FIELD_ACTION[player.stone]:
            case "sailing":
                game.push(Sailing.of(game, seat))
            case "workers":
                game.push(Workers(seat=seat))
            case "ships":
                game.push(Ships(seat=seat))
            case "market":
                game.push(Market(seat=seat))
            case "colony":
                game.push(Colony(seat=seat))
            case "privilege":
                game.push(Privilege(seat=seat))
            case "builder":
                game.push(Builder(seat=seat))


class PassCard(Step["Navegador"], kw_only=True, tag="PassCard"):
    """The Navegador card was used: it goes on, and a phase that the Sailing started is in force at once (rules 9)."""

    seat: int

    def run(self, game: Navegador) -> None:
        game.pass_card("card")
        game.enter_phase()


class EndTurn(Step["Navegador"], kw_only=True, tag="EndTurn"):
    """T5: the new phase comes into force, the end is checked, the next player is asked."""

    seat: int

    def run(self, game: Navegador) -> None:
        state = game.state
        game.enter_phase()
        if state.turns_left is not None:
            state.turns_left -= 1
        elif state.trigger is not None:
            state.turns_left = state.seats
        if state.turns_left == 0:
            game.finish()
        else:
            game.begin_turn((self.seat + 1) % state.seats)
