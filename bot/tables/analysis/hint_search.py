"""Hints: the moves that the strong player prefers for a seat that is to decide."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.tables.table import Table
from bot.thinking import pool
from bot.thinking.ideas import Hint, hint
from bot.thinking.order import Question, question
from bot.work.admission import place_freed
from bot.work.fair_queue import Groups

MOST_ANSWERS = 100
"""Answers that are cached."""
QuestionKey = tuple[Any, ...]
"""Key of a question, made of the function, the seed and the arguments: table, position and seat."""
_answers: dict[QuestionKey, Any] = {}
_tasks: dict[QuestionKey, asyncio.Task[Any]] = {}


def refusal_id(table: Table, seat: int) -> str:
    """Return the id of the text that says why there is no hint for a seat; empty if there is one."""
    game = table.game
    if not table.row.hints:
        return "error.hints_off"
    if not game.waits_for(seat):
        # The seat may at most take back an offer, which the strong player does not consider.
        return "error.hint_offer_stands" if game.has_turn(seat) else "error.hint_others_decide"
    return "" if game.imaginable(seat) else "error.no_hint_now"


async def find_hint(table: Table, seat: int) -> Hint:
    """Return the hint for a seat: always the same in the same position, and without hidden information."""
    hint_question = question(hint, table.row.seed, table.game, seat)
    answer: Hint = await answer_question(hint_question, (table.row.guild_id, table.user_at(seat)))
    return answer


async def answer_question(question: Question, groups: Groups) -> Any:
    """Return the answer to a question; `groups` are the server and the person who asks.

    A question that is asked repeatedly is computed once, since computer players wait meanwhile.
    """
    key = (question.function, question.rng_seed, *question.arguments)
    if key in _answers:
        return _answers[key]
    if key not in _tasks:
        _tasks[key] = asyncio.create_task(_compute(key, question, groups), name="a hint")
    with place_freed():
        return await asyncio.shield(_tasks[key])


async def _compute(key: QuestionKey, question: Question, groups: Groups) -> Any:
    try:
        answer = await pool.ask_twice(question, groups)
    finally:
        del _tasks[key]
    _answers[key] = answer
    while len(_answers) > MOST_ANSWERS:
        del _answers[next(iter(_answers))]
    return answer
