"""Measure what a commit that survives a power cut costs: SQLite that waits for the disk, and SQLite that does not."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import event

from storage.database import Database
from tools.bench.measure import Figure, Scope
from tools.bench.moves import BLOCK, Bare, RandomTable

MODES = ("FULL", "NORMAL")
"""SQLite's settings of ``synchronous``: wait for the disk at each commit, and do not."""


def measure(scope: Scope) -> list[Figure]:
    """Time transactions like that of a move, on files in the working folder, where the bot's database would be."""
    with TemporaryDirectory(prefix="portolan-bench-", dir=".") as folder:
        return asyncio.run(_measure(scope, Path(folder)))


async def _measure(scope: Scope, folder: Path) -> list[Figure]:
    async with (
        Database.open(f"sqlite:///{folder / 'game.db'}") as game,
        Database.open(f"sqlite:///{folder / 'full.db'}") as full,
        Database.open(f"sqlite:///{folder / 'normal.db'}") as normal,
    ):
        event.listen(normal.engine.sync_engine, "connect", _wait_for_no_disk)
        random_table = RandomTable(game, scope)
        writers = [Bare(full), Bare(normal)]
        for database in (game, full, normal):
            await database.migrate()
        await random_table.begin()
        for writer in writers:
            await writer.begin(random_table.table.row)
        written = await random_table.play(BLOCK)
        rounds = scope.count(60, 4)
        durations: list[list[float]] = []
        for number in scope.track("commits", range(rounds), rounds):
            pair = [0.0, 0.0]
            for mode in (0, 1) if number % 2 else (1, 0):
                began = perf_counter()
                await writers[mode].write(*written)
                pair[mode] = (perf_counter() - began) / len(written[0])
            durations.append(pair)
    durable, quick = (median(pair[mode] for pair in durations) for mode in (0, 1))
    detail = f"{durable * 1000:.1f} ms with synchronous={MODES[0]}, {quick * 1000:.1f} ms with {MODES[1]}"
    ratio = median(pair[0] / pair[1] for pair in durations)
    return [Figure("a commit that survives a power cut", detail, ratio, rounds=rounds)]


def _wait_for_no_disk(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA synchronous = {MODES[1]}")
    cursor.close()
