"""The names that Discord shows now for people at tables, learned when one of them presses or types."""

from __future__ import annotations

import time
from collections import OrderedDict

from bot.tables.repository import TableRepository
from engines.fair_dice import LONGEST_NAME
from storage import seats

VALID_SECONDS = 600.0
"""Seconds for which a stored name is trusted; after that there may be a new seat that lacks it."""
MOST_PEOPLE = 10_000
"""People whose names are remembered."""


class PresentNames:
    """Keep the present names of players without a statement for each click."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository
        self._names: OrderedDict[tuple[int, int | None], tuple[str, float]] = OrderedDict()
        """The stored name and the monotonic time at which it was looked up, by person and server."""

    async def learn(self, user_id: int, guild_id: int | None, name: str) -> None:
        """Store the name of a person on a server, at the open tables there."""
        name = name[:LONGEST_NAME]
        now = time.monotonic()
        stored, stored_at = self._names.get((user_id, guild_id), ("", 0.0))
        if stored == name and now - stored_at < VALID_SECONDS:
            return
        async with self.repository.database.reading() as session:
            is_outdated = await seats.called_otherwise(session, user_id, guild_id, name)
        if is_outdated:
            async with self.repository.database.transaction() as session:
                await seats.rename(session, user_id, guild_id, name)
        self._names[user_id, guild_id] = (name, now)
        self._names.move_to_end((user_id, guild_id))
        if len(self._names) > MOST_PEOPLE:
            self._names.popitem(last=False)
