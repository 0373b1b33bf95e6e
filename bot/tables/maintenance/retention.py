"""Retention of moves: some time after the end of a game they are deleted, and the result stays.

The open tables of a server from which the bot was removed for that long end and are deleted, too, and so are the
server's settings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import structlog

from bot.tables.maintenance.result_backfill import NAME, RATED
from storage import clock, games, named_values, results, retention
from storage.database import Database

log = structlog.get_logger()

USUAL_DAYS = 400
"""Days after the end of a game, unless the operator has set something else."""
SETTING = "retention"
"""The name of a server's setting."""
OFFERED = (30, 90, 180, 365, 730)
"""Days that a server may choose, if they are fewer than the operator's."""
SWEEP_SECONDS = 3600
"""Seconds between two deletions."""


class Retention:
    """Delete moves and servers after the retention time."""

    def __init__(self, database: Database, days: int = USUAL_DAYS) -> None:
        """Set the number of days for servers that have not chosen fewer; 0 for ever."""
        self.database = database
        self.days = days

    def offered_days(self) -> list[int]:
        """Return the choices of a server, none longer than the operator allows."""
        return [days for days in OFFERED if not self.days or days < self.days]

    def days_of_server(self, setting: object) -> int:
        """Return for how many days a server with this setting stores moves; 0 for ever."""
        server_days = setting if isinstance(setting, int) and setting > 0 else 0
        return min(filter(None, (server_days, self.days)), default=0)

    async def sweep(self) -> int:
        """Delete the moves of games that ended long ago, and return the number of games.

        Several processes may do so at once. Nothing is deleted before the results of earlier versions are stored
        (`ResultBackfill`), since they are derived from the moves.
        """
        async with self.database.reading() as session:
            if await results.not_kept(session, limit=1) and await named_values.value(session, NAME) != RATED:
                return 0
            days_by_server = await retention.retention_days(session, SETTING)
        cleared = 0
        for server, days in days_by_server.items():
            cleared += await self._clear(self.days_of_server(days), server)
        if self.days:
            cleared += await self._clear(self.days)
            await self._delete_left_servers()
        if cleared:
            log.info("moves deleted", games=cleared)
        return cleared

    async def _clear(self, days: int, server: int | None = None) -> int:
        cleared = 0
        while True:
            async with self.database.transaction() as session:
                before = await clock.now(session) - timedelta(days=days)
                game_ids = await retention.outdated(session, before, server=server)
                await retention.clear(session, game_ids)
            cleared += len(game_ids)
            if len(game_ids) < retention.STEP:
                return cleared
            await asyncio.sleep(0)

    async def _delete_left_servers(self) -> None:
        """Delete the data of servers from which the bot was removed that long ago."""
        async with self.database.reading() as session:
            before = await clock.now(session) - timedelta(days=self.days)
            servers = await retention.left_before(session, before)
        for server in servers:
            game_ids: Sequence[int] = range(retention.STEP)
            while len(game_ids) == retention.STEP:
                async with self.database.transaction() as session:
                    game_ids = await retention.end_all(session, server)
                    await games.hold(session, *game_ids)
                    await retention.clear(session, game_ids)
                await asyncio.sleep(0)
            await self._clear(0, server)
            async with self.database.transaction() as session:
                await retention.forget_server(session, server)
            log.info("a server was forgotten", server=server)
