"""How well typed words are understood is measured; a sample of it holds."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import engines
from bot.bench import words
from bot.wording import LANGUAGES

PHRASES = Path(__file__).with_name("phrases.jsonl")
"""What somebody typed who knew the games and not the bot's words."""


def test_ordinary_words_are_understood() -> None:
    phrases, questions = words.read([PHRASES])
    counted = words.of_phrases(phrases)
    assert questions == []
    assert {lang for _, lang in counted} == set(LANGUAGES)
    assert sum(counted.values(), Counter()) == Counter(understood=len(phrases))


@pytest.mark.parametrize("key", engines.GAMES)
def test_labels_of_illegal_actions_are_refused_for_the_true_reason(key: str) -> None:
    for language in LANGUAGES:
        counted = words.of_labels(key, language, 3)
        assert counted["another"] == 0, language
        assert counted["reason"] > 5, language
        assert counted["reason"] >= 0.85 * (counted["reason"] + counted["lost"] + counted["asked"]), language
