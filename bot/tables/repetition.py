"""Detection of repeated requests: a person may repeat one because the answer to it got lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.tables import undo_rules
from bot.tables.table import Table
from engines import Action, record
from storage import moves
from storage.columns import utcnow
from storage.database import Database
from storage.models import MoveKind, MoveRow

MOMENT = timedelta(minutes=1)
"""Time within which the person is asked about a repetition."""


async def repeats_move(database: Database, table: Table, user_id: int, action: Action) -> bool:
    """Return whether the person's last interaction made this decision a moment ago, at the question asked now."""
    seat = table.own_seat(user_id)
    async with database.reading() as session:
        entries = await moves.since_turn(session, table.row.id, seat)
    last = [move for move in last_interaction(entries, seat, user_id) if is_recent(move.at)]
    equal_moves = [move for move in last if record.parse(move.words) == action]
    return bool(equal_moves) and await asked_the_same(database, table, seat, equal_moves[-1])


def last_interaction(entries: Sequence[MoveRow], seat: int, user_id: int) -> list[MoveRow]:
    """Return the decisions made by the person's last press or text; only the first of them has its interaction."""
    decisions = [move for move in entries if move.seat == seat and move.by_user_id == user_id and not move.planned]
    starts = [place for place, move in enumerate(decisions) if move.interaction_id is not None]
    return decisions[starts[-1] :] if starts else decisions[-1:]


def is_recent(at: datetime) -> bool:
    """Return whether something happened a moment ago."""
    return utcnow() - at < MOMENT


async def asked_the_same(database: Database, table: Table, seat: int, move: MoveRow) -> bool:
    """Return whether the seat is asked what it was asked before ``move``; True if that cannot be told."""
    async with database.reading() as session:
        entries = await moves.effective(session, table.row.id)
    try:
        before = await asyncio.to_thread(undo_rules.rebuild_game, table, entries, move.version)
    except undo_rules.OtherRules:
        return True
    return before.prompt(seat).message.id == table.game.prompt(seat).message.id


async def repeats_undo(database: Database, table: Table, user_id: int) -> bool:
    """Return whether the person took something back a moment ago and has decided nothing since."""
    seat = table.own_seat(user_id)
    async with database.reading() as session:
        undo = await moves.newest(session, table.row.id, [MoveKind.UNDO], seat=seat)
        decision = await moves.newest(session, table.row.id, [MoveKind.MOVE], seat=seat)
    if undo is None or undo.by_user_id != user_id or not is_recent(undo.at):
        return False
    return decision is None or decision.version < undo.version
