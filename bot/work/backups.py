"""Automatic backups at an interval that the operator chooses."""

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
"""Seconds between two checks whether a backup is due, and before a failed backup is tried again."""


class Backups:
    """Backs up the database to ``folder`` at the interval ``every``, and keeps the newest ``keep`` backups.

    The time of the last backup is read from the folder, so a restart does not cause an additional one. If several
    processes share a database, only one of them may run this.
    """

    def __init__(self, url: str, folder: Path, every: timedelta, keep: int) -> None:
        self.url = url
        self.folder = folder
        self.every = every
        self.keep = keep
        self.work = Periodic(LOOK_SECONDS, self.look)

    def age(self) -> timedelta | None:
        """Return the age of the newest backup; None if there is none."""
        made_at = backup.newest_moment(self.folder)
        return utcnow() - made_at if made_at is not None else None

    async def look(self) -> Path | None:
        """Make a backup if one is due, and return its file; None if none is. Raises DatabaseUnreachable or OSError."""
        age = await asyncio.to_thread(self.age)
        # A negative age means that the clock was put back since the backup.
        if age is not None and timedelta(0) <= age < self.every:
            return None
        file = await asyncio.to_thread(backup.back_up, self.url, self.folder, self.keep)
        log.info("the database is backed up", file=str(file), bytes=file.stat().st_size)
        return file

    def note(self) -> None:
        """Set the metric of the newest backup's age."""
        age = self.age()
        metrics.BACKUP.set(age.total_seconds() if age is not None else float("inf"))
