"""Hints: what the strong player would rather do than anything else, for a seat that is to decide."""

from __future__ import annotations

from bot.tables.table import Table
from bot.thinking import pool
from bot.thinking.ideas import Hint, hint
from bot.thinking.order import question
from bot.wording import texts
from bot.wording.catalogue import FALLBACK
from engines import Game


async def think(table: Table, seat: int) -> Hint:
    """The hint for a seat: the same whenever this is asked, and nothing hidden shows in it."""
    asked = question(hint, table.row.seed, table.game, seat, stocks(table.game, seat))
    found: Hint = await pool.answer(asked)
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
