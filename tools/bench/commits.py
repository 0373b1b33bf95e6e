"""What it costs that a committed move survives a power cut: SQLite that waits for the disk beside one that does not."""

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
from tools.bench.moves import BLOCK, Bare, Session

MODES = ("FULL", "NORMAL")


def measure(scope: Scope) -> list[Figure]:
    """Transactions like that of a move, on files in the working folder, where the bot's own would be."""
    with TemporaryDirectory(prefix="portolan-bench-", dir=".") as folder:
        return asyncio.run(_measure(scope, Path(folder)))


async def _measure(scope: Scope, folder: Path) -> list[Figure]:
    async with (
        Database.open(f"sqlite:///{folder / 'game.db'}") as game,
        Database.open(f"sqlite:///{folder / 'full.db'}") as full,
        Database.open(f"sqlite:///{folder / 'normal.db'}") as normal,
    ):
        event.listen(normal.engine.sync_engine, "connect", _wait_for_no_disk)
        session, writers = Session(game, scope), [Bare(full), Bare(normal)]
        for database in (game, full, normal):
            await database.migrate()
        await session.begin()
        for writer in writers:
            await writer.begin(session.table.row)
        written, rounds = await session.play(BLOCK), scope.count(60, 4)
        found: list[list[float]] = []
        for number in scope.track("commits", range(rounds), rounds):
            took = [0.0, 0.0]
            for which in (0, 1) if number % 2 else (1, 0):
                began = perf_counter()
                await writers[which].write(*written)
                took[which] = (perf_counter() - began) / len(written[0])
            found.append(took)
    durable, quick = (median(took[which] for took in found) for which in (0, 1))
    detail = f"{durable * 1000:.1f} ms with synchronous={MODES[0]}, {quick * 1000:.1f} ms with {MODES[1]}"
    ratio = median(took[0] / took[1] for took in found)
    return [Figure("a commit that survives a power cut", detail, ratio, rounds=rounds)]


def _wait_for_no_disk(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA synchronous = {MODES[1]}")
    cursor.close()
