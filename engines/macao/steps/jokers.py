"""Joker tiles (rules 5.7): a cube of any colour or gold; with the Gaukler two of these."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from engines.contract import Action
from engines.macao import actions, board
from engines.macao.cards.effects import JokerDouble
from engines.macao.steps.decision import PASS, Decision

if TYPE_CHECKING:
    from engines.macao.game import Macao

GAINS = ("gold", *board.COLOURS)


def jokers(game: Macao, seat: int) -> Iterator[Action]:
    """Every way to spend a joker tile."""
    if game.state.players[seat].jokers:
        benefits = 1 if game.active(seat, JokerDouble) is None else 2
        for chosen in combinations_with_replacement(GAINS, benefits):
            yield ("joker", *chosen)


def early_jokers(game: Macao, seat: int) -> Iterator[Action]:
    """Jokers outside the own action turn, where a ruling allows it (ruling 1)."""
    return iter(()) if board.RULINGS.joker_only_in_own_action_turn else jokers(game, seat)


class AvertEmptyStock(Decision, kw_only=True, tag="AvertEmptyStock"):
    """Where a ruling allows it (ruling 1): a joker fills the empty stock before the penalty is given."""

    asks = "macao.prompt.avertemptystock"

    def optional(self, game: Macao) -> bool:
        return True

    def legal(self, game: Macao, seat: int) -> Iterator[Action]:
        for action in jokers(game, seat):
            if set(action[1:]) != {"gold"}:
                yield action
        yield PASS

    def play(self, game: Macao, seat: int, action: Action) -> None:
        if action == PASS:
            game.penalise(seat, "empty_stock")
        else:
            actions.spend_joker(game, seat, action[1:])
