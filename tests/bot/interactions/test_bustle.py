"""Two processes act at the same tables at once, and no transactions wait for each other in a circle."""

from __future__ import annotations

import asyncio
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import Connection, event
from structlog.testing import capture_logs

from bot.tables import Refused
from bot.tables.table_notes import Plan
from bot.tables.timers import serve_timers
from engines import IllegalAction
from storage import people
from storage.database import Database
from storage.jobs import Kind
from storage.models import JobRow
from tests.bot.lobbies import ANNA, BEN, CARLA, open_lobby
from tests.bot.office import Office
from tests.bot.timers import handlers_of

_HOLD = re.compile("SELECT game.* FOR (NO KEY )?UPDATE$")
PLACES = ("sailing", "workers", "ships", "market1", "building", "colony")
PEOPLE = (ANNA, BEN, CARLA)
TABLES = 3
CROWD = 6
"""The number of those who act at once in each process."""


@pytest.fixture
async def offices(database_url: str) -> AsyncIterator[list[Office]]:
    async with AsyncExitStack() as stack:
        yield [Office(await stack.enter_async_context(Database.open(database_url))) for _ in range(2)]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("deeds", [7, pytest.param(12, marks=pytest.mark.proof)])
@pytest.mark.parametrize("backend", ["postgresql"], indirect=True)
async def test_what_happens_at_once_in_two_processes_hinders_nothing(offices: list[Office], deeds: int) -> None:
    """``deeds`` is how much each of those who act does."""
    ids = [await _table(offices[0], number) for number in range(TABLES)]
    for office in offices:
        serve_timers(
            office.worker, handlers_of(office.tables) | {Kind.CALL: _Calls(office).call}, office.services.turns
        )
    async with offices[0].database.transaction() as session:
        for person in PEOPLE:
            await people.change_settings(session, person, lambda _: {"call": "both", "quiet": []})
    orders = [_Order(office.database) for office in offices]
    with capture_logs() as logs:
        crowd = [_bustle(office, ids, Random(number), deeds) for number in range(CROWD) for office in offices]
        await asyncio.gather(*crowd, _work(offices, Random(0), 2 * deeds))
        for office in offices:
            await office.worker.idle()
    assert [entry for entry in logs if entry["log_level"] in ("warning", "error")] == []
    assert [fault for order in orders for fault in order.faults] == []
    for game_id in ids:
        table = await offices[0].tables.table(game_id)
        assert not table.is_running or table.game.audit() == []


async def _table(office: Office, number: int) -> int:
    lobby = await open_lobby(office.tables, BEN, CARLA, channel_id=50 + number)
    for name, value in (("limit", "12"), ("time_up", "play")):
        await office.tables.lobby.set_clocks(lobby.row.id, {name: value}, user_id=ANNA)
    return (await office.tables.lobby.start(lobby.row.id, user_id=ANNA)).row.id


class _Order:
    """A watch over transactions: one that changes several rows must hold the tables before anything else."""

    def __init__(self, database: Database) -> None:
        self.faults: list[list[str]] = []
        self._writes: dict[int, list[str]] = defaultdict(list)
        engine = database.engine.sync_engine
        event.listen(engine, "before_cursor_execute", self._statement)
        for end in ("commit", "rollback"):
            event.listen(engine, end, self._ended)

    def _statement(self, connection: Connection, cursor: object, statement: str, *_: object) -> None:
        words = " ".join(statement.replace('"', "").split())
        if words.startswith(("INSERT", "UPDATE", "DELETE")) or " FOR " in words:
            self._writes[id(connection.connection.dbapi_connection)].append(words)

    def _ended(self, connection: Connection) -> None:
        statements = self._writes.pop(id(connection.connection.dbapi_connection), [])
        is_held = bool(statements) and (
            statements[0].startswith(("INSERT INTO game ", "UPDATE game ")) or _HOLD.match(statements[0])
        )
        holds_later = any(_HOLD.match(words) or words.startswith("UPDATE game ") for words in statements)
        if (
            not is_held
            and (holds_later or len(statements) > 1)
            and not any("SKIP LOCKED" in words for words in statements)
        ):
            self.faults.append([words[:80] for words in statements])


class _Calls:
    """A handler of direct messages, of which every second is refused."""

    def __init__(self, office: Office) -> None:
        self.tables = office.tables
        self.refused = False

    async def call(self, timer: JobRow) -> None:
        direct_call = await self.tables.direct_calls.take(timer)
        self.refused = not self.refused
        if direct_call is not None and self.refused:
            await self.tables.direct_calls.call_in_channel(
                timer, direct_call.user, direct_call.pending, explained=False
            )
        elif direct_call is not None:
            await self.tables.repository.finish_timer(timer)


async def _work(offices: list[Office], random: Random, times: int) -> None:
    """Run the workers of all processes, for which hours pass."""
    for _ in range(times):
        wait = timedelta(hours=random.choice((1, 6)))
        for office in offices:
            office.database.clock_offset += wait
            office.worker.wake()
        for office in offices:
            await office.worker.sweep.run_once()
            await office.worker.idle()


async def _bustle(office: Office, ids: list[int], random: Random, times: int) -> None:
    deeds: list[Callable[[int, int], Awaitable[object]]] = [
        _act(office, random),
        _act(office, random),
        _plan(office, random),
        _plan(office, random),
        office.tables.play.undo,
        office.tables.nudges.nudge,
        office.tables.seating.leave,
        office.tables.seating.come_back,
        lambda game_id, user: office.tables.play.post_again(game_id),
        lambda game_id, user: office.tables.pauses.pause(game_id, user, "x", admin=True),
        lambda game_id, user: office.tables.pauses.resume(game_id, user, "x", admin=True),
        lambda game_id, user: office.tables.voting.propose_back(game_id, user, 1),
        lambda game_id, user: office.tables.voting.propose_clock(game_id, user, {"limit": random.choice(("12", "24"))}),
        _answer(office, random),
        _answer(office, random),
    ]
    for _ in range(times):
        try:
            await random.choice(deeds)(random.choice(ids), random.choice(PEOPLE))
        except (Refused, IllegalAction):
            continue


def _act(office: Office, random: Random) -> Callable[[int, int], Awaitable[object]]:
    async def act(game_id: int, _: int) -> None:
        table = await office.tables.table(game_id)
        for seat in table.game.to_act:
            if (user := table.user_at(seat)) is not None:
                await office.tables.play.act(game_id, user, random.choice(table.game.legal(seat)))

    return act


def _plan(office: Office, random: Random) -> Callable[[int, int], Awaitable[object]]:
    async def plan(game_id: int, user: int) -> None:
        table = await office.tables.table(game_id)
        revision, notes = await office.tables.plans.load_notes(game_id, user)
        wishes = [[" ".join(("rondel", place))] for place in random.sample(PLACES, 2)]
        plan = Plan(version=table.row.version, decisions=wishes, wishes=True)
        await office.tables.plans.store_notes(table, user, revision, notes.with_plan(plan))

    return plan


def _answer(office: Office, random: Random) -> Callable[[int, int], Awaitable[object]]:
    async def answer(game_id: int, user: int) -> None:
        if (vote := await office.tables.voting.open_vote(game_id)) is not None:
            vote_answer = random.choice(("agree", "agree", "refuse"))
            await office.tables.voting.answer(game_id, vote.id, user, vote_answer)

    return answer
