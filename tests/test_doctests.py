"""Examples in docstrings do what they say."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHOWN = ">>> "
FILES = sorted(
    file.relative_to(ROOT)
    for package in ("bot", "engines", "render", "storage", "tools")
    for file in (ROOT / package).rglob("*.py")
    if SHOWN in file.read_text()
)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_the_examples_of_a_module_are_true(file: Path) -> None:
    module = import_module(".".join(file.with_suffix("").parts))
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.failed == 0
    assert results.attempted >= file.read_text().count(SHOWN) - file.read_text().count("+SKIP")


def test_the_contract_of_games_has_examples() -> None:
    assert Path("engines/contract.py") in FILES
