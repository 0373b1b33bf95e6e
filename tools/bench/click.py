"""Count the work that a click causes: ``python -m tools.bench click``.

For a press that makes a move this counts the database statements until the person is answered, the reads of the table
among them, the statements that follow until everything is sent, and the parts of the program that take part.
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
"""The most statements until the person is answered, reads of the table among them, and statements afterwards."""
PARTS = (8, 140, 1000)
"""The most packages of ``bot``, modules and functions that take part in a click, in the median."""
PRESSES = 40
"""Number of presses at a table of each game."""
ROOT = Path(__file__).parents[2]
BOT = ROOT / "bot"
OURS = tuple(f"{ROOT / package}{sep}" for package in ("bot", "engines", "render", "storage"))
"""Beginnings of the paths of our modules."""
PRESSED = "discord-ui"
"""Beginning of the names that discord.py gives to tasks that handle a press."""


@dataclass
class Traced:
    """The statements and calls in the course of a press."""

    answering: list[str] = field(default_factory=list)
    """Statements until the person was answered."""
    following: list[str] = field(default_factory=list)
    """Statements afterwards, such as those of delivery."""
    functions: set[object] = field(default_factory=set)
    modules: list[str] = field(default_factory=list)
    """The module of each call of one of our functions, in order, without repetitions in a row."""

    @property
    def counts(self) -> tuple[int, int, int]:
        """The numbers of statements that ``BOUNDS`` bounds."""
        reads = sum(
            "game.state" in statement and " FROM game " in " ".join(statement.split()) for statement in self.answering
        )
        return len(self.answering), reads, len(self.following)

    @property
    def parts(self) -> tuple[int, int, int, int]:
        """The numbers of packages, modules and functions, which ``PARTS`` bounds, and of changes of module."""
        packages = {Path(file).relative_to(BOT).parts[0] for file in self.modules if file.startswith(f"{BOT}{sep}")}
        return len(packages), len(set(self.modules)), len(self.functions), len(self.modules)


def usual(traced: Sequence[Traced]) -> list[float]:
    """Return the medians of the numbers of packages, modules, functions and changes of module."""
    return [median(numbers) for numbers in zip(*(press.parts for press in traced), strict=True)]


def run() -> None:
    """Print a line for each game, and end the program with an error if a game is above the bounds."""
    table = Table(title="A click that makes a move: statements of the database, and parts of the program")
    table.add_column("game")
    for column in ("answered", "table read", "after", "rooms", "modules", "functions", "changes"):
        table.add_column(column, justify="right")
    is_missed = False
    for key in engines.GAMES:
        traced = trace(key, PRESSES)
        most = [max(press.counts[place] for press in traced) for place in range(len(BOUNDS))]
        parts = usual(traced)
        table.add_row(key, *(f"≤ {count}" for count in most), *(f"{number:.0f}" for number in parts))
        bounded = zip([*most, *parts[: len(PARTS)]], BOUNDS + PARTS, strict=True)
        is_missed |= any(count > bound for count, bound in bounded)
    Console().print(table)
    if is_missed:
        message = (
            "more than {} statements until it is answered, {} readings, {} after it, {} rooms, {} modules, {} functions"
        )
        raise SystemExit(message.format(*BOUNDS, *PARTS))


def trace(key: str, presses: int) -> list[Traced]:
    """Press buttons at a table of a game, and return the trace of each press that made a move."""
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
            seated.bot.worker.sweep.cancel()  # the statements of sweeps belong to no press
            for _ in range(presses):
                before = (await seated.bot.tables.table(seated.game_id)).row.version
                with _tracing(database) as trace:
                    await seated.press()
                if (await seated.bot.tables.table(seated.game_id)).row.version > before:
                    traced.append(trace)
    return []


@contextmanager
def _tracing(database: Database) -> Iterator[Traced]:
    """Record statements and calls of our functions within the block, except the statements of this very task."""
    trace = Traced()
    pressing_task = asyncio.current_task()

    def note_statement(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        task = asyncio.current_task()
        if task is not pressing_task:
            is_answer = task is not None and task.get_name().startswith(PRESSED)
            (trace.answering if is_answer else trace.following).append(statement)

    def note_call(frame: FrameType, kind: str, _: Any) -> None:
        code = frame.f_code
        if kind == "call" and code.co_filename.startswith(OURS):
            trace.functions.add(code)
            if trace.modules[-1:] != [code.co_filename]:
                trace.modules.append(code.co_filename)

    event.listen(database.engine.sync_engine, "before_cursor_execute", note_statement)
    sys.setprofile(note_call)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        event.remove(database.engine.sync_engine, "before_cursor_execute", note_statement)
