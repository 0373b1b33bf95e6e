"""A table to test with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import games, jobs, moves, results
from storage.database import Database
from storage.models import GameRow, JobRow, MoveRow, OutcomeRow, ResultRow, SeatOrder, Status

GUILD = 900_000_000_000_000_001
CHANNEL = 1_200_000_000_000_000_002
HOST = 300_000_000_000_000_003


def a_game(**changes: Any) -> GameRow:
    """Return a game in the lobby, not stored yet."""
    fields: dict[str, Any] = {
        "key": "navegador",
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "host_id": HOST,
        "seats": 3,
        "options": {"map": "full"},
        "seed": "0123456789abcdef" * 2,
        "commitment": "ab" * 32,
        "rules_version": 1,
    }
    return GameRow(**(fields | changes))


def columns_of_a_table(now: datetime) -> dict[str, Any]:
    """Return the columns that all games of a bulk insertion have in common."""
    return {
        "key": "macao",
        "host_id": 1,
        "seats": 2,
        "seat_order": SeatOrder.RANDOM,
        "options": {},
        "seed": "",
        "commitment": "",
        "rules_version": 1,
        "version": 0,
        "turn": 0,
        "created_at": now,
        "updated_at": now,
    }


async def stored(database: Database, **changes: Any) -> int:
    """Return the id of a stored game; it is running unless ``changes`` say otherwise."""
    async with database.transaction() as session:
        game = await games.create(session, a_game(**({"status": Status.RUNNING, "state": {"turn": 0}} | changes)))
        return game.id


async def ended(session: AsyncSession, game_id: int, *seat_results: ResultRow) -> None:
    """End a game with these results; with none, anna was alone."""
    outcome = OutcomeRow(game_id=game_id, guild_id=GUILD, key="navegador", seats=3, rules_version=1, how="played")
    await results.store(
        session, outcome, seat_results or [ResultRow(game_id=game_id, seat=0, name="Ada", total=1, rank=1)]
    )


async def move(database: Database, game_id: int, version: int, interaction_id: int | None = None) -> bool:
    """Store a move with its log entry and message, and return whether ``version`` was the game's current one."""
    async with database.transaction() as session:
        if not await games.advance(session, game_id, version, state={"turn": version + 1}, turn=version + 1):
            return False
        entry = MoveRow(game_id=game_id, version=version + 1, seat=0, words="pass", interaction_id=interaction_id)
        await moves.record(session, entry)
        await jobs.enqueue(session, game_id, CHANNEL, "ping", {"version": version + 1})
        return True


async def unsent(session: AsyncSession, game_id: int | None = None) -> Sequence[JobRow]:
    """Return the messages that wait to be sent, of one game or of all, oldest first."""
    query = select(JobRow).where(jobs.IS_MESSAGE, jobs.PENDING)
    if game_id is not None:
        query = query.where(JobRow.game_id == game_id)
    query = query.order_by(col(JobRow.id)).execution_options(populate_existing=True)
    return (await session.exec(query)).all()
