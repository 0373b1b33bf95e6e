"""Records of what a table waits for: jobs, votes, plans, and calls of players."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, Integer, String, Text, UniqueConstraint, text
from sqlmodel import Field

from storage.columns import LenientJson, UtcDateTime, a_list, an_object, utcnow
from storage.models.base import Json, Stored

DISCORD_NONCE_LENGTH = 25
"""Length of the longest nonce that Discord accepts."""


def new_nonce() -> str:
    """Return a new nonce, short enough for Discord."""
    return secrets.token_hex(DISCORD_NONCE_LENGTH // 2)


_PENDING = text("sent_at IS NULL AND failed IS NULL")
_FAILED = text("failed IS NOT NULL")


class JobRow(Stored, table=True):
    """A job about a table: a message to a channel, or a timer of a seat.

    A message is kept after it was sent or given up (`sent_at` or `failed` is set); a timer is deleted when it is done.
    """

    __tablename__ = "job"
    __table_args__ = (
        UniqueConstraint("nonce"),
        # At most one timer of a kind for each seat; messages have no seat (NULL), which equals no other.
        UniqueConstraint("game_id", "kind", "seat"),
        Index("ix_job_due", "lane", "due_at", "id", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index("ix_job_pending", "game_id", "lane", "id", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index("ix_job_channel_id", "channel_id", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index("ix_job_set_at", "set_at", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index("ix_job_claimed_until", "claimed_until", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index("ix_job_game_kind", "game_id", "kind", "id"),
        Index("ix_job_created_at", "created_at"),
        Index("ix_job_failed", "game_id", sqlite_where=_FAILED, postgresql_where=_FAILED),
        {"sqlite_autoincrement": True},
    )

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(sa_type=Integer, sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),))
    lane: str = Field(sa_type=String(16))
    """The resource that the job needs (`storage.jobs.Lane`); jobs of one lane do not hold up those of another."""
    kind: str = Field(sa_type=String(32))
    seat: int = Field(default=None, nullable=True)
    """The seat of a timer, 0 if it is about the whole table; None for a message."""
    channel_id: int = Field(default=None, nullable=True, sa_type=BigInteger)
    """The channel of a message; None for a timer."""
    payload: Json = Field(default_factory=an_object, sa_type=LenientJson)
    nonce: str = Field(default_factory=new_nonce, sa_type=String(DISCORD_NONCE_LENGTH))
    """The same in all attempts, so that Discord posts a message once."""
    created_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    set_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    """The moment at which `due_at` was decided."""
    due_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The end of a worker's claim; until then no other worker takes the job."""
    attempts: int = 0
    """Number of failed attempts."""
    lost: int = 0
    """Number of attempts that ended with the process that made them."""
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    """The message of Discord that was sent; None: there is none."""
    failed: str | None = Field(default=None, sa_type=Text)
    """The reason for giving up; None: it was not given up."""

    @property
    def is_timer(self) -> bool:
        """Return whether the job is a timer, which alone has a seat; a message alone has a channel."""
        return self.seat is not None


_OPEN_VOTE = text("closed IS NULL")


class VoteRow(Stored, table=True):
    """A vote, which passes when everybody who plays agrees. A game has at most one open vote."""

    __tablename__ = "vote"
    __table_args__ = (
        Index("uq_vote_open", "game_id", unique=True, sqlite_where=_OPEN_VOTE, postgresql_where=_OPEN_VOTE),
        Index("ix_vote_game_id", "game_id", "id"),
        {"sqlite_autoincrement": True},
    )

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(sa_type=Integer, sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),))
    kind: str = Field(sa_type=String(16))
    seat: int
    """The seat that proposed it."""
    version: int
    """The version of the game that it is about."""
    data: Json = Field(default_factory=an_object, sa_type=LenientJson)
    """Details, which depend on the kind."""
    agreed: list[int] = Field(default_factory=a_list, sa_type=JSON)
    """Seats that have agreed, with the one that proposed it."""
    opened_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    """The message that shows it; None: that is not posted yet."""
    closed: str | None = Field(default=None, sa_type=String(16))
    """The result; None: the vote is open."""
    closed_by: int | None = None
    """The seat that decided the result."""


class PlanRow(Stored, table=True):
    """A person's private things at a table: moves tried on an imagined copy, planned moves, and notes."""

    __tablename__ = "plan"
    __table_args__ = (Index("ix_plan_user_id", "user_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    revision: int = 1
    """Number of changes, from 1. Whoever writes names the revision that was read, so that no change is overwritten."""
    seat: int | None = None
    """The seat for which moves are planned; None: none are."""
    data: Json = Field(default_factory=an_object, sa_type=LenientJson)
    """The plan, the tried moves and the notes."""
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class CalledRow(Stored, table=True):
    """The last call of a person at a table on a kind of occasion."""

    __tablename__ = "called"
    __table_args__ = (Index("ix_called_user_id", "user_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    occasion: str = Field(primary_key=True, sa_type=String(16))
    at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
