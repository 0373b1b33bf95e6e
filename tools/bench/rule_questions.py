"""Measure how well the search finds the sections of the rules that answer questions.

The questions of players are lines of JSON with ``game``, ``lang``, ``typed`` and ``section``, the sections that answer.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from bot.features.rules import SHOWN, answering


class Shares(NamedTuple):
    """The number of questions in a language, and the shares of these with some result, from 0 to 1."""

    asked: int
    """The number of questions."""
    first: float
    """The share for which a right section comes first."""
    shown: float
    """The share for which a right section is among those shown."""
    elsewhere: float
    """The share for which a section of another game is shown."""


class Question(NamedTuple):
    """A question of a player; ``sections`` are the numbers of the sections that answer it."""

    game: str
    lang: str
    typed: str
    sections: tuple[str, ...]

    def answered_by(self, number: str) -> bool:
        """Return whether a section answers the question, either itself or as a part of an answering section."""
        return any(number == right or number.startswith(f"{right}.") for right in self.sections)


def questions(lines: Iterable[str]) -> list[Question]:
    """Return the questions in lines of JSON."""
    records = [json.loads(line) for line in lines if line.strip()]
    return [
        Question(
            record["game"], record["lang"], record["typed"], tuple(re.findall(r"\d+(?:\.\d+)*", record["section"]))
        )
        for record in records
    ]


def measure(lines: Iterable[str]) -> dict[str, Shares]:
    """Ask the questions in lines of JSON, each in a channel of its game, and return the shares by language."""
    by_language: dict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    for question in questions(lines):
        shown = answering(question.game, question.lang, question.typed)[:SHOWN]
        right = [topic.key == question.game and question.answered_by(topic.section.number) for topic in shown]
        is_elsewhere = any(topic.key != question.game for topic in shown)
        by_language[question.lang].append((right[:1] == [True], any(right), is_elsewhere))
    return {
        language: Shares(len(results), *(sum(column) / len(results) for column in zip(*results, strict=True)))
        for language, results in by_language.items()
    }
