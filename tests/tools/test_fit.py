"""Fitting weights to games: known weights are found again, a command tells what it found."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event

import pytest
from typer.testing import CliRunner

import engines
from engines.players import greedy
from engines.players.skills import SKILLS
from engines.players.values.fitted import Fitted
from tools.fit import Fitting, Row, app, fit_of, observe, regress

KNOWN = Fitted((0, 4, 10), {"": (5.0, 3.0, 1.0), "gold": (0.5, 2.0, 3.0), "ships": (-1.0, 4.0, 0.0)})
WANTED = Fitted(KNOWN.knots, {name: weights for name, weights in KNOWN.weights.items() if name})


def rows(luck: float) -> list[Row]:
    """Return rows whose ends are as in ``KNOWN``, with more or less luck."""
    rng = Random(1)
    observed = []
    for _ in range(400):
        amounts = {"gold": rng.uniform(0, 8), "ships": float(rng.randrange(4))}
        moment = rng.uniform(0, 10)
        points = rng.uniform(0, 50)
        end = points + KNOWN.worth({"": 1.0, **amounts}, moment) + rng.gauss(0, luck)
        observed.append(Row(moment, amounts, points, end))
    return observed


def test_known_weights_are_found_again() -> None:
    fitted = regress(rows(luck=0), ("gold", "ships"), KNOWN, pull=1e-9)
    for name, weights in KNOWN.weights.items():
        assert fitted.weights[name] == pytest.approx(weights, abs=1e-3)


@pytest.mark.proof
@pytest.mark.parametrize("key", [key for key, skill in SKILLS.items() if skill.fit])
def test_every_feature_of_a_position_has_a_weight(key: str) -> None:
    game = engines.new(key, 3, 1)
    rng = Random(1)
    features = fit_of(key).features
    while game.to_act:
        names = {name for seat in range(3) for name, amount in features(game, seat).amounts.items() if amount}
        assert names <= set(fit_of(key).fitted.weights)
        seat = game.blocking_seats[0]
        game.play(seat, greedy(game, seat, rng))


def test_what_a_seat_has_is_compared_with_the_others_where_that_was_fitted() -> None:
    rows_by_game = {key: observe(Fitting(key, 2, 1, 3, 0.4, 0.1), 3) for key in ("navegador", "macao")}
    assert min(row.end for row in rows_by_game["navegador"]) == -max(row.end for row in rows_by_game["navegador"])
    assert {row.end > 0 for row in rows_by_game["macao"]} == {True}


def test_what_the_command_found_is_written(tmp_path: Path, no_more: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.fit.observe", lambda fitting, seed: rows(luck=0))
    wanted = fit_of("macao")._replace(fitted=WANTED)
    monkeypatch.setitem(SKILLS, "macao", replace(SKILLS["macao"], fit=wanted))
    out = tmp_path / "weights.json"
    result = CliRunner().invoke(app, ["macao", "--games", "5", "--processes", "1", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "explained by points" in result.output
    made = json.loads(out.read_text())
    assert (made["games"], made["seed"], made["knots"]) == (5, 0, [0, 4, 10])
    assert made["weights"].keys() == WANTED.weights.keys()
    assert made["weights"]["gold"] == pytest.approx(WANTED.weights["gold"], abs=0.3), "pulled a little towards none"
    expected = regress(rows(luck=0) * 5, tuple(WANTED.weights), WANTED, made["pull"])
    assert made["weights"]["gold"] == [round(weight, 2) for weight in expected.weights["gold"]]


@pytest.mark.proof
def test_the_command_learns_from_games_that_it_plays(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    result = CliRunner().invoke(app, ["macao", "--games", "5", "--processes", "1", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "explained by points" in result.output
    made = json.loads(out.read_text())
    assert set(made["weights"]) == set(fit_of("macao").fitted.weights)
    assert (made["games"], made["seed"], made["knots"]) == (5, 0, [0, 2, 5, 9])


def test_a_game_that_raises_ends_the_command_and_is_named(no_more: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[int]()

    def fails(fitting: Fitting, seed: int) -> list[Row]:
        begun.append(seed)
        if seed == 31:
            raise LookupError("no such field")
        no_more.wait(60)
        return []

    monkeypatch.setattr("tools.fit.observe", fails)
    result = CliRunner().invoke(app, ["macao", "--seed", "31", "--games", "40", "--processes", "1"])
    assert result.exit_code != 0
    assert isinstance(result.exception, LookupError)
    assert result.exception.__notes__ == ["in the game with seed 31"]
    assert len(begun) <= 2


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        (["mmn"], "there is no game with fitted weights 'mmn'"),
        (["macao", "--seats", "7"], "macao seats 2 to 4 players, not 7"),
    ],
)
def test_what_is_asked_wrongly_is_refused(asked: list[str], refusal: str) -> None:
    result = CliRunner().invoke(app, [*asked])
    assert result.exit_code != 0
    assert refusal in result.output
