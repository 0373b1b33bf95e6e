"""Conflicts of locks on PostgreSQL: of two transactions that wait for each other one fails, leaves nothing, and can be
done again. What waits for no lock cannot come to that."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from typing import Any, NamedTuple

import psycopg.errors
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from sqlmodel import col, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import forgetting, games, jobs, results, retention, seats, votes
from storage.columns import utcnow
from storage.database import Database
from storage.jobs import Kind
from storage.models import GameRow, JobRow, SeatRow, Status, VoteRow
from tests.storage.messages import add, claimed_rows
from tests.storage.postgresql import Server
from tests.storage.sample import GUILD, stored

PATIENCE = 20
"""Seconds within which a conflict is over; PostgreSQL looks for deadlocks after one."""
LADDER = results.Ladder(GUILD, "navegador", 3)
VOTE = 1
"""The id of the first vote of a database."""
SERVER = 7
USER = 11
AGES_AGO = utcnow() - timedelta(days=900)

Lock = Callable[[AsyncSession, int], Awaitable[object]]
"""A function that locks something of a game."""

pytestmark = pytest.mark.parametrize("backend", ["postgresql"], indirect=True)


@pytest.fixture
async def rival(database: Database, database_url: str) -> AsyncIterator[Database]:
    """Provide the database as another process of the bot uses it."""
    async with Database.open(database_url) as opened:
        yield opened


class Tables(NamedTuple):
    """Two games: one that both transactions change, and one of which something is locked."""

    changed: int
    locked: int


async def make_tables(database: Database, **changes: Any) -> Tables:
    tables = Tables(await stored(database, channel_id=1), await stored(database, channel_id=2, **changes))
    async with database.transaction() as session:
        vote = VoteRow(game_id=tables.locked, kind="undo", seat=0, version=0, agreed=[0])
        assert await votes.open_vote(session, vote) is vote
        session.add(SeatRow(game_id=tables.locked, number=0, user_id=USER, name="Ada"))
        await jobs.schedule(session, tables.locked, Kind.REMINDER)
    return tables


WAITING: dict[str, tuple[Lock, dict[str, Any]]] = {
    "games.hold": (games.hold, {}),
    "games.running_in_server": (lambda session, _: games.running_in_server(session, SERVER), {"guild_id": SERVER}),
    "seats.lock_lobby": (seats.lock_lobby, {"status": Status.LOBBY, "state": None}),
    "votes.get": (lambda session, _: votes.get(session, VOTE, locked=True), {}),
    "forgetting.draw_by_lot": (
        lambda session, _: forgetting.draw_by_lot(session, ["Ada"]),
        {"status": Status.LOBBY, "state": None, "turned": ["Ada", "Ben"]},
    ),
    "jobs.due_of_user": (lambda session, _: jobs.due_of_user(session, USER, Kind.REMINDER, locked=True), {}),
    "results.hold": (lambda session, _: results.hold(session, LADDER), {}),
}
"""Functions of storage that wait for a lock, and what is special about the game that they lock."""


async def wait_for_lock(server: Server, database: Database) -> None:
    """Return once a transaction of this process waits for a lock."""
    waiting = f"SELECT 1 FROM pg_stat_activity WHERE application_name = '{database.name}' AND wait_event_type = 'Lock'"
    while not server.run(waiting):
        await asyncio.sleep(0.01)


async def version_and_turn(database: Database, game_id: int) -> tuple[int, int]:
    async with database.reading() as session:
        game = await games.get(session, game_id)
    assert game is not None
    return game.version, game.turn


@pytest.mark.parametrize("name", WAITING)
async def test_a_deadlock_fails_one_transaction_which_can_be_done_again(
    database: Database, rival: Database, postgresql: Server, name: str
) -> None:
    lock, changes = WAITING[name]
    tables = await make_tables(database, **changes)
    async with asyncio.timeout(PATIENCE):
        async with database.transaction() as session, rival.transaction() as rival_session:
            await rival_session.exec(text("SET LOCAL deadlock_timeout = '1h'"))  # type: ignore[call-overload]
            await lock(rival_session, tables.locked)
            assert await games.advance(session, tables.changed, 0, turn=7)
            waiting = asyncio.create_task(games.advance(rival_session, tables.changed, 0, turn=8))
            await wait_for_lock(postgresql, rival)
            with pytest.raises(OperationalError) as conflict:
                await lock(session, tables.locked)
            assert isinstance(conflict.value.orig, psycopg.errors.DeadlockDetected)
            await session.rollback()
            assert await waiting, "the other transaction goes on"
        assert await version_and_turn(database, tables.changed) == (1, 8)
        async with database.transaction() as session:
            assert await games.advance(session, tables.changed, 1, turn=9)
            await lock(session, tables.locked)
    assert await version_and_turn(database, tables.changed) == (2, 9)


@pytest.mark.parametrize("name", WAITING)
async def test_a_transaction_sees_what_others_have_stored_while_it_waited_whatever_the_server_isolates(
    database: Database, rival: Database, postgresql: Server, database_url: str, name: str
) -> None:
    """Transactions of a server that isolates them strictly by default would fail instead."""
    lock, changes = WAITING[name]
    tables = await make_tables(database, **changes)
    strict = f"{database_url}&options=-c%20default_transaction_isolation%3Dserializable"
    async with asyncio.timeout(PATIENCE), Database.open(strict) as patient, rival.transaction() as rival_session:
        assert await games.advance(rival_session, tables.changed, 0, turn=7)
        await lock(rival_session, tables.locked)
        async with patient.transaction() as session:
            assert await session.scalar(select(GameRow.turn).where(GameRow.id == tables.changed)) == 0
            waiting = asyncio.create_task(_advance_after(session, lock, tables))
            await wait_for_lock(postgresql, patient)
            await rival_session.commit()
            assert await waiting == 7
    assert await version_and_turn(database, tables.changed) == (2, 8)


async def _advance_after(session: AsyncSession, lock: Lock, tables: Tables) -> int | None:
    await lock(session, tables.locked)
    turn = await session.scalar(select(GameRow.turn).where(GameRow.id == tables.changed))
    assert await games.advance(session, tables.changed, 1, turn=8)
    return turn


async def test_lobbies_of_rematches_are_locked_in_the_order_of_their_ids(
    database: Database, rival: Database, postgresql: Server
) -> None:
    """Whoever locks several games does so in this order: two that do never wait for each other."""
    lobby = {"status": Status.LOBBY, "state": None, "turned": ["Ada", "Ben"]}
    first, second = [await stored(database, channel_id=number, **lobby) for number in (1, 2)]
    async with database.transaction() as session:
        await games.choose(session, first, hints=False)  # its row lies behind that of the second from now on
    async with asyncio.timeout(PATIENCE), database.transaction() as session:
        for method in ("indexscan", "bitmapscan"):
            await session.exec(text(f"SET LOCAL enable_{method} = off"))  # type: ignore[call-overload]
        async with rival.transaction() as rival_session:
            await games.hold(rival_session, first)
            waiting = asyncio.create_task(forgetting.draw_by_lot(session, ["Ada"]))
            await wait_for_lock(postgresql, database)
            await games.hold(rival_session, second)
        await waiting
    assert [(await version_and_turn(database, game_id))[0] for game_id in (first, second)] == [1, 1]


# -- what is locked by others is left to them --------------------------------------------------------------------------


async def claim(session: AsyncSession) -> list[int]:
    return [job.id for job in await claimed_rows(session)]


async def renew(session: AsyncSession) -> list[int]:
    """Extend the claims of all jobs, and return the jobs whose claim reaches further than before."""
    claimed = (await session.exec(select(JobRow).order_by(col(JobRow.id)))).all()
    before = [job.claimed_until for job in claimed]
    await jobs.renew(session, claimed, lease=timedelta(days=1))
    return [job.id for job, until in zip(claimed, before, strict=True) if job.claimed_until != until]


async def correct_moments(session: AsyncSession) -> list[int]:
    """Correct what lies in the future, and return the messages that are due."""
    await jobs.after_a_jump(session)
    due = select(JobRow.id).where(col(JobRow.due_at) < utcnow() + timedelta(minutes=1))
    return [*(await session.exec(due.order_by(col(JobRow.id)))).all()]


async def clear_outdated(session: AsyncSession) -> list[int]:
    game_ids = await retention.outdated(session, AGES_AGO + timedelta(days=1))
    await retention.clear(session, game_ids)
    return [*game_ids]


async def end_games_of_server(session: AsyncSession) -> list[int]:
    return [*(await retention.end_all(session, SERVER))]


SKIPPING: dict[str, tuple[type[GameRow | JobRow], Callable[[AsyncSession], Awaitable[list[int]]], dict[str, Any]]] = {
    "jobs.claim": (JobRow, claim, {}),
    "jobs.renew": (JobRow, renew, {"claimed_until": utcnow() + timedelta(hours=1)}),
    "jobs.after_a_jump": (
        JobRow,
        correct_moments,
        {name: utcnow() + timedelta(days=9) for name in ("set_at", "due_at")},
    ),
    "retention.outdated": (GameRow, clear_outdated, {"status": Status.FINISHED, "updated_at": AGES_AGO}),
    "retention.end_all": (GameRow, end_games_of_server, {"guild_id": SERVER}),
}
"""Functions of storage that leave out locked rows: the table of the rows, the function, what is special about them."""


@pytest.mark.parametrize("name", SKIPPING)
async def test_what_another_transaction_has_locked_is_left_for_the_next_time(
    database: Database, rival: Database, name: str
) -> None:
    table, work, changes = SKIPPING[name]
    for number in (1, 2):
        await add(database, await stored(database, channel_id=number), "ping")
    async with database.transaction() as session:
        await session.exec(update(table).values(**changes or {"id": table.id}))
    async with asyncio.timeout(PATIENCE):
        async with rival.transaction() as rival_session:
            await rival_session.exec(select(table.id).where(table.id == 1).with_for_update())
            async with database.transaction() as session:
                assert await work(session) == [2]
        async with database.transaction() as session:
            assert 1 in await work(session)
