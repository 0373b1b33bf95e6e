"""Servers from which the bot is removed and to which it returns: their tables pause, and go on."""

from __future__ import annotations

import structlog

from bot.tables.table import Table
from bot.tables.transaction import TableTransactions
from storage import deliveries, games, people, seats

log = structlog.get_logger()

REASON = "the bot was removed from the server"
"""Stored reason of messages that are not sent. It must not change, since it marks those that are sent on return."""


class Servers:
    """Presence of the bot in the servers of tables."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions
        self.repository = transactions.repository

    async def leave(self, guild_id: int) -> None:
        """Drop the waiting messages of a server's tables; nothing is sent there until the bot is back."""
        async with self.repository.database.transaction() as session:
            await people.note_left(session, guild_id)
            # Tables are held before their messages, in the same order as in all other transactions.
            await games.running_in_server(session, guild_id)
            dropped = await deliveries.drop_server(session, guild_id, REASON)
        log.info("removed from a server", server=guild_id, dropped=dropped)

    async def come_back(self, guild_id: int) -> None:
        """Post the boards of a server's tables again, with what nobody has read, if the bot had been removed."""
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
                        await self.transactions.join(session, table).show_again()
                except Exception:  # one broken table must not hold up the others
                    log.exception("the board could not be posted anew", table=game_id)
            await deliveries.revive_server(session, guild_id, REASON)
        log.info("back in a server", server=guild_id, tables=len(running))

    async def drop_if_left(self, guild_id: int | None) -> bool:
        """Return whether the bot has left a server, and drop the waiting messages there if so."""
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
        """Return the servers with open tables or waiting messages, without those that the bot has left."""
        async with self.repository.database.reading() as session:
            server_ids = await games.servers_in_use(session)
            return server_ids and server_ids - await people.servers_left(session)

    async def left_servers(self) -> set[int]:
        """Return the servers that the bot is known to have left."""
        async with self.repository.database.reading() as session:
            return await people.servers_left(session)
