"""Deletion of old games' moves, lobbies, states and plans; their seats and results stay."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import delete, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import clock
from storage.models import (
    IS_KEPT,
    CalledRow,
    ClickRow,
    GameRow,
    GuildSettings,
    JobRow,
    MoveRow,
    PlanRow,
    SeatRow,
    Status,
    VoteRow,
)

STEP = 20
"""Number of games that are cleared in one transaction, which on SQLite blocks all other writers."""
_GONE = (MoveRow, ClickRow, VoteRow, JobRow, PlanRow, CalledRow)
"""Tables whose rows are deleted."""


async def retention_days(session: AsyncSession, name: str) -> dict[int, int]:
    """Return the days for which servers keep moves, by server; servers that have not set ``name`` are left out."""
    rows = (await session.exec(select(GuildSettings.guild_id, GuildSettings.settings))).all()
    days_by_server = {server: settings.get(name) for server, settings in rows if isinstance(settings, dict)}
    return {server: days for server, days in days_by_server.items() if isinstance(days, int) and days > 0}


async def outdated(session: AsyncSession, before: datetime, *, server: int | None = None) -> Sequence[int]:
    """Return at most ``STEP`` games that ended before a moment and still have their moves, the oldest first.

    On PostgreSQL they are locked, and no other process gets the same ones until the transaction ends.

    Args:
        session: the session.
        before: the moment.
        server: the server of the games; None: all servers.
    """
    query = select(GameRow.id).where(IS_KEPT, col(GameRow.updated_at) < before)
    if server is not None:
        query = query.where(col(GameRow.guild_id) == server)
    query = query.order_by(col(GameRow.updated_at), col(GameRow.id)).limit(STEP)
    return (await session.exec(query.with_for_update(skip_locked=True))).all()


async def clear(session: AsyncSession, game_ids: Collection[int]) -> None:
    """Delete all data of some games, which the caller has locked, except for their seats and results."""
    if not game_ids:
        return
    for table in _GONE:
        await session.exec(delete(table).where(col(table.game_id).in_(game_ids)))
    values = {"time_left": None, "days_off": None, "candidates": None}
    await session.exec(update(SeatRow).where(col(SeatRow.game_id).in_(game_ids)).values(**values))
    cleared = {
        "cleared_at": await clock.now(session),
        "state": None,
        "turned": None,
        "places": None,
        "pause": None,
        "paused_at": None,
    }
    await session.exec(update(GameRow).where(col(GameRow.id).in_(game_ids)).values(**cleared))


async def left_before(session: AsyncSession, before: datetime) -> Sequence[int]:
    """Return the servers from which the bot was removed before a moment."""
    query = select(GuildSettings.guild_id).where(col(GuildSettings.left_at) < before)
    return (await session.exec(query)).all()


async def end_all(session: AsyncSession, server: int) -> Sequence[int]:
    """End at most ``STEP`` open games of a server without a result, and return them; the caller clears them."""
    query = select(GameRow.id).where(
        col(GameRow.guild_id) == server, col(GameRow.status).in_((Status.LOBBY, Status.RUNNING))
    )
    game_ids = (await session.exec(query.order_by(col(GameRow.id)).limit(STEP).with_for_update(skip_locked=True))).all()
    values = {"status": Status.ABANDONED, "version": col(GameRow.version) + 1}
    await session.exec(update(GameRow).where(col(GameRow.id).in_(game_ids)).values(**values))
    return game_ids


async def forget_server(session: AsyncSession, server: int) -> None:
    """Delete the settings of a server."""
    await session.exec(delete(GuildSettings).where(col(GuildSettings.guild_id) == server))
