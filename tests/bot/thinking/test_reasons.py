"""Reasons why one move is better than another: as far as the imagined worlds agree on them."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from bot.thinking import reasons as module
from bot.thinking.ideas import of_two
from bot.thinking.leads import lead
from bot.thinking.reasons import LEAST_SHARE, gains, reasons
from engines import Message
from engines.players import Prospect
from engines.players.comparison import Difference, Subject
from tests.engines.macao.positions import position as of_macao


class World:
    """A position of which nothing but its comparison is known."""

    key = "tiny"

    def __init__(self, *differences: Difference) -> None:
        self.differences = list(differences)


def compared(before: World, after: World, seat: int) -> list[Difference]:
    return after.differences


def shown(subject: str, pairs: list[tuple[World, World]], seat: int) -> Message | None:
    differences = pairs[0][1].differences
    return next((difference.thing for difference in differences if difference.subject == subject), None)


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    compare = Mock(side_effect=compared)
    compare.shown = Mock(side_effect=shown)
    compare.subjects = {name: Subject(is_passing=name == "cubes") for name in ("gold", "cubes", "ships")}
    monkeypatch.setattr(module, "SKILLS", {"tiny": Mock(compare=compare)})
    monkeypatch.setattr(module, "turn_played", lambda before, after, seat: True)


def gold(weight: float, amount: int = 5) -> Difference:
    return Difference("gold", weight, Message("tiny.reason.gold", {"own": amount, "other": 1}))


def ships(weight: float) -> Difference:
    return Difference("ships", weight, None, "ships", 1)


def pairs(*worlds: World) -> Any:
    return [(World(), world) for world in worlds]


def test_the_first_reason_speaks_for_the_better_move_and_the_other_is_the_next_largest() -> None:
    world = World(ships(-1.5), gold(3.0), Difference("cubes", 1.0, None, "cubes", 1))
    named = [(reason.subject, reason.weight) for reason in reasons(pairs(world), [], 0, 1.0)]
    assert named == [("gold", 3.0), ("ships", -1.5)]


def test_what_would_contradict_the_gap_is_left_out_for_what_explains_it() -> None:
    """One point against one point does not tell why a move is a point better."""
    world = World(Difference("cubes", 1.8, None, "cubes", 1), ships(-1.7), gold(0.7))
    assert [reason.subject for reason in reasons(pairs(world), [], 0, 1.0)] == ["cubes", "gold"]
    assert [reason.subject for reason in reasons(pairs(world), [], 0, 0.0)] == ["cubes", "ships"], "as good"


def test_points_that_the_better_move_catches_up_with_are_told_as_passing() -> None:
    now = pairs(World(gold(3.0), Difference("ships", -4.0, None, "ships", 4)))
    first, second = reasons(now, pairs(World(gold(3.0), ships(-0.5))), 0, 1.0)
    assert (first.subject, second.subject, second.is_passing) == ("gold", "ships", True)
    (single,) = reasons(now, pairs(World(gold(3.0), ships(-4.0))), 0, 1.0)
    assert single.subject == "gold"


def test_what_a_move_has_at_the_end_of_the_turn_is_not_told_as_probable() -> None:
    now = pairs(World(gold(0.06)))
    (reason,) = reasons(now, pairs(World(gold(3.0, amount=7))), 0, 1.0)
    assert (reason.is_later, reason.thing) == (False, gold(1.0).thing)


def test_where_nothing_speaks_for_the_better_move_there_is_no_reason() -> None:
    assert reasons(pairs(World(ships(-4.0))), [], 0, 1.0) == ()


def test_what_is_less_than_a_tenth_of_the_gap_is_no_reason() -> None:
    world = World(gold(3.0), ships(1.0))
    assert [reason.subject for reason in reasons(pairs(world), [], 0, 1.0 / LEAST_SHARE)] == ["gold", "ships"]
    assert [reason.subject for reason in reasons(pairs(world), [], 0, 1.01 / LEAST_SHARE)] == ["gold"]


def test_what_cannot_be_named_is_no_reason() -> None:
    assert reasons(pairs(World(Difference("gold", 3.0))), [], 0, 1.0) == ()


def test_what_is_not_the_same_in_all_worlds_is_not_known() -> None:
    (reason,) = reasons(pairs(World(gold(3.0)), World(gold(1.0, amount=3))), [], 0, 1.0)
    assert (reason.subject, reason.weight, reason.thing, reason.is_known) == ("gold", 2.0, None, False)
    assert reasons(pairs(World(gold(3.0)), World()), [], 0, 1.0) == (), "in some worlds there is none"


def test_of_what_comes_later_most_worlds_have_to_show_the_same() -> None:
    worlds = pairs(World(gold(3.0)), World(gold(3.0)), World())
    (reason,) = reasons([], worlds, 0, 1.0)
    assert (reason.weight, reason.is_known, reason.is_later) == (2.0, True, True)
    assert reasons([], worlds, 0, 0.0) == (), "what is as good needs none"
    apart = pairs(World(gold(3.0)), World(gold(3.0, amount=7)))
    assert reasons([], apart, 0, 1.0) == (), "nobody can say how much it will be"


def test_of_the_end_of_the_turn_and_of_later_the_larger_difference_is_named() -> None:
    now = pairs(World(Difference("cubes", 1.0, None, "cubes", 1), ships(0.9)))
    later = pairs(World(gold(3.0, amount=7)))
    first, second = reasons(now, later, 0, 1.0)
    assert (first.subject, first.is_later, second.subject, second.is_later) == ("gold", True, "cubes", False)


def test_a_turn_gains_what_lasts_if_it_brings_more_than_it_costs() -> None:
    passing = Difference("cubes", 9.0, None, "cubes", 1)
    assert [reason.subject for reason in gains(pairs(World(passing, gold(3.0), ships(-1.0))), 0)] == ["gold"]
    assert gains(pairs(World(gold(3.0), ships(-3.0))), 0) == ()


def test_a_decision_that_is_no_turn_gains_what_passes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which dice somebody takes is a matter of the cubes that come with the next turn."""
    monkeypatch.setattr(module, "turn_played", lambda before, after, seat: False)
    cubes = Difference("cubes", 9.0, None, "cubes", 1)
    assert [reason.subject for reason in gains(pairs(World(cubes, gold(3.0))), 0)] == ["cubes", "gold"]


def prospect(**options: Any) -> Prospect:
    return Prospect(("pass",), **({"value": 0.0, "wins": False, "won": 0.0} | options))


def test_a_win_comes_before_chances_and_those_before_points() -> None:
    win = prospect(wins=True, won=1.0)
    later = prospect(won=1.0)
    likely = prospect(won=0.5)
    none = prospect(value=9.0)
    assert [lead(win, rival) for rival in (win, later, likely, none)] == ["points", "win", "win", "win"]
    assert [lead(later, rival) for rival in (later, likely, none)] == ["points", "chances", "chances"]
    assert [lead(none, rival) for rival in (none, likely, later)] == ["points", "points", "points"]


def test_in_the_last_round_who_wins_is_seen_where_the_turns_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player may have followed one line to the end of the game and the other not as far."""
    monkeypatch.undo()
    game = of_macao(turn=12, order=(1, 2, 0), me={"stock": "GGBB", "tableau": ["bau_2"]})
    best, rival = of_two(game, 0, Random(1), ("activate", "bau_2"), ("pass",))
    assert best.action == ("activate", "bau_2")
    assert (best.wins, rival.lacks) == (True, "win")
