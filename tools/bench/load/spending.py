"""What many tables cost: processor time by who takes it, what is sent to Discord, and what the database keeps."""

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


class Spending(NamedTuple):
    """Processor seconds, where the system tells them (Linux), and bytes."""

    bot: float
    """Of the processes that talk to Discord; SQLite runs in them."""
    helpers: float
    """Of those that draw and think for them."""
    database: float
    """Of all PostgreSQL on this machine."""
    people: float
    """Of what clicks and stands in for Discord."""
    sent: int
    stored: int

    def since(self, before: Spending) -> Spending:
        """Return what was spent between two moments."""
        return Spending(
            self.bot - before.bot,
            self.helpers - before.helpers,
            self.database - before.database,
            self.people - before.people,
            self.sent - before.sent,
            self.stored - before.stored,
        )


async def spent(bots: Sequence[Bot], discord: StandIn, database: Database) -> Spending:
    """Everything up to now."""
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
    """Return the figures, a line each."""
    clicks, moves = max(clicks, 1), max(moves, 1)
    shares = {
        "the bot": spending.bot,
        "drawing": spending.helpers,
        "PostgreSQL": spending.database,
        "clicking": spending.people,
    }
    told = [
        (f"processor a click, {who}", f"{seconds / clicks * 1000:.1f} ms") for who, seconds in shares.items() if seconds
    ]
    told.append(("files to Discord a click", f"{spending.sent / clicks / 2**10:.0f} KiB"))
    told.append(("database growth a move", f"{spending.stored / moves / 2**10:.1f} KiB"))
    return told


def _called(name: str) -> list[int]:
    """Return the processes whose program has this name."""
    found = []
    for path in Path("/proc").glob("[0-9]*/comm"):
        try:
            if path.read_text().strip() == name:
                found.append(int(path.parent.name))
        except OSError:  # it has ended meanwhile
            continue
    return found
