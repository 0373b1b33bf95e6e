"""Computer players, whatever the game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.contract import Score
from engines.players.greedy import easy, greedy
from tests.engines.tiny import HidePebbles, Pebbles


def test_of_actions_worth_the_same_the_greedy_player_takes_any_by_chance() -> None:
    chosen = {greedy(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(30)}
    assert chosen == {("hide", "1"), ("hide", "2"), ("hide", "3")}


def test_of_two_actions_the_greedy_player_takes_the_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def scores(game: Pebbles) -> list[Score]:
        return [Score(seat, hidden or 0, {}) for seat, hidden in enumerate(game.state.hidden)]

    monkeypatch.setattr(Pebbles, "scores", scores)
    monkeypatch.setattr(HidePebbles, "choices", lambda *asked: (("1",), ("2",)))
    assert {greedy(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(5)} == {("hide", "2")}


def test_the_easy_player_takes_the_better_one_more_often_but_not_always(monkeypatch: pytest.MonkeyPatch) -> None:
    def scores(game: Pebbles) -> list[Score]:
        return [Score(seat, hidden or 0, {}) for seat, hidden in enumerate(game.state.hidden)]

    monkeypatch.setattr(Pebbles, "scores", scores)
    monkeypatch.setattr(HidePebbles, "choices", lambda *asked: (("1",), ("2",), ("3",)))
    chosen = Counter(easy(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(200))
    assert 80 < chosen["hide", "3"] < 120
    assert chosen["hide", "1"] == 0, "slips, not nonsense"
