"""Search for a person's user id and names in the database, and their removal from stored JSON.

First the games are found by user id, in columns that have an index. Then the rows of these games are searched for the
person's names.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import BindParameter, bindparam, union
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import CalledRow, ClickRow, GameRow, MoveKind, MoveRow, PlanRow, ResultRow, SeatRow

NAMING = frozenset({"name", "names", "owner", "player", "players", "substitute"})
"""Keys of stored JSON whose values are names of people."""
NOBODY = 0
"""The number that replaces a removed user id if there has to be one."""

_USER_ID: BindParameter[int] = bindparam("user")
# The ids of candidates are keys of JSON, so that the few seats with candidates are searched one by one.
_SEATS_WITH_CANDIDATES = select(SeatRow).where(col(SeatRow.candidates).is_not(None))
_GAMES_BY_COLUMN = union(
    select(SeatRow.game_id).where(SeatRow.user_id == _USER_ID),
    # BETWEEN makes SQLite use the index: nearly all seats have no owner, so for `=` it expects too many matches.
    select(SeatRow.game_id).where(col(SeatRow.owner_id).between(_USER_ID, _USER_ID)),
    select(GameRow.id).where(GameRow.host_id == _USER_ID),
    select(GameRow.id).where(col(GameRow.host_kept_for).between(_USER_ID, _USER_ID)),
    select(MoveRow.game_id).where(MoveRow.by_user_id == _USER_ID),
    select(ClickRow.game_id).where(ClickRow.user_id == _USER_ID),
    select(PlanRow.game_id).where(PlanRow.user_id == _USER_ID),
    select(CalledRow.game_id).where(CalledRow.user_id == _USER_ID),
    select(ResultRow.game_id).where(ResultRow.user_id == _USER_ID),
)
_NAMES_IN_LOG = (
    select(MoveRow.words)
    .where(MoveRow.game_id == bindparam("game"), MoveRow.by_user_id == _USER_ID)
    .where(
        col(MoveRow.kind).in_((MoveKind.SUBSTITUTE, MoveKind.RETURN, MoveKind.LEAVE, MoveKind.PAUSE, MoveKind.RESUME))
    )
    .distinct()
)
"""Query for names in the log: entries of these kinds contain the name of the person who made them."""


async def games_of(session: AsyncSession, user_id: int) -> list[int]:
    """Return the games in which a person occurs, in order: as player, host, candidate, in the lobby, or when called."""
    game_ids = {game_id for (game_id,) in (await session.exec(_GAMES_BY_COLUMN, params={"user": user_id})).all()}  # type: ignore[call-overload]
    seats = (await session.exec(_SEATS_WITH_CANDIDATES)).all()
    return sorted(game_ids | {seat.game_id for seat in seats if Traces(user_id).names(seat.candidates)})


async def names_in(session: AsyncSession, game_id: int, user_id: int) -> set[str]:
    """Return the names that a person has in the rows of a game."""
    seats = (await session.exec(select(SeatRow).where(SeatRow.game_id == game_id))).all()
    names = {seat.name for seat in seats if user_id in (seat.owner_id, None if seat.owner_id else seat.user_id)}
    names |= {seat.substitute for seat in seats if seat.user_id == user_id and seat.substitute}
    names |= {str(name) for seat in seats if (name := (seat.present_names or {}).get(str(user_id))) is not None}
    names |= {
        str(candidate["name"])
        for seat in seats
        if isinstance(seat.candidates, dict)
        and isinstance(candidate := seat.candidates.get(str(user_id)), dict)
        and "name" in candidate
    }
    clicks = select(ClickRow.text).where(ClickRow.game_id == game_id, ClickRow.user_id == user_id)
    names |= set((await session.exec(clicks.where(col(ClickRow.what).in_(("open", "join", "leave"))))).all())
    names |= set((await session.exec(_NAMES_IN_LOG, params={"game": game_id, "user": user_id})).all())
    results = select(ResultRow.name).where(ResultRow.game_id == game_id, ResultRow.user_id == user_id)
    return names | set((await session.exec(results)).all())


@dataclass(frozen=True)
class Traces:
    """The traces of a person in stored JSON: the user's id and the names in ``called``.

    ``instead`` is the neutral name that replaces the person's names.
    """

    user_id: int
    called: Collection[str] = ()
    instead: str = ""

    @cached_property
    def _id(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\d){self.user_id}(?!\d)")

    def names(self, stored: Any, key: str = "") -> bool:
        """Return whether a JSON value contains the person's id or, under a key for names, one of the names.

        ``key`` is the key of the value in its object.
        """
        if isinstance(stored, dict):
            return any(self._contains_id(name) or self.names(value, name) for name, value in stored.items())
        if isinstance(stored, list):
            return any(self.names(value, key) for value in stored)
        if isinstance(stored, str):
            return self._contains_id(stored) or (key in NAMING and stored in self.called)
        return self._contains_id(stored)

    def taken_out(self, stored: Any, key: str = "") -> Any:
        """Return a JSON value without the person: keys and list entries with the id are removed, names are replaced."""
        if isinstance(stored, dict):
            remaining = {name: value for name, value in stored.items() if not self._contains_id(name)}
            return {name: self.taken_out(value, name) for name, value in remaining.items()}
        if isinstance(stored, list):
            remaining_values = [
                value for value in stored if isinstance(value, dict | list) or not self._contains_id(value)
            ]
            return [self.taken_out(value, key) for value in remaining_values]
        if isinstance(stored, str):
            if key in NAMING and stored in self.called:
                return self.instead
            return self._id.sub(str(NOBODY), re.sub(rf"<@!?{self.user_id}>", self.instead, stored))
        return NOBODY if self._contains_id(stored) else stored

    def _contains_id(self, stored: Any) -> bool:
        """Return whether a text contains the person's id, or a number is the id."""
        if isinstance(stored, str):
            return bool(self._id.search(stored))
        # For Python the user id 1 equals True.
        return bool(stored == self.user_id) and not isinstance(stored, bool)
