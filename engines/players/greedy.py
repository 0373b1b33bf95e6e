"""Players for any game: they maximize the projected score at the end of their own turn, the easy one with slips."""

from __future__ import annotations

from operator import itemgetter
from random import Random

from engines.contract import Action, Game

WIDTH = 40
"""Actions tried in one decision; of a longer list a random sample."""
FOLLOW_WIDTH = 8
"""Actions tried in each decision that follows in the same turn."""
FOLLOW_DEPTH = 4
"""Decisions of the same turn that are played on after the first."""
SLIPS = 0.5
"""The probability that the easy player chooses an action that it knows not to be the best."""

Worth = tuple[int, int]
"""Projected points, and the remainder that breaks ties between equal points."""


def greedy(game: Game, seat: int, rng: Random) -> Action:
    """Return the action with the best projected score, of equal ones one at random."""
    choices = game.considered(seat)
    if len(choices) == 1:
        return choices[0]
    return _best(judged(game, seat, rng), rng)


def easy(game: Game, seat: int, rng: Random) -> Action:
    """Return the action of ``greedy`` or, as often as ``SLIPS`` says, one of the better half of the lesser actions."""
    choices = game.considered(seat)
    if len(choices) == 1:
        return choices[0]
    candidates = judged(game, seat, rng)
    best_worth = max(worth for _, worth in candidates)
    lesser = sorted(
        (candidate for candidate in candidates if candidate[1] < best_worth), key=itemgetter(1), reverse=True
    )
    if lesser and rng.random() < SLIPS:
        return rng.choice(lesser[: (len(lesser) + 1) // 2])[0]
    return _best(candidates, rng)


def _best(candidates: list[tuple[Action, Worth]], rng: Random) -> Action:
    best_worth = max(worth for _, worth in candidates)
    return rng.choice([action for action, worth in candidates if worth == best_worth])


def judged(game: Game, seat: int, rng: Random) -> list[tuple[Action, Worth]]:
    """Return legal actions, each with its worth.

    An action after which the seat decides again (a field of a rondel, one ship of many) shows its worth only later. So
    before the position is judged, the turn is played on, each time with the action that scores best at once.
    """
    imagined = game.determinize(seat, rng)
    candidates: list[tuple[Action, Worth]] = []
    for action in some(game.considered(seat), WIDTH, rng):
        after = after_playing(imagined, seat, action)
        for _ in range(FOLLOW_DEPTH):
            if after.to_act != (seat,) or not after.considered(seat):
                break
            nexts = [after_playing(after, seat, follow) for follow in some(after.considered(seat), FOLLOW_WIDTH, rng)]
            after = max(nexts, key=lambda game: _worth(game, seat))
        candidates.append((action, _worth(after, seat)))
    return candidates


def some(choices: list[Action], width: int, rng: Random) -> list[Action]:
    """Return all choices or, if they are more than ``width``, a random sample of so many."""
    return choices if len(choices) <= width else rng.sample(choices, width)


def after_playing(game: Game, seat: int, action: Action) -> Game:
    """Return a copy of the game in which the seat has played one of its legal actions."""
    after = game.copy()
    after.follow(seat, action)
    return after


def _worth(game: Game, seat: int) -> Worth:
    score = game.score(seat)
    return score.total, score.remainder
