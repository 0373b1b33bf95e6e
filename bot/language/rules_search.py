"""Find the section of a game's rules that answers a question, and the line that says it.

Sections are ranked by their words (SQLite's FTS5, BM25); the questions that players commonly ask, each with its known
answer, vote for theirs as far as they are similar.

>>> answer = search("navegador", "en", "what does a church cost")[0]
>>> answer.section.number
'4.4'
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any

from bot.language.common_questions import MOST_WORDS, QUOTED, CommonQuestion, QuestionBank, common_questions
from bot.language.rules_words import RulesWords
from bot.wording.languages import LANGUAGES
from bot.wording.rule_documents import MAINTAINERS, Section, lines_of, sections
from bot.wording.synonyms import synonyms, words_of

SHORTEST_BEGINNING = 2
"""Letters of an unfinished word that are looked at."""
TITLE = 3.0
"""Weight of a word in a section's title, or in what the register says that it answers, over one in its text."""
ASKED = 2.0
"""Weight of the vote of a question that is the same, in ranks of the best section by words."""
SIMILARITY_POWER = 3
"""The power of the similarity with which common questions vote: many that are a bit similar do not outvote one."""
ANSWERS = 0.55
"""The similarity from which on a common question's answer is quoted."""
SUGGESTS = 0.3
"""The similarity from which on a common question is offered to somebody who is still typing."""

BULLET = "- "
"""The beginning of a line of a list."""

SCHEMA = """
    CREATE VIRTUAL TABLE section USING fts5(title, text, content='');
    CREATE VIRTUAL TABLE line USING fts5(text, content='');
"""
"""The texts are not stored again: rows are known by their place among all sections and lines."""
SECTIONS = f"SELECT rowid, -bm25(section, {TITLE}, 1) FROM section WHERE section MATCH ?"
LINES = "SELECT rowid FROM line WHERE line MATCH ? ORDER BY rank"


@dataclass(frozen=True)
class Answer:
    """A section that answers, its best line with those that belong to it, and its rank: the higher, the better."""

    section: Section
    line: str
    rank: float


class RulesIndex:
    """The rules of a game in a language, and the common questions about them, by their words.

    Threads may search at once: the database is asked by one at a time.
    """

    def __init__(self, key: str, language: str, questions: Iterable[CommonQuestion] | None = None) -> None:
        bank = list(common_questions(key, language) if questions is None else questions)
        self.key = key
        self.language = language
        self.sections = {section.number: section for section in sections(key, language) if section.mark != MAINTAINERS}
        self.lines = {number: lines_of(section.text) for number, section in self.sections.items()}
        texts = [text for section in self.sections.values() for text in (section.title, section.text)]
        texts += synonyms(key, language).register.values()
        self.words = RulesWords(key, language, [*texts, *(question.question for question in bank)])
        self.bank = QuestionBank(bank, self.words)
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._lock = Lock()
        self._section_rows = list(self.sections)
        """The number of the section in each row."""
        self._line_rows: list[tuple[str, int]] = []
        """The number of the section of the line in each row, and the line's place in it."""
        self._fill()

    def _fill(self) -> None:
        register = self.words.synonyms.register
        self._database.executescript(SCHEMA)
        insert = self._database.execute
        for row, (number, section) in enumerate(self.sections.items()):
            title = self._indexed(f"{section.title} {register.get(number, '')}")
            lines = [self._indexed(line) for line in self.lines[number]]
            insert("INSERT INTO section (rowid, title, text) VALUES (?, ?, ?)", (row, title, " ".join(lines)))
            for place, line in enumerate(lines):
                insert("INSERT INTO line (rowid, text) VALUES (?, ?)", (len(self._line_rows), line))
                self._line_rows.append((number, place))

    def _indexed(self, text: str) -> str:
        return " ".join(self.words.tokens(words_of(text)))

    def search(self, words: Sequence[str], *, unfinished: bool = False) -> list[Answer]:
        """Return the sections that answer a question of these words, the best first.

        Args:
            words: The words of the question.
            unfinished: Whether the last word may be the beginning of one.
        """
        completions = self._completions(words) if unfinished else []
        tokens = [*self.words.tokens(words), *completions]
        rows = self._query(SECTIONS, tokens)
        ranks = defaultdict(float, {self._section_rows[row]: rank for row, rank in rows})
        best = max(ranks.values(), default=1.0)
        quotes: dict[str, str] = {}
        for similarity, question in self.bank.similar(words, completions):
            ranks[question.section] += ASKED * best * similarity**SIMILARITY_POWER
            if similarity >= ANSWERS:
                quotes.setdefault(question.section, self.answer(question))
        if exact := self.bank.exact(words):
            ranks[exact.section] = 1 + max(ranks.values())
            quotes[exact.section] = self.answer(exact)
        places: dict[str, int] = {}
        for (row,) in self._query(LINES, tokens):
            number, place = self._line_rows[row]
            places.setdefault(number, place)
        return [
            Answer(self.sections[number], quotes.get(number) or self.quote(number, places.get(number, 0)), rank)
            for number, rank in sorted(ranks.items(), key=lambda pair: -pair[1])
        ]

    def suggested(self, words: Sequence[str]) -> list[tuple[float, str]]:
        """Return common questions that somebody may be about to type, and their similarity: one for each answer."""
        best: dict[tuple[str, str], tuple[float, str]] = {}
        for similarity, question in self.bank.similar(words, self._completions(words)):
            if similarity >= SUGGESTS:
                best.setdefault((question.section, question.answer), (similarity, question.question))
        return list(best.values())

    def answer(self, question: CommonQuestion) -> str:
        """Return the answer to a common question, quoted from its section if it stands there."""
        if not question.answer.endswith(QUOTED):
            return question.answer
        words = question.answer.removesuffix(QUOTED).rstrip()
        lines = self.lines[question.section]
        return self.quote(question.section, next(place for place, line in enumerate(lines) if words in line))

    def _completions(self, words: Sequence[str]) -> list[str]:
        is_long_enough = bool(words) and len(words[-1]) >= SHORTEST_BEGINNING
        return self.words.completions(words[-1]) if is_long_enough else []

    def _query(self, query: str, tokens: Iterable[str]) -> list[tuple[Any, ...]]:
        """Return the rows of a query for those that have any of the tokens."""
        any_token = " OR ".join(f'"{token}"' for token in dict.fromkeys(tokens))
        if not any_token:
            return []
        with self._lock:
            return self._database.execute(query, (any_token,)).fetchall()

    def quote(self, number: str, place: int) -> str:
        """Return a line of a section with its neighbours that cannot be understood without each other."""
        lines = self.lines[number]
        first = place
        while first and self._leans(number, first):
            first -= 1
        last = place + 1
        while last < len(lines) and self._leans(number, last):
            last += 1
        return " ".join(lines[first:last])

    def _leans(self, number: str, place: int) -> bool:
        """Return whether a line begins with a word ("it", "they") that refers to the line before."""
        before, line = self.lines[number][place - 1 : place + 1]
        first = words_of(line)[:1]
        is_same_paragraph = f"{before} {line}" in self.sections[number].text
        return is_same_paragraph and bool(first) and first[0] in self.words.synonyms.back_references


