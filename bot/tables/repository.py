"""What lobby and play share: the database, one lock per table, and who is told when something was committed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.table import Refused, Table, TableBroken
from bot.work.handling import at_table
from bot.work.locks import Locks
from storage import errors, games, jobs, notices, seats
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


@contextmanager
def refusing() -> Iterator[None]:
    """What storage does not allow is Refused, with what is said of it."""
    try:
        yield
    except tuple(REFUSALS) as fault:
        raise Refused(REFUSALS[type(fault)]) from fault


class TableRepository:
    """`committed` is called after every commit that has left something to be done."""

    def __init__(self, database: Database, committed: Committed = lambda: None) -> None:
        self.database = database
        self.committed = committed
        self._locks = Locks()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncSession]:
        """Open a transaction after which the worker is woken if it has left something to be done."""
        async with self.database.transaction() as session:
            yield session
        if notices.left(session):
            self.committed()

    @asynccontextmanager
    async def holding(self, *game_ids: int) -> AsyncIterator[AsyncSession]:
        """The same, in which nobody else changes these tables."""
        async with self.writing() as session:
            await games.hold(session, *game_ids)
            yield session

    def lock(self, game_id: int) -> asyncio.Lock:
        """The lock of a table; within this process its changes queue here, across processes the version decides."""
        return self._locks.of(game_id)

    async def over(self, timer: JobRow) -> None:
        """Nothing is to be done any more of what was due."""
        async with self.database.transaction() as session:
            await jobs.done(session, timer)

    async def table(self, game_id: int) -> Table:
        """The table as it is now. Raises Refused when there is none, TableBroken when it cannot be read."""
        at_table(game_id)
        return await self.one_of_many(game_id)

    async def one_of_many(self, game_id: int) -> Table:
        """One table of a list: the log does not note that everything that follows is about it. Raises as ``table``."""
        async with self.database.reading() as session:
            return await self.table_within(session, game_id)

    async def table_within(self, session: AsyncSession, game_id: int) -> Table:
        """The table as it is in this transaction. Raises as ``table``."""
        try:
            return await _read(session, game_id)
        except TableBroken as fault:
            log.error("table broken", table=fault.game_id, reason=fault.reason)
            raise

    async def table_in(self, channel_id: int) -> Table:
        """The open table of a channel. Raises Refused when there is none, TableBroken when it cannot be read."""
        async with self.database.reading() as session:
            row = await games.latest_in_channel(session, channel_id)
        if row is None or row.status not in games.OPEN:
            raise Refused("error.no_table_here")
        return await self.table(row.id)


async def _read(session: AsyncSession, game_id: int) -> Table:
    try:
        row = await games.get(session, game_id)
    except ValueError as fault:
        raise TableBroken(game_id, f"what is stored is no JSON: {fault}") from fault
    if row is None:
        raise Refused("error.no_table")
    table = Table(row, await seats.of_game(session, game_id))
    if table.running or (row.state is not None and row.status != Status.ABANDONED):
        table.checked_game()  # one that was ended because it is damaged can still be spoken of
    return table
