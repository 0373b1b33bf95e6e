"""Measure moves through session and database; the yardstick is transactions that only write the same rows."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from sqlalchemy import insert, update
from sqlmodel import col, select

from bot.tables import Table, Tables
from engines import Json
from storage.database import Database
from storage.jobs import IS_MESSAGE
from storage.models import GameRow, JobRow, MoveRow, SeatOrder, new_nonce
from tools.bench.measure import Figure, Scope, usual_seats

BLOCK = 20
"""Moves in a round, one after the other."""
CHANNEL = 1
"""Id of the channel of the tables."""


def measure(scope: Scope) -> list[Figure]:
    """Measure the moves a second of one table, each committed to a SQLite file before the next."""
    with TemporaryDirectory(prefix="portolan-bench-") as folder:
        return asyncio.run(_measure(scope, Path(folder)))


class RandomTable:
    """A table of people who play at random, through the services of the bot."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self.database = database
        self.tables = Tables(database)
        self.scope = scope
        self.rng = Random(1)
        self.clicks = count(1)
        self.took = 0.0
        """Seconds that moves have taken, without choosing them and without collecting rows for the yardstick."""
        self.table: Table

    async def begin(self) -> None:
        """Open and start a table."""
        seats = usual_seats(self.scope.kind)
        lobby = self.tables.lobby
        opened = await lobby.open(
            self.scope.kind.key,
            guild_id=None,
            channel_id=CHANNEL,
            host=(1, "Player 1"),
            click=next(self.clicks),
            seats_wanted=seats,
            order=SeatOrder.JOINING,
        )
        for user in range(2, seats + 1):
            await lobby.join(opened.row.id, user, f"Player {user}", click=next(self.clicks))
        self.table = await lobby.start(opened.row.id, user_id=1)

    async def play(self, moves: int) -> tuple[list[MoveRow], list[Json], JobRow]:
        """Play so many moves, or fewer if the game ends, and return the rows, states and job written for them."""
        states: list[Json] = []
        first = self.table.row.version
        while len(states) < moves and self.table.game.to_act:
            await self._move()
            states.append(self.table.game.dump())
        game_id = self.table.row.id
        async with self.database.reading() as session:
            query = select(MoveRow).where(MoveRow.game_id == game_id, col(MoveRow.version) > first)
            rows = list((await session.exec(query)).all())
            newest = select(JobRow).where(JobRow.game_id == game_id, IS_MESSAGE).order_by(col(JobRow.id).desc())
            message = (await session.exec(newest.limit(1))).one()
        if not self.table.game.to_act:
            await self.begin()
        return rows, states, message

    async def _move(self) -> None:
        game = self.table.game
        seat = game.to_act[0]
        user = self.table.user_at(seat)
        assert user is not None
        action = self.rng.choice(game.legal(seat))
        version = self.table.row.version
        click = next(self.clicks)
        began = perf_counter()
        self.table = await self.tables.play.act(self.table.row.id, user, action, version=version, interaction_id=click)
        self.took += perf_counter() - began


class Bare:
    """A writer of the same rows to a database of the same kind, without engine and services."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.version = 0

    async def begin(self, game: GameRow) -> None:
        """Add the row of a game, to which all moves are written."""
        async with self.database.transaction() as session:
            session.add(game.unkept(id=1, channel_id=CHANNEL))

    async def write(self, moves: list[MoveRow], states: list[Json], message: JobRow) -> None:
        """Commit a transaction for each move: the game's row changes, the log and the queue grow."""
        outgoing: dict[str, Any] = message.model_dump(exclude={"id"}) | {"game_id": 1}
        for move, state in zip(moves, states, strict=True):
            self.version += 1
            logged = move.model_dump() | {"game_id": 1, "version": self.version, "interaction_id": self.version}
            async with self.database.engine.begin() as connection:
                changed = update(GameRow).where(col(GameRow.id) == 1)
                await connection.execute(changed.values(state=state, turn=move.turn, version=self.version))
                await connection.execute(insert(MoveRow).values(**logged))
                await connection.execute(insert(JobRow).values(**outgoing | {"nonce": new_nonce()}))


async def _measure(scope: Scope, folder: Path) -> list[Figure]:
    async with (
        Database.open(f"sqlite:///{folder / 'ours.db'}") as database,
        Database.open(f"sqlite:///{folder / 'bare.db'}") as bare_database,
    ):
        await database.migrate()
        await bare_database.migrate()
        random_table = RandomTable(database, scope)
        bare = Bare(bare_database)
        await random_table.begin()
        await bare.begin(random_table.table.row)
        await bare.write(*await random_table.play(BLOCK))  # not measured: it warms both up
        rounds = scope.count(60, 8)
        durations: list[tuple[float, float]] = []
        # Both write in turns, so that they meet the same noise of the machine.
        for _ in scope.track("moves", range(rounds), rounds):
            random_table.took = 0.0
            written = await random_table.play(BLOCK)
            began = perf_counter()
            await bare.write(*written)
            durations.append((random_table.took / len(written[0]), (perf_counter() - began) / len(written[0])))
    usual = median(seconds for seconds, _ in durations)
    usual_bare = median(bare_seconds for _, bare_seconds in durations)
    ratio = median(seconds / bare_seconds for seconds, bare_seconds in durations)
    figure = Figure(
        "moves through session and database",
        f"{1 / usual:.0f} a second, bare transactions {1 / usual_bare:.0f}",
        1 / ratio,
        bar=0.25,  # at least a quarter of the rate of bare transactions
        high=True,
        rounds=rounds,
    )
    return [figure]
