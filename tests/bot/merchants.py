"""A greedy player of MMN that offers one trade in every turn of its own until one was accepted."""

from __future__ import annotations

from random import Random

from engines import Action, Game
from engines.mmn import board
from engines.players import PLAYERS

greedy = PLAYERS["greedy"]


def decide(game: Game, seat: int, rng: Random, offered: set[int]) -> Action:
    """Offer two cards of the most plentiful kind for one that the seat lacks; ``offered`` remembers the turns."""
    hand = game.state.players[seat].hand
    turn = game.state.turn
    if "offer" in game.prompt(seat).open and game.to_act == (seat,) and turn not in offered and max(hand) > 1:
        offered.add(turn)
        give = hand.index(max(hand))
        want = hand.index(0) if 0 in hand else -1
        if want >= 0:
            return ("offer", "2", board.KINDS[give], "for", "1", board.KINDS[want])
    return greedy(game, seat, rng)
