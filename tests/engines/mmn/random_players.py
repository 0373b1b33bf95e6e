"""Random players that get somewhere."""

from __future__ import annotations

from random import Random

from engines.contract import Action
from engines.mmn.game import Mmn


def helped(game: Mmn, rng: Random) -> Mmn:
    """Return the same game after giving the active player cards: random players build too little otherwise."""
    dump = game.dump()
    hand = dump["players"][dump["active"]]["hand"]
    for place in rng.choices(range(12), k=rng.choice([0, 4, 12])):
        if dump["bank"][place]:
            dump["bank"][place] -= 1
            hand[place] += 1
    return Mmn.load(dump)


def chosen(game: Mmn, seat: int, rng: Random) -> Action:
    """Choose an action: mostly not the end of the turn, and the kind before the place."""
    legal = game.legal(seat)
    words = sorted({action[0] for action in legal} - ({"pass"} if rng.random() < 0.85 else set())) or ["pass"]
    word = rng.choice(words)
    return rng.choice([action for action in legal if action[0] == word])
