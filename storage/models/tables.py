"""A table: the game, who sits there, what happened in the lobby."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, UniqueConstraint, false, text, true
from sqlmodel import Field

from storage.columns import LenientJson, UtcDateTime, an_object, utcnow
from storage.models.base import Json, Stored, words_of


class Status(StrEnum):
    """The life of a game."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    ABANDONED = "abandoned"


IS_OPEN = text("status IN ('lobby', 'running')")
"""In the words of the indexes made for it, without which SQLite does not use them: not with parameters."""
IS_KEPT = text("status IN ('finished', 'abandoned') AND cleared_at IS NULL")
"""The same of games that have ended and whose moves are still there."""
IS_A_REMATCH = text("turned IS NOT NULL AND started_at IS NULL")
"""The same of lobbies that were to go on in an order of names."""


class SeatOrder(StrEnum):
    """Who sits where when the game starts: drawn by lot, as they joined, or as at the game before, turned by one."""

    RANDOM = "random"
    JOINING = "joining"
    TURNED = "turned"


class GameRow(Stored, table=True):
    """A table in a channel, from the lobby to the end.

    Fair dice: the ``secret`` and the clicks of the lobby make ``seed`` and ``drawn_order``; ``commitment`` fixes all of
    it and is shown at the start, before which seed and commitment are empty. A table opened by an early version has no
    ``secret``: its seed was drawn when it was opened, and its commitment is the SHA-256 of that.
    """

    __tablename__ = "game"
    __table_args__ = (
        Index(
            "uq_game_open_channel",
            "channel_id",
            unique=True,
            sqlite_where=IS_OPEN,
            postgresql_where=IS_OPEN,
        ),
        Index("ix_game_open_guild_id", "guild_id", sqlite_where=IS_OPEN, postgresql_where=IS_OPEN),
        Index("ix_game_status", "status"),
        Index("ix_game_channel_id", "channel_id", "id"),
        Index("ix_game_guild_id", "guild_id", "status", "id"),
        Index("ix_game_host_id", "host_id"),
        Index("ix_game_host_kept_for", "host_kept_for"),
        Index("ix_game_kept_updated_at", "updated_at", "id", sqlite_where=IS_KEPT, postgresql_where=IS_KEPT),
        Index("ix_game_kept_guild_id", "guild_id", "updated_at", "id", sqlite_where=IS_KEPT, postgresql_where=IS_KEPT),
        Index("ix_game_turned", "id", sqlite_where=IS_A_REMATCH, postgresql_where=IS_A_REMATCH),
        {"sqlite_autoincrement": True},
    )

    id: int = Field(default=None, primary_key=True)
    key: str = Field(sa_type=String(32))
    guild_id: int | None = Field(default=None, sa_type=BigInteger)
    channel_id: int = Field(sa_type=BigInteger)
    status: Status = Field(default=Status.LOBBY, sa_type=words_of(Status))
    host_id: int = Field(sa_type=BigInteger)
    host_kept_for: int | None = Field(default=None, sa_type=BigInteger)
    """The host who has left for now, and is host again on coming back."""
    seats: int
    seat_order: SeatOrder = Field(default=SeatOrder.RANDOM, sa_type=words_of(SeatOrder))
    options: Json = Field(default_factory=an_object, sa_type=LenientJson)
    clock: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """How long a decision may take; None: as long as it likes."""
    shape: str | None = Field(default=None, sa_type=String(8))
    """Of its pictures; None: as the server has it."""
    hints: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """Whether anybody may ask for some."""
    rated: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """Whether it is to count for ratings."""
    paused_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """Nobody moves since then."""
    pause: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Who paused it, and what was left of everybody's time."""
    seed: str = Field(sa_type=String(32))
    """Secret while the game runs, as ``secret`` is."""
    commitment: str = Field(sa_type=String(64))
    secret: str | None = Field(default=None, sa_type=String(32))
    """32 hexadecimal digits."""
    lobby_hash: str | None = Field(default=None, sa_type=String(64))
    """What the lobby shows of secret, number, game and rules; None: an early version showed the hash of the secret."""
    clicks_hash: str | None = Field(default=None, sa_type=String(64))
    """Of the clicks in the lobby."""
    drawn_order: list[int] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """By seat the place in the lobby."""
    drawn_as: int | None = None
    """The number that the table had when it showed its hash, if it was brought here from elsewhere."""
    turned: list[str] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Of a rematch, the names in the order in which the same people play; others are drawn by lot."""
    places: list[int] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Of these, the places in the lobby; None: an early version began it, or it is no rematch."""
    rules_version: int
    state: Json | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """None in the lobby."""
    version: int = 0
    """Rises by one with every change; whoever writes names the version that was read."""
    turn: int = 0
    """As the game counts."""
    live_message_id: int | None = Field(default=None, sa_type=BigInteger)
    """The message with the newest board; None: not posted yet, as for the next."""
    lobby_message_id: int | None = Field(default=None, sa_type=BigInteger)
    """The message where players join."""
    question_message_id: int | None = Field(default=None, sa_type=BigInteger)
    question_version: int | None = None
    """This and the one before were kept by early versions."""
    created_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    cleared_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """When its moves, its lobby and its state were deleted; None: they are there."""


