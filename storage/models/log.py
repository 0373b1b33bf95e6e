"""What was decided at a table, entry by entry."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Index, Text, UniqueConstraint, false
from sqlmodel import Field

from storage.columns import UtcDateTime, a_list, utcnow
from storage.models.base import Stored, words_of


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
    kind: MoveKind = Field(default=MoveKind.MOVE, sa_type=words_of(MoveKind))
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
