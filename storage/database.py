"""The connection to the database: sessions, start-up, shutdown."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self

from sqlalchemy import URL, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock, migrations, notices, postgresql, sqlite, sqlite_driver, urls
from storage.columns import read_json, written_json
from storage.errors import PRIVATE, conceal

_JSON: dict[str, Any] = {"json_serializer": written_json, "json_deserializer": read_json}


@dataclass(frozen=True)
class _Reading:
    """An open session for reading, with the database and the task that it belongs to."""

    database: Database
    task: asyncio.Task[Any] | None
    session: AsyncSession


_reading: ContextVar[_Reading | None] = ContextVar("reading", default=None)
"""The innermost open session for reading. A new task inherits the value of its parent, so the task is compared."""


class Database:
    """A SQLite or PostgreSQL database that the process uses.

    >>> async with Database.open("sqlite:///var/portolan.db") as database:  # doctest: +SKIP
    ...     await database.check()
    ...     await database.migrate()
    ...     async with database.transaction() as session:
    ...         await people.set_user_locale(session, user_id=1, locale="nl")
    """

    def __init__(self, url: URL, engine: AsyncEngine, name: str, took: Callable[[float], None]) -> None:
        self.url = url
        self.name = name
        """Application name of this process's connections in PostgreSQL."""
        self.engine = engine
        self._took = took
        self.committed: Callable[[], None] = lambda: None
        """Called after each committed transaction, in its task."""
        self.ahead = timedelta(0)
        """Time by which the database's clock is put forward, in the sandbox and in tests."""
        self._origin = secrets.token_hex(8)
        self._writer: AbstractAsyncContextManager[Any] = nullcontext()
        if url.get_backend_name() == "sqlite":
            self._reading = engine.execution_options(**sqlite.READING)
            self._snapshots = engine.execution_options(**sqlite.SNAPSHOT)
            # Writers of this process queue for this lock in order; SQLite itself would make them poll, and some starve.
            self._writer = asyncio.Lock()
        else:
            self._reading = engine.execution_options(**postgresql.READING)
            self._snapshots = engine.execution_options(**postgresql.SNAPSHOT)

    @classmethod
    def open(cls, url: str, took: Callable[[float], None] = lambda _seconds: None) -> Self:
        """Prepare to use a database, without connecting to it; the folder of a SQLite file is created.

        Args:
            url: the database.
            took: called after each transaction with its seconds, including the time of waiting.

        Raises:
            DatabaseUnusable: the URL cannot be understood, or the folder cannot be made.
        """
        address = urls.normalise(url)
        name = f"portolan {secrets.token_hex(8)}"
        urls.make_private(address)
        if address.get_backend_name() == "sqlite":
            engine = create_async_engine(address, module=sqlite_driver.DBAPI, **sqlite.POOL, **PRIVATE, **_JSON)
            sqlite.prepare(engine.sync_engine)
        else:
            engine = create_async_engine(address, **postgresql.engine_options(name), **PRIVATE, **_JSON)
            conceal(engine.sync_engine)
        return cls(address, engine, name, took)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Open a session whose changes are committed together at the end, or not at all if the block raises.

        Do not open one transaction inside another: on SQLite the inner one would wait for the outer one for ever.
        """
        began = time.monotonic()
        try:
            async with self._writer, self._session(self.engine) as session:
                session.info[notices.ORIGIN] = self._origin
                yield session
                await session.commit()
            self.committed()
        finally:
            self._took(time.monotonic() - began)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """Open a session for reading, which waits for no writer; each statement sees all changes committed before it.

        Inside another such session of the same task that session is reused, so a task needs only one connection.
        """
        task = asyncio.current_task()
        around = _reading.get()
        if around is not None and around.database is self and around.task is task:
            yield around.session
            return
        async with self._session(self._reading) as session:
            token = _reading.set(_Reading(self, task, session))
            try:
                yield session
            finally:
                _reading.reset(token)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncSession]:
        """Open a session for reading whose statements all see the database as it was at the same moment."""
        async with self._session(self._snapshots) as session:
            yield session

    def _session(self, engine: AsyncEngine) -> AsyncSession:
        return AsyncSession(engine, expire_on_commit=False, info={clock.AHEAD: self.ahead})

    async def listen(self, on_notice: Callable[[], None]) -> None:
        """Call ``on_notice`` whenever another process has added jobs, until cancelled.

        Notices sent while the database could not be reached are lost. On SQLite, which is used by one process, this
        returns at once.
        """
        if self.url.get_backend_name() == "postgresql":
            await notices.listen(self.engine, self._origin, on_notice)

    async def check(self) -> None:
        """Raise DatabaseUnreachable, with the reason in one line, if the database cannot be used."""
        probe = sqlite.WRITE_PROBE if self.url.get_backend_name() == "sqlite" else "SELECT 1"
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text(probe))
                await connection.rollback()
        except (SQLAlchemyError, OSError) as fault:
            raise urls.unreachable(self.url, fault) from fault

    async def alone(self) -> bool:
        """Return whether no other process uses the database; always True for SQLite, which only one process may use."""
        if self.url.get_backend_name() == "sqlite":
            return True
        async with self.engine.connect() as connection:
            others: int = (await connection.execute(text(postgresql.COUNT_OTHERS), {"own": self.name})).scalar_one()
            return others == 0

    async def check_revision(self) -> None:
        """Raise DatabaseUnusable if a newer version of the bot has changed the schema."""
        async with self.reading() as session:
            stored = await session.scalar(text(migrations.REVISION))
        migrations.refuse_newer(stored)

    async def migrate(self) -> bool:
        """Migrate the tables to the present schema, and return whether that was needed.

        Several processes may call this at once.

        Raises:
            DatabaseUnreachable: the database cannot be used.
            DatabaseUnusable: a newer version of the bot has changed the schema.
        """
        await self.check()
        if await asyncio.to_thread(migrations.revision, self.url) == migrations.head():
            return False
        await asyncio.to_thread(migrations.upgrade, self.url)
        return True
