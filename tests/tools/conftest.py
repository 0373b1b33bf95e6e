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
    """Play the games of the tools in threads, where what a test has replaced is replaced, too.

    The event is set when no further game is asked for: a test that waits for it sees which games begin all the same.
    """
    ended = Event()

    class Threads(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            super().shutdown(wait=False, cancel_futures=cancel_futures)
            ended.set()
            super().shutdown(wait)

    monkeypatch.setattr("tools.processes.ProcessPoolExecutor", Threads)
    return ended
