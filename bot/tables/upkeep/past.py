"""Games that ended before their results were kept, or in a process of an earlier version: what is kept of such a game
is made of its log, once, and rated with all others."""

from __future__ import annotations

from datetime import timedelta

import structlog

from bot.tables.change import Road
from bot.tables.following import outcomes as following
from bot.tables.table import Refused, TableBroken
from storage import kept, outcomes
from storage.outcomes import Ladder

log = structlog.get_logger()

NAME, RATED = "results", "rated"
"""What is remembered once all that ended before has been rated."""
LEASE = timedelta(minutes=30)


class Past:
    """The results of a database, made complete and rated anew."""

    def __init__(self, road: Road) -> None:
        self.repository = road.repository
        self.database = road.repository.database

    async def catch_up(self) -> int:
        """Keeps what is not kept yet, and rates it; how many games that were. One process at a time does it, and what
        it has not finished the next one does."""
        async with self.database.reading() as session:
            missing = bool(await outcomes.not_kept(session, limit=1))
            known = await kept.value(session, NAME)
        if not missing and known != kept.UNFINISHED:
            return 0
        async with self.repository.writing() as session:
            if known == RATED:
                await kept.forget(session, NAME)
            mine = await kept.claim(session, NAME, RATED, LEASE)
        if not mine:
            return 0
        found = await self.fill()
        await self.rebuild()
        async with self.repository.writing() as session:
            await kept.settle(session, NAME, RATED)
        if found:
            log.info("the results of earlier games are kept and rated", games=found)
        return found

    async def fill(self) -> int:
        """Keeps what is not kept yet, without rating it; how many games that were. One that cannot be read is left."""
        found, last = 0, 0
        while True:
            async with self.database.reading() as session:
                ids = await outcomes.not_kept(session, after=last)
            if not ids:
                return found
            for last in ids:
                found += await self._keep(last)

    async def _keep(self, game_id: int) -> bool:
        try:
            table = await self.repository.one_of_many(game_id)
            async with self.repository.holding(game_id) as session:
                if await outcomes.of_game(session, game_id) is not None:
                    return False
                await outcomes.put(session, *await following.made_of(session, table))
        except (Refused, TableBroken) as fault:
            log.warning("a result cannot be kept", table=game_id, reason=str(fault))
            return False
        return True

    async def rebuild(self) -> dict[Ladder, int]:
        """Rates everything again, from the results alone; how many games that changed, by ladder."""
        async with self.database.reading() as session:
            known = await outcomes.ladders(session)
        found = {}
        for ladder in known:
            async with self.repository.writing() as session:
                await outcomes.hold(session, ladder)
                found[ladder] = await following.rate_again(session, ladder)
        return found
