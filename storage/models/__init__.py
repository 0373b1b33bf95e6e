"""The records that are stored.

Ids of users, guilds, channels, messages and interactions are Discord's snowflakes (64 bits).

People are identified by their snowflake alone: no foreign key leads to ``person``, which only caches a name and a
language and may lack anybody. Deleting a game deletes its seats, moves and jobs, which mean nothing without it; a
game with results cannot be deleted, because the results are the group's history.
"""

from __future__ import annotations

from storage.models.base import LARGEST_ID, Json, Stored
from storage.models.log import MoveKind, MoveRow
from storage.models.people import AvoidedRow, GuildSettings, NamedValue, User
from storage.models.results import OutcomeRow, RatingRow, ResultRow
from storage.models.tables import IS_A_REMATCH, IS_KEPT, IS_OPEN, ClickRow, GameRow, SeatOrder, SeatRow, Status
from storage.models.waiting import DISCORD_NONCE_LENGTH, CalledRow, JobRow, PlanRow, VoteRow, new_nonce

__all__ = [
    "DISCORD_NONCE_LENGTH",
    "IS_A_REMATCH",
    "IS_KEPT",
    "IS_OPEN",
    "LARGEST_ID",
    "AvoidedRow",
    "CalledRow",
    "ClickRow",
    "GameRow",
    "GuildSettings",
    "JobRow",
    "Json",
    "MoveKind",
    "MoveRow",
    "NamedValue",
    "OutcomeRow",
    "PlanRow",
    "RatingRow",
    "ResultRow",
    "SeatOrder",
    "SeatRow",
    "Status",
    "Stored",
    "User",
    "VoteRow",
    "new_nonce",
]
