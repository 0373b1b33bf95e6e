"""What people and servers have chosen, and small things that are kept by name."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Index, String, Text
from sqlmodel import Field

from storage.columns import LenientJson, UtcDateTime, an_object, utcnow
from storage.models.base import Json, Stored


class GuildSettings(Stored, table=True):
    """What a Discord server has chosen. ``locale`` None: the language Discord names. ``settings``: small choices.

    ``preferred_locale``: what Discord last named, for processes that do not see the server themselves.
    ``left_at``: when the bot was removed, since when the server's tables pause; None: it is there.
    """

    __tablename__ = "guild"

    guild_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    locale: str | None = Field(default=None, sa_type=String(16))
    preferred_locale: str | None = Field(default=None, sa_type=String(16))
    left_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    settings: Json = Field(default_factory=an_object, sa_type=LenientJson)
    created_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class User(Stored, table=True):
    """A person and their settings.

    ``locale`` None: the language of the person's Discord. ``settings``: other choices, by name. ``client_locale``:
    the language of the person's Discord as it was last seen, for direct messages. ``name`` was written by earlier
    versions.
    """

    __tablename__ = "person"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    name: str | None = Field(default=None, sa_type=Text)
    locale: str | None = Field(default=None, sa_type=String(16))
    client_locale: str | None = Field(default=None, sa_type=String(16))
    settings: Json = Field(default_factory=an_object, sa_type=LenientJson)
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class AvoidedRow(Stored, table=True):
    """Somebody (``avoided_id``) whom a person keeps out of lobbies of the own. ``name``: as Discord showed it then."""

    __tablename__ = "avoided"
    __table_args__ = (Index("ix_avoided_avoided_id", "avoided_id"),)

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    avoided_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    name: str = Field(sa_type=Text)
    at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class Kept(Stored, table=True):
    """What the bot remembers by ``name``; until ``claimed_until`` one process alone brings it up to date."""

    __tablename__ = "kept"

    name: str = Field(primary_key=True, sa_type=String(64))
    value: str = Field(sa_type=Text)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
