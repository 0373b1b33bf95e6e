"""Hints: the moves that the strong player likes best, for a seat that is to decide."""

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
"""A key of a question: it differs with the table, the position, the seat, and the function that is asked."""
_answers: dict[Thought, Any] = {}
_thinking: dict[Thought, asyncio.Task[Any]] = {}


def refused(table: Table, seat: int) -> str:
    """Return the id of the text that says why there is no hint for a seat; empty: there is one."""
    game = table.game
    if not table.row.hints:
        return "error.hints_off"
    if not game.waits_for(seat):  # it may take something back, which no look ahead is made for
        return "error.hint_offer_stands" if game.has_turn(seat) else "error.hint_others_decide"
    return "" if game.imaginable(seat) else "error.no_hint_now"


async def think(table: Table, seat: int) -> Hint:
    """Return the hint for a seat: always the same in the same position, and nothing hidden shows in it."""
    answer: Hint = await thought(
        question(hint, table.row.seed, table.game, seat), (table.row.guild_id, table.user_at(seat))
    )
    return answer


async def thought(question: Question, groups: Groups) -> Any:
    """Return the answer to a question, for a server and a person there, the ``groups``.

    It is thought about once, however often it is asked for, since computer players wait meanwhile.
    """
    key = question.function, question.chance, *question.given
    if key in _answers:
        return _answers[key]
    if key not in _thinking:
        _thinking[key] = asyncio.create_task(_think(key, question, groups), name="a hint")
    with elsewhere():
        return await asyncio.shield(_thinking[key])


async def _think(key: Thought, question: Question, groups: Groups) -> Any:
    try:
        answer = await pool.answer(question, groups)
    finally:
        del _thinking[key]
    _answers[key] = answer
    while len(_answers) > KEPT:
        del _answers[next(iter(_answers))]
    return answer
