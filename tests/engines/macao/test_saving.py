"""Every kind of decision survives being stored; what is told of it has words (rules 5.8)."""

from __future__ import annotations

import pytest

from engines.contract import Message
from engines.macao.game import Macao
from tests.engines.macao.moves import seen
from tests.engines.macao.test_refusals import DECISIONS, asked


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_is_saved(decision: str) -> None:
    game = asked()[decision]
    stored = Macao.load(game.dump())
    assert stored == game
    assert stored.legal(0) == game.legal(0)
    for action in game.legal(0):
        one, other = game.copy(), stored.copy()
        assert one.play(0, action) == other.play(0, action)
        assert one.dump() == other.dump()
    assert stored == game


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_is_described(decision: str) -> None:
    game = asked()[decision]
    prompt = game.prompt(0)
    assert prompt.message.id.startswith("macao.prompt.")
    for seat in (None, 0, 1):
        assert all(isinstance(line, Message) for line in game.describe(seat))
        assert game.describe(seat)
        assert seen(game, seat).to_act == (0,)
