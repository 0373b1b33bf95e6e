"""How well typed words are understood is measured; a sample of it holds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import engines
from bot.wording import LANGUAGES
from tools.bench import phrases as bench

PHRASES = Path(__file__).with_name("phrases.jsonl")
"""What somebody typed who knew the games and not the bot's words."""

LARGE = ("navegador", "macao", "burgundy", "mmn")
"""Games with so many kinds of actions that some are illegal everywhere, each for a reason of its own."""


def test_ordinary_words_are_understood() -> None:
    phrases, questions = bench.read([PHRASES])
    counted = bench.of_phrases(phrases)
    assert questions == []
    assert {lang for _, lang in counted} == set(LANGUAGES)
    assert sum(counted.values(), Counter()) == Counter(understood=len(phrases))


@pytest.mark.parametrize("most", [3, pytest.param(6, marks=pytest.mark.proof)])
@pytest.mark.parametrize(
    ("key", "language"),
    [
        pytest.param(key, language, marks=[pytest.mark.proof] if (place - number) % len(LANGUAGES) else [])
        for number, key in enumerate(engines.GAMES)
        for place, language in enumerate(LANGUAGES)
    ],
)
def test_labels_of_illegal_actions_are_refused_for_the_true_reason(key: str, language: str, most: int) -> None:
    counted = bench.of_labels(key, language, most)
    assert counted["another"] == 0
    assert counted["reason"] > 5 or key not in LARGE
    assert counted["reason"] >= 0.85 * (counted["reason"] + counted["lost"] + counted["asked"])
