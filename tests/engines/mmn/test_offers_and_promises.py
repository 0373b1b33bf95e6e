"""The contract suite while offers of trade stand: they are too many to be listed, so random play never makes one."""

from __future__ import annotations

from random import Random

import pytest

from engines.contract import Action
from engines.mmn.game import Mmn
from tests.engines.contract_suite import check_state
from tests.engines.mmn.asking import decisions
from tests.engines.replay import replayable


def composed(game: Mmn, seat: int, word: str, rng: Random) -> Action:
    """Compose an action from the pieces that are offered."""
    words: Action = (word,)
    while (part := game.part(seat, words)) is not None:
        for choice in rng.sample(part.choices, rng.randint(1, min(2, part.maximum))):
            words += choice
        words += part.after
    return words


@pytest.mark.parametrize("seed", [1])
@replayable
def test_every_promise_holds_while_offers_stand(seed: int) -> None:
    rng = Random(seed)
    game = Mmn.new(4, seed)
    posted = countered = accepted = 0
    for _ in range(160):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        openings = game.prompt(seat).open
        if openings[:1] in (("offer",), ("counter",)) and any(game.state.players[seat].hand) and rng.random() < 0.6:
            words = composed(game, seat, openings[0], rng)
            if game.state.stack[-1].accepts(game, seat, words):
                posted += words[0] == "offer"
                countered += words[0] == "counter"
                game.play(seat, words)
                if (posted + countered) % 3 == 0:
                    check_state(game, rng)
                continue
        action = rng.choice(
            [candidate for candidate in game.legal(seat) if candidate[0] == "accept"] or game.legal(seat)
        )
        accepted += action[0] == "accept"
        game.play(seat, action)
    assert min(posted, countered, accepted) > 2


@pytest.mark.parametrize("seed", [6])
@replayable
def test_whole_hands_are_put_together_of_pieces(seed: int) -> None:
    """Discards and gifts of several kinds at once."""
    rng = Random(seed)
    done = 0
    for decided in (decisions()["discard"], decisions()["wedding"]):
        for _ in range(10):
            game = decided.copy()
            seat = rng.choice(game.to_act)
            words = composed(game, seat, game.prompt(seat).open[0], rng)
            if game.state.stack[-1].accepts(game, seat, words):
                done += len(words) > 3
                game.play(seat, words)
                assert game.audit() == []
    assert done > 2
