"""How the strong player judges in MMN: the opening as a whole, later by weights of its own."""

from __future__ import annotations

from random import Random

import pytest

from engines.mmn import scoring
from engines.mmn.game import Mmn
from engines.players import normal, strong
from engines.players.skills import strong_at
from engines.players.values import mmn, mmn_strong
from tests.engines.mmn.positions import position


def opening(seed: int, seats: int = 3) -> Mmn:
    return Mmn.new(seats, seed)


def test_the_opening_is_judged_against_the_others() -> None:
    game = opening(3)
    while sum(len(player.buildings) for player in game.state.players) < 5:
        game.play(game.to_act[0], normal(game, game.to_act[0], Random(1)))
    values = [mmn_strong.value(game, seat) for seat in range(3)]
    points = [scoring.points(game, seat) for seat in range(3)]
    assert sum(values) == pytest.approx(sum(points))
    assert max(values) > 1


def test_once_the_dice_are_rolled_the_judgement_is_that_of_the_normal_player_with_other_weights() -> None:
    game = position(me={"buildings": ["city n25", "city n12"], "hand": "2 brick 2 ore"})
    assert mmn_strong.value(game, 0) == mmn.worth_by(mmn_strong.WEIGHTS, game, 0) != mmn.value(game, 0)
    assert set(mmn_strong.WEIGHTS) == set(mmn.WEIGHTS)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_first_building_is_judged_once_the_second_one_stands(seats: int) -> None:
    """Who places last has both in a row; the second buildings and all that follows are judged as they stand."""
    game = opening(5, seats)
    rounds = list[int]()
    while not game.state.turn:
        seat = game.to_act[0]
        if len(game.state.players[seat].roads) == len(game.state.players[seat].buildings):
            rounds.append(strong_at(game, seat).rounds)
        game.play(seat, normal(game, seat, Random(1)))
    assert rounds[: 2 * seats] == [1] * (seats - 1) + [0] * (seats + 1)
    assert strong_at(game, 0).rounds == 0


def test_the_strong_player_s_places_are_better_than_the_normal_one_s() -> None:
    """By its own judgement; all others place as they would. Now and then they place otherwise than it expects."""
    gained = []
    for seed in range(3):
        ends = []
        for player in strong, normal:
            game = opening(seed)
            own = seed % 3
            while not all(len(each.roads) == 2 for each in game.state.players):
                seat = game.to_act[0]
                game.play(seat, (player if seat == own else normal)(game, seat, Random(1)))
            ends.append(mmn_strong.value(game, own))
        gained.append(ends[0] - ends[1])
    assert sum(gained) > 1
