"""Alternatives to the best move: those that are another choice, and not the same in other words."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from bot.thinking import moves as module
from bot.thinking.ideas import ideas
from bot.thinking.moves import Move, add_twin, best_moves, come_to_the_same
from bot.thinking.turns import Turn
from engines import Message
from engines.contract import Action
from engines.players.comparison import Difference
from engines.players.strong import Prospect
from tests.engines.mmn.positions import position as of_mmn
from tests.engines.mmn.test_computers_offers import PLACES

TAKE = ("take", "gold")
BUILD = ("build",)
SAIL = ("sail",)


@pytest.fixture
def differences(monkeypatch: pytest.MonkeyPatch) -> list[Difference]:
    """Return the list of differences that the comparison of any two positions shows."""
    shown: list[Difference] = []
    monkeypatch.setattr(module, "SKILLS", {"tiny": Mock(compare=lambda position, baseline, seat: shown)})
    return shown


def turn(*actions: Action) -> Turn:
    world: Any = Mock(key="tiny")
    world.presentation.follow_ups.steps = lambda actions: [(action,) for action in actions]
    return Turn(world, world, actions)


def move(action: Action, value: float, *steps: Action) -> Move:
    return Move(Prospect(action, value, wins=False, won=0.0), [turn(action, *steps)])


def gold(weight: float) -> Difference:
    return Difference("gold", weight, Message("tiny.reason.gold"))


def test_moves_that_end_alike_are_one_unless_less_is_expected_of_them(differences: list[Difference]) -> None:
    best = move(TAKE, 10.0)
    differences.append(gold(0.02))
    for equal_move in (move(BUILD, 9.98), move(SAIL, 8.0)):
        assert come_to_the_same(best, equal_move, 0)
        add_twin(best, equal_move)
    assert [twin.action for twin in best.twins] == [BUILD]
    differences.append(gold(0.04))
    assert not come_to_the_same(best, move(BUILD, 10.0), 0)


def test_a_move_with_further_steps_is_no_twin(differences: list[Difference]) -> None:
    best = move(TAKE, 10.0)
    add_twin(best, move(SAIL, 10.0, TAKE))
    assert best.twins == []


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize(("values", "stay"), [((10.0, 5.0, 1.0, 0.5), 2), ((10.0, 9.0, 8.0, 1.0), 3)])
def test_moves_far_behind_are_left_out_but_for_the_best_two(
    monkeypatch: pytest.MonkeyPatch, differences: list[Difference], most: int, values: tuple[float, ...], stay: int
) -> None:
    differences.append(gold(1.0))
    moves = [move((word,), value) for word, value in zip("abcd", values, strict=True)]
    monkeypatch.setattr(module, "MOST_MOVES", most)
    monkeypatch.setattr(module, "candidates", Mock())
    monkeypatch.setattr(module, "with_extras", Mock())
    monkeypatch.setattr(module, "_ranked_moves", lambda *_: iter(moves))
    best = best_moves(moves[0].turns[0].world, 0, Random(1))
    assert [suggested.prospect.value for suggested in best] == [*values[: min(most, stay)]]


def test_a_trade_that_pays_for_nothing_is_no_move() -> None:
    game = of_mmn(me=PLACES[0] | {"hand": "1 nugget"})
    assert game.is_legal(0, ("bank", "1", "nugget"))
    assert [idea.action for idea in ideas(game, 0, Random(1))] == [("pass",)]
