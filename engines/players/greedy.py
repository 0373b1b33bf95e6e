"""A player for any game: it takes what leaves the best projected score at the end of its own turn."""

from __future__ import annotations

from random import Random

from engines.contract import Action, Game

WIDTH = 40
"""Actions looked at in one decision; of a longer list a sample."""
FOLLOW_WIDTH = 8
"""Actions looked at in each decision that follows in the same turn."""
FOLLOW_DEPTH = 4
"""Decisions followed in the same turn."""

Worth = tuple[int, int]
"""Projected points, and the thousandths that rounding keeps out of them."""


def greedy(game: Game, seat: int, rng: Random) -> Action:
    """One step of look-ahead on the projected score; equals are chosen by chance.

    An action that leaves the seat to decide again (a field of a rondel, one ship of many) shows its worth only
    later: its turn is played on, each time with what scores best at once, before the position is judged.
    """
    choices = game.legal(seat)
    if len(choices) == 1:
        return choices[0]
    imagined = game.determinize(seat, rng)
    best: list[Action] = []
    most: Worth = (-(10**9), 0)
    for action in some(choices, WIDTH, rng):
        after = after_playing(imagined, seat, action)
        for _ in range(FOLLOW_DEPTH):
            if after.to_act != (seat,) or not after.legal(seat):
                break
            nexts = [after_playing(after, seat, follow) for follow in some(after.legal(seat), FOLLOW_WIDTH, rng)]
            after = max(nexts, key=lambda game: _worth(game, seat))
        worth = _worth(after, seat)
        if worth > most:
            best, most = [], worth
        if worth == most:
            best.append(action)
    return rng.choice(best)


def some(choices: list[Action], width: int, rng: Random) -> list[Action]:
    """All of a list, of a longer one a sample."""
    return choices if len(choices) <= width else rng.sample(choices, width)


def after_playing(game: Game, seat: int, action: Action) -> Game:
    """A copy of the game in which a seat has played."""
    after = game.copy()
    after.play(seat, action)
    return after


def _worth(game: Game, seat: int) -> Worth:
    score = game.scores()[seat]
    return score.total, score.remainder
