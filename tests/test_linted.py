"""What looks at the files that host the bot: findings fail, and what is not there is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import linted

ROOT = Path(__file__).parents[1]


def program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o700)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Provide a hadolint that finds nothing, an old Docker Compose, and no actionlint."""
    program(tmp_path, "hadolint", 'test "$1" = Dockerfile')
    program(tmp_path, "docker", "echo 2.23.3")
    program(tmp_path, "docker-compose", "echo 1.29.2")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    return tmp_path


def test_what_is_not_there_is_named_and_fails_where_everything_is_asked_for(
    programs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert linted.main(programs, everything=False) == 0
    assert linted.main(programs, everything=True) == 1
    lines = capsys.readouterr().out.splitlines()[:2]
    assert [line.rpartition(": ")[2] for line in lines] == ["actionlint", "Docker Compose from 2.24 on"]


def test_findings_fail(programs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program(programs, "actionlint", "echo test.yml:3 is wrong; exit 1")
    assert linted.main(programs, everything=False) == 1
    assert "actionlint: test.yml:3 is wrong\n" in capsys.readouterr().out


@pytest.mark.parametrize(("reaches", "status"), [(True, 0), (False, 1)])
def test_settings_that_do_not_reach_the_bot_are_a_finding(programs: Path, reaches: bool, status: int) -> None:
    program(programs, "actionlint", "true")
    output = f"test ! -e .env || echo '{linted.SETTING}'" if reaches else "true"
    program(programs, "docker", f'case "$*" in *version*) echo v2.39.1;; *) {output};; esac')
    assert linted.main(programs, everything=True) == status


def test_every_compose_file_and_every_group_of_checks_is_looked_at_by_a_workflow() -> None:
    assert {file for files in linted.WAYS for file in files} == {file.name for file in ROOT.glob("compose*.yaml")}
    workflows = {file.name: file.read_text() for file in (ROOT / ".github/workflows").glob("*.yml")}
    assert "run: make hosting ALL=1\n" in workflows["test.yml"]
    assert "run: make bounds\n" in workflows["proof.yml"]
