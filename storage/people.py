"""What people and servers have chosen, and which servers the bot has been removed from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import bindparam, update
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import plain
from storage.columns import UNREADABLE, utcnow
from storage.models import GuildSettings, Json, Stored, User
from storage.upsert import insert

# Made once, since every click asks them: making one takes as long as asking it.
_USER = select(User).where(User.user_id == bindparam("user"))
_PERSON = plain.columns_of(User).c
_CHOSEN = select(_PERSON.user_id, _PERSON.settings).where(_PERSON.user_id.in_(bindparam("users", expanding=True)))
_GUILD = select(GuildSettings).where(GuildSettings.guild_id == bindparam("guild"))


async def user(session: AsyncSession, user_id: int) -> User | None:
    """What is known of a person."""
    return await plain.first(session, User, _USER, user=user_id)


async def set_user_locale(session: AsyncSession, user_id: int, locale: str | None) -> None:
    """None: back to what Discord says."""
    await _put(session, User, {"user_id": user_id}, {"locale": locale})


async def settings(session: AsyncSession, user_id: int) -> Json:
    """What else a person has chosen, by name; nothing, if that cannot be read."""
    return chosen(await user(session, user_id))


def chosen(known: User | GuildSettings | None) -> Json:
    """The same of a person, or a server, that has been read."""
    return _readable(known.settings) if known else {}


async def settings_of(session: AsyncSession, user_ids: Sequence[int]) -> dict[int, Json]:
    """The same of several people, as far as they have chosen anything."""
    found = await plain.asked(session, _CHOSEN, users=user_ids)
    return {user: _readable(settings) for user, settings in found}


async def change_settings(session: AsyncSession, user_id: int, change: Callable[[Json], Json]) -> Json:
    """Changes some of a person's choices and returns all of them.

    ``change`` is given those that stand, while nobody else changes them, and returns the ones to be replaced. What it
    raises ends the transaction: nothing is changed.
    """
    await _put(session, User, {"user_id": user_id}, {})  # the row is there, and locked until the end
    stands = await settings(session, user_id)
    changed = stands | change(stands)
    await session.exec(update(User).where(col(User.user_id) == user_id).values(settings=changed))
    return changed


def _readable(stored: Any) -> Json:
    """Stored settings; none where something else stands in their place."""
    return stored if isinstance(stored, dict) and stored != UNREADABLE else {}


async def guild(session: AsyncSession, guild_id: int) -> GuildSettings | None:
    """What a server has chosen; None: nothing yet."""
    return await plain.first(session, GuildSettings, _GUILD, guild=guild_id)


async def guild_locale(session: AsyncSession, guild_id: int) -> str | None:
    """The language a server has chosen; None: what Discord says."""
    known = await guild(session, guild_id)
    return known.locale if known else None


async def guild_settings(session: AsyncSession, guild_id: int) -> Json:
    """What else a server has chosen, by name; nothing, if that cannot be read."""
    known = await guild(session, guild_id)
    return _readable(known.settings) if known else {}


async def change_guild_settings(session: AsyncSession, guild_id: int, changes: Json) -> None:
    """Replaces some of a server's choices."""
    await change_guild_by(session, guild_id, lambda _: changes)


async def change_guild_by(session: AsyncSession, guild_id: int, change: Callable[[Json], Json]) -> None:
    """Changes some of a server's choices by those that stand, while nobody else changes them."""
    await _put(session, GuildSettings, {"guild_id": guild_id}, {})  # the row is there, and locked until the end
    stands = await guild_settings(session, guild_id)
    changed = stands | change(stands)
    await session.exec(update(GuildSettings).where(col(GuildSettings.guild_id) == guild_id).values(settings=changed))


async def note_client_locale(session: AsyncSession, user_id: int, locale: str) -> None:
    """Note the language of a person's Discord."""
    await _put(session, User, {"user_id": user_id}, {"client_locale": locale})


async def note_preferred_locale(session: AsyncSession, guild_id: int, locale: str) -> None:
    """The language that Discord names for a server."""
    await _put(session, GuildSettings, {"guild_id": guild_id}, {"preferred_locale": locale})


async def set_guild_locale(session: AsyncSession, guild_id: int, locale: str | None) -> None:
    """None: back to what Discord says."""
    await _put(session, GuildSettings, {"guild_id": guild_id}, {"locale": locale})


async def note_left(session: AsyncSession, guild_id: int) -> None:
    """The bot has been removed from the server."""
    await _put(session, GuildSettings, {"guild_id": guild_id}, {"left_at": utcnow()})


async def note_back(session: AsyncSession, guild_id: int) -> bool:
    """The bot is in the server; tells whether it had been removed. Of several who note it one gets True."""
    away = (col(GuildSettings.guild_id) == guild_id, col(GuildSettings.left_at).is_not(None))
    return (await session.exec(update(GuildSettings).where(*away).values(left_at=None))).rowcount == 1


async def has_left(session: AsyncSession, guild_id: int | None) -> bool:
    """Whether the bot has been removed from the server; from direct messages (None) it cannot be."""
    known = None if guild_id is None else await guild(session, guild_id)
    return known is not None and known.left_at is not None


async def servers_left(session: AsyncSession) -> set[int]:
    """All servers that the bot has been removed from."""
    return set(
        (await session.exec(select(GuildSettings.guild_id).where(col(GuildSettings.left_at).is_not(None)))).all()
    )


async def _put(session: AsyncSession, table: type[Stored], key: dict[str, int], values: dict[str, Any]) -> None:
    """Inserts the row, or changes only ``values`` of the one that exists; safe against somebody doing the same."""
    changed = {**values, "updated_at": utcnow()}
    statement = insert(session, table).values(**key, **changed)
    await session.exec(statement.on_conflict_do_update(index_elements=list(key), set_=changed))
