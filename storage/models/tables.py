"""Records of a table: its game, its seats, and the clicks in its lobby."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, String, Text, UniqueConstraint, false, text, true
from sqlmodel import Field

from storage.columns import LenientJson, UtcDateTime, an_object, utcnow
from storage.models.base import Json, Stored, words_of


class Status(StrEnum):
    """The stage that a game is in."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"
    ABANDONED = "abandoned"


IS_OPEN = text("status IN ('lobby', 'running')")
"""Condition for games that go on, written exactly as in the partial indexes.

SQLite uses a partial index only if a query repeats its condition word by word, without parameters.
"""
IS_KEPT = text("status IN ('finished', 'abandoned') AND cleared_at IS NULL")
"""Condition for games that have ended and whose moves are still stored, written as in the indexes."""
IS_A_REMATCH = text("turned IS NOT NULL AND started_at IS NULL")
"""Condition for lobbies of rematches that keep an order of seats, written as in the index."""


class SeatOrder(StrEnum):
    """The way in which seats are given to players when a game starts."""

    RANDOM = "random"
    """Seats are drawn by lot."""
    JOINING = "joining"
    """Players sit in the order in which they joined."""
    TURNED = "turned"
    """Players of a rematch sit as in the game before, each one seat further on."""


class GameRow(Stored, table=True):
    """A table in a channel, from the lobby to the end of the game.

    Fair dice: ``seed`` and ``drawn_order`` are computed at the start from the ``secret`` and the clicks in the lobby;
    both are empty before. ``commitment`` is a hash that fixes all of it, shown at the start. A table that was opened by
    an early version has no ``secret``: its seed was drawn when it was opened, and its commitment is the SHA-256 of it.
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
    """The name of the game's rules, such as "macao"."""
    guild_id: int | None = Field(default=None, sa_type=BigInteger)
    channel_id: int = Field(sa_type=BigInteger)
    status: Status = Field(default=Status.LOBBY, sa_type=words_of(Status))
    host_id: int = Field(sa_type=BigInteger)
    host_kept_for: int | None = Field(default=None, sa_type=BigInteger)
    """The former host, who left the lobby and becomes host again on coming back."""
    seats: int
    """The number of seats."""
    seat_order: SeatOrder = Field(default=SeatOrder.RANDOM, sa_type=words_of(SeatOrder))
    options: Json = Field(default_factory=an_object, sa_type=LenientJson)
    clock: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """The time limit of a decision; None: there is none."""
    shape: str | None = Field(default=None, sa_type=String(8))
    """The shape of the pictures; None: the server's choice."""
    hints: bool = Field(default=True, sa_column_kwargs={"server_default": true()})
    """True if players may ask for hints."""
    rated: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """True if the result counts for ratings."""
    paused_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The moment since which the game is paused; None: it is not."""
    pause: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """The person who paused the game, and the time that each player had left."""
    seed: str = Field(sa_type=String(32))
    """The seed of all random events; secret while the game runs."""
    commitment: str = Field(sa_type=String(64))
    secret: str | None = Field(default=None, sa_type=String(32))
    """A random number of 32 hexadecimal digits; secret while the game runs."""
    lobby_hash: str | None = Field(default=None, sa_type=String(64))
    """A hash of secret, table number, game and rules, shown in the lobby; None: an early version showed the hash of the
    secret alone."""
    clicks_hash: str | None = Field(default=None, sa_type=String(64))
    """A hash of the clicks in the lobby."""
    drawn_order: list[int] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """For each seat, the place in the lobby of the player who got it."""
    drawn_as: int | None = None
    """The table's number when its hash was shown, if the table was imported from another database."""
    turned: list[str] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """In a rematch of the same people, their names in the order of seats; None: seats are drawn by lot."""
    places: list[int] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """The places in the lobby of the names in ``turned``; None: it is no rematch, or an early version began it."""
    rules_version: int
    state: Json | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """The state of the game as the engine saves it; None while players gather in the lobby."""
    version: int = 0
    """Number of changes so far. Whoever writes names the version that was read, so that no change is overwritten."""
    turn: int = 0
    """The number of the current turn, as the game counts."""
    live_message_id: int | None = Field(default=None, sa_type=BigInteger)
    """The message with the newest board; None: that is not posted yet."""
    lobby_message_id: int | None = Field(default=None, sa_type=BigInteger)
    """The message with the lobby."""
    question_message_id: int | None = Field(default=None, sa_type=BigInteger)
    """Not used any more; written by early versions."""
    question_version: int | None = None
    """Not used any more; written by early versions."""
    created_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    started_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    finished_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    cleared_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The moment at which moves, lobby and state were deleted; None: they are stored."""


_ASKED_FOR = text("candidates IS NOT NULL")


class SeatRow(Stored, table=True):
    """A seat of a game: of a user, of a computer, or of a person who had the bot forget them (neither is set)."""

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("game_id", "user_id"),
        Index("ix_seat_user_id", "user_id"),
        Index("ix_seat_owner_id", "owner_id"),
        Index("ix_seat_candidates", "game_id", sqlite_where=_ASKED_FOR, postgresql_where=_ASKED_FOR),
    )

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """The number of the seat, from 0."""
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    computer: str | None = Field(default=None, sa_type=String(32))
    """The level of the computer that plays the seat; None: a person does."""
    name: str = Field(sa_type=Text)
    """The name of the player when the game began."""
    resigned: bool = False
    owner_id: int | None = Field(default=None, sa_type=BigInteger)
    """The user who gave the seat to a substitute, who is ``user_id`` since then; None: there is no substitute."""
    substitute: str | None = Field(default=None, sa_type=Text)
    """The name of the substitute."""
    present_names: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Names of owner and substitute that Discord shows today, by user id, if they differ from those stored above."""
    returning_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The moment since which the substitute wants to give the seat back."""
    stand_in: str | None = Field(default=None, sa_type=String(32))
    """The level of the computer that decides while the user is away."""
    offered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    """The moment since which the seat is open to substitutes."""
    candidates: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """People who want to be the substitute, by user id: each with ``name`` and ``by``, the users who agree."""
    time_left: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """The rest of a time limit when the seat last stopped being waited for."""
    days_off: list[Any] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    """Holidays of the player that have already extended a time limit of this game."""
    colour: str | None = Field(default=None, sa_type=String(16))
    """The colour that was chosen in the lobby; None: the game chooses one."""


class ClickRow(Stored, table=True):
    """A click in a lobby. The dice depend on all clicks, so that none is ever deleted."""

    __tablename__ = "click"
    __table_args__ = (Index("ix_click_interaction_id", "interaction_id"), Index("ix_click_user_id", "user_id"))

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """The place among the clicks of the lobby, from 1."""
    interaction_id: int = Field(sa_type=BigInteger)
    """The interaction of Discord, which counts once even if it arrives twice."""
    what: str = Field(sa_type=String(16))
    """What was clicked: "open", "join", "computer", "leave" or "option"."""
    seat: int | None = None
    """The place in the lobby that was taken or left, from 0."""
    text: str = Field(sa_type=Text)
    """The name of the person or computer that came or went, or the option that was chosen."""
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    """The person who clicked; None: the bot forgot that person, or an early version did not store it."""
    after: str | None = Field(default=None, sa_type=String(64))
    """The hash of all clicks up to this one, stored when a name is deleted from a click: it cannot be computed then."""
