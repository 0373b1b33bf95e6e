"""Read what players commonly ask about a game's rules: ``docs/rules/<game>.toml`` and its translations.

There is a table for each section; in it, by what answers, questions one after the other. An answer with "…" at its end
stands for the line of the section that has these words; another one is said as it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import NamedTuple

from bot.wording.rules import beside

QUOTED = "…"
"""What an answer ends with that stands in the section itself."""


class CommonQuestion(NamedTuple):
    """A question, the number of the section that answers it, and what answers."""

    section: str
    answer: str
    question: str


def common_questions(key: str, language: str) -> Iterator[CommonQuestion]:
    """Yield what players ask about a game, where the document in a language has questions beside it."""
    tables = tomllib.loads(beside(key, language, ".toml") or "")
    for section, answers in tables.items():
        for answer, questions in answers.items():
            for question in questions.split("?"):
                if question.strip():
                    yield CommonQuestion(section, answer, f"{question.strip()}?")
