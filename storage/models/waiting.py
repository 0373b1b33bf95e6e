"""What is still to be done at a table: jobs, votes, plans; and who has been called."""

from __future__ import annotations

import secrets
from datetime import datetime

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, Integer, String, Text, UniqueConstraint, text
from sqlmodel import Field

from storage.columns import LenientJson, UtcDateTime, a_list, an_object, utcnow
from storage.models.base import Json, Stored

DISCORD_NONCE_LENGTH = 25
"""Discord refuses a longer nonce."""


def new_nonce() -> str:
    """Return a nonce that no other message has, short enough for Discord."""
    return secrets.token_hex(DISCORD_NONCE_LENGTH // 2)


_PENDING = text("sent_at IS NULL AND failed IS NULL")
_FAILED = text("failed IS NOT NULL")


class JobRow(Stored, table=True):
    """Something that is to be done about a table at `due_at`, as was decided at `set_at`: a message or a timer.

    `lane`: what it waits for (`storage.jobs.Lane`). `nonce` stays the same over all attempts, so that Discord posts a
    message once. `claimed_until`: until then one worker alone works on it. `attempts` have failed so far, so many were
    `lost` with the process that made them.

    A message goes to `channel_id`. It is over once `sent_at` (with `message_id`, if it made a message) or `failed` (the
    reason for giving up) is set. A timer has a `seat`, 0 where it is about the whole table, and goes when it is done.
    """

    __tablename__ = "job"
    __table_args__ = (
        UniqueConstraint("nonce"),
        # Messages have no seat, and nothing equals NULL: they are as many as there are.
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
    kind: str = Field(sa_type=String(32))
    seat: int = Field(default=None, nullable=True)
    channel_id: int = Field(default=None, nullable=True, sa_type=BigInteger)
    payload: Json = Field(default_factory=an_object, sa_type=LenientJson)
    nonce: str = Field(default_factory=new_nonce, sa_type=String(DISCORD_NONCE_LENGTH))
    created_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    set_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    due_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    attempts: int = 0
    lost: int = 0
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    failed: str | None = Field(default=None, sa_type=Text)

    @property
    def is_timer(self) -> bool:
        """Return whether the job is a timer, which alone has a seat; a message alone has a channel."""
        return self.seat is not None


_OPEN_VOTE = text("closed IS NULL")


class VoteRow(Stored, table=True):
    """Something that a table is asked, to which everybody who plays must agree; a game has one open at a time.

    ``seat`` proposed it. ``version``: the version of the game that it is about. ``data``: what else there is to know,
    by kind. ``agreed``: the seats that have agreed, the proposer's among them. ``message_id``: where it is shown; None:
    not posted yet. ``closed``: how it ended, ``closed_by``: the seat that settled it; None: it is open.
    """

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
    version: int
    data: Json = Field(default_factory=an_object, sa_type=LenientJson)
    agreed: list[int] = Field(default_factory=a_list, sa_type=JSON)
    opened_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    closed: str | None = Field(default=None, sa_type=String(16))
    closed_by: int | None = None


class PlanRow(Stored, table=True):
    """A person's practice moves, planned moves and private notes (``data``) at a table.

    ``seat``: the one whose turn the plan is for; None: nothing is planned. ``revision`` rises by one with every
    change; a writer names the one that was read.
    """

    __tablename__ = "plan"
    __table_args__ = (Index("ix_plan_user_id", "user_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    revision: int = 1
    seat: int | None = None
    data: Json = Field(default_factory=an_object, sa_type=LenientJson)
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class CalledRow(Stored, table=True):
    """``at``: when a person was last called at a table on an ``occasion`` of that kind."""

    __tablename__ = "called"
    __table_args__ = (Index("ix_called_user_id", "user_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    occasion: str = Field(primary_key=True, sa_type=String(16))
    at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
