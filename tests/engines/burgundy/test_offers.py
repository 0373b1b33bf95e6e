"""What a turn offers is written out for speed; it is what its verbs offer."""

from __future__ import annotations

from random import Random

import pytest

from engines.burgundy.game import Burgundy
from engines.burgundy.steps import Turn
from engines.steps import Step


@pytest.mark.parametrize("edition", ["2011", "2019", "special"])
def test_a_turn_offers_what_its_verbs_do(edition: str) -> None:
    rng = Random(1)
    game = Burgundy.new(3, 1, edition=edition)
    turns = 0
    while game.to_act:
        (seat,) = game.to_act
        turn = game.state.stack[-1]
        if isinstance(turn, Turn):
            turns += 1
            plain = [(verb.word, [*choices]) for verb, choices in Step.offers(turn, game, seat)]
            assert [(verb.word, [*choices]) for verb, choices in turn.offers(game, seat)] == plain
        game.play(seat, game.sample(seat, rng))
    assert turns > 100
