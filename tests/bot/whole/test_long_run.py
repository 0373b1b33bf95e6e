"""A long run: game after game in one process, days apart, and nothing grows without need.

The simulated Discord forgets what is over, so that what grows is the bot's. ``make proof`` plays for an hour, or for as
many seconds as ``LONG_RUN_SECONDS`` says. The figures of each game are logged (``pytest --log-cli-level=INFO``).
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, tzinfo
from functools import _lru_cache_wrapper
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic
from typing import Any, NamedTuple
from unittest import mock

import pytest
from discord import app_commands
from sqlmodel import func, select

import engines
from bot.cli.sandbox.later import pass_time
from render.kit import drawing_cache
from storage.database import Database
from storage.models import Stored
from tests.bot.english import AGREE
from tests.bot.filling import fill
from tests.bot.parts import labels
from tests.bot.room import Room, open_room
from tests.bot.whole_games import middle
from tests.discord.description import operation

log = logging.getLogger(__name__)

SECONDS = float(os.environ.get("LONG_RUN_SECONDS", "3600"))
"""Of both databases together."""
SAMPLE = ("burgundy", "macao")
SPARE = 8
"""Tasks under way and files of another pooled connection, which the sample may have more."""
NAMES = ("anna", "ben", "carla")
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
KEPT_DAYS = 7
"""Days after which the moves of a game are deleted."""
TURNS = 6
"""Turns that are taken in the channel at the beginning of a game."""
LAST = 4
"""Decisions at the end of a game that are made in the channel."""
QUESTIONS = ("hint", "board", "score", "log", "games", "describe", "hand", "seats", "note", "try", "plan")
"""Commands, of which one follows each turn."""
ANSWER_SECONDS = 15 * 60 + 1
"""After so many discord.py forgets the buttons of an answer that one person was shown."""
MESSAGES = 50
"""Messages of a channel that the simulated Discord keeps from game to game."""
PERMANENT = frozenset(("game", "seat", "outcome", "result"))
"""Tables that have more rows with each game."""
OWN = ("bot", "engines", "render", "storage")
"""Packages whose caches are known."""
PROCESS = Path("/proc/self")
"""What Linux tells of this process."""

WARM_UP = 72
"""Games in which sprites, texts and statements are cached that all later ones use.

