"""What hints name instead of what is weighed: of whatever any game weighs."""

from __future__ import annotations

import pytest

from engines.players.skills import SKILLS
from engines.players.terms import terms
from tests.engines.test_beam import at_a_decision


@pytest.mark.parametrize("key", SKILLS)
def test_of_whatever_is_weighed_things_and_uses_may_be_asked(key: str) -> None:
    game = at_a_decision(key, 5)
    seat, skill = game.to_act[0], SKILLS[key]
    after = game.copy()
    after.play(seat, game.legal(seat)[-1])
    weighed = {*skill.fit.fitted.weights} if skill.fit else set[str]()
    for name in {skill.together.get(name, name) for name in (*weighed, *terms(game, seat))}:
        for one, other in ((game, after), (after, game)):
            fact = skill.fact(name, one, other, seat)
            assert fact is None or fact.id.startswith(f"{key}.fact.")
            assert skill.used(name, one, other, seat) in (False, True)
        assert skill.fact(name, game, game, seat) is None or name == "tokens"
