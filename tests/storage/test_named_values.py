"""What is remembered by name, and who brings it up to date."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from sqlmodel import select

from storage import named_values
from storage.columns import utcnow
from storage.database import Database
from storage.models import NamedValue

LEASE = timedelta(minutes=2)
NAME = "commands:30"


async def claimed(database: Database, wanted: str, name: str = NAME) -> bool:
    async with database.transaction() as session:
        return await named_values.claim(session, name, wanted, LEASE)


async def known(database: Database) -> str | None:
    async with database.reading() as session:
        return await named_values.value(session, NAME)


async def move_claim(database: Database, delay: timedelta) -> None:
    async with database.transaction() as session:
        row = (await session.exec(select(NamedValue))).one()
        assert row.claimed_until is not None
        row.claimed_until += delay
        session.add(row)


async def test_of_many_that_start_at_once_one_does_the_work(database: Database) -> None:
    assert sorted(await asyncio.gather(*(claimed(database, "new") for _ in range(5)))) == [False] * 4 + [True]
    assert await known(database) == named_values.UNFINISHED
    assert await claimed(database, "new", "commands:31"), "another application is another matter"


async def test_what_is_done_is_done_until_something_else_is_wanted(database: Database) -> None:
    assert await known(database) is None
    assert await claimed(database, "new")
    async with database.transaction() as session:
        await named_values.settle(session, NAME, "new")
    assert await known(database) == "new"
    assert not await claimed(database, "new")
    assert await claimed(database, "newer")
    assert await known(database) == named_values.UNFINISHED, "begun and perhaps half done is not done"


async def test_what_is_forgotten_is_done_again(database: Database) -> None:
    assert await claimed(database, "new")
    async with database.transaction() as session:
        await named_values.settle(session, NAME, "new")
        await named_values.forget(session, NAME)
    assert await known(database) is None
    assert await claimed(database, "new")


async def test_a_failure_is_tried_again_after_the_wait_and_by_whoever_asks_first(database: Database) -> None:
    assert await claimed(database, "new")
    async with database.transaction() as session:
        await named_values.release(session, NAME, timedelta(hours=1))
    assert not await claimed(database, "new")
    await move_claim(database, -timedelta(minutes=59))
    assert not await claimed(database, "new")
    await move_claim(database, -timedelta(minutes=2))
    assert await claimed(database, "new")


async def test_who_dies_loses_the_claim_when_the_lease_ends(database: Database) -> None:
    assert await claimed(database, "new")
    await move_claim(database, -LEASE)
    assert await claimed(database, "new")


@pytest.mark.parametrize("back", [timedelta(hours=3), timedelta(days=400)])
async def test_a_claim_of_a_clock_that_jumped_back_since_is_none(database: Database, back: timedelta) -> None:
    assert await claimed(database, "new")
    await move_claim(database, back)
    assert await claimed(database, "new")
    async with database.reading() as session:
        row = (await session.exec(select(NamedValue))).one()
        assert row.claimed_until is not None
        assert row.claimed_until < utcnow() + 2 * LEASE
