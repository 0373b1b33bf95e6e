"""The log of a table: decisions of the game and changes about it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, Text, UniqueConstraint, false
from sqlmodel import Field

from storage.columns import UtcDateTime, a_list, utcnow
from storage.models.base import Stored, words_of


class MoveKind(StrEnum):
    """The kind of an entry of the log. Only `MOVE` is a decision of the game itself."""

    MOVE = "move"
    UNDO = "undo"
    RESIGN = "resign"
    BACK = "back"
    END = "end"
    DRAW = "draw"
    CLOCK = "clock"
    LEAVE = "leave"
    """A person went away; a computer decides for the seat meanwhile."""
    STAND_IN = "stand_in"
    """A computer began to decide for a seat without its person's doing; ``by_user_id`` None: the time was up."""
    RETURN = "return"
    """The person decides for the seat again."""
    OFFER = "offer"
    """A seat was opened to substitutes; ``by_user_id`` None: the time was up."""
    SUBSTITUTE = "substitute"
    """A substitute took over a seat."""
    HOST = "host"
    PAUSE = "pause"
    """The game was paused; for this kind and the next, ``words`` is the name of the person who did it."""
    RESUME = "resume"


class MoveRow(Stored, table=True):
    """An entry of a game's log."""

    __tablename__ = "move"
    __table_args__ = (UniqueConstraint("interaction_id"), Index("ix_move_by_user_id", "by_user_id", "game_id"))

    game_id: int = Field(sa_column_args=(ForeignKey("game.id", ondelete="CASCADE"),), primary_key=True)
    version: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    """The version of the game that this entry produced; entries are ordered by it."""
    kind: MoveKind = Field(default=MoveKind.MOVE, sa_type=words_of(MoveKind))
    seat: int
    words: str = Field(sa_type=Text)
    """The move in its notation; for other kinds, the name of the person whom the entry is about."""
    by_user_id: int | None = Field(default=None, sa_type=BigInteger)
    """The person who decided; None: a computer did, or a person whom the bot has forgotten."""
    interaction_id: int | None = Field(default=None, sa_type=BigInteger)
    """The interaction of Discord that made the move, stored so that it counts once even if it arrives twice."""
    undone: bool = False
    """True if the move was taken back later."""
    planned: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    """True if a plan made the move."""
    turn: int = 0
    events: list[Any] = Field(default_factory=a_list, sa_type=JSON)
    """The events of the move."""
    scores: list[Any] = Field(default_factory=a_list, sa_type=JSON)
    """The totals projected after the move, by seat."""
    at: datetime = Field(default_factory=utcnow, sa_type=UtcDateTime)
