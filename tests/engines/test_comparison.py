"""Comparing two positions, in all games: what is named is really so, and together it is all that is weighed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import pytest

import engines
from engines import Game
from engines.players.beam import imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS
from tests.engines.mmn.positions import position as mmn_position
from tests.engines.test_beam import at_a_decision

EVERY_GAME = pytest.mark.parametrize("key", engines.GAMES)
MORE = [pytest.param(seed, marks=pytest.mark.proof) for seed in range(6, 30)]
SEEDS = pytest.mark.parametrize("seed", [0, 2, 5, *MORE])
RANGES = pytest.mark.parametrize("seeds", [(0, 2, 5), pytest.param(range(6, 30), marks=pytest.mark.proof)])
"""Seeds of which some lead to positions that a test can compare."""
FEWER = ("seven", "robbed", "rival", "others", "rank", "lacking", "ware_nearer", "behind")
"""Of these there is less in the better position."""


def pairs(key: str, seed: int) -> Iterator[tuple[Game, Game, int]]:
    """Yield pairs of positions that a seat can come to from the same decision."""
    game = at_a_decision(key, seed)
    seat = game.to_act[0]
    rng = Random(seed)
    world = imagined(game, seat, rng)
    ends = [world]
    for _ in range(4):
        end = world
        while end.waits_for(seat) and rng.random() < 0.8:
            end = after_playing(end, seat, rng.choice(end.considered(seat)))
        ends.append(end)
    for before in ends:
        for after in ends:
            yield after, before, seat


@EVERY_GAME
@SEEDS
def test_the_weights_add_up_to_what_the_strong_player_sees(key: str, seed: int) -> None:
    value = SKILLS[key].strong.plan.value
    for position, baseline, seat in pairs(key, seed):
        is_over = position.state.over or baseline.state.over
        if not is_over and position.state.turn == baseline.state.turn:
            weights = [difference.weight for difference in SKILLS[key].compare(position, baseline, seat)]
            assert sum(weights) == pytest.approx(value(position, seat) - value(baseline, seat))


@EVERY_GAME
@SEEDS
def test_what_is_named_is_the_same_whichever_position_comes_first(key: str, seed: int) -> None:
    def named(position: Game, baseline: Game, seat: int, sign: int) -> dict[str, tuple[object, ...]]:
        differences = SKILLS[key].compare(position, baseline, seat)
        return {
            difference.subject: (round(sign * difference.weight, 6), difference.advantage) for difference in differences
        }

    for position, baseline, seat in pairs(key, seed):
        assert named(position, baseline, seat, 1) == named(baseline, position, seat, -1)


@EVERY_GAME
@RANGES
def test_what_is_named_is_really_so(key: str, seeds: Iterable[int]) -> None:
    carried_out = SKILLS[key].compare.carried_out
    compared = [pair for seed in seeds for pair in pairs(key, seed)]
    numbers = 0
    for position, baseline, seat in compared:
        for difference in SKILLS[key].compare(position, baseline, seat):
            better, worse = (position, baseline) if difference.weight > 0 else (baseline, position)
            args = difference.advantage.args if difference.advantage else {}
            ours = args.get("own", args.get("n", args.get("place")))
            theirs = args.get("other")
            if isinstance(ours, int) and isinstance(theirs, int):
                assert difference.advantage is not None
                numbers += 1
                name = difference.advantage.id.split(".")[-1]
                assert ours < theirs if name in FEWER else ours > theirs or name == "sale", difference
                counts = [carried_out(game, seat).belongings(seat).get(name) for game in (better, worse)]
                assert counts in ([ours, theirs], [None, None]), difference
    assert numbers, "no difference names numbers"


@EVERY_GAME
@RANGES
def test_points_are_those_that_the_game_counts(key: str, seeds: Iterable[int]) -> None:
    compared = [
        (position, baseline, seat)
        for seed in seeds
        for position, baseline, seat in pairs(key, seed)
        if position.state.turn == baseline.state.turn and SKILLS[key].compare.carried_out(position, seat) is position
    ]
    assert compared
    for position, baseline, seat in compared:
        gained = position.score(seat).total - baseline.score(seat).total
        assert sum(SKILLS[key].compare.points(position, baseline, seat).values()) == gained


@EVERY_GAME
def test_a_position_differs_from_itself_in_nothing_be_it_later_in_the_game(key: str) -> None:
    game = at_a_decision(key, 5)
    seat = game.to_act[0]
    later = game.copy()
    later.state.turn += 1
    assert SKILLS[key].compare(game, later, seat) == SKILLS[key].compare(game, game, seat) == []
    assert game.state.turn == later.state.turn - 1, "the positions stay as they are"


@EVERY_GAME
def test_everything_that_is_weighed_or_counted_belongs_to_one_subject(key: str) -> None:
    game = at_a_decision(key, 1)
    compare = SKILLS[key].compare
    seat = game.to_act[0]
    subjects = compare.subjects.values()
    terms = Counter(term for subject in subjects for term in subject.terms)
    sources = Counter(source for subject in subjects for source in subject.sources)
    assert {*compare.points_by_source(game, seat)} == {*sources}
    assert {*compare.values_by_term(game, seat)} <= {*terms}
    assert {*terms.values(), *sources.values()} == {1}


def test_after_the_end_nothing_but_points_differs() -> None:
    game = engines.new("navegador", 2, 1)
    rng = Random(1)
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, game.sample(seat, rng))
    richer: Any = game.copy()
    richer.state.players[0].workers += 1
    (difference,) = SKILLS["navegador"].compare(richer, game, 0)
    assert (difference.subject, difference.weight) == ("workers", 1)
    assert SKILLS["navegador"].compare.points(richer, game, 0) == {"workers": 1}


def test_points_that_another_source_takes_away_are_told_as_well() -> None:
    """A settlement that becomes a city brings one point, not two."""
    town = mmn_position(me={"buildings": ["settlement n25"]})
    city = mmn_position(me={"buildings": ["city n25"]})
    assert SKILLS["mmn"].compare.points(city, town, 0) == {"settlements": -1, "cities": 2}
