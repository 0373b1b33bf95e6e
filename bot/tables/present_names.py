"""The names that Discord shows now for people at tables, learned whenever one of them presses or types."""

from __future__ import annotations

import time
from collections import OrderedDict

from bot.tables.repository import TableRepository
from engines.fair_dice import LONGEST_NAME
from storage import seats

VALID_SECONDS = 600.0
"""So long it is not looked up again whether a person's seats have the name; meanwhile there may be another seat."""
MOST_PEOPLE = 10_000
"""People whose names are remembered."""


class PresentNames:
    """Keeps the present names of players without a statement for each click."""

    def __init__(self, repository: TableRepository) -> None:
        self.repository = repository
        self._known: OrderedDict[tuple[int, int | None], tuple[str, float]] = OrderedDict()
        """The name that is stored, and when that was looked up by the monotonic clock, by person and server."""

    async def learn(self, user_id: int, guild_id: int | None, name: str) -> None:
        """Store what a person is called on a server, at the tables there that are open."""
        name = name[:LONGEST_NAME]
        now = time.monotonic()
        stored, since = self._known.get((user_id, guild_id), ("", 0.0))
        if stored == name and now - since < VALID_SECONDS:
            return
        async with self.repository.database.reading() as session:
            outdated = await seats.called_otherwise(session, user_id, guild_id, name)
        if outdated:
            async with self.repository.database.transaction() as session:
                await seats.rename(session, user_id, guild_id, name)
        self._known[user_id, guild_id] = name, now
        self._known.move_to_end((user_id, guild_id))
        if len(self._known) > MOST_PEOPLE:
            self._known.popitem(last=False)
