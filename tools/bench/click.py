"""What a click sets going: ``python -m tools.bench click``.

Of a press that makes a move it counts the statements that the database is given until the person is answered, how often
the table is read for that, what follows until all is sent, and the parts of the program that take part.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from os import sep
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from sqlalchemy import event

import engines
from storage.database import Database
from tools.bench.clicks import in_simcord, players
from tools.bench.measure import Figure, Scope

BOUNDS = (20, 2, 14)
"""The most statements until the person is answered, readings of the table among them, and statements that follow."""
PARTS = (8, 140, 1000)
"""The most rooms of ``bot`` (its packages), modules and functions that take part in a click, in the median."""
PRESSES = 40
ROOT = Path(__file__).parents[2]
BOT = ROOT / "bot"
OURS = tuple(f"{ROOT / package}{sep}" for package in ("bot", "engines", "render", "storage"))
PRESSED = "discord-ui"
"""How discord.py begins the names of tasks that handle a press."""


@dataclass
class Traced:
    """What happened in the course of a press."""

    answering: list[str] = field(default_factory=list)
    following: list[str] = field(default_factory=list)
    functions: set[object] = field(default_factory=set)
    modules: list[str] = field(default_factory=list)
    """Of each call of one of our functions, in order, without equal ones in a row."""

    @property
    def counts(self) -> tuple[int, int, int]:
        """Those that BOUNDS bound."""
        reads = sum("game.state" in each and " FROM game " in " ".join(each.split()) for each in self.answering)
        return len(self.answering), reads, len(self.following)

    @property
    def parts(self) -> tuple[int, int, int, int]:
        """Rooms, modules and functions, which PARTS bound, and how often one module follows another."""
        rooms = {Path(each).relative_to(BOT).parts[0] for each in self.modules if each.startswith(f"{BOT}{sep}")}
        return len(rooms), len(set(self.modules)), len(self.functions), len(self.modules)


def usual(traced: Sequence[Traced]) -> list[float]:
    """Return the medians of rooms, modules, functions and changes of module."""
    return [median(numbers) for numbers in zip(*(each.parts for each in traced), strict=True)]


def run() -> None:
    """Print a line for each game, and fail if one is above the bounds."""
    found = Table(title="A click that makes a move: statements of the database, and parts of the program")
    found.add_column("game")
    for column in ("answered", "table read", "after", "rooms", "modules", "functions", "changes"):
        found.add_column(column, justify="right")
    missed = False
    for key in engines.GAMES:
        traced = trace(key, PRESSES)
        most = [max(each.counts[place] for each in traced) for place in range(len(BOUNDS))]
        parts = usual(traced)
        found.add_row(key, *(f"≤ {count}" for count in most), *(f"{number:.0f}" for number in parts))
        missed |= any(count > bound for count, bound in zip([*most, *parts[: len(PARTS)]], BOUNDS + PARTS, strict=True))
    Console().print(found)
    if missed:
        said = (
            "more than {} statements until it is answered, {} readings, {} after it, {} rooms, {} modules, {} functions"
        )
        raise SystemExit(said.format(*BOUNDS, *PARTS))


def trace(key: str, presses: int) -> list[Traced]:
    """Press buttons at a table of a game, and return what each press that makes a move calls."""
    traced = list[Traced]()
    scope = Scope(engines.GAMES[key], quick=False, progress=Progress(disable=True))
    in_simcord(key, partial(_measure, scope, presses, traced))
    if not traced:
        raise SystemExit("simcord is missing: pip install -r requirements/sandbox.txt")
    return traced


async def _measure(scope: Scope, presses: int, traced: list[Traced], folder: Path) -> list[Figure]:
    async with Database.open(f"sqlite:///{folder / 'click.db'}") as database:
        await database.migrate()
        async with players(database, scope) as seated:
            seated.bot.worker.sweep.cancel()  # sweeps come whether somebody presses or not
            for _ in range(presses):
                before = (await seated.bot.tables.table(seated.game_id)).row.version
                with _tracing(database) as trace:
                    await seated.press()
                if (await seated.bot.tables.table(seated.game_id)).row.version > before:
                    traced.append(trace)
    return []


@contextmanager
def _tracing(database: Database) -> Iterator[Traced]:
    trace, presses = Traced(), asyncio.current_task()

    def asked(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        task = asyncio.current_task()
        if task is not presses:
            answers = task is not None and task.get_name().startswith(PRESSED)
            (trace.answering if answers else trace.following).append(statement)

    def called(frame: FrameType, what: str, _: Any) -> None:
        code = frame.f_code
        if what == "call" and code.co_filename.startswith(OURS):
            trace.functions.add(code)
            if trace.modules[-1:] != [code.co_filename]:
                trace.modules.append(code.co_filename)

    event.listen(database.engine.sync_engine, "before_cursor_execute", asked)
    sys.setprofile(called)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        event.remove(database.engine.sync_engine, "before_cursor_execute", asked)
