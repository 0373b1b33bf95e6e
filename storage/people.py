"""What people and servers have chosen."""

from __future__ import annotations

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.columns import utcnow
from storage.models import GuildSettings, Table, User


async def user(session: AsyncSession, user_id: int) -> User | None:
    """What is known of a person."""
    return await session.get(User, user_id, populate_existing=True)


async def user_locale(session: AsyncSession, user_id: int) -> str | None:
    """The language a person has chosen; None: what Discord says."""
    known = await user(session, user_id)
    return known.locale if known else None


async def set_user_locale(session: AsyncSession, user_id: int, locale: str | None) -> None:
    """None: back to what Discord says."""
    await _put(session, User, {"user_id": user_id}, {"locale": locale})


async def guild(session: AsyncSession, guild_id: int) -> GuildSettings | None:
    """What a server has chosen; None: nothing yet."""
    return await session.get(GuildSettings, guild_id, populate_existing=True)


async def guild_locale(session: AsyncSession, guild_id: int) -> str | None:
    """The language a server has chosen; None: what Discord says."""
    known = await guild(session, guild_id)
    return known.locale if known else None


async def note_preferred_locale(session: AsyncSession, guild_id: int, locale: str) -> None:
    """The language that Discord names for a server."""
    await _put(session, GuildSettings, {"guild_id": guild_id}, {"preferred_locale": locale})


async def set_guild_locale(session: AsyncSession, guild_id: int, locale: str | None) -> None:
    """None: back to what Discord says."""
    await _put(session, GuildSettings, {"guild_id": guild_id}, {"locale": locale})


async def _put(session: AsyncSession, table: type[Table], key: dict[str, int], values: dict[str, Any]) -> None:
    """Inserts the row, or changes only ``values`` of the one that exists; safe against somebody doing the same."""
    changed = {**values, "updated_at": utcnow()}
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    fresh = table(**key, **changed).model_dump()
    statement: Any = insert(table).values(**fresh).on_conflict_do_update(index_elements=list(key), set_=changed)
    await session.exec(statement)
