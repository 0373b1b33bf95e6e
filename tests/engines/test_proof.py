"""The proof finds what it is there to find."""

from __future__ import annotations

from multiprocessing.pool import ThreadPool

import pytest
import typer
from typer.testing import CliRunner

from engines.navegador.game import Navegador
from tests import proof


def test_the_games_turn_through_all_seats_and_options() -> None:
    jobs = list(proof.jobs([Navegador], 32, first_seed=7))
    assert len({(job.seats, job.options["royal"], job.audit_every) for job in jobs}) == 16
    assert [job.seed for job in jobs] == list(range(7, 39))


def test_a_sound_game_is_counted() -> None:
    tally = proof.play(next(proof.jobs([Navegador], 1, first_seed=1)))
    assert tally.games == 1
    assert 0 < tally.widest < proof.LONGEST_LIST < tally.actions == tally.longest


@pytest.mark.parametrize(
    ("name", "broken", "said"),
    [
        ("audit", lambda game: ["a ship is missing"] if game.state.turn > 9 else [], "a ship is missing"),
        ("legal", lambda game, seat: [], "0 legal actions"),
        ("dump", lambda game: Navegador.new(2, 1).state.__class__, "CorruptState"),
        ("longest", 5, "no end after 5 actions"),
    ],
)
def test_a_fault_is_named_with_its_game(monkeypatch: pytest.MonkeyPatch, name: str, broken: object, said: str) -> None:
    job = next(proof.jobs([Navegador], 1, first_seed=41))
    monkeypatch.setattr(Navegador, name, broken)
    with pytest.raises(proof.Finding, match=said) as found:
        proof.play(job)
    assert str(found.value).startswith("navegador with 2 seats royal=end, seed 41: ")


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    """The command, with workers that see what a test has broken."""
    monkeypatch.setattr("multiprocessing.Pool", ThreadPool)
    app = typer.Typer()
    app.command()(proof.prove)
    return app


def test_a_proof_without_finding_tells_what_was_played(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["navegador", "--games", "9", "--workers", "2"])
    assert result.exit_code == 0
    assert "9 games" in result.output
    assert "no finding" in result.output


def test_a_finding_ends_the_proof(app: typer.Typer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Navegador, "audit", lambda game: ["a ship is missing"])
    result = CliRunner().invoke(app, ["navegador", "--games", "9", "--workers", "1"])
    assert result.exit_code == 1
    assert "FINDING navegador with 2 seats royal=end, seed 1: " in result.output


def test_an_unknown_game_is_refused(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["chess"])
    assert result.exit_code == 2
    assert "navegador" in result.output