@cache
def index(key: str, language: str) -> RulesIndex:
    """Return the index of a game's rules in a language; the first time it takes about 30 ms."""
    return RulesIndex(key, language)


def search(key: str, language: str, typed: str, *, unfinished: bool = False) -> list[Answer]:
    """Return the sections of a game's rules that answer what was typed, the best first.

    Args:
        key: The game.
        language: The language of the rules; words that they do not know are looked up in the other languages.
        typed: The question.
        unfinished: Whether somebody is still typing.
    """
    rules = index(key, language)
    words = words_of(typed)[:MOST_WORDS]
    foreign = _foreign_words(rules, words)
    own_words = [word for word in words if not any(word in known_words for known_words in foreign.values())]
    answers = rules.search(own_words, unfinished=unfinished)
    lines = {answer.section.number: answer.line for answer in answers}
    ranks = defaultdict(float, {answer.section.number: answer.rank for answer in answers})
    for translation, known_words in foreign.items():
        for answer in translation.search([word for word in known_words if not translation.words.is_filler(word)]):
            ranks[answer.section.number] += answer.rank
    return [
        Answer(rules.sections[number], lines.get(number) or rules.quote(number, 0), rank)
        for number, rank in sorted(ranks.items(), key=lambda pair: -pair[1])
    ]


def known_answer(key: str, language: str, typed: str) -> str:
    """Return the answer to the common question that a typed one resembles; "" if it resembles none enough.

    A question without a word of the game, such as "what can I do?", is about the position rather than the rules.
    """
    rules = index(key, language)
    words = words_of(typed)[:MOST_WORDS]
    if all(map(rules.words.is_filler, words)):
        return ""
    for similarity, question in rules.bank.similar(words)[:1]:
        if similarity >= ANSWERS:
            return rules.answer(question).removeprefix(BULLET)
    return ""


def _foreign_words(rules: RulesIndex, words: Sequence[str]) -> dict[RulesIndex, list[str]]:
    """Return the words that the rules do not know, by the translations of the rules that know them."""
    unknown = [word for word in words if not rules.words.understands(word)]
    if not unknown:
        return {}
    translations = [index(rules.key, language) for language in LANGUAGES if language != rules.language]
    return {translation: [word for word in unknown if translation.words.knows(word)] for translation in translations}
