"""Queries about the results of seats, which ``storage.outcomes`` stores."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import ResultRow


async def of_game(session: AsyncSession, game_id: int) -> Sequence[ResultRow]:
    """Return a game's results, the winner first."""
    query = select(ResultRow).where(ResultRow.game_id == game_id).order_by(col(ResultRow.rank), col(ResultRow.seat))
    return (await session.exec(query)).all()
