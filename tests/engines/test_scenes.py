"""A game cut into scenes: decisions, turns, rounds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

import engines
from engines import Event, record
from engines.scenes import MOVE, ROUND, STRIDES, TURN, Decision, Scene, cut, place_of, stepped, weight, weightiest
from tests import records

RECORDS = ("navegador/3-builders", "macao/3-205", "burgundy/3-45", "mmn/4-65")


def decided(name: str) -> list[Decision]:
    kept = record.decode((Path(records.__file__).parent / f"{name}.json").read_bytes())
    game = record.replay(kept, engines.GAMES, 0)
    found = list[Decision]()
    for number, move in enumerate(kept.moves, 1):
        found.append(Decision(number, move.seat, game.state.turn, move.words))
        game.play(move.seat, record.parse(move.words))
    return found


@pytest.mark.parametrize("stride", STRIDES)
@pytest.mark.parametrize("name", RECORDS)
def test_scenes_hold_every_decision_once_and_in_order(name: str, stride: str) -> None:
    decisions = decided(name)
    game = engines.GAMES[name.partition("/")[0]]
    first, *others = cut(game, 3, decisions, stride)
    assert first == Scene(0, 0, 0, None)
    assert [decision.version for decision in decisions] == [
        each.version for scene in others for each in decisions if scene.holds(each.version)
    ]
    assert all(scene.until == after.after for scene, after in pairwise((first, *others)))


def test_a_turn_is_one_players_and_a_round_everybodys() -> None:
    navegador = decided("navegador/3-builders")
    turns = cut(engines.GAMES["navegador"], 3, navegador, TURN)[1:]
    assert [scene.turn for scene in turns] == list(range(1, navegador[-1].turn + 1))
    assert {scene.seat for scene in turns} == {0, 1, 2}
    rounds = cut(engines.GAMES["navegador"], 3, navegador, ROUND)[1:]
    assert [scene.turn for scene in rounds] == list(range(1, navegador[-1].turn + 1, 3))
    assert {scene.seat for scene in rounds} == {None}
    burgundy = decided("burgundy/3-45")
    assert len(cut(engines.GAMES["burgundy"], 3, burgundy, ROUND)) == 25 + 1
    turns = cut(engines.GAMES["burgundy"], 3, burgundy, TURN)[1:]
    assert len(turns) == 25 * 3
    assert len(cut(engines.GAMES["burgundy"], 3, burgundy, MOVE)) == len(burgundy) + 1


def test_without_decisions_there_is_no_scene() -> None:
    assert cut(engines.GAMES["macao"], 2, [], TURN) == []


def test_within_is_the_scene_that_holds_a_version_or_the_last_before_it() -> None:
    scenes = [Scene(0, 0, 0, None), Scene(0, 3, 1, 0), Scene(3, 7, 2, 1), Scene(7, 8, 3, 0)]
    found = [stepped(scenes, version, "within") for version in range(10)]
    assert found == [0, 1, 1, 1, 2, 2, 2, 2, 3, 3]


def test_a_step_leads_on_from_what_stands_there_now() -> None:
    scenes = [Scene(number, number + 1, 1, 0) for number in (4, 7, 9)]
    assert [place_of(scenes, version) for version in (0, 5, 7, 8, 99)] == [0, 0, 0, 1, 2]
    assert stepped(scenes, 3, "on") == 0, "the first one comes only now"
    assert stepped(scenes, 5, "on") == 1
    assert stepped(scenes, 9, "back") == 0
    assert [stepped(scenes, version, "stay") for version in (5, 7, 8)] == [0, 0, 1]
    assert [stepped(scenes, version, "within") for version in (3, 5, 7, 8, 9, 10, 99)] == [0, 0, 0, 1, 1, 2, 2]
    assert (stepped(scenes, 9, "first"), stepped(scenes, 9, "last"), stepped(scenes, 99, "on")) == (0, 2, 2)


def test_the_weightiest_are_kept_in_order_and_dull_ones_never() -> None:
    assert weightiest([0, 3, 1, 0, 2], 2) == [1, 4]
    assert weightiest([1, 1, 1], 2) == [1, 2], "of equal ones the later"
    assert weightiest([0, 0], 6) == []
    game = engines.GAMES["navegador"]
    assert weight(game, [Event("discover"), Event("rondel")]) == game.presentation.milestones["discover"]
    assert weight(game, [Event("rondel")]) == 0


@pytest.mark.parametrize("key", engines.GAMES)
def test_every_milestone_happens(key: str) -> None:
    """In the recorded games; a kind that no engine reports would be looked for in vain."""
    game = engines.GAMES[key]
    found = set[str]()
    for path in sorted((Path(records.__file__).parent / key).glob("*.json")):
        kept = record.decode(path.read_bytes())
        replayed = record.replay(kept, engines.GAMES, 0)
        for move in kept.moves:
            found |= {event.kind for event in replayed.play(move.seat, record.parse(move.words))}
        if game.presentation.milestones.keys() <= found:
            break
    assert game.presentation.milestones.keys() <= found
    assert all(milestone > 0 for milestone in game.presentation.milestones.values())
