"""Sessions for reading: one of a task at a time."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import games, people
from storage.database import Database
from tests.storage.databases import locale_of
from tests.storage.sample import move, stored


async def test_a_reading_inside_of_another_one_of_the_same_task_is_that_one(database: Database) -> None:
    game_id = await stored(database)

    async def of_child() -> AsyncSession:
        async with database.reading() as session, database.reading() as same:
            assert same is session
            assert await games.get(session, game_id)
            await asyncio.sleep(0.01)
            return session

    url = database.url.render_as_string(hide_password=False)
    async with Database.open(url) as other_database, database.reading() as outer:
        async with database.reading() as inner:
            assert inner is outer
        async with other_database.reading() as elsewhere:
            assert elsewhere is not outer
            async with database.reading() as inner, other_database.reading() as again:
                assert (inner is outer, again is outer) == (False, False)
        assert await games.get(outer, game_id), "the one inside has not ended it"
        with pytest.raises(RuntimeError, match="inside"):
            async with database.reading():
                raise RuntimeError("inside")
        sessions = {outer, *await asyncio.gather(of_child(), of_child())}
        assert len(sessions) == 3, "tasks have their own"
        child = asyncio.create_task(_later(of_child))
        assert await of_child() is outer
    async with database.reading() as next_one:
        assert await child is not next_one, "nor has one that goes on after it has ended"


async def _later(work: Callable[[], Awaitable[AsyncSession]]) -> AsyncSession:
    await asyncio.sleep(0.01)
    return await work()


async def test_a_reading_inside_of_another_one_sees_what_was_committed_meanwhile(database: Database) -> None:
    game_id = await stored(database)
    async with database.reading() as outer:
        before = await games.get(outer, game_id)
        assert before is not None
        assert (before.version, await locale_of(outer, 1)) == (0, None)
        assert await move(database, game_id, 0)
        async with database.transaction() as session:
            await people.set_user_locale(session, 1, "nl")
            async with database.reading() as inner:
                assert await locale_of(inner, 1) is None, "it is no part of the transaction"
        async with database.reading() as inner:
            now = await games.get(inner, game_id)
            assert now is not None
            assert (now.version, now.state, await locale_of(inner, 1)) == (1, {"turn": 1}, "nl")


async def test_who_reads_next_finds_nothing_of_who_has_read_before(database: Database) -> None:
    game_id = await stored(database)
    async with database.reading() as session:
        first = await games.outline(session, game_id)
        assert first is not None
        first.turn = 99
    with pytest.raises(RuntimeError, match="wrong"):
        async with database.reading() as broken:
            raise RuntimeError("wrong")
    async with database.reading() as session:
        assert session is not broken
        assert not list(session)
        again = await games.outline(session, game_id)
        assert again is not None
        assert (again is first, again.turn) == (False, 0)


async def test_a_reading_that_is_cancelled_gives_its_connection_back(database: Database) -> None:
    game_id = await stored(database)

    async def reads() -> None:
        async with database.reading() as session, database.reading():
            await games.get(session, game_id)
            await asyncio.sleep(30)

    for _ in range(2):
        tasks = [asyncio.create_task(reads()) for _ in range(15)]
        await asyncio.sleep(0.2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(10):
        assert await move(database, game_id, 0)
