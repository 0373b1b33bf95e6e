"""Servers that the bot is removed from and comes back to: their tables pause, and go on."""

from __future__ import annotations

import structlog

from bot.tables.change import Road
from bot.tables.table import Table
from storage import deliveries, games, people, seats

log = structlog.get_logger()

REASON = "the bot was removed from the server"


class Servers:
    """Everything about tables that depends on whether the bot is in their server."""

    def __init__(self, road: Road) -> None:
        self.road = road
        self.repository = road.repository

    async def leave(self, guild_id: int) -> None:
        """The server's tables pause: what they had to say is dropped, and nothing is sent until the bot comes back."""
        async with self.repository.database.transaction() as session:
            await people.note_left(session, guild_id)
            await games.running_in_server(session, guild_id)  # before their messages, as everybody does
            dropped = await deliveries.drop_server(session, guild_id, REASON)
        log.info("removed from a server", server=guild_id, dropped=dropped)

    async def come_back(self, guild_id: int) -> None:
        """If the bot had been removed: the server's tables go on, and what nobody has heard is said with new boards."""
        async with self.repository.writing() as session:
            if not await people.note_back(session, guild_id):
                return
            running = await games.running_in_server(session, guild_id)
            for game_id in running:
                try:
                    async with session.begin_nested():
                        row = await games.get(session, game_id)
                        assert row is not None
                        table = Table(row, await seats.of_game(session, game_id))
                        await self.road.inside(session, table).show_again()
                except Exception:  # one broken table must not hold up the others
                    log.exception("the board could not be posted anew", table=game_id)
            await deliveries.revive_server(session, guild_id, REASON)
        log.info("back in a server", server=guild_id, tables=len(running))

    async def silent(self, guild_id: int | None) -> bool:
        """Whether nothing may be sent there; what was to be is dropped."""
        if guild_id is None:
            return False
        async with self.repository.database.reading() as session:
            if not await people.has_left(session, guild_id):
                return False
        async with self.repository.database.transaction() as session:
            await games.running_in_server(session, guild_id)
            await deliveries.drop_server(session, guild_id, REASON)
        return True

    async def in_use(self) -> set[int]:
        """Servers with open tables or messages on their way, as far as the bot is known to be in them."""
        async with self.repository.database.reading() as session:
            used = await games.servers_in_use(session)
            return used and used - await people.servers_left(session)

    async def left(self) -> set[int]:
        """Servers that the bot is known to have been removed from."""
        async with self.repository.database.reading() as session:
            return await people.servers_left(session)
