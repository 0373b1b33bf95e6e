"""Players for any game: they take what leaves the best projected score at the end of their own turn, or nearly."""

from __future__ import annotations

from operator import itemgetter
from random import Random

from engines.contract import Action, Game

WIDTH = 40
"""Actions looked at in one decision; of a longer list a sample."""
FOLLOW_WIDTH = 8
"""Actions looked at in each decision that follows in the same turn."""
FOLLOW_DEPTH = 4
"""Decisions followed in the same turn."""
SLIPS = 0.5
"""How often the easy player takes less than it could."""

Worth = tuple[int, int]
"""Projected points, and the thousandths that rounding keeps out of them."""


def greedy(game: Game, seat: int, rng: Random) -> Action:
    """One step of look-ahead on the projected score; equals are chosen by chance."""
    choices = game.considered(seat)
    if len(choices) == 1:
        return choices[0]
    return _best(judged(game, seat, rng), rng)


def easy(game: Game, seat: int, rng: Random) -> Action:
    """What ``greedy`` does, with slips: now and then it takes one of the better actions that it knows to be lesser."""
    choices = game.considered(seat)
    if len(choices) == 1:
        return choices[0]
    found = judged(game, seat, rng)
    most = max(worth for _, worth in found)
    lesser = sorted((each for each in found if each[1] < most), key=itemgetter(1), reverse=True)
    if lesser and rng.random() < SLIPS:
        return rng.choice(lesser[: (len(lesser) + 1) // 2])[0]
    return _best(found, rng)


def _best(found: list[tuple[Action, Worth]], rng: Random) -> Action:
    most = max(worth for _, worth in found)
    return rng.choice([action for action, worth in found if worth == most])


def judged(game: Game, seat: int, rng: Random) -> list[tuple[Action, Worth]]:
    """Legal actions, each with what it is worth.

    An action that leaves the seat to decide again (a field of a rondel, one ship of many) shows its worth only
    later: its turn is played on, each time with what scores best at once, before the position is judged.
    """
    imagined = game.determinize(seat, rng)
    found: list[tuple[Action, Worth]] = []
    for action in some(game.considered(seat), WIDTH, rng):
        after = after_playing(imagined, seat, action)
        for _ in range(FOLLOW_DEPTH):
            if after.to_act != (seat,) or not after.considered(seat):
                break
            nexts = [after_playing(after, seat, follow) for follow in some(after.considered(seat), FOLLOW_WIDTH, rng)]
            after = max(nexts, key=lambda game: _worth(game, seat))
        found.append((action, _worth(after, seat)))
    return found


def some(choices: list[Action], width: int, rng: Random) -> list[Action]:
    """All of a list, of a longer one a sample."""
    return choices if len(choices) <= width else rng.sample(choices, width)


def after_playing(game: Game, seat: int, action: Action) -> Game:
    """A copy of the game in which a seat has played one of its legal actions."""
    after = game.copy()
    after.follow(seat, action)
    return after


def _worth(game: Game, seat: int) -> Worth:
    score = game.score(seat)
    return score.total, score.remainder
