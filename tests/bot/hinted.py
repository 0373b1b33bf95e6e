"""Positions of which hints are told."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from bot.panel.hinting import hint_panel
from bot.panel.hinting import told as each_told
from bot.tables import Table
from bot.tables.beside.hints import stocks
from bot.thinking.idea import Idea
from bot.thinking.ideas import Hint, ideas
from bot.wording import texts_in
from engines.contract import Game
from tests.bot.stubs import stub_game, stub_table
from tests.engines.test_beam import at_a_decision

WORDS = texts_in("en")


@cache
def thought(key: str, seed: int) -> tuple[Game, int, list[Idea]]:
    """A position, who is to decide in it, the ideas."""
    game = at_a_decision(key, seed)
    return game, game.to_act[0], ideas(game, game.to_act[0], Random(5), stocks(game, game.to_act[0]))


def a_table(game: Game) -> Table:
    return stub_table(game, people=game.state.seats, key=game.key)


def told(game: Game, found: list[Idea]) -> str:
    return hint_panel(a_table(game), WORDS, Hint(found)).content


SCORING = {"navegador": 2, "burgundy": 4, "macao": 2, "mmn": 13}
"""By game the seed of a position in which ideas score by the end of the turn."""


def idea(brings: dict[tuple[str, str], int], **options: Any) -> Idea:
    return replace(Idea(("pass",), 0.0, brings, points=(21, 21, 21)), **options)


def lines(*ideas: Idea) -> list[list[str]]:
    """What is told below each idea."""
    table = stub_table(stub_game(legal=[("pass",)]), people=3)
    return [[line.removeprefix("-# ") for line in said[1:]] for _, said in each_told(table, WORDS, 0, ideas)]
