"""Records of people and servers with their settings, and of small values by name."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, Index, String, Text
from sqlmodel import Field

from storage.columns import LenientJson, UtcDateTime, an_object, utcnow
from storage.models.base import Json, Stored


class GuildSettings(Stored, table=True):
    """The settings of a Discord server."""

    __tablename__ = "guild"

    guild_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    locale: str | None = Field(default=None, sa_type=String(16))
    """The language that was chosen; None: the one that Discord names."""
    preferred_locale: str | None = Field(default=None, sa_type=String(16))
    """The language that Discord last named, for processes that do not see the server."""
    left_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The moment at which the bot was removed, since when the server's tables pause; None: it is a member."""
    settings: Json = Field(default_factory=an_object, sa_type=LenientJson)
    """Other choices, by name."""
    created_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class User(Stored, table=True):
    """The settings of a person."""

    __tablename__ = "person"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    name: str | None = Field(default=None, sa_type=Text)
    """Not used any more; written by early versions."""
    locale: str | None = Field(default=None, sa_type=String(16))
    """The language that was chosen; None: that of the person's Discord."""
    client_locale: str | None = Field(default=None, sa_type=String(16))
    """The language of the person's Discord when it was last seen, for direct messages."""
    settings: Json = Field(default_factory=an_object, sa_type=LenientJson)
    """Other choices, by name."""
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class AvoidedRow(Stored, table=True):
    """A user whom a person does not want in the lobbies that this person opens."""

    __tablename__ = "avoided"
    __table_args__ = (Index("ix_avoided_avoided_id", "avoided_id"),)

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    avoided_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    name: str = Field(sa_type=Text)
    """The user's name when the entry was made."""
    at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class NamedValue(Stored, table=True):
    """A value that the bot keeps by name, such as how far a task of maintenance has come."""

    __tablename__ = "kept"

    name: str = Field(primary_key=True, sa_type=String(64))
    value: str = Field(sa_type=Text)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The end of a process's claim; until then no other process brings the value up to date."""
