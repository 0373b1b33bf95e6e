"""Access rules of the operator: servers that are allowed, and people who are excluded."""

from __future__ import annotations

from collections.abc import Collection

from storage import exclusions
from storage.database import Database

REFRESH_SECONDS = 60
"""Seconds between two reads of the list of excluded people, which the command line may have changed."""


class Moderation:
    """The allowed servers and the excluded people."""

    def __init__(self, allowed: Collection[int] = ()) -> None:
        self.allowed = frozenset(allowed)
        """The only servers where the bot may be used; empty: all servers."""
        self._excluded: frozenset[int] = frozenset()

    async def refresh(self, database: Database) -> None:
        """Read the list of excluded people from the database."""
        self._excluded = frozenset(await excluded_people(database))

    def may_be_in(self, guild_id: int) -> bool:
        """Return whether the bot may be used in this server."""
        return not self.allowed or guild_id in self.allowed

    def objection(self, user_id: int, guild_id: int | None) -> str | None:
        """Return the id of a sentence that says why a person may not use the bot in a server; None if they may."""
        if user_id in self._excluded:
            return "error.excluded"
        if guild_id is not None and not self.may_be_in(guild_id):
            return "error.server_not_allowed"
        return None


async def excluded_people(database: Database) -> list[int]:
    """Return the Discord ids of the people whom the operator has excluded."""
    async with database.reading() as session:
        return await exclusions.excluded_ids(session)


async def exclude(database: Database, user_id: int) -> None:
    """Exclude a person from the bot; seats and results stay as they are."""
    async with database.transaction() as session:
        await exclusions.add(session, user_id)


async def admit_again(database: Database, user_id: int) -> None:
    """Remove a person from the list of excluded people."""
    async with database.transaction() as session:
        await exclusions.remove(session, user_id)
