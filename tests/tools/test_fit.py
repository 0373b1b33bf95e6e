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
from engines.players.skill import Fit
from engines.players.skills import SKILLS
from engines.players.values.fitted import Features, Fitted
from tools.arena import Pairing
from tools.fit import Fitting, Row, app, explained, fit_of, observe, regress, solve

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


def test_luck_blurs_them_and_a_pull_makes_them_smaller() -> None:
    weights_by_pull = {
        pull: regress(rows(luck=5), ("gold", "ships"), KNOWN, pull).weights["gold"][2] for pull in (1e-9, 9.0)
    }
    assert 2 < weights_by_pull[1e-9] < 4
    assert 0 < weights_by_pull[9.0] < weights_by_pull[1e-9]


def test_what_is_explained_grows_with_the_fit() -> None:
    by_points, by_fit = explained(rows(luck=1), KNOWN)
    assert by_points < by_fit < 1
    assert explained(rows(luck=0), KNOWN)[1] == pytest.approx(1)


def test_equations_are_solved() -> None:
    rng = Random(2)
    some = [[rng.gauss(0, 1) for _ in range(9)] for _ in range(6)]
    matrix = [[sum(x * y for x, y in zip(row, column, strict=True)) for column in some] for row in some]
    wanted = [1.0, -2.0, 3.0, 0.0, 5.0, -6.0]
    right = [sum(x * y for x, y in zip(line, wanted, strict=True)) for line in matrix]
    assert solve(matrix, right) == pytest.approx(wanted)


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


def test_of_what_is_not_seen_of_a_seat_it_has_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = Fitted((0, 10), {"money": (1.0, 1.0), "ships": (1.0, 1.0)})
    monkeypatch.setattr(
        "tools.fit.fit_of",
        lambda key: Fit(lambda game, seat: Features(0.0, {} if seat else {"money": 3.0}, 5.0), fitted, compared=True),
    )
    amounts = {tuple(row.amounts.items()) for row in observe(Fitting("navegador", 2, 1, 3, 0.4, 0.1), 3)}
    assert amounts == {(("money", 3.0), ("ships", 0.0)), (("money", -3.0), ("ships", 0.0))}


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


def test_a_game_without_end_tells_nothing(no_more: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Fitting("macao", 2, 1, 3, 0.4, 0.1)
    assert usual.turns == Pairing.turns == 20_000
    assert observe(replace(usual, turns=20), 3) == []

    def some(fitting: Fitting, seed: int) -> list[Row]:
        return [] if seed % 3 else rows(luck=5)

    monkeypatch.setattr("tools.fit.observe", some)
    wanted = fit_of("macao")._replace(fitted=WANTED)
    monkeypatch.setitem(SKILLS, "macao", replace(SKILLS["macao"], fit=wanted))
    result = CliRunner().invoke(app, ["macao", "--games", "9", "--processes", "1"])
    assert result.exit_code == 0, result.output
    assert "6 games had no end after 20000 actions; they tell nothing" in result.output
    monkeypatch.setattr("tools.fit.observe", lambda fitting, seed: [])
    result = CliRunner().invoke(app, ["macao", "--games", "9", "--processes", "1"])
    assert result.exit_code == 1
    assert "no game that counts has come to an end" in result.output


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
