"""The audit of what is locked: findings fail, an unreachable list is said and does not."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.audit import audit

SOUND = {"name": "sound", "version": "1", "vulns": []}
LOCKED = [Path("locked.txt")]
WEAK = {"name": "weak", "version": "2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3"], "aliases": []}]}
SKIPPED = {"name": "skipped", "skip_reason": "Dependency not found on PyPI"}


def program(folder: Path, dependencies: object = None, complaint: str = "") -> str:
    """Write a pip-audit that reports these dependencies, and return its path."""
    file = folder / "pip-audit"
    out = f"echo {shlex.quote(json.dumps({'dependencies': dependencies}))}; exit 1" if dependencies else "exit 1"
    file.write_text(f"#!/bin/sh\necho {shlex.quote(complaint)} >&2\n{out}\n")
    file.chmod(0o700)
    return str(file)


@pytest.mark.parametrize(
    ("said", "status", "report"),
    [
        ([SOUND], 0, "no weakness is known of 1 packages"),
        ([SOUND, WEAK], 1, "weak 2: PYSEC-1, mended in 3"),
        ([SKIPPED], 0, "NOT AUDITED, because the list of known weaknesses lacks them from here: all"),
        (
            [SOUND, SKIPPED],
            0,
            "NOT AUDITED, because the list of known weaknesses lacks them from here: skipped",
        ),
    ],
)
def test_findings_fail_and_what_could_not_be_looked_up_is_named(
    tmp_path: Path, said: list[dict[str, Any]], status: int, report: str
) -> None:
    assert audit(program(tmp_path, said), LOCKED) == (status, report)


def test_a_list_that_cannot_be_reached_is_one_line_and_no_failure(tmp_path: Path) -> None:
    status, report = audit(program(tmp_path, complaint="requests.exceptions.ConnectionError: no such host"), LOCKED)
    assert status == 0
    assert report.startswith("NOT AUDITED")
    assert "\n" not in report


def test_any_other_failure_fails(tmp_path: Path) -> None:
    status, report = audit(program(tmp_path, complaint="requirements.txt: no hashes"), LOCKED)
    assert status == 1
    assert "no hashes" in report
