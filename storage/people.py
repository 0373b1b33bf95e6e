"""Settings of people and servers, and the servers that the bot has been removed from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import records
from storage.columns import UNREADABLE, utcnow
from storage.models import GuildSettings, Json, Stored, User
from storage.records import insert_or_update


async def user(session: AsyncSession, user_id: int) -> User | None:
    """Return the record of a person; None if there is none."""
    return await records.fetch_first(session, select(User).where(User.user_id == user_id))


async def set_user_locale(session: AsyncSession, user_id: int, locale: str | None) -> None:
    """Set a person's language; None: the language of their Discord client is used."""
    await _upsert(session, User, {"user_id": user_id}, {"locale": locale})


async def settings(session: AsyncSession, user_id: int) -> Json:
    """Return a person's settings other than the language, by name; empty if they cannot be read."""
    return readable_settings(await user(session, user_id))


def readable_settings(record: User | GuildSettings | None) -> Json:
    """Return the settings in the record of a person or a server; empty without a record or if they are damaged."""
    return _readable(record.settings) if record else {}


async def settings_of(session: AsyncSession, user_ids: Sequence[int]) -> dict[int, Json]:
    """Return the settings of several people, by user id; people without settings may be missing."""
    query = select(User.user_id, User.settings).where(col(User.user_id).in_(user_ids))
    return {user_id: _readable(settings) for user_id, settings in (await session.exec(query)).all()}


async def change_settings(session: AsyncSession, user_id: int, change: Callable[[Json], Json]) -> Json:
    """Change some of a person's settings and return all of them.

    Args:
        session: the session.
        user_id: the person.
        change: gets the present settings, which are locked meanwhile, and returns those to replace. If it raises,
            nothing is changed, and the transaction ends.
    """
    return await _change(session, User, {"user_id": user_id}, change)


def _readable(stored: Any) -> Json:
    """Return stored settings; empty if the stored value is damaged."""
    return stored if isinstance(stored, dict) and stored != UNREADABLE else {}


async def guild(session: AsyncSession, guild_id: int) -> GuildSettings | None:
    """Return the record of a server; None if there is none."""
    return await records.fetch_first(session, select(GuildSettings).where(GuildSettings.guild_id == guild_id))


async def guild_settings(session: AsyncSession, guild_id: int) -> Json:
    """Return a server's settings other than the language, by name; empty if they cannot be read."""
    return readable_settings(await guild(session, guild_id))


async def change_guild_settings(session: AsyncSession, guild_id: int, changes: Json) -> None:
    """Replace some of a server's settings."""
    await change_guild_by(session, guild_id, lambda _: changes)


async def change_guild_by(session: AsyncSession, guild_id: int, change: Callable[[Json], Json]) -> None:
    """Change some of a server's settings; ``change`` works as for ``change_settings``."""
    await _change(session, GuildSettings, {"guild_id": guild_id}, change)


async def note_client_locale(session: AsyncSession, user_id: int, locale: str) -> None:
    """Store the language of a person's Discord client."""
    await _upsert(session, User, {"user_id": user_id}, {"client_locale": locale})


async def note_preferred_locale(session: AsyncSession, guild_id: int, locale: str) -> None:
    """Store the language that Discord gives for a server."""
    await _upsert(session, GuildSettings, {"guild_id": guild_id}, {"preferred_locale": locale})


async def set_guild_locale(session: AsyncSession, guild_id: int, locale: str | None) -> None:
    """Set a server's language; None: the one that Discord gives is used."""
    await _upsert(session, GuildSettings, {"guild_id": guild_id}, {"locale": locale})


async def note_left(session: AsyncSession, guild_id: int) -> None:
    """Store that the bot has been removed from a server."""
    await _upsert(session, GuildSettings, {"guild_id": guild_id}, {"left_at": utcnow()})


async def note_back(session: AsyncSession, guild_id: int) -> bool:
    """Store that the bot is in a server, and return whether it had been removed.

    If several processes call this at once, exactly one gets True.
    """
    statement = update(GuildSettings).where(col(GuildSettings.guild_id) == guild_id)
    statement = statement.where(col(GuildSettings.left_at).is_not(None)).values(left_at=None)
    return (await session.exec(statement)).rowcount == 1


async def has_left(session: AsyncSession, guild_id: int | None) -> bool:
    """Return whether the bot has been removed from a server; None stands for direct messages."""
    if guild_id is None:
        return False
    record = await guild(session, guild_id)
    return record is not None and record.left_at is not None


async def servers_left(session: AsyncSession) -> set[int]:
    """Return all servers that the bot has been removed from."""
    query = select(GuildSettings.guild_id).where(col(GuildSettings.left_at).is_not(None))
    return set((await session.exec(query)).all())


async def _change(
    session: AsyncSession, table: type[User | GuildSettings], key: dict[str, int], change: Callable[[Json], Json]
) -> Json:
    # Without values, this inserts a missing row and locks it until the end of the transaction.
    await _upsert(session, table, key, {})
    query: Any = select(table).filter_by(**key)
    old_settings = readable_settings(await records.fetch_first(session, query))
    changed = old_settings | change(old_settings)
    await session.exec(update(table).filter_by(**key).values(settings=changed))
    return changed


async def _upsert(session: AsyncSession, table: type[Stored], key: dict[str, int], values: dict[str, Any]) -> None:
    """Insert a row, or change only ``values`` of an existing one; several transactions may do so at once."""
    changed = {**values, "updated_at": utcnow()}
    statement = insert_or_update(session, table).values(**key, **changed)
    await session.exec(statement.on_conflict_do_update(index_elements=list(key), set_=changed))
