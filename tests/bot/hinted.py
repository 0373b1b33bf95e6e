"""Positions with hints, and the hints as they are worded."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from bot.features.hint import describe_ideas, hint_panel
from bot.tables import Table
from bot.thinking.ideas import Hint, Idea, ideas
from bot.thinking.reasons import Reason
from bot.wording import texts_in
from engines import Message
from engines.contract import Game
from tests.bot.stubs import stub_game, stub_table
from tests.engines.test_beam import at_a_decision

WORDS = texts_in("en")


@cache
def position_with_ideas(key: str, seed: int) -> tuple[Game, int, list[Idea]]:
    """Return a position, the seat that decides in it, and the ideas for it."""
    game = at_a_decision(key, seed)
    return game, game.to_act[0], ideas(game, game.to_act[0], Random(5))


def a_table(game: Game) -> Table:
    return stub_table(game, people=game.state.seats, key=game.key)


def hint_text(game: Game, suggestions: list[Idea]) -> str:
    return hint_panel(a_table(game), WORDS, game.to_act[0], Hint(suggestions)).content


SCORING = {"navegador": 2, "burgundy": 4, "macao": 5, "mmn": 13}
"""By game the seed of a position in which ideas score by the end of the turn."""


def idea(action: tuple[str, ...] = ("pass",), **options: Any) -> Idea:
    return Idea(action, **options)


def money(amount: int, compared: int, weight: float = 1.0, **options: Any) -> Reason:
    """Return a reason of Navegador."""
    return Reason("money", weight, Message("navegador.reason.money", {"own": amount, "other": compared}), **options)


def idea_lines(*ideas: Idea) -> list[list[str]]:
    """Return the lines below each idea."""
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    return [[line.removeprefix("-# ") for line in below[1:]] for _, below in describe_ideas(table, WORDS, 0, ideas)]
