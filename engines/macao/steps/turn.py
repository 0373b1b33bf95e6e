"""Phase 3: a player's turn, any actions in any order until the player passes (rules 4.3 and 5)."""

from __future__ import annotations

from engines.contract import Action
from engines.macao import board
from engines.macao.position import Decision, Position
from engines.macao.verbs.acquisition import Activate, TakeQuarter
from engines.macao.verbs.jokers import SpendJoker
from engines.macao.verbs.moving import Advance, Deliver, Sail
from engines.macao.verbs.tribute import Tribute
from engines.macao.verbs.use import Use
from engines.steps import Pass, Words

SAILING = (Sail.word, Deliver.word)


class EndTurn(Pass):
    """What is left of the stock and of free steps is lost."""

    def do(self, game: Position, step: Turn, seat: int, words: Words) -> None:
        player = game.state.players[seat]
        player.rose[board.STOCK] = {}
        player.free_steps = 0
        game.emit("passed", seat)


class Turn(Decision, kw_only=True, tag="Turn"):
    """One complete turn; it goes on until ``pass``."""

    asks = "macao.prompt.turn"
    verbs = (Deliver(), Activate(), TakeQuarter(), Use(), Tribute(), Advance(), Sail(), SpendJoker(), EndTurn())

    def play(self, game: Position, seat: int, action: Action) -> None:
        if action[0] != EndTurn.word:
            game.push(self)
            if not board.RULINGS.free_ship_moves_pool_until_end_of_turn and action[0] not in SAILING:
                game.state.players[seat].free_steps = 0
        super().play(game, seat, action)
