"""Clicks in lobbies. The fair dice are computed from them, so they are only ever added."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import func, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.errors import AlreadyDone
from storage.models import ClickRow, GameRow


async def add(session: AsyncSession, click: ClickRow, clicks_hash: str, *, is_continuation: bool = False) -> None:
    """Add a click as the last one of its game.

    Args:
        session: the session, in which the lobby is locked or was just opened.
        click: the click; its number is set here.
        clicks_hash: the hash of all clicks of the lobby with this one.
        is_continuation: True if the click comes from the same interaction as the one before it.

    Raises:
        AlreadyDone: this interaction was added before.
    """
    before = select(ClickRow.number).where(ClickRow.interaction_id == click.interaction_id)
    if not is_continuation and (await session.exec(before)).first() is not None:
        raise AlreadyDone(f"interaction {click.interaction_id} has been carried out")
    newest = select(func.max(ClickRow.number)).where(ClickRow.game_id == click.game_id)
    click.number = 1 + ((await session.exec(newest)).one() or 0)
    session.add(click)
    await session.exec(update(GameRow).where(col(GameRow.id) == click.game_id).values(clicks_hash=clicks_hash))


async def of_game(session: AsyncSession, game_id: int) -> Sequence[ClickRow]:
    """Return all clicks of a lobby, in order."""
    query = select(ClickRow).where(ClickRow.game_id == game_id).order_by(col(ClickRow.number))
    return (await session.exec(query)).all()
