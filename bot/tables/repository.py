"""Access to stored tables: transactions, a lock for each table, and reading a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.table import Refused, Table, TableBroken
from bot.work.locks import Locks
from bot.work.log_context import at_table
from storage import errors, games, jobs, moves, notices, seats
from storage.database import Database
from storage.models import JobRow, Status

log = structlog.get_logger()


Committed = Callable[[], None]
REFUSALS: Mapping[type[errors.StorageError], str] = {
    errors.AlreadyDone: "error.already_done",
    errors.MoveConflict: "error.moved_on",
    errors.ChannelBusy: "error.channel_busy",
    errors.NotInLobby: "error.not_in_lobby",
    errors.TableFull: "error.table_full",
    errors.AlreadySeated: "error.already_seated",
}
"""Message ids for the storage errors that a person can cause."""


@contextmanager
def refuse_storage_errors() -> Iterator[None]:
    """Turn the storage errors that a person can cause into Refused."""
    try:
        yield
    except tuple(REFUSALS) as fault:
        raise Refused(REFUSALS[type(fault)]) from fault


class TableRepository:
    """The stored tables of a database."""

    def __init__(self, database: Database, committed: Committed = lambda: None) -> None:
        """Create a repository; `committed` is called after each commit that leaves jobs to be done."""
        self.database = database
        self.committed = committed
        self._locks = Locks()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Open a transaction, and wake the worker afterwards if it left jobs to be done."""
        async with self.database.transaction() as session:
            yield session
        if notices.has_added_jobs(session):
            self.committed()

    @asynccontextmanager
    async def holding(self, *game_ids: int) -> AsyncIterator[AsyncSession]:
        """Open a transaction as `writing` does, during which nobody else changes these tables."""
        async with self.writing() as session:
            await games.hold(session, *game_ids)
            yield session

    def lock(self, game_id: int) -> asyncio.Lock:
        """Return the lock at which changes of a table queue in this process; across processes the version decides."""
        return self._locks.of(game_id)

    async def finish_timer(self, timer: JobRow) -> None:
        """Delete a timer for which nothing is to be done any more."""
        async with self.database.transaction() as session:
            await jobs.done(session, timer)

    async def table(self, game_id: int) -> Table:
        """Return the table as it is now, and note it in the log context.

        Raises:
            Refused: There is no such table.
            TableBroken: The stored table cannot be read.
        """
        at_table(game_id)
        return await self.load_quietly(game_id)

    async def load_quietly(self, game_id: int) -> Table:
        """Return a table as `table` does, without noting it in the log context: for one of several tables."""
        async with self.database.reading() as session:
            return await self.load_within(session, game_id)

    async def load_within(self, session: AsyncSession, game_id: int) -> Table:
        """Return the table as it is in this transaction. Raises as `table` does."""
        try:
            return await _load(session, game_id)
        except TableBroken as fault:
            log.error("table broken", table=fault.game_id, reason=fault.reason)
            raise

    async def table_in(self, channel_id: int) -> Table:
        """Return the open table of a channel. Raises as `table` does."""
        async with self.database.reading() as session:
            row = await games.latest_in_channel(session, channel_id)
        if row is None or row.status not in games.OPEN:
            raise Refused("error.no_table_here")
        return await self.table(row.id)


async def has_taken_part(session: AsyncSession, table: Table, user_id: int) -> bool:
    """Return whether a person has or had a seat at the table, also as a former substitute.

    An administrator who has taken part has only the rights of a host at the table.
    """
    return table.involves(user_id) or bool(await moves.seats_played(session, table.row.id, user_id))


async def _load(session: AsyncSession, game_id: int) -> Table:
    try:
        row = await games.get(session, game_id)
    except ValueError as fault:
        raise TableBroken(game_id, f"what is stored is no JSON: {fault}") from fault
    if row is None:
        raise Refused("error.no_table")
    table = Table(row, await seats.of_game(session, game_id))
    # A table that was ended because it is damaged can still be spoken of.
    if table.is_running or (row.state is not None and row.status != Status.ABANDONED):
        table.check_game()
    return table
