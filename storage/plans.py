"""What people try on imagined tables, have planned and written down: one row a person and table.

Whoever writes names the ``revision`` that was read, so that of two who change the same row one is refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import bindparam, delete, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import plain
from storage.columns import utcnow
from storage.models import Json, PlanRow
from storage.upsert import insert

# Made once, since every click asks them: making one takes as long as asking it.
_OF_GAME = select(PlanRow).where(PlanRow.game_id == bindparam("game"))
_OF_PERSON = _OF_GAME.where(PlanRow.user_id == bindparam("user"))
_OF_EVERYBODY = _OF_GAME.order_by(col(PlanRow.user_id))
_PLANNED = _OF_GAME.where(col(PlanRow.seat).is_not(None)).order_by(col(PlanRow.seat))


async def of_person(session: AsyncSession, game_id: int, user_id: int) -> PlanRow | None:
    """What a person has tried and planned at a table; None: nothing yet."""
    return await plain.first(session, PlanRow, _OF_PERSON, game=game_id, user=user_id)


async def of_game(session: AsyncSession, game_id: int) -> Sequence[PlanRow]:
    """What everybody has tried, planned and written down at a table."""
    return await plain.found(session, PlanRow, _OF_EVERYBODY, game=game_id)


async def planned(session: AsyncSession, game_id: int) -> Sequence[PlanRow]:
    """The rows of a table that hold a plan, by seat."""
    return await plain.found(session, PlanRow, _PLANNED, game=game_id)


async def write(
    session: AsyncSession, game_id: int, user_id: int, revision: int, data: Json, *, seat: int | None = None
) -> bool:
    """Stores what a person tries and has planned for ``seat`` (None: nothing), and raises the revision by one.

    ``revision``: the one that was read, 0 where there was no row. False: it is another one by now; nothing changes.
    """
    values = {"seat": seat, "data": data, "updated_at": utcnow()}
    if revision:
        mine = (col(PlanRow.game_id) == game_id, col(PlanRow.user_id) == user_id, col(PlanRow.revision) == revision)
        return (await session.exec(update(PlanRow).where(*mine).values(revision=revision + 1, **values))).rowcount == 1
    statement = insert(session, PlanRow).values(game_id=game_id, user_id=user_id, revision=1, **values)
    made = statement.on_conflict_do_nothing().returning(col(PlanRow.revision))
    return (await session.exec(made)).first() is not None


async def forget(session: AsyncSession, game_id: int) -> None:
    """Nobody tries or plans anything at a table any more."""
    await session.exec(delete(PlanRow).where(col(PlanRow.game_id) == game_id))
