"""What came of games, and the ratings that follow from it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Double, ForeignKey, Index, String, Text
from sqlmodel import Field

from storage.columns import LenientJson, UtcDateTime, an_object, utcnow
from storage.models.base import Json, Stored


class OutcomeRow(Stored, table=True):
    """How a game ended that was played to its end or to an agreed draw; it stays when its moves are gone.

    ``how``: "played" or "draw". ``unrated``: why it counts for no rating; None: it counts. ``ladder``: what it changed
    about computers, by level, as ``Step`` of ``bot.tables.ratings`` has it.
    """

    __tablename__ = "outcome"
    __table_args__ = (Index("ix_outcome_ladder", "guild_id", "key", "seats", "ended_at", "game_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="RESTRICT"),), primary_key=True)
    guild_id: int | None = Field(default=None, sa_type=BigInteger)
    key: str = Field(sa_type=String(32))
    seats: int
    options: Json = Field(default_factory=an_object, sa_type=LenientJson)
    rules_version: int
    how: str = Field(sa_type=String(16))
    unrated: str | None = Field(default=None, sa_type=String(16))
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    ended_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    ladder: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))


class ResultRow(Stored, table=True):
    """How a seat ended. What may be None from ``place`` on came later: early versions have none of it."""

    __tablename__ = "result"
    __table_args__ = (Index("ix_result_user_id", "user_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="RESTRICT"),), primary_key=True)
    seat: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    """Who played it last; None: a computer of the level ``computer``, or (without one) somebody."""
    name: str = Field(sa_type=Text)
    total: int
    """Points, by name in ``sources``."""
    rank: int
    """From 1, and different for each."""
    sources: dict[str, int] = Field(default_factory=an_object, sa_type=LenientJson)
    finished_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    computer: str | None = Field(default=None, sa_type=String(32))
    place: int | None = None
    """The rank that equals share."""
    margin: int | None = None
    """Points before the second, or behind the first."""
    decisions: int | None = None
    pace: float | None = Field(default=None, sa_type=Double)
    """Seconds awake that a person's decision took on average."""
    deeds: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """How often it did what."""
    opening: list[Any] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Its first moves in their notation."""
    # The rating before and after the game; None: the game changed none.
    mu_before: float | None = Field(default=None, sa_type=Double)
    sigma_before: float | None = Field(default=None, sa_type=Double)
    mu: float | None = Field(default=None, sa_type=Double)
    sigma: float | None = Field(default=None, sa_type=Double)


class RatingRow(Stored, table=True):
    """Where somebody stands on a server in a game of so many seats; the results alone make it.

    ``user_id``: a person, whose ``computer`` is empty; 0: that level of computers, or (``people``) everybody against
    whom those have played. ``games`` count; the last is ``game_id``, which ended ``at`` that moment.
    """

    __tablename__ = "rating"
    __table_args__ = (Index("ix_rating_user_id", "user_id"),)

    guild_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    key: str = Field(primary_key=True, sa_type=String(32))
    seats: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    computer: str = Field(default="", primary_key=True, sa_type=String(32))
    mu: float = Field(sa_type=Double)
    sigma: float = Field(sa_type=Double)
    games: int
    at: datetime = Field(sa_type=UtcDateTime)
    game_id: int