Only few boards are drawn, and there are many sprites that seldom occur: each of Burgundy's boards, for instance.
"""
GROWTH = 1.1
"""How many times as much memory, or as many objects, the last third of the games may have as the first one."""
ROWS_GROWTH = 1.5
"""The same of rows: games are of different lengths."""


class Figures(NamedTuple):
    """Measurements of the process and its database after a game."""

    memory: int
    """Resident bytes."""
    objects: int
    """Objects that the garbage collector knows."""
    tasks: int
    files: int
    rows: dict[str, int]
    """Rows by table."""

    @property
    def passing_rows(self) -> int:
        """Return the number of rows that are deleted some day."""
        return sum(number for table, number in self.rows.items() if table not in PERMANENT)


class LongRun:
    """Games of the same people in the same channel."""

    def __init__(self, opened: Room, seed: int, games: Sequence[str]) -> None:
        self.room = opened
        self.rng = Random(seed)
        self.games = games
        self.figures: list[Figures] = []

    async def play_game(self) -> None:
        """Play a game from its lobby to its summary, and let the days pass that it takes."""
        number = len(self.figures)
        await self.begin(self.games[number % len(self.games)])
        for turn in range(TURNS):
            if (await self.room.table()).is_running:
                await self.room.press_turn(self.rng, typed=turn % 2 > 0)
                await self.ask()
        await self.disturb(number)
        table = await self.room.table()
        if table.is_running:
            await self.room.skip(table, middle(table, self.rng, LAST))
        while (await self.room.table()).is_running:
            await self.room.press_turn(self.rng, typed=True)
        await self.pass_a_day()
        self.forget()
        self.figures.append(await self.measure())
        log.info("game %s: %s", number, self.figures[-1])

    async def begin(self, game: str) -> None:
        host, *guests = self.room.people.values()
        await host.slash(self.room.channel, "game new", game=game, seats=len(NAMES))
        lobby = next(message for message in reversed(self.room.history()) if "Start" in labels(message))
        for guest in guests:
            await guest.click(lobby, label="Join")
        await fill(host, await host.click(lobby, label="Time limit …"), limit="24", time_up="stand_in")
        await host.click(lobby, label="Start")

    async def ask(self) -> None:
        """Use commands that only show something."""
        await self.room[self.rng.choice(NAMES)].slash(self.room.channel, self.rng.choice(QUESTIONS))

    async def disturb(self, number: int) -> None:
        """Take a move back, leave, pause or be late, in turn."""
        channel = self.room.channel
        host = self.room.user((await self.room.table()).row.host_id)
        match number % 4:
            case 0:
                await self.room.propose(self.room[self.rng.choice(NAMES)], "undo")
                await self.press(AGREE)
            case 1:
                await self.room.leave(self.room[self.rng.choice(NAMES)])
                await self.later(DAY)
                await self.press("I'm back")
            case 2:
                await host.slash(channel, "game pause")
                await self.later(DAY)
                await host.slash(channel, "game pause")
                assert (await self.room.table()).row.pause is None
            case _:
                await self.later(DAY + HOUR)
                await self.press("I'm back")
        await self.later(timedelta(0))

    async def press(self, label: str) -> None:
        """Press the newest button with this label as everybody."""
        for person in self.room.people.values():
            message = next((shown for shown in reversed(self.room.history()) if label in labels(shown)), None)
            if message is not None:
                await person.click(message, label=label)

    async def later(self, amount: timedelta) -> None:
        await pass_time([self.room.bot], amount)

    async def pass_a_day(self) -> None:
        """Let a day pass, with what the bot does every minute or hour."""
        bot = self.room.bot
        await self.later(DAY)
        for work in (
            bot.retention_sweep,
            bot.delivery.tidy,
            bot.delivery.lookout,
            bot.moderation_refresh,
            bot.pool_cleanup,
        ):
            await work.run_once()
        await self.room.env.advance_time(ANSWER_SECONDS)

    def forget(self) -> None:
        """Have the simulation forget what is over."""
        assert [line for line in self.room.logs if line["log_level"] == "error"] == []
        self.room.lines.clear()
        env = self.room.env
        assert [fault for fault in env.errors if not isinstance(fault, app_commands.AppCommandError)] == []
        env._errors.clear()
        backend = env.backend
        for record in (backend.http_requests, backend.transcript, backend.interactions, backend.interaction_tokens):
            record.clear()
        for messages in backend.messages.values():
            for message in list(messages)[:-MESSAGES]:
                del messages[message]
        cancel_spent_timers()
        backend.cdn._blobs.clear()
        backend._reserved_ids.clear()
        operation.cache_clear()

    async def measure(self) -> Figures:
        for cache in bounded_caches():
            cache.cache_clear()
        drawing_cache.clear()
        gc.collect()
        async with self.room.database.reading() as session:
            counted = {
                table.name: (await session.exec(select(func.count()).select_from(table))).one()
                for table in Stored.metadata.sorted_tables
            }
        memory = files = 0
        if PROCESS.exists():
            memory = int((PROCESS / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
            files = len(os.listdir(PROCESS / "fd"))
        return Figures(memory, len(gc.get_objects()), len(asyncio.all_tasks()), files, counted)

    def check_bounds(self) -> None:
        """Compare the last third of the games with the first one, apart from those of the warm-up."""
        settled = self.figures[WARM_UP:]
        third = len(settled) // 3
        assert third >= len(self.games), "too few games"
        early = settled[:third]
        late = settled[-third:]
        for name in ("memory", "objects"):
            before, after = (median(getattr(figures, name) for figures in games) for games in (early, late))
            assert after <= before * GROWTH, f"{name}: {before:,} became {after:,}"
        for name, growth in (("tasks", 1), ("files", 1), ("passing_rows", ROWS_GROWTH)):
            before, after = (max(getattr(figures, name) for figures in games) for games in (early, late))
            assert after <= before * growth, f"{name}: {before:,} became {after:,}"
        number = len(self.figures)
        permanent = {table: self.figures[-1].rows[table] for table in PERMANENT}
        assert permanent == {"game": number, "outcome": number, "seat": 3 * number, "result": 3 * number}


def cancel_spent_timers() -> None:
    """Cancel timers of the simulation that would do nothing any more.

    Each timer of the bot has one that is due after as much real time, in case that nobody lets time pass. It is kept
    that long although the bot's timer has run: the buttons of an answer for a quarter of an hour.
    """
    handles: list[Any] = [known for known in gc.get_objects() if isinstance(known, asyncio.TimerHandle)]
    for handle in handles:
        callback = handle._callback
        if getattr(callback, "__qualname__", "") == "Env._schedule_timer.<locals>.run_real":
            timer = inspect.getclosurevars(callback).nonlocals["record"].handle
            if timer is None or timer.cancelled():
                handle.cancel()


def bounded_caches() -> Iterator[_lru_cache_wrapper[Any]]:
    """Yield the caches of functions that have a largest size, which some reach after a hundred games only."""
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in OWN:
            for function in vars(module).values():
                if isinstance(function, _lru_cache_wrapper) and function.cache_parameters()["maxsize"] is not None:
                    yield function


@contextmanager
def on_the_databases_clock(database: Database) -> Iterator[None]:
    """Move the clock of the machine together with that of the database, which jumps over days."""

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + database.clock_offset

    def unmoved() -> datetime:
        return datetime.now(UTC)

    with mock.patch("storage.columns.datetime", Moved), mock.patch("storage.clock.utcnow", unmoved):
        yield


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("plain_pictures")
async def test_a_second_game_leaves_as_many_tasks_and_files_as_the_first_and_no_passing_rows(
    database: Database,
) -> None:
    with on_the_databases_clock(database):
        async with open_room(database, *NAMES, unabridged=True) as opened:
            run = LongRun(opened, 1, SAMPLE)
            opened.bot.tables.retention.days = 1
            for _ in SAMPLE:
                await run.play_game()
            await run.later(DAY)
            await run.pass_a_day()
            first, second = run.figures
            last = await run.measure()
    for later in (second, last):
        assert later.tasks <= first.tasks + SPARE
        assert later.files <= first.files + SPARE
    assert (last.rows["move"], last.rows["job"], last.rows["click"], last.rows["called"]) == (0, 0, 0, 0)
    assert (last.rows["game"], last.rows["outcome"]) == (2, 2)


@pytest.mark.proof
@pytest.mark.slow
@pytest.mark.timeout(SECONDS + 600)
@pytest.mark.usefixtures("few_pictures")
async def test_nothing_grows_in_an_hour_that_need_not(database: Database) -> None:
    until = monotonic() + SECONDS / 2
    with on_the_databases_clock(database):
        async with open_room(database, *NAMES, unabridged=True) as opened:
            run = LongRun(opened, 1, sorted(engines.GAMES))
            opened.bot.tables.retention.days = KEPT_DAYS
            while monotonic() < until:
                await run.play_game()
    run.check_bounds()
