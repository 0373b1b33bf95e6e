"""Records of results of games, and of the ratings that follow from them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Double, ForeignKey, Index, String, Text
from sqlmodel import Field

from storage.columns import LenientJson, UtcDateTime, an_object, utcnow
from storage.models.base import Json, Stored


class OutcomeRow(Stored, table=True):
    """The outcome of a game that was played to its end or to an agreed draw. It is kept when its moves are deleted."""

    __tablename__ = "outcome"
    __table_args__ = (Index("ix_outcome_ladder", "guild_id", "key", "seats", "ended_at", "game_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="RESTRICT"),), primary_key=True)
    guild_id: int | None = Field(default=None, sa_type=BigInteger)
    key: str = Field(sa_type=String(32))
    seats: int
    options: Json = Field(default_factory=an_object, sa_type=LenientJson)
    rules_version: int
    how: str = Field(sa_type=String(16))
    """"played" or "draw"."""
    unrated: str | None = Field(default=None, sa_type=String(16))
    """The reason why the game counts for no rating; None: it counts."""
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    ladder: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Changes of the ratings of computers, by level (``Step`` of ``bot.tables.ratings``)."""


class ResultRow(Stored, table=True):
    """The result of a seat. Fields from ``place`` on that may be None are missing in results of early versions."""

    __tablename__ = "result"
    __table_args__ = (Index("ix_result_user_id", "user_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="RESTRICT"),), primary_key=True)
    seat: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    """The person who played the seat last; None: a computer, or a person whom the bot has forgotten."""
    name: str = Field(sa_type=Text)
    total: int
    """All points."""
    rank: int
    """The place, from 1; no two seats share one."""
    sources: dict[str, int] = Field(default_factory=an_object, sa_type=LenientJson)
    """Points by source."""
    finished_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    computer: str | None = Field(default=None, sa_type=String(32))
    """The level of the computer that played the seat; None: a person did."""
    place: int | None = None
    """The place that equal seats share, from 1."""
    margin: int | None = None
    """Points ahead of the second place, or behind the first."""
    decisions: int | None = None
    """Number of decisions."""
    pace: float | None = Field(default=None, sa_type=Double)
    """Average waking time of a person's decision, in seconds."""
    deeds: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Number of actions, by kind."""
    opening: list[Any] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """The first moves in their notation."""
    # The rating before and after the game; None: the game changed none.
    mu_before: float | None = Field(default=None, sa_type=Double)
    sigma_before: float | None = Field(default=None, sa_type=Double)
    mu: float | None = Field(default=None, sa_type=Double)
    sigma: float | None = Field(default=None, sa_type=Double)


class RatingRow(Stored, table=True):
    """A rating on the ladder of a server, a game and a number of seats. It is computed from results alone."""

    __tablename__ = "rating"
    __table_args__ = (Index("ix_rating_user_id", "user_id"),)

    guild_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    key: str = Field(primary_key=True, sa_type=String(32))
    seats: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    """The rated person; 0: a computer, or the people who played against computers."""
    computer: str = Field(default="", primary_key=True, sa_type=String(32))
    """For ``user_id`` 0 the level of the computer, or "people" for all people who played against computers."""
    mu: float = Field(sa_type=Double)
    sigma: float = Field(sa_type=Double)
    games: int
    """Number of games that count."""
    at: datetime = Field(sa_type=UtcDateTime)
    """The end of the last of these games."""
    game_id: int
    """The last of these games."""
