"""The list of changes that make no difference is about the code as it is."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CHANGES = tomllib.loads((ROOT / "tests" / "alike.toml").read_text(encoding="utf-8"))["change"]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: f"{change['file']}: {change['before']}")
def test_a_change_is_of_a_line_that_there_is_and_has_a_reason(change: dict[str, str]) -> None:
    lines = (ROOT / change["file"]).read_text(encoding="utf-8").splitlines()
    assert [*map(str.strip, lines)].count(change["before"]) == 1, "the line tells which change it is"
    assert change["after"] != change["before"]
    assert change["why"]


def test_none_is_listed_twice() -> None:
    changes = [(change["file"], change["before"], change["after"]) for change in CHANGES]
    assert len(changes) == len(set(changes))
