"""The connection to the database: sessions, start-up, shutdown."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from contextvars import ContextVar
from datetime import timedelta
from typing import Any, Self

from sqlalchemy import URL, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock, migrations, notices, postgresql, sqlite, urls
from storage.columns import read_json, written_json
from storage.private import PRIVATE, conceal

_reading: ContextVar[tuple[tuple[object, asyncio.Task[Any] | None], AsyncSession] | None]
_reading = ContextVar("reading", default=None)
"""Of which database which task reads just now, and with which session; a task that it begins has this in its context,
too."""


_JSON: dict[str, Any] = {"json_serializer": written_json, "json_deserializer": read_json}
_WRITING = 3
"""So many writing sessions are kept; they hold no connection."""
_READING = 5
"""One in so many connections may be held by a reading session that is kept."""


class _Sessions:
    """Sessions of an engine, at most so many ``kept`` for who comes next: making and ending one takes as long as what
    it is asked."""

    def __init__(self, engine: AsyncEngine, kept: int) -> None:
        self._engine = engine
        self._kept = kept
        self._idle: list[AsyncSession] = []

    @asynccontextmanager
    async def one(self, **info: object) -> AsyncIterator[AsyncSession]:
        """A session that knows no record, and is ready for the next unless something goes wrong in it."""
        session = self._idle.pop() if self._idle else AsyncSession(self._engine, expire_on_commit=False)
        session.info.clear()
        session.info.update(info)
        async with AsyncExitStack() as ending:
            await ending.enter_async_context(session)
            yield session
            if len(self._idle) < self._kept:
                session.expunge_all()
                self._idle.append(session)
                ending.pop_all()

    async def close(self) -> None:
        while self._idle:
            await self._idle.pop().close()


class Database:
    """One database, SQLite or PostgreSQL, for as long as the process uses it.

    >>> async with Database.open("sqlite:///var/portolan.db") as database:  # doctest: +SKIP
    ...     await database.check()
    ...     await database.migrate()
    ...     async with database.transaction() as session:
    ...         await people.set_user_locale(session, user_id=1, locale="nl")
    """

    def __init__(self, url: URL, engine: AsyncEngine, name: str, took: Callable[[float], None]) -> None:
        self.url = url
        self.name = name
        """By which PostgreSQL tells the connections of this process from others."""
        self.engine = engine
        self._took = took
        self.committed: Callable[[], None] = lambda: None
        """Called in the task of each transaction as soon as that is committed."""
        self.ahead = timedelta(0)
        """How much later it counts as than it is, where nobody wants to wait: in the sandbox and in tests."""
        self._origin = secrets.token_hex(8)
        self._writing = _Sessions(engine, _WRITING)
        self._writer: AbstractAsyncContextManager[Any] = nullcontext()
        if url.get_backend_name() == "sqlite":
            # Who reads keeps a connection, which holds nothing between statements.
            kept = sqlite.POOL["pool_size"] // _READING
            self._reading = _Sessions(engine.execution_options(**sqlite.READING), kept)
            self._onlookers = engine.execution_options(**sqlite.ONLOOKING)
            # Writers of this process queue here, first come, first served; SQLite makes them poll, and some starve.
            self._writer = asyncio.Lock()
        else:
            self._reading = _Sessions(engine.execution_options(**postgresql.READING), 0)
            self._onlookers = engine.execution_options(**postgresql.ONLOOKING)

    @classmethod
    def open(cls, url: str, took: Callable[[float], None] = lambda seconds: None) -> Self:
        """Prepares to use the database; nothing is connected yet, a SQLite file's folder is created. ``took`` is told
        how long each transaction took, with what it waited for.

        Raises DatabaseUnusable for a URL that cannot be understood and a folder that cannot be made.
        """
        address, name = urls.normalise(url), f"portolan {secrets.token_hex(8)}"
        urls.make_private(address)
        if address.get_backend_name() == "sqlite":
            sqlite.register_dialect()
            engine = create_async_engine(address, **sqlite.POOL, **PRIVATE, **_JSON)
            sqlite.prepare(engine.sync_engine)
        else:
            engine = create_async_engine(address, **postgresql.pool(name), **PRIVATE, **_JSON)
            postgresql.prepare(engine.sync_engine)
            conceal(engine.sync_engine)
        return cls(address, engine, name, took)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes every connection; their threads have ended when this returns."""
        for sessions in (self._reading, self._writing):
            await sessions.close()
        await self.engine.dispose()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session whose changes are committed together at the end, or not at all when the block raises.

        Do not open one inside another: on SQLite the inner one would wait for the outer one for ever.
        """
        began, info = time.monotonic(), {notices.ORIGIN: self._origin, clock.AHEAD: self.ahead}
        try:
            async with self._writing.one(**info) as session:
                async with self._writer:
                    try:
                        yield session
                        if not session.sync_session._is_clean():
                            await session.flush()
                    except BaseException:
                        await session.rollback()
                        raise
                await session.commit()  # the next writer need not wait until this task learns that it is done
                self.committed()
                await asyncio.sleep(0)  # who writes one thing after another leaves time for others
        finally:
            self._took(time.monotonic() - began)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        """A session for reading alone, which waits for no writer; each statement sees what is committed then. Nothing
        is to be changed in it.

        Inside of another one of the same task it is that one: what asks several questions saves their beginnings.
        """
        who, around = (self, asyncio.current_task()), _reading.get()
        if around is not None and around[0] == who:
            yield around[1]
            return
        async with self._reading.one(**{clock.AHEAD: self.ahead}) as session:
            entered = _reading.set((who, session))
            try:
                yield session
            finally:
                _reading.reset(entered)
        await asyncio.sleep(0)  # who reads one table after another leaves time for others

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncSession]:
        """A session for reading in which everything is of one moment, however long it takes."""
        async with AsyncSession(self._onlookers, expire_on_commit=False) as session:
            yield session

    async def listen(self, heard: Callable[[], None]) -> None:
        """Calls ``heard`` whenever another process has left something in the outbox, until cancelled.

        Nothing is kept of what was said while the database could not be reached. Returns at once on SQLite.
        """
        if self.url.get_backend_name() == "postgresql":
            await notices.listen(self.engine, self._origin, heard)

    async def check(self) -> None:
        """Raises DatabaseUnreachable, with the reason in one line, unless the database can be used."""
        probe = sqlite.WRITE_PROBE if self.url.get_backend_name() == "sqlite" else "SELECT 1"
        try:
            async with self.engine.connect() as connection:
                await connection.execute(text(probe))
                await connection.rollback()
        except (SQLAlchemyError, OSError) as fault:
            raise urls.unreachable(self.url, fault) from fault

    async def alone(self) -> bool:
        """Whether no other process uses the database; SQLite is for one at a time."""
        if self.url.get_backend_name() == "sqlite":
            return True
        async with self.engine.connect() as connection:
            others: int = (await connection.execute(text(postgresql.OTHERS), {"own": self.name})).scalar_one()
            return others == 0

    async def migrate(self) -> bool:
        """Bring the tables up to date, and return whether they were not; several processes may do so at once.

        Raises DatabaseUnreachable when the database cannot be used, and DatabaseUnusable when a newer version of this
        program has changed it.
        """
        await self.check()
        if await asyncio.to_thread(migrations.revision, self.url) == migrations.head():
            return False
        await asyncio.to_thread(migrations.upgrade, self.url)
        return True
