"""How long moves are kept: some time after the end of a game they are deleted, the result stays.

Where the bot was removed from a server for so long, its open tables end and are deleted as well, and so is what the
server has chosen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import structlog

from bot.tables.upkeep.past import NAME, RATED
from storage import clock, games, kept, outcomes, retention
from storage.database import Database

log = structlog.get_logger()

USUAL_DAYS = 400
"""After the end of a game, unless whoever runs the bot has set something else."""
SETTING = "retention"
"""The name of a server's own choice."""
OFFERED = (30, 90, 180, 365, 730)
"""Days that a server may choose from, as far as they are fewer than everywhere."""
SWEEP_SECONDS = 3600


class Retention:
    """``days``: how long moves are kept where a server has not chosen to keep them for less; 0: for ever."""

    def __init__(self, database: Database, days: int = USUAL_DAYS) -> None:
        self.database = database
        self.days = days

    def offered(self) -> list[int]:
        """What a server may choose: no more than whoever runs the bot allows."""
        return [days for days in OFFERED if not self.days or days < self.days]

    def of_server(self, chosen: object) -> int:
        """How long a server keeps moves that has ``chosen`` this; 0: for ever."""
        own = chosen if isinstance(chosen, int) and chosen > 0 else 0
        return min(filter(None, (own, self.days)), default=0)

    async def sweep(self) -> int:
        """Deletes what has been kept for long enough; how many games that was. Several processes may do so at once.

        Nothing before the results of earlier versions are kept (``Past``), which are made of what is deleted.
        """
        async with self.database.reading() as session:
            if await outcomes.not_kept(session, limit=1) and await kept.value(session, NAME) != RATED:
                return 0
            own = await retention.chosen(session, SETTING)
        cleared = 0
        for server, days in own.items():
            cleared += await self._clear(self.of_server(days), server)
        if self.days:
            cleared += await self._clear(self.days)
            await self._leave_behind()
        if cleared:
            log.info("moves deleted", games=cleared)
        return cleared

    async def _clear(self, days: int, server: int | None = None) -> int:
        cleared = 0
        while True:
            async with self.database.transaction() as session:
                before = await clock.now(session) - timedelta(days=days)
                found = await retention.outdated(session, before, server=server)
                await retention.clear(session, found)
            cleared += len(found)
            if len(found) < retention.STEP:
                return cleared
            await asyncio.sleep(0)

    async def _leave_behind(self) -> None:
        """Servers that the bot was removed from as long ago."""
        async with self.database.reading() as session:
            left = await retention.left_before(session, await clock.now(session) - timedelta(days=self.days))
        for server in left:
            found: Sequence[int] = range(retention.STEP)
            while len(found) == retention.STEP:
                async with self.database.transaction() as session:
                    found = await retention.end_all(session, server)
                    await games.hold(session, *found)
                    await retention.clear(session, found)
                await asyncio.sleep(0)
            await self._clear(0, server)
            async with self.database.transaction() as session:
                await retention.forget_server(session, server)
            log.info("a server was forgotten", server=server)
