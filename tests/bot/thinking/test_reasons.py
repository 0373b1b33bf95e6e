"""Reasons why one move is better than another: as far as the imagined worlds agree on them."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from bot.thinking import reasons as module
from bot.thinking.ideas import compared_ideas, ideas
from bot.thinking.judging import deciding_measure
from bot.thinking.reasons import LEAST_SHARE, Pair, gains, points_at_once, reasons
from engines import Message
from engines.mmn import board
from engines.mmn.steps.seven import Discard
from engines.mmn.verbs.robbing import MoveFigure
from engines.players import Prospect
from engines.players.comparison import Difference, Subject
from tests.engines.macao.positions import position as of_macao
from tests.engines.mmn.positions import position as of_mmn
from tests.engines.mmn.test_computers_offers import PLACES


class World:
    """A position of which only its comparison with others is known."""

    key = "tiny"

    def __init__(self, *differences: Difference, **points: int) -> None:
        self.differences = list(differences)
        self.points = points


def compared(position: World, baseline: World, seat: int) -> list[Difference]:
    return position.differences


def points(position: World, baseline: World, seat: int) -> dict[str, int]:
    return position.points


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    compare = Mock(side_effect=compared)
    compare.points = Mock(side_effect=points)
    compare.subjects = {name: Subject(is_passing=name == "cubes") for name in ("gold", "cubes", "ships")}
    monkeypatch.setattr(module, "SKILLS", {"tiny": Mock(compare=compare)})
    monkeypatch.setattr(module, "turn_played", lambda before, after, seat: True)


def gold(weight: float, amount: int = 5, compared: int = 1) -> Difference:
    return Difference("gold", weight, Message("tiny.reason.gold", {"own": amount, "other": compared}))


def ships(weight: float) -> Difference:
    return Difference("ships", weight, Message("tiny.reason.ships", {"own": 2, "other": 1}))


def cubes(weight: float) -> Difference:
    return Difference("cubes", weight, Message("tiny.reason.cubes"))


def pairs(*worlds: Any) -> list[Pair]:
    baseline: Any = World()
    return [Pair(best=world, baseline=baseline) for world in worlds]


def test_the_first_reason_speaks_for_the_better_move_and_the_other_is_the_next_largest() -> None:
    world = World(ships(-1.5), gold(1.2), cubes(1.0))
    named = [(reason.subject, reason.weight) for reason in reasons(pairs(world), 0, 1.0)]
    assert named == [("gold", 1.2), ("ships", -1.5)]
    second_world = World(ships(-0.5), gold(1.2), cubes(1.0))
    assert [reason.subject for reason in reasons(pairs(second_world), 0, 1.0)] == ["gold", "cubes"]


def test_where_nothing_speaks_for_the_better_move_it_is_told_what_the_other_one_has() -> None:
    named = [(reason.subject, reason.weight) for reason in reasons(pairs(World(ships(-4.0), cubes(-2.0))), 0, 1.0)]
    assert named == [("ships", -4.0), ("cubes", -2.0)]


def test_what_is_less_than_a_tenth_of_the_gap_is_no_reason() -> None:
    world = World(gold(3.0), ships(1.0))
    assert [reason.subject for reason in reasons(pairs(world), 0, 1.0 / LEAST_SHARE)] == ["gold", "ships"]
    assert [reason.subject for reason in reasons(pairs(world), 0, 1.01 / LEAST_SHARE)] == ["gold"]


def test_what_cannot_be_named_is_no_reason() -> None:
    assert reasons(pairs(World(Difference("gold", 3.0))), 0, 1.0) == ()


def test_what_is_not_the_same_in_all_worlds_is_not_known() -> None:
    (reason,) = reasons(pairs(World(gold(3.0)), World(gold(1.0, compared=2))), 0, 1.0)
    assert (reason.subject, reason.weight, reason.advantage) == ("gold", 2.0, None)
    assert reasons(pairs(World(gold(3.0)), World()), 0, 1.0) == (), "in some worlds there is none"


def test_of_a_count_that_is_not_the_same_in_all_worlds_the_least_is_told() -> None:
    (reason,) = reasons(pairs(World(gold(3.0)), World(gold(1.0, amount=3))), 0, 1.0)
    assert (reason.advantage, reason.is_least) == (gold(1.0, amount=3).advantage, True)
    (fewer,) = reasons(pairs(World(gold(3.0, amount=1, compared=5)), World(gold(1.0, amount=2, compared=5))), 0, 1.0)
    assert (fewer.advantage, fewer.is_least) == (None, False)
    (known,) = reasons(pairs(World(gold(3.0))), 0, 1.0)
    assert not known.is_least


def test_what_is_not_known_of_the_best_move_is_no_reason_beside_what_is() -> None:
    worlds = pairs(World(gold(3.0), cubes(1.0)), World(gold(3.0, compared=2), cubes(1.0)))
    assert [reason.subject for reason in reasons(worlds, 0, 1.0)] == ["cubes"]
    against = pairs(World(gold(3.0), cubes(-1.0)), World(gold(3.0, compared=2), cubes(-1.0)))
    assert [reason.subject for reason in reasons(against, 0, 1.0)] == ["gold", "cubes"]
    of_the_rival = pairs(World(gold(-3.0), cubes(1.0)), World(gold(-3.0, compared=2), cubes(1.0)))
    assert [reason.subject for reason in reasons(of_the_rival, 0, 1.0)] == ["cubes", "gold"]


def test_points_on_which_the_worlds_disagree_are_told_as_not_known() -> None:
    assert points_at_once(pairs(World(gold=3, ships=-1), World(gold=3, ships=-1)), 0) == (("gold", 3), ("ships", -1))
    assert points_at_once(pairs(World(gold=3, ships=-1), World(gold=2, ships=-1)), 0) == (("gold", None), ("ships", -1))
    assert points_at_once(pairs(World(gold=3), World()), 0) == ()


def test_a_turn_gains_what_lasts() -> None:
    assert [reason.subject for reason in gains(pairs(World(cubes(9.0), gold(3.0), ships(-1.0))), 0, [])] == ["gold"]


def test_gains_by_which_the_turn_beats_the_first_rival_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = World(gold(3.0), cubes(2.0), ships(1.0))
    rival: Any = World()

    def differences_from(position: World, baseline: World, seat: int) -> list[Difference]:
        return [cubes(0.5), ships(1.0)] if baseline is rival else position.differences

    compare = Mock(side_effect=differences_from, subjects={name: Subject() for name in ("gold", "cubes", "ships")})
    monkeypatch.setattr(module, "SKILLS", {"tiny": Mock(compare=compare)})
    assert [reason.subject for reason in gains(pairs(turn), 0, [rival])] == ["ships", "cubes"]


def test_a_decision_that_is_no_turn_gains_what_passes_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """The choice of dice matters for the cubes that come with the next turn."""
    monkeypatch.setattr(module, "turn_played", lambda before, after, seat: False)
    assert [reason.subject for reason in gains(pairs(World(cubes(9.0), gold(3.0))), 0, [])] == ["cubes", "gold"]


def prospect(**options: Any) -> Prospect:
    return Prospect(("pass",), **({"value": 0.0, "wins": False, "won": 0.0} | options))


def test_a_win_comes_before_chances_and_those_before_points() -> None:
    win = prospect(wins=True, won=1.0)
    later = prospect(won=1.0)
    likely = prospect(won=0.5)
    none = prospect(value=9.0)
    assert [deciding_measure(win, rival) for rival in (win, later, likely, none)] == ["points", "win", "win", "win"]
    assert [deciding_measure(later, rival) for rival in (later, likely, none)] == ["points", "chances", "chances"]
    assert [deciding_measure(none, rival) for rival in (none, likely, later)] == ["points", "points", "points"]


def test_in_the_last_round_who_wins_is_seen_where_the_turns_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """The player may have followed one line to the end of the game and the other not as far."""
    monkeypatch.undo()
    game = of_macao(turn=12, order=(1, 2, 0), me={"stock": "GGBB", "tableau": ["bau_2"]})
    best, rival = compared_ideas(game, 0, Random(1), ("activate", "bau_2"), ("pass",))
    assert best.action == ("activate", "bau_2")
    assert (best.wins, rival.measure) == (True, "win")


@pytest.mark.parametrize(("hand_of_others", "is_known"), [("1 wool 1 ore", False), ("2 wool", True)])
def test_a_hand_with_a_card_that_nobody_knows_is_not_told(
    monkeypatch: pytest.MonkeyPatch, hand_of_others: str, is_known: bool
) -> None:
    """Rules 7: the robber steals one card at random."""
    monkeypatch.undo()
    others = {seat: PLACES[seat] | {"hand": hand_of_others} for seat in (1, 2)}
    game = of_mmn(me=PLACES[0] | {"hand": "1 lumber 1 grain 6 wool"}, others=others)
    chosen = [[0] * len(board.KINDS) for _ in range(3)]
    game.push(Discard(due=[4, 0, 0], chosen=chosen), MoveFigure(seat=0, figures=["robber", "pirate"]))
    best = ideas(game, 0, Random(1))[0]
    assert (best.kept_hand is not None) is is_known
