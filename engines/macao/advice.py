"""Advice for new players of Macao: what is worth having in a position, and what to beware of."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Message
from engines.macao import board
from engines.macao.cards import CARDS
from engines.macao.position import Position
from engines.macao.steps.dice import ChooseDice

FULL = board.TABLEAU_SLOTS
HOARD = 8
"""The gold from which a player is advised to buy prestige."""


def advice(game: Position, seat: int) -> list[Message]:
    """Return advice on rounds without cubes, a full tableau, idle gold and the best action of a turn."""
    return list(_advice(game, seat))


def _advice(game: Position, seat: int) -> Iterator[Message]:
    player = game.state.players[seat]
    offered = {action[0] for action in game.legal(seat)}
    choosing = any(isinstance(step, ChooseDice) for step in game.state.stack[-1:])
    if choosing and not player.rose[1]:
        yield Message("macao.advice.empty_now")
    elif choosing and not player.rose[2] and game.state.turn < board.ROUNDS:
        yield Message("macao.advice.empty_next")
    if "take" in offered and len(player.tableau) == FULL:
        yield Message("macao.advice.full")
    elif "take" in offered:
        yield Message("macao.advice.take")
    if "tribute" in offered and player.gold >= HOARD:
        yield Message("macao.advice.gold", {"gold": player.gold})
    if "activate" in offered:
        office = any(CARDS[action[1]].type == "office" for action in game.legal(seat) if action[0] == "activate")
        yield Message("macao.advice.office" if office else "macao.advice.activate")
    elif "deliver" in offered:
        yield Message("macao.advice.deliver")
    elif "quarter" in offered:
        yield Message("macao.advice.quarter")
