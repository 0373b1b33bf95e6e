"""What somebody waits for who looks back is measured."""

from __future__ import annotations

from typing import Any

import pytest

import engines
from tools.bench import replay

MOVES = 120
"""Of each game; a whole one takes longer to play than to look back at."""


@pytest.mark.proof
@pytest.mark.parametrize("key", ["burgundy", "mmn"])
async def test_steps_and_what_was_missed_are_measured(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    find_replay: Any = replay.kept
    monkeypatch.setattr(replay, "kept", lambda *arguments: find_replay(*arguments[:5], MOVES))
    figures = await replay.measure(engines.GAMES[key], quick=True)
    named = [figure.what for figure in figures]
    assert len(named) == len(set(named)) == (6 if key == "burgundy" else 9)
    assert all(figure.value is not None and 0 < figure.value < 60 for figure in figures if figure.unit == "s")
    assert all(60 < (figure.value or 0) < 1000 for figure in figures if figure.unit == "bytes")
    assert all("clip" not in name for name in named)
