"""Looking for better weights: a toy is solved, noise is not taken for progress, a command tells what it found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from random import Random
from threading import Event

import pytest
from typer.testing import CliRunner

import engines
from engines.contract import Action, Game
from engines.players.skills import SKILLS
from tools.arena import Pairing
from tools.tune import app, margin, search, weighing


def toy(weights: Mapping[str, float]) -> list[float]:
    """Return the points of three games of different luck; the best weights are 2 and 0.5."""
    return [luck - (weights["one"] - 2) ** 2 - (weights["other"] - 0.5) ** 2 for luck in (-1, 0, 5)]


def test_a_toy_comes_near_its_best() -> None:
    weights = {"one": 1.0, "other": 0.0}
    tries = list(search(weights, ["one", "other"], toy, rounds=6))
    assert weights["one"] == pytest.approx(2, abs=0.2)
    assert weights["other"] == pytest.approx(0.5, abs=0.2)
    assert {attempt.name for attempt in tries if attempt.kept} == {"one", "other"}


def test_weights_hold_for_their_player_alone() -> None:
    seen: list[float] = []

    def player(game: Game, seat: int, rng: Random) -> Action:
        seen.append(SKILLS["burgundy"].weights["worker"])
        raise LookupError

    usual = SKILLS["burgundy"].weights["worker"]
    with pytest.raises(LookupError):
        weighing("burgundy", {"worker": 7.0}, player)(engines.new("burgundy", 2, 1), 0, Random(1))
    assert seen == [7.0]
    assert SKILLS["burgundy"].weights["worker"] == usual


@pytest.mark.proof
def test_damaged_weights_lose_points() -> None:
    pairing = Pairing("burgundy", 2, "normal", "greedy")
    damaged = {name: -weight for name, weight in SKILLS["burgundy"].weights.items()}
    assert margin(pairing, damaged, 1) < margin(pairing, SKILLS["burgundy"].weights, 1) - 20


def test_the_command_tells_each_try_and_writes_what_it_found(tmp_path: Path, no_more: Event) -> None:
    out = tmp_path / "weights.json"
    arguments = ["burgundy", "--players", "normal,random", "--seats", "2", "--games", "1", "--rounds", "1"]
    result = CliRunner().invoke(app, [*arguments, "--only", "track", "--processes", "1", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "normal against random: margin" in result.output
    assert "track" in result.output
    made = json.loads(out.read_text())
    assert set(made["weights"]) == set(SKILLS["burgundy"].weights)
    assert (made["games"], made["seed"], made["pairing"]["second"]) == (1, 0, "random")


def test_a_game_that_raises_ends_the_search_and_is_named(no_more: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[int]()

    def fails(pairing: Pairing, weights: Mapping[str, float], seed: int) -> float:
        begun.append(seed)
        if seed == 31:
            raise LookupError("no such field")
        return float(no_more.wait(60))

    monkeypatch.setattr("tools.tune.margin", fails)
    result = CliRunner().invoke(app, ["macao", "--seed", "31", "--games", "40", "--processes", "1"])
    assert result.exit_code != 0
    assert isinstance(result.exception, LookupError)
    assert result.exception.__notes__ == ["in the game with seed 31"]
    assert len(begun) <= 2


@pytest.mark.parametrize(
    ("asked", "refusal"),
    [
        (["macao", "--only", "luck"], "there is no weight 'luck'"),
        (["macao", "--players", "normal"], "name two computer players"),
        (["chess"], "there is no game 'chess'"),
        (["navegador", "--players", "strong,normal"], "strong does not judge navegador by these weights"),
        (["navegador", "--players", "greedy,normal"], "changing them would change nothing; name normal or alone first"),
        (["macao", "--players", "greedy,normal"], "name normal or alone or strong first"),
    ],
)
def test_what_is_asked_wrongly_is_refused(asked: list[str], refusal: str) -> None:
    result = CliRunner().invoke(app, [*asked])
    assert result.exit_code != 0
    assert refusal in result.output
