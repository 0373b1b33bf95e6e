"""The tables. Ids of users, guilds, channels, messages and interactions are Discord's snowflakes (64 bits).

People are identified by their snowflake alone: no foreign key leads to ``person``, which only caches a name and a
language and may lack anybody. Deleting a game deletes its seats, moves and outbox, which mean nothing without it; a
game with results cannot be deleted, because the results are the group's history.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Double,
    Enum,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)
from sqlmodel import Field, SQLModel

from storage.columns import NAMES, LenientJson, UtcDateTime, a_list, an_object, utcnow

Json = dict[str, Any]

LARGEST_ID = 2**31 - 1
"""Of a game: its column has 32 bits. PostgreSQL fails on larger numbers instead of finding nothing."""

DISCORD_NONCE_LENGTH = 25
"""Discord refuses a longer nonce."""


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


class MoveKind(StrEnum):
    """What an entry of the log is: a decision of the game, or one about it."""

    MOVE = "move"
    UNDO = "undo"
    RESIGN = "resign"
    BACK = "back"
    END = "end"
    DRAW = "draw"
    CLOCK = "clock"
    LEAVE = "leave"
    """Somebody is away; a computer decides meanwhile."""
    STAND_IN = "stand_in"
    """The same, but it was not the person's doing; ``by_user_id`` None: the time was up."""
    RETURN = "return"
    """Whose seat it is decides again."""
    OFFER = "offer"
    """A seat is open to substitutes; ``by_user_id`` as before."""
    SUBSTITUTE = "substitute"
    """Somebody else decides for a seat from now on."""
    HOST = "host"
    PAUSE = "pause"
    """Here and in the next ``words`` is the name of who did it."""
    RESUME = "resume"


def _words(kind: type[StrEnum]) -> Enum:
    """A text column of the words of ``kind``; as text, so that a new word needs no migration."""
    return Enum(kind, native_enum=False, length=16, values_callable=lambda words: [word.value for word in words])


class Stored(SQLModel):
    """What all tables share: one catalogue, with predictable constraint names."""

    metadata = MetaData(naming_convention=NAMES)


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
    settings: Json = Field(default_factory=an_object, sa_type=JSON)
    created_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


class User(Stored, table=True):
    """A person. ``locale`` None: the language of the person's Discord. ``settings``: other choices, by name.

    ``name`` was kept by earlier versions.
    """

    __tablename__ = "person"

    user_id: int = Field(primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False})
    name: str | None = Field(default=None, sa_type=Text)
    locale: str | None = Field(default=None, sa_type=String(16))
    settings: Json = Field(default_factory=an_object, sa_type=LenientJson)
    updated_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


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
    status: Status = Field(default=Status.LOBBY, sa_type=_words(Status))
    host_id: int = Field(sa_type=BigInteger)
    host_kept_for: int | None = Field(default=None, sa_type=BigInteger)
    """The host who has left for now, and is host again on coming back."""
    seats: int
    seat_order: SeatOrder = Field(default=SeatOrder.RANDOM, sa_type=_words(SeatOrder))
    options: Json = Field(default_factory=an_object, sa_type=JSON)
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
    drawn_order: list[int] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """By seat the place in the lobby."""
    drawn_as: int | None = None
    """The number that the table had when it showed its hash, if it was brought here from elsewhere."""
    turned: list[str] | None = Field(default=None, sa_type=JSON(none_as_null=True))
    """Of a rematch, the names in the order in which the same people play; others are drawn by lot."""
    places: list[int] | None = Field(default=None, sa_type=JSON(none_as_null=True))
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
    """Who sits at a game's seat ``number`` (from 0): a user, a computer of the named kind, or (neither) somebody who
    has been forgotten."""

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


class MoveRow(Stored, table=True):
    """An entry of a game's log, in the order of ``version``: the version of the game that this entry produced.

    ``words``: the move in its notation; of other entries the name of whom they are about. ``by_user_id`` None: a
    computer moved, or somebody who has been forgotten. ``interaction_id``: the click that made the move, which makes it
    only once. ``undone``: taken back later. ``planned``: it followed a plan. ``events``: what happened. ``scores``: the
    projected totals afterwards, by seat.
    """

    __tablename__ = "move"
    __table_args__ = (UniqueConstraint("interaction_id"), Index("ix_move_by_user_id", "by_user_id", "game_id"))

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    version: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    kind: MoveKind = Field(default=MoveKind.MOVE, sa_type=_words(MoveKind))
    seat: int
    words: str = Field(sa_type=Text)
    by_user_id: int | None = Field(default=None, sa_type=BigInteger)
    interaction_id: int | None = Field(default=None, sa_type=BigInteger)
    undone: bool = False
    planned: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    turn: int = 0
    events: list[Any] = Field(default_factory=a_list, sa_type=JSON)
    scores: list[Any] = Field(default_factory=a_list, sa_type=JSON)
    at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)


