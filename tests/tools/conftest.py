"""Fixtures for tests of the tools: those of the bot, and games in threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tests.bot.conftest import backend as backend
from tests.bot.conftest import clean_place as clean_place
from tests.bot.conftest import command_names as command_names
from tests.bot.conftest import held_to_discord as held_to_discord
from tests.bot.conftest import patience as patience
from tests.bot.conftest import plain_pictures as plain_pictures
from tests.bot.conftest import same_chance as same_chance
from tests.bot.conftest import words_alone as words_alone


@pytest.fixture
def no_more(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Games of the tools are played in threads, where what a test has replaced is replaced, too. This comes to pass
    when no further one is asked for: whoever waits for it sees which begin all the same."""
    told = Event()

    class Threads(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            super().shutdown(wait=False, cancel_futures=cancel_futures)
            told.set()
            super().shutdown(wait)

    monkeypatch.setattr("tools.processes.ProcessPoolExecutor", Threads)
    return told
