"""Results of games that ended before results were stored, or in a process of an earlier version.

They are derived from the games' logs, once, and rated with all others.
"""

from __future__ import annotations

from datetime import timedelta

import structlog

from bot.tables.observers import result_storage
from bot.tables.repository import TableRepository
from bot.tables.table import Refused, TableBroken
from storage import named_values, results
from storage.results import Ladder

log = structlog.get_logger()

NAME = "results"
"""Key of the stored progress."""
RATED = "rated"
"""Value of the progress once all earlier games have been rated."""
LEASE = timedelta(minutes=30)
"""Time for which one process claims the work."""


class ResultBackfill:
    """Complete and rate the results of a database."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository
        self.database = repository.database

    async def catch_up(self) -> int:
        """Store and rate missing results, and return their number.

        One process at a time does it; the next one continues what that has not finished.
        """
        async with self.database.reading() as session:
            is_incomplete = bool(await results.not_kept(session, limit=1))
            progress = await named_values.value(session, NAME)
        if not is_incomplete and progress != named_values.UNFINISHED:
            return 0
        async with self.repository.writing() as session:
            if progress == RATED:
                await named_values.forget(session, NAME)
            has_claim = await named_values.claim(session, NAME, RATED, LEASE)
        if not has_claim:
            return 0
        count = await self.fill()
        await self.rerate()
        async with self.repository.writing() as session:
            await named_values.settle(session, NAME, RATED)
        if count:
            log.info("the results of earlier games are kept and rated", games=count)
        return count

    async def fill(self) -> int:
        """Store missing results without rating them, and return their number; unreadable games are left out."""
        count = 0
        last_id = 0
        while True:
            async with self.database.reading() as session:
                game_ids = await results.not_kept(session, after=last_id)
            if not game_ids:
                return count
            for game_id in game_ids:
                count += await self._store(game_id)
            last_id = game_ids[-1]

    async def _store(self, game_id: int) -> bool:
        try:
            table = await self.repository.load_quietly(game_id)
            async with self.repository.holding(game_id) as session:
                if await results.outcome_of_game(session, game_id) is not None:
                    return False
                await results.store(session, *await result_storage.build_rows(session, table))
        except (Refused, TableBroken) as fault:
            log.warning("a result cannot be kept", table=game_id, reason=str(fault))
            return False
        return True

    async def rerate(self) -> dict[Ladder, int]:
        """Rate all games from their results, and return the number of games that this changed by ladder."""
        async with self.database.reading() as session:
            ladders = await results.ladders(session)
        counts = {}
        for ladder in ladders:
            async with self.repository.writing() as session:
                await results.hold(session, ladder)
                counts[ladder] = await result_storage.rerate_ladder(session, ladder)
        return counts
