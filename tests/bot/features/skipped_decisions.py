"""Decisions that a test makes in a copy of a game, so that its room can skip them (`Room.skip`)."""

from __future__ import annotations

from collections.abc import Callable

from engines import Action, Game

Decisions = list[tuple[int, Action]]


def decide_while(game: Game, goes_on: Callable[[Decisions], object], choose: Callable[[int], Action]) -> Decisions:
    """Play ``choose(seat)`` for the first seat that is to decide while ``goes_on`` holds; return the decisions."""
    decisions: Decisions = []
    while goes_on(decisions):
        seat = game.to_act[0]
        decisions.append((seat, choose(seat)))
        game.play(*decisions[-1])
    return decisions
