"""Moves through session and database beside transactions that only write the same rows."""

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


def measure(scope: Scope) -> list[Figure]:
    """Measure the moves a second of one table, each committed to a SQLite file before the next."""
    with TemporaryDirectory(prefix="portolan-bench-") as folder:
        return asyncio.run(_measure(scope, Path(folder)))


async def _measure(scope: Scope, folder: Path) -> list[Figure]:
    async with (
        Database.open(f"sqlite:///{folder / 'ours.db'}") as database,
        Database.open(f"sqlite:///{folder / 'bare.db'}") as other,
    ):
        await database.migrate()
        await other.migrate()
        session, bare = Session(database, scope), Bare(other)
        await session.begin()
        await bare.begin(session.table.row)
        await bare.write(*await session.play(BLOCK))
        rounds, found = scope.count(60, 8), []
        for _ in scope.track("moves", range(rounds), rounds):
            session.took = 0.0
            written = await session.play(BLOCK)
            began = perf_counter()
            await bare.write(*written)
            found.append((session.took / len(written[0]), (perf_counter() - began) / len(written[0])))
    mine, yardstick = median(ours for ours, _ in found), median(theirs for _, theirs in found)
    ratio = median(ours / theirs for ours, theirs in found)
    figure = Figure(
        "moves through session and database",
        f"{1 / mine:.0f} a second, bare transactions {1 / yardstick:.0f}",
        1 / ratio,
        bar=0.25,
        high=True,
        rounds=rounds,
    )
    return [figure]


class Session:
    """A table of people who play at random, as the bot would have it played."""

    def __init__(self, database: Database, scope: Scope) -> None:
        self.database, self.tables, self.scope = database, Tables(database), scope
        self.rng, self.clicks = Random(1), count(1)
        self.took = 0.0
        """Seconds that moves have taken, without what chooses them and what is written down for the yardstick."""
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
        """Plays so many moves (fewer if the game ends); what was written for them."""
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
        version, click = self.table.row.version, next(self.clicks)
        began = perf_counter()
        self.table = await self.tables.play.act(self.table.row.id, user, action, version=version, interaction_id=click)
        self.took += perf_counter() - began


class Bare:
    """The same rows in a database of the same kind, without engine and service."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.version = 0

    async def begin(self, game: GameRow) -> None:
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