_ASKED_FOR = text("candidates IS NOT NULL")


class SeatRow(Stored, table=True):
    """The seat ``number`` (from 0) of a game, and who sits there.

    That is a user, a computer of the named kind, or (neither) somebody who has been forgotten.
    """

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("game_id", "user_id"),
        Index("ix_seat_user_id", "user_id"),
        Index("ix_seat_owner_id", "owner_id"),
        Index("ix_seat_candidates", "game_id", sqlite_where=_ASKED_FOR, postgresql_where=_ASKED_FOR),
    )

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    computer: str | None = Field(default=None, sa_type=String(32))
    name: str = Field(sa_type=Text)
    """Of who sat there when the game began."""
    resigned: bool = False
    owner_id: int | None = Field(default=None, sa_type=BigInteger)
    """Whose seat it is while somebody else plays it as ``user_id``."""
    substitute: str | None = Field(default=None, sa_type=Text)
    """The name of that one."""
    present_names: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """By user id what Discord shows now for owner and substitute, where it is not the name kept above."""
    returning_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """Since when the substitute wants to hand it back."""
    stand_in: str | None = Field(default=None, sa_type=String(32))
    """The kind of computer that decides while the user is away."""
    offered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """Since when the seat is open to substitutes."""
    candidates: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Who wants to be one, by user id, with ``name`` and ``by``, the users who agree."""
    time_left: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """What was left of a time limit when the seat was last not waited for any more."""
    days_off: list[Any] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Days of holidays that have counted here."""
    colour: str | None = Field(default=None, sa_type=String(16))
    """Chosen in the lobby; None: the game gives one."""


class ClickRow(Stored, table=True):
    """What was done in a lobby, in the order of ``number`` (from 1); nothing is ever taken out.

    ``what``: open, join, computer, leave or option. ``seat``: the place taken or left, from 0. ``text``: the name of
    who came or went, or the option. ``interaction_id``: the click, which counts once. ``user_id``: whose click it was;
    None: an early version did not say, or the person has been forgotten. ``after``: the hash of all clicks until this
    one, kept once its name is gone, since the hash cannot be worked out any more.
    """

    __tablename__ = "click"
    __table_args__ = (Index("ix_click_interaction_id", "interaction_id"), Index("ix_click_user_id", "user_id"))

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    interaction_id: int = Field(sa_type=BigInteger)
    what: str = Field(sa_type=String(16))
    seat: int | None = None
    text: str = Field(sa_type=Text)
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    after: str | None = Field(default=None, sa_type=String(64))
