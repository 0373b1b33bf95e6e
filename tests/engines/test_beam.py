"""The players that look ahead: what they find, when they have no time, what they must not see, that games end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from time import thread_time

import pytest

import engines
from engines import players
from engines.contract import Game
from engines.players import LEVELS, PLAYERS, candidates, strong
from engines.players.beam import Beam, Budget, Line, imagined
from engines.players.skills import SKILLS
from engines.players.strong import Judged, Strong
from tests.engines.tiny import Pebbles


def hidden(game: Game, seat: int) -> float:
    assert isinstance(game, Pebbles)
    return game.state.hidden[seat] or 0


def test_it_takes_what_leads_to_the_best_position() -> None:
    assert {Beam(hidden)(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(5)} == {("hide", "3")}


def test_of_equals_it_takes_any_by_chance() -> None:
    chosen = {Beam(lambda game, seat: 0)(Pebbles.new(2, 1), 0, Random(chance)) for chance in range(30)}
    assert chosen == {("hide", "1"), ("hide", "2"), ("hide", "3")}


@pytest.mark.parametrize("limit", [{"seconds": 0.0}, {"positions": 0}])
def test_without_any_time_it_still_answers(limit: dict[str, float]) -> None:
    game = engines.new("macao", 2, 1)
    seat = game.to_act[0]
    assert Beam(SKILLS["macao"].normal.value, **limit)(game, seat, Random(1)) in game.legal(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["burgundy", "macao", "mmn", "navegador"])
def test_what_was_found_before_the_time_was_up_is_not_forgotten(key: str) -> None:
    """Once every action was looked at, a line that could not be followed counts as it stands."""
    game = at_a_decision(key, 5)
    seat = game.to_act[0]
    plenty = Budget(10_000, thread_time() + 60)
    choices = game.legal(seat)
    assert 1 < len(choices) < Beam.branch
    world = imagined(game, seat, Random(1))
    single = Beam(SKILLS[key].normal.value, depth=1).lines(world, seat, Random(1), plenty)
    cut = Beam(SKILLS[key].normal.value).lines(world, seat, Random(1), plenty.part(len(choices)))
    assert max(line.value for line in cut.values()) >= max(line.value for line in single.values())


@pytest.mark.parametrize("positions", [1, 40, 90])
def test_it_looks_at_no_more_positions_than_it_may(positions: int) -> None:
    judged: list[Game] = []

    def counted(game: Game, seat: int) -> float:
        judged.append(game)
        return 0

    game = at_a_decision("burgundy", 3)
    Beam(counted, positions=positions)(game, game.to_act[0], Random(1))
    assert positions * 0.9 <= len(judged) <= positions  # one that is found again is not judged again


def test_every_game_is_known_to_the_players_and_no_player_knows_a_game_by_name() -> None:
    assert set(SKILLS) == set(engines.GAMES)
    for file in Path(players.__file__).parent.glob("*.py"):
        assert not [key for key in engines.GAMES if key in file.read_text(encoding="utf-8")], file.name


def at_a_decision(key: str, seed: int) -> Game:
    """Return a position in the middle of a game in which there is a choice."""
    kind = engines.GAMES[key]
    rng = Random(seed)
    game = kind.new(kind.seats[-1], seed)
    for _ in range(120):
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    while len(game.legal(game.to_act[0])) < 2 or not game.imaginable(game.to_act[0]):
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    return game


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (1, 2, 3))])
@pytest.mark.parametrize("key", engines.GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_what_is_hidden_changes_nothing_of_an_answer(level: str, key: str, seed: int) -> None:
    game = at_a_decision(key, seed)
    seat = game.to_act[0]
    redrawn = game.determinize(seat, Random(99))
    assert PLAYERS[level](game, seat, Random(5)) == PLAYERS[level](redrawn, seat, Random(5))


@pytest.mark.parametrize("key", engines.GAMES)
def test_the_candidates_are_the_strong_player_s_best_first(key: str) -> None:
    game = at_a_decision(key, 2)
    seat = game.to_act[0]
    lines = candidates(game, seat, Random(5))
    assert lines[0].first == strong(game, seat, Random(5))
    assert 1 < len(lines) <= 3
    assert len({line.first for line in lines}) == len(lines)
    assert {line.first for line in lines} <= set(game.legal(seat))
    assert [line.value for line in lines] == sorted((line.value for line in lines), reverse=True)


def test_what_fell_out_of_a_plan_is_planned_anew_for_who_compares() -> None:
    game = at_a_decision("macao", 2)
    seat = game.to_act[0]
    narrow = replace(SKILLS["macao"].strong, most_plans=12, positions=20_000)
    narrow = replace(narrow, plan=replace(narrow.plan, width=2))
    values, values_anew = (
        {line.first: line.value for line in player.candidates(game, seat, Random(5))}
        for player in (narrow, replace(narrow, plans_again=True))
    )
    assert set(values) == set(values_anew)
    assert all(values_anew[first] >= value for first, value in values.items())
    assert any(values_anew[first] > value + 1 for first, value in values.items())


@pytest.mark.parametrize("seed", range(4))
def test_where_all_that_is_promising_begins_alike_other_actions_are_candidates_too(seed: int) -> None:
    game = engines.new("mmn", 3, seed)
    while len(game.legal(game.to_act[0])) < 30 or game.to_act[0] < 2:
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    seat = game.to_act[0]  # the last, who places two buildings in a row
    player = SKILLS["mmn"].strong
    assert not game.state.players[seat].buildings
    assert len(player.candidates(game, seat, Random(5))) < len(candidates(game, seat, Random(5))) == 3


def test_a_game_without_a_value_has_no_candidates() -> None:
    game = Pebbles.new(2, 1)
    assert candidates(game, 0, Random(1)) == []
    assert strong(game, 0, Random(1)) in game.legal(0)


@pytest.mark.parametrize("limit", [{"seconds": 0.0}, {"positions": 0}, {"positions": 30}])
def test_the_strong_player_answers_with_what_it_has(limit: dict[str, float]) -> None:
    game = at_a_decision("burgundy", 3)
    seat = game.to_act[0]
    player = replace(SKILLS["burgundy"].strong, **limit)  # type: ignore[arg-type]
    assert player(game, seat, Random(1)) in game.legal(seat)


def test_the_strong_player_looks_at_no_more_positions_than_it_may() -> None:
    judged_games: list[Game] = []

    def counted(game: Game, seat: int) -> float:
        judged_games.append(game)
        return 0

    game = at_a_decision("burgundy", 3)
    Strong.of(Beam(counted), positions=500, rival=0)(game, game.to_act[0], Random(1))
    allowance = 4 * 3 * len(game.scores())
    assert 500 - 4 * 3 <= len(judged_games) <= 500 + allowance


def test_what_the_best_rival_gains_by_a_line_speaks_against_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def judged(self: Strong, game: Game, lines: Sequence[Line], *_: object) -> list[list[Judged]]:
        """Judge the first line best for the seat, and even better for its rival."""
        return [[Judged(10.0, 20.0, False, 0), *(Judged(9.0, 2.0, False, 0) for _ in lines[1:])]]

    game = at_a_decision("burgundy", 3)
    monkeypatch.setattr(Strong, "_judged", judged)
    lines_by_value = replace(SKILLS["burgundy"].strong, positions=500).candidates(game, game.to_act[0], Random(1))
    first = replace(SKILLS["burgundy"].strong, positions=500, rival=0).candidates(game, game.to_act[0], Random(1))[0]
    assert len(lines_by_value) > 1
    assert lines_by_value[-1].first == first.first
    assert lines_by_value[-1].value < lines_by_value[0].value


def test_a_part_of_a_budget_takes_from_the_whole() -> None:
    whole = Budget(5, thread_time() + 60)
    part = whole.part(3)
    assert [part.take() for _ in range(4)] == [True, True, True, False]
    assert whole.remaining == 2
    assert [whole.part(9).take(), whole.take(), whole.take()] == [True, True, False]


def test_once_the_time_is_up_no_position_is_looked_at() -> None:
    late = Budget(5, thread_time())
    assert [late.take(), late.part(3).take(), late.remaining, late.taken] == [False, False, 0, 0]


def actions_until_the_end(key: str, levels: tuple[str, ...], most: int) -> int:
    """Return the number of actions of a game among such players.

    Raises AssertionError when there are more than ``most``.
    """
    game = engines.new(key, len(levels), 4)
    rng = Random(4)
    for actions in range(most):
        if game.state.over:
            return actions
        seat = game.to_act[0]
        game.play(seat, PLAYERS[levels[seat]](game, seat, rng))
    raise AssertionError(f"no end after {most} actions")


@pytest.mark.parametrize(
    ("key", "level"), [("navegador", "easy"), pytest.param("burgundy", "normal", marks=pytest.mark.proof)]
)
def test_games_end(key: str, level: str) -> None:
    assert actions_until_the_end(key, (level, level), engines.GAMES[key].longest) > 100


@pytest.mark.proof
@pytest.mark.parametrize(
    "levels",
    [("normal",) * 2, ("normal",) * 4, ("normal",) * 5, ("strong",) * 4, ("strong", "normal", "easy")],
    ids=lambda levels: f"{len(levels)}: {', '.join(dict.fromkeys(levels))}",
)
def test_nobody_keeps_navegador_going_by_waiting_for_the_others(levels: tuple[str, ...]) -> None:
    """A game lasts as long as its players like, and those who plan once did not end it.

    Now they take up to 550 actions.
    """
    assert actions_until_the_end("navegador", levels, 1_500) > 100