def new_nonce() -> str:
    """A nonce that no other message has, short enough for Discord."""
    return secrets.token_hex(DISCORD_NONCE_LENGTH // 2)


_PENDING = text("sent_at IS NULL AND failed IS NULL")
_FAILED = text("failed IS NOT NULL")


class OutboxRow(Stored, table=True):
    """A message that must reach Discord. A game's messages go out in the order of ``id``.

    ``nonce`` stays the same over all attempts, so that Discord posts the message once. ``attempts`` have failed so
    far, the last at ``postponed_at``; the next is due at ``next_attempt_at``. ``claimed_until``: until then one worker
    alone tries. It is over once ``sent_at`` (with ``message_id``, if it made a message) or ``failed`` (the reason for
    giving up) is set.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        UniqueConstraint("nonce"),
        Index("ix_outbox_pending", "game_id", "id", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index("ix_outbox_due", "next_attempt_at", "id", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index("ix_outbox_channel_id", "channel_id", sqlite_where=_PENDING, postgresql_where=_PENDING),
        Index("ix_outbox_game_kind", "game_id", "kind", "id"),
        Index("ix_outbox_created_at", "created_at"),
        Index("ix_outbox_failed", "game_id", sqlite_where=_FAILED, postgresql_where=_FAILED),
        {"sqlite_autoincrement": True},
    )

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(sa_type=Integer, sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),))
    channel_id: int = Field(sa_type=BigInteger)
    kind: str = Field(sa_type=String(32))
    payload: Json = Field(default_factory=an_object, sa_type=LenientJson)
    nonce: str = Field(default_factory=new_nonce, sa_type=String(DISCORD_NONCE_LENGTH))
    created_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    attempts: int = 0
    next_attempt_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    postponed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    sent_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    message_id: int | None = Field(default=None, sa_type=BigInteger)
    failed: str | None = Field(default=None, sa_type=Text)


class TimerRow(Stored, table=True):
    """Something that is to be done at ``due_at``; ``set_at``: when that was decided.

    ``seat``: whom it is about; 0 where it is about the whole table. ``claimed_until``: until then one worker alone
    does it. ``attempts`` have failed so far, so many were ``lost`` with the process that made them. ``data``: what else
    there is to know, by kind.
    """

    __tablename__ = "timer"
    __table_args__ = (
        UniqueConstraint("game_id", "kind", "seat"),
        Index("ix_timer_due_at", "due_at", "id"),
        Index("ix_timer_set_at", "set_at"),
        Index("ix_timer_claimed_until", "claimed_until"),
        {"sqlite_autoincrement": True},
    )

    id: int = Field(default=None, primary_key=True)
    game_id: int = Field(sa_type=Integer, sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),))
    kind: str = Field(sa_type=String(16))
    seat: int = 0
    set_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    due_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    attempts: int = 0
    lost: int = Field(default=0, sa_column_kwargs={"server_default": text("0")})
    data: Json = Field(default_factory=an_object, sa_type=LenientJson)


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
    """What a person tries on an imagined table, what is to be played when the turn comes, and lines for the own eyes
    alone (``data``).

    ``seat``: whose turn that is; None: nothing is planned. ``revision`` rises by one with every change; whoever writes
    names the one that was read.
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
    """How a seat ended: ``rank`` from 1 and different for each, ``total`` points and their ``sources`` by name.

    ``user_id``: who played it last; None: a computer of the level ``computer``, or (without one) somebody. What follows
    came later, and early versions have none: ``place`` is the rank that equals share. ``margin``: points before the
    second, or behind the first. ``pace``: seconds awake that the person's ``decisions`` took on average. ``deeds``: how
    often it did what, ``opening``: its first moves in their notation. ``mu`` and ``sigma`` are its rating after the
    game, those named ``before`` the one before it; None: the game changed none.
    """

    __tablename__ = "result"
    __table_args__ = (Index("ix_result_user_id", "user_id"),)

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="RESTRICT"),), primary_key=True)
    seat: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    user_id: int | None = Field(default=None, sa_type=BigInteger)
    name: str = Field(sa_type=Text)
    total: int
    rank: int
    sources: dict[str, int] = Field(default_factory=an_object, sa_type=JSON)
    finished_at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
    computer: str | None = Field(default=None, sa_type=String(32))
    place: int | None = None
    margin: int | None = None
    decisions: int | None = None
    pace: float | None = Field(default=None, sa_type=Double)
    deeds: Json | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
    opening: list[Any] | None = Field(default=None, sa_type=LenientJson(none_as_null=True))
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
