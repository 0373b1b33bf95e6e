"""Which moves stand beside the best one: those that are another choice, and not the same in other words."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from bot.thinking import moves as module
from bot.thinking.ideas import ideas
from bot.thinking.moves import Move, add_twin, come_to_the_same
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
    """What the comparison of any two positions shows."""
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
    for other in (move(BUILD, 9.98), move(SAIL, 8.0)):
        assert come_to_the_same(best, other, 0)
        add_twin(best, other)
    assert [twin.action for twin in best.twins] == [BUILD]
    differences.append(gold(0.04))
    assert not come_to_the_same(best, move(BUILD, 10.0), 0)


def test_a_move_with_further_steps_is_no_twin(differences: list[Difference]) -> None:
    best = move(TAKE, 10.0)
    add_twin(best, move(SAIL, 10.0, TAKE))
    assert best.twins == []


def test_a_trade_that_pays_for_nothing_is_no_move() -> None:
    game = of_mmn(me=PLACES[0] | {"hand": "1 nugget"})
    assert game.is_legal(0, ("bank", "1", "nugget"))
    assert [idea.action for idea in ideas(game, 0, Random(1))] == [("pass",)]
