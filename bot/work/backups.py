"""Backups that the bot makes by itself, as often as whoever runs it wants."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import structlog

from bot.work import metrics
from bot.work.periodic import Periodic
from storage import backup
from storage.columns import utcnow

log = structlog.get_logger()

LOOK_SECONDS = 60
"""Between two looks whether one is due; also how soon one that failed is tried again."""


class Backups:
    """One copy of the database each ``every`` into ``folder``, of which the newest ``keep`` stay.

    When it is due the folder tells, so a restart makes none too many. Where several processes share a database, one of
    them has this.
    """

    def __init__(self, url: str, folder: Path, every: timedelta, keep: int) -> None:
        self.url = url
        self.folder = folder
        self.every = every
        self.keep = keep
        self.work = Periodic(LOOK_SECONDS, self.look)

    def age(self) -> timedelta | None:
        """Return the age of the newest copy, None without any."""
        made = [at for copy in backup.copies(self.folder) if (at := backup.moment(copy))]
        return utcnow() - max(made) if made else None

    async def look(self) -> Path | None:
        """Make a copy if one is due, and return its file. Raises DatabaseUnreachable, OSError."""
        age = await asyncio.to_thread(self.age)
        if age is not None and timedelta(0) <= age < self.every:
            return None
        file = await asyncio.to_thread(backup.back_up, self.url, self.folder, self.keep)
        log.info("the database is backed up", file=str(file), bytes=file.stat().st_size)
        return file

    def note(self) -> None:
        """Set the metric of the age."""
        age = self.age()
        metrics.BACKUP.set(age.total_seconds() if age is not None else float("inf"))
