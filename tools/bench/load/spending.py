"""Costs of many tables: processor time by program, bytes sent to Discord, and growth of the database."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import text

from storage.database import Database
from tools.bench.load.bots import Bot, processor_seconds
from tools.bench.load.discord import StandIn

STORED = {
    "sqlite": "SELECT (page_count - freelist_count) * page_size"
    " FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()",
    "postgresql": "SELECT pg_database_size(current_database())",
}
"""Queries of the size of a database in bytes, by kind of database."""


class Spending(NamedTuple):
    """Processor seconds, which are 0 where the system does not tell them (only Linux does), and bytes."""

    bot: float
    """Seconds of the processes that talk to Discord, including SQLite."""
    helpers: float
    """Seconds of the processes that draw and think."""
    database: float
    """Seconds of all PostgreSQL processes on this machine."""
    people: float
    """Seconds of this process, which clicks and stands in for Discord."""
    sent: int
    """Bytes of files sent to Discord."""
    stored: int
    """Size of the database in bytes."""

    def since(self, before: Spending) -> Spending:
        """Return the costs since an earlier moment."""
        return Spending(
            self.bot - before.bot,
            self.helpers - before.helpers,
            self.database - before.database,
            self.people - before.people,
            self.sent - before.sent,
            self.stored - before.stored,
        )


async def spent(bots: Sequence[Bot], discord: StandIn, database: Database) -> Spending:
    """Return the costs up to now."""
    kind = database.url.get_backend_name()
    async with database.reading() as session:
        stored = (await (await session.connection()).execute(text(STORED[kind]))).scalar_one()
    return Spending(
        bot=sum(bot.spent() for bot in bots),
        helpers=sum(bot.spent_by_helpers() for bot in bots),
        database=sum(processor_seconds(pid, ended=True) for pid in _called("postgres")) if kind == "postgresql" else 0,
        people=processor_seconds(os.getpid()),
        sent=discord.uploaded,
        stored=stored,
    )


def rows(spending: Spending, clicks: int, moves: int) -> list[tuple[str, str]]:
    """Return label and value of each figure, per click or per move."""
    clicks = max(clicks, 1)
    moves = max(moves, 1)
    seconds_of = {
        "the bot": spending.bot,
        "drawing": spending.helpers,
        "PostgreSQL": spending.database,
        "clicking": spending.people,
    }
    lines = [
        (f"processor a click, {name}", f"{seconds / clicks * 1000:.1f} ms")
        for name, seconds in seconds_of.items()
        if seconds
    ]
    lines.append(("files to Discord a click", f"{spending.sent / clicks / 2**10:.0f} KiB"))
    lines.append(("database growth a move", f"{spending.stored / moves / 2**10:.1f} KiB"))
    return lines


def _called(name: str) -> list[int]:
    """Return the ids of the processes whose program has this name."""
    pids = []
    for path in Path("/proc").glob("[0-9]*/comm"):
        try:
            if path.read_text().strip() == name:
                pids.append(int(path.parent.name))
        except OSError:  # the process has ended meanwhile
            continue
    return pids
