"""Fixtures for tests of the command line."""

from __future__ import annotations

import pytest

from bot.cli import trial
from bot.settings import Settings


@pytest.fixture
def quick_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ``portolan doctor`` find that a board can be drawn and a move decided, without starting a process for each.

    For tests of what else it looks at.
    """

    async def draw_one(settings: Settings) -> int:
        return 1024

    async def think_once(settings: Settings) -> None:
        pass

    monkeypatch.setattr(trial, "draw_one", draw_one)
    monkeypatch.setattr(trial, "think_once", think_once)
