"""How seats ended (``outcomes`` keeps it)."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import GameRow, ResultRow


async def of_game(session: AsyncSession, game_id: int) -> Sequence[ResultRow]:
    """A game's results, the winner first."""
    query = select(ResultRow).where(ResultRow.game_id == game_id).order_by(col(ResultRow.rank), col(ResultRow.seat))
    return (await session.exec(query)).all()


async def of_user(session: AsyncSession, user_id: int, limit: int = 25) -> Sequence[tuple[GameRow, ResultRow]]:
    """A person's latest results with their games, newest first."""
    query = (
        select(GameRow, ResultRow)
        .join(ResultRow, col(ResultRow.game_id) == col(GameRow.id))
        .where(ResultRow.user_id == user_id)
        .order_by(col(ResultRow.finished_at).desc(), col(ResultRow.game_id).desc())
        .limit(limit)
    )
    return [(game, result) for game, result in (await session.exec(query)).all()]
