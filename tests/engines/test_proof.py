"""The proof finds what it is there to find."""

from __future__ import annotations

from multiprocessing.pool import ThreadPool

import pytest
import typer
from typer.testing import CliRunner

from engines.macao.game import Macao
from engines.navegador.game import Navegador
from tests import proof
from tests.engines.contract_suite import cases

FIRST = str(next(cases([Navegador])))
"""The table with whose games a proof begins."""


def test_the_games_turn_through_all_seats_and_options() -> None:
    jobs = list(proof.jobs([Navegador], 4 * len([*cases([Navegador])]), first_seed=7))
    assert {(str(job.case), job.audit_every) for job in jobs} == {
        (str(case), every) for case in cases([Navegador]) for every in (1, 8)
    }
    assert [job.seed for job in jobs] == list(range(7, 7 + len(jobs)))


def test_a_sound_game_is_counted() -> None:
    tally = proof.play(next(proof.jobs([Navegador], 1, first_seed=1)))
    assert tally.games == 1
    assert 0 < tally.widest < proof.LONGEST_LIST < tally.actions == tally.longest


@pytest.mark.parametrize(
    ("name", "broken", "pattern"),
    [
        ("audit", lambda game: ["a ship is missing"] if game.state.turn > 9 else [], "a ship is missing"),
        ("legal", lambda game, seat: [], "0 legal actions"),
        ("dump", lambda game: Navegador.new(2, 1).state.__class__, "CorruptState"),
        ("longest", 5, "no end after 5 actions"),
    ],
)
def test_a_fault_is_named_with_its_game(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: object, pattern: str
) -> None:
    job = next(proof.jobs([Navegador], 1, first_seed=41))
    monkeypatch.setattr(Navegador, name, broken)
    with pytest.raises(proof.Finding, match=pattern) as finding:
        proof.play(job)
    assert str(finding.value).startswith(f"{FIRST}, games: ")
    assert str(finding.value).endswith(f"to play it again: python -m tests.proof --again {FIRST}:41")


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    """Return the command, with workers that see what a test has broken."""
    monkeypatch.setattr("multiprocessing.Pool", ThreadPool)
    app = typer.Typer()
    app.command()(proof.prove)
    return app


def test_a_proof_without_finding_tells_what_was_played(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["navegador", "--games", "4", "--no-slow", "--workers", "2"])
    assert result.exit_code == 0
    assert "4 games" in result.output
    assert "no finding" in result.output


def test_a_finding_ends_the_proof(app: typer.Typer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Navegador, "audit", lambda game: ["a ship is missing"])
    result = CliRunner().invoke(app, ["navegador", "--games", "9", "--no-slow", "--workers", "1", "--first-seed", "1"])
    assert result.exit_code == 1
    assert f"FINDING {FIRST}, games: after 0 actions: a ship is missing" in result.output
    assert f"python -m tests.proof --again {FIRST}:1" in result.output


def test_other_games_are_played_each_time(app: typer.Typer) -> None:
    outputs = [CliRunner().invoke(app, ["navegador", "--games", "0", "--no-slow"]).output for _ in range(3)]
    assert len({output.splitlines()[0] for output in outputs}) == 3


def test_everything_is_looked_at_in_a_game_of_every_table() -> None:
    *done, last = proof.slow_jobs([Navegador], first_seed=7)
    assert {(job.proof, str(job.case)) for job in done} == {
        (proof_name, str(case))
        for proof_name in ("promises", "reference", "panels", "words")
        for case in cases([Navegador])
    }
    assert (last.proof, last.case.game) == ("channel", Navegador)


def test_the_game_of_a_finding_is_played_again_for_every_proof(
    app: typer.Typer, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, str, int]] = []

    def note(job: proof.Job) -> proof.Tally:
        done.append((job.proof, str(job.case), job.seed))
        return proof.Tally(1)

    for name in proof.PROOFS:
        monkeypatch.setitem(proof.PROOFS, name, note)
    name = str([*cases([Macao])][-1])
    result = CliRunner().invoke(app, ["--again", f"{name}:41", "--workers", "1"])
    assert result.exit_code == 0
    assert done == [(proved, name, 41) for proved in proof.PROOFS]
    assert [*proof.PROOFS] == ["games", "promises", "reference", "panels", "words", "worlds", "channel"]
    assert CliRunner().invoke(app, ["--again", "macao-3"]).exit_code == 2


def test_an_unknown_game_is_refused(app: typer.Typer) -> None:
    result = CliRunner().invoke(app, ["chess"])
    assert result.exit_code == 2
    assert "navegador" in result.output
