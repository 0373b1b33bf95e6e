"""Drawing one legal action: each equally likely, in the first questions of each kind of every game (chi-square)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import engines
from tests.engines.contract_suite import Case, sample
from tests.engines.test_public_format import prompts

EVERY_GAME = pytest.mark.parametrize(
    "case", {case.game.key: case for case in sample(engines.GAMES.values())}.values(), ids=lambda case: case.game.key
)
DRAWS_EACH = 40
"""How often each action is drawn on average: the statistic then follows the distribution it is compared with."""


def statistic(counts: Counter[tuple[str, ...]], actions: int) -> float:
    """Return chi-square against equal chances, less its mean, in standard deviations."""
    expected = counts.total() / actions
    chi_square = sum((counts[action] - expected) ** 2 / expected for action in counts)
    chi_square += (actions - len(counts)) * expected
    freedom = actions - 1
    return float((chi_square - freedom) / (2 * freedom) ** 0.5)


@EVERY_GAME
def test_every_legal_action_is_drawn_equally_often(case: Case) -> None:
    """The test looks at the first two questions of each kind of a random game; four and a half deviations happen
    once in thousands."""
    rng = Random(6)
    game = case.new(5)
    times_asked = Counter[str]()
    statistics = []
    while game.to_act:
        seat = game.to_act[0]
        question = game.prompt(seat).message.id
        actions = len(game.legal(seat))
        times_asked[question] += 1
        if times_asked[question] <= 2 and actions > 1:
            counts = Counter(game.sample(seat, rng) for _ in range(DRAWS_EACH * actions))
            assert set(counts) <= set(game.legal(seat))
            assert statistic(counts, actions) < 4.5, question
            statistics.append(statistic(counts, actions))
        game.play(seat, game.sample(seat, rng))
    assert len(statistics) >= min(6, len(prompts(case.game.key)))
    assert abs(sum(statistics)) < 4 * len(statistics) ** 0.5, "no single question, but all together"


@EVERY_GAME
def test_what_was_drawn_is_played_as_if_it_had_been_chosen(case: Case) -> None:
    """The game knows which verb has offered it, and need not look for that."""
    rng = Random(6)
    game = case.new(5)
    for _ in range(300):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        chosen = game.copy()
        action = game.sample(seat, rng)
        assert chosen.play(seat, action) == game.play(seat, action)
        assert chosen == game, action


def test_an_uneven_draw_is_noticed() -> None:
    rng = Random(1)
    counts = Counter[tuple[str, ...]]((str(min(rng.randrange(10), 8)),) for _ in range(DRAWS_EACH * 10))
    assert statistic(counts, 10) > 4.5
