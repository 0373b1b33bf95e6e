"""Computer players, whatever the game."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.contract import Score
from engines.players.greedy import SLIPS, easy, greedy
from tests.engines.tiny import HidePebbles, Pebbles


def hidden_as_points(game: Pebbles) -> list[Score]:
    return [Score(seat, hidden or 0, {}) for seat, hidden in enumerate(game.state.hidden)]


def test_of_actions_worth_the_same_the_greedy_player_takes_any_by_chance() -> None:
    chosen = {greedy(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(30)}
    assert chosen == {("hide", "1"), ("hide", "2"), ("hide", "3")}


def test_of_two_actions_the_greedy_player_takes_the_better_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Pebbles, "scores", hidden_as_points)
    monkeypatch.setattr(HidePebbles, "choices", lambda *asked: (("1",), ("2",)))
    assert {greedy(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(5)} == {("hide", "2")}


@pytest.mark.parametrize("slips", [SLIPS, 0.1, 0.0])
def test_the_easy_player_takes_a_lesser_one_as_often_as_it_slips_and_none_of_the_worst(
    monkeypatch: pytest.MonkeyPatch, slips: float
) -> None:
    monkeypatch.setattr(Pebbles, "scores", hidden_as_points)
    monkeypatch.setattr(HidePebbles, "choices", lambda *asked: (("1",), ("2",), ("3",)))
    monkeypatch.setitem(easy.__globals__, "SLIPS", slips)
    chosen = Counter(easy(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(200))
    assert chosen["hide", "2"] == pytest.approx(200 * slips, abs=20)
    assert chosen["hide", "1"] == 0, "slips, not nonsense"
    assert chosen["hide", "3"] == 200 - chosen["hide", "2"]
