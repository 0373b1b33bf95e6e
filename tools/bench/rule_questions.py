"""How well rules are found by asking.

Questions of players, each with the sections that answer it, stand in a file of JSON lines (``game``, ``lang``,
``typed``, ``section``).
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from bot.features.rules import SHOWN, answering


class Shares(NamedTuple):
    """The shares of the questions in a language, from 0 to 1.

    They count how often the right section comes first, how often it is among those shown, and how often another
    game's section is shown though nobody asked for it.
    """

    asked: int
    first: float
    shown: float
    elsewhere: float


class Question(NamedTuple):
    """``sections``: the numbers of those that answer; the parts of one answer as well."""

    game: str
    lang: str
    typed: str
    sections: tuple[str, ...]

    def answered_by(self, number: str) -> bool:
        return any(number == right or number.startswith(f"{right}.") for right in self.sections)


def questions(lines: Iterable[str]) -> list[Question]:
    """Return the questions in lines of JSON."""
    read = [json.loads(line) for line in lines if line.strip()]
    return [
        Question(each["game"], each["lang"], each["typed"], tuple(re.findall(r"\d+(?:\.\d+)*", each["section"])))
        for each in read
    ]


def measure(lines: Iterable[str]) -> dict[str, Shares]:
    """By language, how well questions in lines of JSON are answered in a channel of their game."""
    by_language: dict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    for asked in questions(lines):
        shown = answering(asked.game, asked.lang, asked.typed)[:SHOWN]
        right = [topic.key == asked.game and asked.answered_by(topic.section.number) for topic in shown]
        strange = any(topic.key != asked.game for topic in shown)
        by_language[asked.lang].append((right[:1] == [True], any(right), strange))
    return {
        language: Shares(len(found), *(sum(each) / len(found) for each in zip(*found, strict=True)))
        for language, found in by_language.items()
    }
