"""Computer players, whatever the game."""

from __future__ import annotations

from random import Random

from engines.players.greedy import greedy
from tests.engines.tiny import Pebbles


def test_of_actions_worth_the_same_the_greedy_player_takes_any_by_chance() -> None:
    chosen = {greedy(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(30)}
    assert chosen == {("hide", "1"), ("hide", "2"), ("hide", "3")}
