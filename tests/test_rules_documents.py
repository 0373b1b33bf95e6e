"""The rules documents: whole in every language, cited rightly, short enough for a message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

import engines
from bot.wording import LANGUAGES
from bot.wording.rule_documents import MAINTAINERS, Section, companion, sections, split
from bot.wording.synonyms import synonyms

ROOT = Path(__file__).parents[1]
EVERY_GAME = pytest.mark.parametrize("key", [key for key in engines.GAMES if sections(key, "en")])
"""That has a document; a game is played without, too."""
CITATION = re.compile(r"\brules? (\d+(?:\.\d+)*(?:(?:, | and )\d+(?:\.\d+)*)*)", re.IGNORECASE)
RULING = re.compile(r"\brulings? ((?:A|24\.)?\d+)\b", re.IGNORECASE)
OWN_SECTIONS = "24."
"""Rulings of MMN are sections of their own."""
LONGEST = 1700


def sources(key: str) -> Iterator[tuple[Path, str]]:
    """Yield code and tests of a game, each with its text."""
    for folder in (f"engines/{key}", f"render/{key}", f"tests/engines/{key}"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield file, file.read_text(encoding="utf-8")


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sections_none_too_long_for_a_message(key: str, language: str) -> None:
    english = sections(key, "en")
    translated = sections(key, language)
    assert [section.number for section in translated] == [section.number for section in english]
    headings = re.findall("^##+ ", companion(key, language, ".md") or "", re.MULTILINE)
    assert len({section.number for section in translated}) == len(translated) == len(headings)
    for section in translated:
        assert 10 <= len(section.text) <= LONGEST, section.number
        assert len(section.title) <= 60, section.number
        assert not re.search(r"[|<]|\]\(|^#", section.text, re.MULTILINE), section.number
    if language != "en":
        assert all(section.text != original.text for section, original in zip(translated, english, strict=True))


@EVERY_GAME
def test_every_cited_section_exists(key: str) -> None:
    known = {section.number for section in sections(key, "en")}
    for file, text in sources(key):
        cited = chain.from_iterable(re.findall(r"\d+(?:\.\d+)*", citation) for citation in CITATION.findall(text))
        assert [number for number in cited if number not in known] == [], file


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_cited_ruling_exists(key: str, language: str) -> None:
    document = "\n".join(section.text for section in sections(key, language))
    known = set(re.findall(r"^- \*\*\w+ ([\w.]+)\*\*", document, re.MULTILINE))
    known |= {section.number for section in sections(key, language) if section.number.startswith(OWN_SECTIONS)}
    for file, text in sources(key):
        assert set(RULING.findall(text)) - known == set(), file


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_a_table_is_named_where_its_ruling_stands(key: str, language: str) -> None:
    document = "\n".join(section.text for section in sections(key, language))
    for option in engines.GAMES[key].options:
        assert f"`{option.id}`" in document, option.id


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_players_read_says_nothing_of_tests(key: str, language: str) -> None:
    for section in sections(key, language):
        if section.mark != MAINTAINERS:
            assert not re.search(r"\btests?/|\.py\b|`test_", section.text), section.number


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_register_names_sections_that_there_are(key: str, language: str) -> None:
    known = {section.number for section in sections(key, language) if section.mark != MAINTAINERS}
    register = synonyms(key, language).register
    assert set(register) <= known
    assert set(register) == set(synonyms(key, "en").register)


@pytest.mark.parametrize("language", LANGUAGES)
def test_synonyms_are_of_games_that_there_are_and_none_carries_nothing(language: str) -> None:
    for key in engines.GAMES:
        for phrases in synonyms(key, language).phrases.values():
            for phrase in phrases:
                assert all(phrase.stems), (key, phrase)
                assert phrase.words_of_group, (key, phrase)


def test_a_document_is_read_as_it_is_written() -> None:
    document = (
        "# A game\n\nWhat it is.\n\n## 1 Setup\n\nOne line that is\nfolded.\n\n- a\n- b\n  c\n\n"
        "### 1.1 More <!-- maintainers -->\n\nEnd.\n"
    )
    assert split(document) == [
        Section("1", "Setup", "One line that is folded.\n\n- a\n- b c"),
        Section("1.1", "More", "End.", MAINTAINERS),
    ]


def test_a_game_without_document_has_no_sections() -> None:
    assert sections("pebbles", "en") == sections("pebbles", "de") == ()
