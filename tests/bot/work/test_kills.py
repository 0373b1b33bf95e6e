"""When processes are killed, no move and no message is lost, and none is made or posted twice."""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest
from sqlmodel import col, select

from bot.tables import Tables
from storage.database import Database
from storage.deliveries import SHOWING_BOARDS
from storage.jobs import IS_MESSAGE
from storage.models import JobRow
from tests.bot.lobbies import ANNA, BEN, next_click, open_lobby
from tests.bot.work.lives import Posted, live

LONGEST_LIFE = 0.5
"""Seconds that a process lives once it has begun to play."""
KILLS = [6, pytest.param(300, marks=pytest.mark.proof)]
TABLES = 4

PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload(["tests.bot.work.lives", "bot.delivery", "engines.navegador.game", "psycopg"])


@dataclass
class Lives:
    """Begins processes that play at some tables."""

    url: str
    file: Path
    versions: dict[int, int]
    """The tables, each with its version before the first move."""
    chance: Random

    async def begin(self, *, plays: bool = True) -> BaseProcess:
        """Return a process that has begun to play, or to do what is left to be done."""
        has_begun = PROCESSES.Event()
        order = (self.url, str(self.file), [*self.versions], self.chance.getrandbits(32), has_begun, plays)
        process = PROCESSES.Process(target=live, args=order)
        process.start()
        assert await asyncio.to_thread(has_begun.wait, 60)
        return process


async def begin_tables(database: Database) -> dict[int, int]:
    """Return tables of two persons, every second one with a computer player, too, with their versions."""
    tables = Tables(database)
    versions: dict[int, int] = {}
    for number in range(TABLES):
        lobby = await open_lobby(tables, BEN, channel_id=100 + number)
        if number % 2:
            await tables.lobby.add_computer(lobby.row.id, "random", "Random", user_id=ANNA, click=next_click())
        row = (await tables.lobby.start(lobby.row.id, user_id=ANNA)).row
        versions[row.id] = row.version
    return versions


async def check(database: Database, file: Path, versions: Mapping[int, int]) -> int:
    """Check that the tables have told what has happened, in order, each thing once; return how many moves that are."""
    tables = Tables(database)
    posted = Posted(file).read()
    assert len(posted) == len({*posted})
    known = list[str]()
    moves = 0
    for game_id, first in versions.items():
        async with database.reading() as session:
            query = select(JobRow).where(JobRow.game_id == game_id, IS_MESSAGE).order_by(col(JobRow.id))
            messages = (await session.exec(query)).all()
        assert [message for message in messages if message.sent_at is None] == []
        shown = [message for message in messages if message.message_id is not None]
        assert {message.kind for message in messages} - {message.kind for message in shown} <= {"picture", "offers"}
        nonces = [message.nonce for message in shown if message.kind != "board" or message.nonce in posted]
        assert [nonce for nonce in posted if nonce in nonces] == nonces, "each once, in order, and none is missing"
        known += nonces
        table = await tables.table(game_id)
        log = await tables.log(game_id)
        assert [move.version for move in log] == list(range(first + 1, table.row.version + 1))
        moves += len(log)
        assert table.game.audit() == []
        assert not table.is_running or not table.is_computers_turn
        boards = [message for message in messages if message.kind in SHOWING_BOARDS]
        assert boards[-1].payload["version"] == table.row.version, "the last board tells of the last move"
        payloads = [message.payload for message in boards if message.kind != "board"]
        for before, after in itertools.pairwise(payloads):
            assert after["since"] <= before["version"], "each message goes on where the one before ends"
    assert {*known} == {*posted}, "nothing was posted that no table has said"
    return moves


@pytest.mark.slow
@pytest.mark.parametrize("kills", KILLS)
@pytest.mark.parametrize(
    ("backend", "at_once"), [("sqlite", 1), ("postgresql", 1), ("postgresql", 2)], indirect=["backend"]
)
async def test_processes_that_are_killed_lose_and_double_nothing(
    database: Database, database_url: str, tmp_path: Path, kills: int, at_once: int
) -> None:
    lives = Lives(database_url, tmp_path / "posted", await begin_tables(database), Random(kills + at_once))
    processes = [await lives.begin() for _ in range(at_once)]
    try:
        for _ in range(kills):
            await asyncio.sleep(LONGEST_LIFE * lives.chance.random())
            killed = lives.chance.randrange(at_once)
            assert processes[killed].is_alive(), "none ends by itself"
            processes[killed].kill()
            processes[killed].join()
            processes[killed] = await lives.begin()
    finally:
        for process in processes:
            process.kill()
            process.join()
    last = await lives.begin(plays=False)
    await asyncio.to_thread(last.join)
    assert last.exitcode == 0
    assert await check(database, lives.file, lives.versions) > 0, "something was played"
