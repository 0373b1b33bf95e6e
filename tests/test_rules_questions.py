"""What players commonly ask about the rules: every section, in every language, with an answer that is there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import engines
from bot.delivery.compose import CONTENT_LIMIT
from bot.features.rules import page, topics
from bot.language.common_questions import QUOTED, CommonQuestion, QuestionBank, common_questions
from bot.language.rules_search import index, search
from bot.language.rules_words import RulesWords
from bot.wording import LANGUAGES, rule_documents, texts_in
from bot.wording.rule_documents import MAINTAINERS, companion, lines_of, sections
from bot.wording.synonyms import words_of

EVERY_GAME = pytest.mark.parametrize("key", [key for key in engines.GAMES if sections(key, "en")])
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
LONGEST = 180
"""Characters of an answer that is said as it is: one sentence, above the section."""


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_section_answers_a_question(key: str, language: str) -> None:
    answered = {question.section for question in common_questions(key, language)}
    assert answered == {section.number for section in sections(key, language) if section.mark != MAINTAINERS}


@EVERY_GAME
@EVERY_LANGUAGE
def test_an_answer_stands_in_its_section_once_or_is_a_sentence(key: str, language: str) -> None:
    lines = {entry.number: lines_of(entry.text) for entry in sections(key, language)}
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
    known = {topic.section.number: topic for topic in topics(key, language)}
    for section, answer, _ in common_questions(key, language):
        shown = page(known[section]._replace(line=answer), footer=texts_in(language).say("rules.or"))
        assert len(shown) <= CONTENT_LIMIT, (section, answer)


@EVERY_GAME
@EVERY_LANGUAGE
@pytest.mark.parametrize("half", [0, pytest.param(1, marks=pytest.mark.proof)])
def test_a_common_question_finds_its_answer_first(key: str, language: str, half: int) -> None:
    rules = index(key, language)
    for question in [*common_questions(key, language)][half::2]:
        best = search(key, language, question.question)[0]
        assert (best.section.number, best.line) == (question.section, rules.answer(question)), question


def test_a_language_whose_rules_have_no_questions_beside_them_is_searched_by_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(rule_documents.CHECKOUT / "macao.md", tmp_path / "macao.fr.md")
    monkeypatch.setattr(rule_documents, "FOLDERS", [tmp_path, *rule_documents.FOLDERS])
    assert companion("macao", "fr", ".toml") is None
    assert list(common_questions("macao", "fr")) == []
    first = next(common_questions("navegador", "en"))
    assert next(common_questions("navegador", "fr")) == first, "as are the rules themselves"


def similarities(typed: str, *questions: str, begun: str = "") -> dict[str, float]:
    """Return how similar questions about Navegador in English are to a typed one."""
    words = RulesWords("navegador", "en", questions)
    bank = QuestionBank([CommonQuestion("1", "Yes.", question) for question in questions], words)
    tokens = words.completions(begun) if begun else ()
    return {question.question: similarity for similarity, question in bank.similar(words_of(typed), tokens)}


def test_the_subject_of_a_question_counts_more_than_how_it_is_asked() -> None:
    scores = similarities("church price", "How much is a church?", "What does a church do?", "How much is a ship?")
    assert scores["How much is a church?"] > scores["What does a church do?"] > 0


@pytest.mark.parametrize("typed", ["How do I get a church?", "What can I do?"])
def test_the_same_question_is_most_similar(typed: str) -> None:
    scores = similarities(typed, "How do I get a church?", "What can I do?", "What can I do with a ship?")
    assert scores[typed] == pytest.approx(1)
    assert max(scores, key=scores.__getitem__) == typed


@pytest.mark.parametrize("typed", ["chruch limit", "church limits"])
def test_a_misspelt_word_is_understood(typed: str) -> None:
    scores = similarities(typed, "How many churches may I have?", "How many ships may I have?")
    assert scores["How many churches may I have?"] > scores.get("How many ships may I have?", 0)


def test_the_last_word_may_be_a_beginning() -> None:
    assert similarities("what does a chu", "What does a church do?", begun="chu")["What does a church do?"] > 0.5


def test_questions_of_filler_words_are_found() -> None:
    assert search("navegador", "en", "how do I play")[0].section.number == "0"
