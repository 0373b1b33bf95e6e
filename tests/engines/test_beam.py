"""The player that plans its turn: what it finds, when it has no time, what it must not see, that games end."""

from __future__ import annotations

from random import Random

import pytest

import engines
from engines.contract import Game
from engines.players import PLAYERS, normal
from engines.players.beam import Beam
from engines.players.values import VALUES
from tests.engines.tiny import Pebbles


def hidden(game: Game, seat: int) -> float:
    """The more the better."""
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
    assert Beam(VALUES["macao"], **limit)(game, seat, Random(1)) in game.legal(seat)  # type: ignore[arg-type]


@pytest.mark.parametrize("positions", [1, 40, 90])
def test_it_looks_at_no_more_positions_than_it_may(positions: int) -> None:
    asked: list[Game] = []

    def counted(game: Game, seat: int) -> float:
        asked.append(game)
        return 0

    game = at_a_decision("burgundy", 3)
    Beam(counted, positions=positions)(game, game.to_act[0], Random(1))
    assert len(asked) == positions


def test_every_game_has_a_value() -> None:
    assert set(VALUES) == set(engines.GAMES)


def at_a_decision(key: str, seed: int) -> Game:
    """A position in the middle of a game in which there is a choice."""
    kind, rng = engines.GAMES[key], Random(seed)
    game = kind.new(kind.seats[-1], seed)
    for _ in range(120):
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    while len(game.legal(game.to_act[0])) < 2 or not game.imaginable(game.to_act[0]):
        game.play(game.to_act[0], game.sample(game.to_act[0], rng))
    return game


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", engines.GAMES)
def test_what_is_hidden_changes_nothing_of_its_answer(key: str, seed: int) -> None:
    game = at_a_decision(key, seed)
    seat = game.to_act[0]
    redrawn = game.determinize(seat, Random(99))
    assert normal(game, seat, Random(5)) == normal(redrawn, seat, Random(5))


@pytest.mark.parametrize("key", ["navegador", "burgundy"])
def test_its_games_end(key: str) -> None:
    game, rng, actions = engines.new(key, 2, 4), Random(4), 0
    while game.to_act:
        game.play(game.to_act[0], PLAYERS["normal"](game, game.to_act[0], rng))
        actions += 1
        assert actions < game.longest
    assert game.state.over
