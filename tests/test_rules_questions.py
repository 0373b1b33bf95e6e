"""What players commonly ask about the rules: every section, in every language, with an answer that is there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import engines
from bot.commands.rules import page
from bot.commands.topics import topics
from bot.delivery.compose import CONTENT_LIMIT
from bot.wording import LANGUAGES, rules, texts_in
from bot.wording.rule_questions import QUOTED, Questions, common_questions
from bot.wording.rule_search import index, search
from bot.wording.rules import MAINTAINERS, beside, lines_of, sections
from bot.wording.synonyms import synonyms

EVERY_GAME = pytest.mark.parametrize("key", [key for key in engines.GAMES if sections(key, "en")])
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
LONGEST = 180
"""Characters of an answer that is said as it is: one sentence, above the section."""


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_section_answers_a_question(key: str, language: str) -> None:
    asked = {each.section for each in common_questions(key, language)}
    assert asked == {each.number for each in sections(key, language) if each.mark != MAINTAINERS}


@EVERY_GAME
@EVERY_LANGUAGE
def test_an_answer_stands_in_its_section_once_or_is_a_sentence(key: str, language: str) -> None:
    lines = {each.number: lines_of(each.text) for each in sections(key, language)}
    for section, answer, _ in common_questions(key, language):
        if answer.endswith(QUOTED):
            words = answer.removesuffix(QUOTED).rstrip()
            assert not words or sum(words in line for line in lines[section]) == 1, (section, answer)
        else:
            assert answer.endswith("."), (section, answer)
            assert not any(answer in line for line in lines[section]), (section, answer)
            assert len(answer) <= LONGEST, (section, answer)


@EVERY_GAME
@EVERY_LANGUAGE
def test_an_answer_fits_into_a_message_with_its_section(key: str, language: str) -> None:
    known = {each.section.number: each for each in topics(key, language)}
    for section, answer, _ in common_questions(key, language):
        shown = page(known[section]._replace(line=answer), below=texts_in(language).say("rules.or"))
        assert len(shown) <= CONTENT_LIMIT, (section, answer)


@EVERY_GAME
@EVERY_LANGUAGE
@pytest.mark.parametrize("stride", [4, pytest.param(1, marks=pytest.mark.proof)])
def test_a_common_question_finds_its_answer_first(key: str, language: str, stride: int) -> None:
    numbers = [each.number for each in index(key, language).sections]
    for section, answer, question in list(common_questions(key, language))[::stride]:
        found = search(key, language, question)[0]
        assert (found.section.number, found.line) == (
            section,
            index(key, language).answer(numbers.index(section), answer),
        ), question


def test_a_language_whose_rules_have_no_questions_beside_them_is_searched_by_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(rules.CHECKOUT / "macao.md", tmp_path / "macao.fr.md")
    monkeypatch.setattr(rules, "FOLDERS", [tmp_path, *rules.FOLDERS])
    assert beside("macao", "fr", ".toml") is None
    assert list(common_questions("macao", "fr")) == []
    first = next(common_questions("navegador", "en"))
    assert next(common_questions("navegador", "fr")) == first, "as are the rules themselves"


def like(typed: str, *questions: str, unfinished: bool = False) -> dict[int, float]:
    """How much each question is like what was typed, about Navegador in English."""
    return Questions(questions, "en", synonyms("navegador", "en"), lambda word: ()).like(typed, unfinished=unfinished)


def test_what_is_asked_about_counts_more_than_how() -> None:
    found = like("church price", "How much is a church?", "What does a church do?", "How much is a ship?")
    assert found[0] > found[1] > 0
    assert 2 not in found


def test_the_same_question_is_entirely_like_itself() -> None:
    assert like("How do I get a church?", "How do I get a church?") == {0: pytest.approx(1)}
    assert like("What can I do?", "What can I do?", "What can I do with a ship?") == {0: pytest.approx(1)}


@pytest.mark.parametrize("typed", ["chruch limit", "church limits"])
def test_a_word_with_a_slip_is_understood(typed: str) -> None:
    found = like(typed, "How many churches may I have?", "How many ships may I have?")
    assert found[0] > found.get(1, 0)


def test_the_last_word_may_be_a_beginning() -> None:
    assert like("what does a chu", "What does a church do?", unfinished=True)[0] > 0.5
