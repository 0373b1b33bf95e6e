"""What positions are worth to computer players."""

from __future__ import annotations

from random import Random

import pytest

import engines
from engines.contract import Action, Game
from engines.macao.steps.dice import ChooseDice
from engines.players import greedy
from engines.players.beam import Value
from engines.players.values import macao, macao_fitted
from engines.players.values.fitted import Fitted


def test_between_two_moments_a_weight_changes_evenly_and_outside_of_them_it_stays() -> None:
    fitted = Fitted((0, 10, 20), {"gold": (1.0, 3.0, 0.0), "ships": (0.0, 0.0, 5.0)})
    worth = [fitted.worth({"gold": 2, "ships": 1}, moment) for moment in (-1, 0, 5, 10, 15, 20, 99)]
    assert worth == [2.0, 2.0, 4.0, 6.0, 5.5, 5.0, 5.0]


@pytest.mark.parametrize("value", [macao.value, macao_fitted.value], ids=["normal", "strong"])
def test_dice_of_macao_are_judged_alike_whether_they_wait_for_others_or_not(value: Value) -> None:
    in_order = engines.new("macao", 3, 8)
    chance = Random(1)
    while not isinstance(in_order.state.stack[-1], ChooseDice) or in_order.state.turn < 4:
        seat = in_order.blocking_seats[0]
        in_order.play(seat, greedy(in_order, seat, chance))
    together = in_order.copy()
    together.state.stack[-1].together = True
    worth = after_choosing(in_order, value)
    assert after_choosing(together, value) == worth
    assert len(set(worth.values())) > 5


def after_choosing(game: Game, value: Value) -> dict[Action, float]:
    """What the position is worth to the seat that chooses first, by the dice it chooses."""
    seat = game.state.stack[-1].order[0]
    worth = {}
    for action in game.considered(seat):
        after = game.copy()
        after.play(seat, action)
        worth[action] = value(after, seat)
    return worth
