"""How a table ends: who may break it off."""

from __future__ import annotations

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.table import Refused, Table
from storage import moves


async def takes_part(session: AsyncSession, table: Table, user_id: int) -> bool:
    """Whether a person has or had a seat here, be it as a substitute who is none any more: an administrator who does
    has a host's rights at the table, not more."""
    return table.involves(user_id) or bool(await moves.seats_played(session, table.row.id, user_id))


def check_may_end(table: Table, user_id: int, *, admin: bool) -> None:
    """Raises Refused for who may not break the game off: where others play or may come back, the table decides
    together, unless an administrator does who has no part in it."""
    if admin and not table.involves(user_id):
        return
    table.check_host(user_id, admin=admin)
    if not table.alone(user_id):
        raise Refused("error.end_by_vote")
