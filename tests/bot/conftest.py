"""Fixtures for tests of the bot."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import AbstractAsyncContextManager
from functools import partial, wraps
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
import structlog

import render
from bot.interactions.emoji import KNOWN, all_pictures
from bot.settings import Settings
from bot.tables import Tables
from bot.wording.texts import COMMAND_IDS
from engines import Action, View
from storage.database import Database
from tests.bot.grey_pixels import grey_pixel
from tests.bot.looking_back import recaps as recaps
from tests.bot.measured import measure_requests
from tests.bot.office import Office
from tests.bot.replaying import drawn_boards as drawn_boards
from tests.bot.room import Room, open_room

DRAW_EVERY = 12
"""Of so many pictures one is drawn where few are."""


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Open the room of a test that takes ``room`` in the test's own task, where the simulation has its clock."""
    if isinstance(item, pytest.Function) and isinstance(item.funcargs.get("room"), partial):
        item.obj = in_its_room(item.obj)


def in_its_room(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Return a test that opens the room that it takes."""

    @wraps(test)
    async def run_in_room(*, room: Callable[[], AbstractAsyncContextManager[Room]], **others: Any) -> None:
        async with room() as its_room:
            await test(room=its_room, **others)

    return run_in_room


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.proof)])
def backend(request: pytest.FixtureRequest) -> str:
    """Return the database of this test: PostgreSQL in ``make proof``, and in every run for tests marked ``on_both``."""
    return str(request.param)


@pytest.fixture
def tables(database: Database) -> Tables:
    """Return the tables of the test's database."""
    return Tables(database)


@pytest.fixture
def room(database: Database, request: pytest.FixtureRequest) -> partial[Any]:
    """Return what opens the room of a test. The mark ``room`` says who is there, and what else `open_room` takes."""
    mark = request.node.get_closest_marker("room")
    return partial(open_room, database, *mark.args, **mark.kwargs) if mark else partial(open_room, database)


@pytest.fixture
def office(database: Database) -> Office:
    """Return a worker that writes to one channel."""
    return Office(database)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for boards and maps however slow the machine is."""
    for name in ("PATIENCE_SECONDS", "BOARD_PATIENCE_SECONDS"):
        monkeypatch.setattr(f"bot.delivery.illustrating.{name}", 60)


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give a test's tables the same secrets in every run, so that its result is reproducible.

    ``make proof`` plays with new ones.
    """
    monkeypatch.setattr("bot.tables.lobby_lifecycle.secrets.randbits", Random(request.node.nodeid).getrandbits)


@pytest.fixture(autouse=True)
def command_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, int]]:
    """Name commands as they are typed, as if their ids were unknown; yield the dictionary of ids, which is empty."""
    learnt: dict[str, int] = {}
    monkeypatch.setattr("bot.interactions.command_names.COMMAND_IDS", learnt)
    COMMAND_IDS.clear()
    yield learnt
    COMMAND_IDS.clear()


@pytest.fixture(autouse=True)
def words_alone() -> Iterator[None]:
    """Show no emoji beside the words, unless a test adds them."""
    KNOWN.clear()
    yield
    KNOWN.clear()


@pytest.fixture
def emoji_learnt(words_alone: None) -> None:
    """Make all emoji known, as if Discord had them."""
    for number, (key, image) in enumerate(all_pictures().items()):
        KNOWN[key] = discord.PartialEmoji(name=image.name, id=10**17 + number)


@pytest.fixture
def held_to_discord() -> Iterator[None]:
    """Check that Discord would accept the bot's requests, in tests that simulate it without a room."""
    with measure_requests() as yardstick:
        yield
    yardstick.check()


@pytest.fixture
def plain_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace boards, maps and hands by one grey pixel, for tests of everything but pictures."""

    def hand(view: View, caption: render.Caption) -> bytes:
        if view.viewer is None or render.PICTURES[view.game].hand is None:
            raise LookupError(view.game)
        return grey_pixel()

    monkeypatch.setattr(render, "picture", lambda view, caption: grey_pixel())
    monkeypatch.setattr(render, "decision", lambda view, caption, actions: grey_pixel())
    monkeypatch.setattr(render, "recap", lambda missed, caption: grey_pixel())
    monkeypatch.setattr(render, "hand", hand)


@pytest.fixture
def few_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw only one in ``DRAW_EVERY`` boards and maps, and the last board; the others are a grey pixel."""
    board = render.picture
    map = render.decision
    numbers = count()

    def picture(view: View, caption: render.Caption) -> bytes:
        return board(view, caption) if next(numbers) % DRAW_EVERY == 0 or view.over else grey_pixel()

    def places(view: View, caption: render.Caption, actions: Iterable[Action]) -> bytes:
        return map(view, caption, actions) if next(numbers) % DRAW_EVERY == 0 else grey_pixel()

    monkeypatch.setattr(render, "picture", picture)
    monkeypatch.setattr(render, "decision", places)


@pytest.fixture
def clean_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Work in an empty folder with nothing configured, and restore the logging afterwards."""
    root = logging.getLogger()
    handlers = root.handlers[:]
    level = root.level
    monkeypatch.chdir(tmp_path)
    for name in map(str.upper, Settings.model_fields):
        monkeypatch.delenv(name, raising=False)
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()
