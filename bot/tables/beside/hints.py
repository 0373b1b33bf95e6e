"""Hints: what the strong player would rather do than anything else, for a seat that is to decide."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.tables.table import Table
from bot.thinking import pool
from bot.thinking.ideas import Hint, hint
from bot.thinking.order import Question, question
from bot.work.admission import elsewhere
from bot.work.line import Groups

KEPT = 100
"""Answers that are remembered."""
Thought = tuple[Any, ...]
"""By which what was thought about is known: it differs with the table, the position, the seat, and what is asked."""
_kept: dict[Thought, Any] = {}
_thinking: dict[Thought, asyncio.Task[Any]] = {}


def refused(table: Table, seat: int) -> str:
    """Why there is no hint for a seat, by the id of what is said of it; empty: there is one."""
    game = table.game
    if not table.row.hints:
        return "error.hints_off"
    if not game.waits_for(seat):  # it may take something back, which no look ahead is made for
        return "error.hint_offer_stands" if game.has_turn(seat) else "error.hint_others_decide"
    return "" if game.imaginable(seat) else "error.no_hint_now"


async def think(table: Table, seat: int) -> Hint:
    """The hint for a seat: the same whenever this is asked, and nothing hidden shows in it."""
    asked = question(hint, table.row.seed, table.game, seat)
    found: Hint = await thought(asked, (table.row.guild_id, table.user_at(seat)))
    return found


async def thought(asked: Question, of: Groups) -> Any:
    """The answer, thought about once, however often and how impatiently it is asked for, since computer players wait
    meanwhile."""
    key = asked.function, asked.chance, *asked.given
    if key in _kept:
        return _kept[key]
    if key not in _thinking:
        _thinking[key] = asyncio.create_task(_think(key, asked, of), name="a hint")
    with elsewhere():
        return await asyncio.shield(_thinking[key])


async def _think(key: Thought, asked: Question, of: Groups) -> Any:
    try:
        found = await pool.answer(asked, of)
    finally:
        del _thinking[key]
    _kept[key] = found
    while len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    return found
