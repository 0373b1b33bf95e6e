"""Hints: what the strong player would rather do than anything else, for a seat that is to decide."""

from __future__ import annotations

import asyncio

from bot.tables.table import Table
from bot.thinking import pool
from bot.thinking.ideas import Hint, hint
from bot.thinking.order import Question, question
from bot.wording import texts
from bot.wording.languages import FALLBACK
from bot.work.admission import elsewhere
from bot.work.line import Groups
from engines import Game

KEPT = 100
"""Hints that are remembered."""
_kept: dict[bytes, Hint] = {}
_thinking: dict[bytes, asyncio.Task[Hint]] = {}


async def think(table: Table, seat: int) -> Hint:
    """The hint for a seat: the same whenever this is asked, and nothing hidden shows in it.

    Thought about once, however often and how impatiently it is asked for, since computer players wait meanwhile.
    """
    asked = question(hint, table.row.seed, table.game, seat, stocks(table.game, seat))
    key = asked.chance  # differs with the table, the position and the seat
    if found := _kept.get(key):
        return found
    of = table.row.guild_id, table.user_at(seat)
    if key not in _thinking:
        _thinking[key] = asyncio.create_task(_think(key, asked, of), name="a hint")
    with elsewhere():
        return await asyncio.shield(_thinking[key])


async def _think(key: bytes, asked: Question, of: Groups) -> Hint:
    try:
        found: Hint = await pool.answer(asked, of)
    finally:
        del _thinking[key]
    _kept[key] = found
    while len(_kept) > KEPT:
        del _kept[next(iter(_kept))]
    return found


def stocks(game: Game, seat: int) -> set[str]:
    """What is told of a player beside points, by its names in the description: what the catalogue has a name for."""
    words = texts(FALLBACK)
    return {name for message in game.describe(seat) for name in message.args if words.has(stock_name(game.key, name))}


def stock_name(key: str, name: str) -> str:
    """The id of what a stock is called; what has no name is none."""
    return f"{key}.stock.{name}"


def term_name(key: str, name: str) -> str:
    """The id of what the strong player weighs, as it is told."""
    return f"{key}.term.{name.replace(' ', '_')}"
