"""Find the section of a game's rules that answers a question, and the line that says it.

SQLite ranks by words (FTS5, BM25): sections by their titles and texts, and the questions that players commonly ask,
each with its known answer. A section is worth what both say.

>>> answer = search("navegador", "en", "what does a church cost")[0]
>>> answer.section.number
'7.5'
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from bot.language.common_questions import QUOTED, CommonQuestion, common_questions
from bot.language.rules_words import RulesWords
from bot.wording.languages import LANGUAGES
from bot.wording.rules import MAINTAINERS, Section, lines_of, sections
from bot.wording.synonyms import words_of

MOST_WORDS = 12
"""Words of what was typed that are looked at."""
SHORTEST_BEGINNING = 2
"""Letters of an unfinished word that are looked at."""

TITLE = 3.0
"""What a word counts in the title of a section, in words of its text."""
HEAD = 2.0
"""What a word counts in the title of the section that a section is a part of."""
REGISTER = 2.0
"""What a word counts in what the register says that a section answers."""
ASKED = 0.5
"""What the best common question counts beside the words of its section."""
ANSWERS = 0.5
"""The share of a common question that has to be typed before its answer is quoted."""

SCHEMA = """
    CREATE VIRTUAL TABLE section USING fts5(number UNINDEXED, title, head, register, asked, text);
    CREATE VIRTUAL TABLE question USING fts5(number UNINDEXED, answer UNINDEXED, phrase UNINDEXED, words);
    CREATE VIRTUAL TABLE line USING fts5(number UNINDEXED, place UNINDEXED, words);
"""


@dataclass(frozen=True)
class Answer:
    """A section that answers, and the lines of it that fit best."""

    section: Section
    line: str
    worth: float


class RulesIndex:
    """The rules of a game in a language, by the words in them."""

    def __init__(self, key: str, language: str, questions: Iterable[CommonQuestion] | None = None) -> None:
        self.sections = {each.number: each for each in sections(key, language) if each.mark != MAINTAINERS}
        self.lines = {number: lines_of(section.text) for number, section in self.sections.items()}
        asked = list(common_questions(key, language) if questions is None else questions)
        texts = [text for section in self.sections.values() for text in (section.title, section.text)]
        self.words = RulesWords(key, language, [*texts, *(each.question for each in asked)])
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._database.executescript(SCHEMA)
        self._add_sections(asked)
        self._add_lines()
        self._add_questions(asked)

    # -- filling -------------------------------------------------------------------------------------------------------

    def _add_sections(self, asked: Sequence[CommonQuestion]) -> None:
        tokens = self.words.tokens
        register = self.words.synonyms.register
        for number, section in self.sections.items():
            head = self.sections[section.head].title if section.head in self.sections else ""
            questions = " ".join(each.question for each in asked if each.section == number)
            columns = (section.title, head, register.get(number, ""), questions, section.text)
            row = (number, *(" ".join(tokens(column)) for column in columns))
            self._database.execute("INSERT INTO section VALUES (?, ?, ?, ?, ?, ?)", row)

    def _add_lines(self) -> None:
        for number, lines in self.lines.items():
            rows = [(number, place, " ".join(self.words.tokens(line))) for place, line in enumerate(lines)]
            self._database.executemany("INSERT INTO line VALUES (?, ?, ?)", rows)

    def _add_questions(self, asked: Sequence[CommonQuestion]) -> None:
        rows = [
            (each.section, self.answer(each), each.question, " ".join(self.words.question(each.question)))
            for each in asked
        ]
        self._database.executemany("INSERT INTO question VALUES (?, ?, ?, ?)", rows)

    def answer(self, asked: CommonQuestion) -> str:
        """Return what is quoted of a section where the answer to a common question stands in it, or the answer."""
        if not asked.answer.endswith(QUOTED):
            return asked.answer
        words = asked.answer.removesuffix(QUOTED).rstrip()
        lines = self.lines[asked.section]
        return self._with_neighbours(asked.section, next(place for place, line in enumerate(lines) if words in line))

    # -- searching -----------------------------------------------------------------------------------------------------

    def search(self, typed: str, *, unfinished: bool = False) -> list[Answer]:
        """Return the sections that answer what was typed, the best first."""
        words = words_of(typed)[:MOST_WORDS]
        tokens = self._typed(words, unfinished=unfinished)
        worth = dict(self._ranked_sections(tokens))
        answers: dict[str, str] = {}
        for number, answer, words_asked, rank in self._ranked_questions([*tokens, *self.words.question(typed)]):
            if number not in answers:
                worth[number] = worth.get(number, 0.0) + ASKED * rank
                is_answered = rank >= ANSWERS * self._rank_of_itself(words_asked)
                answers[number] = answer if is_answered else ""
        return [
            Answer(self.sections[number], answers.get(number) or self._best_line(number, tokens), worth[number])
            for number in sorted(worth, key=lambda each: -worth[each])
        ]

    def suggested(self, typed: str) -> list[tuple[float, str]]:
        """Return common questions that somebody may be about to ask, with their ranks: one for each answer."""
        tokens = self._typed(words_of(typed)[:MOST_WORDS], unfinished=True)
        best: dict[str, tuple[float, str]] = {}
        rows = self._match("question", "phrase, answer", [*tokens, *self.words.question(typed)])
        for question, answer, rank in rows:
            best.setdefault(answer, (rank, question))
        return list(best.values())

    def _typed(self, words: list[str], *, unfinished: bool) -> list[str]:
        tokens = self.words.typed(words)
        if unfinished and words and len(words[-1]) >= SHORTEST_BEGINNING:
            tokens += self.words.begun(words[-1])
        return tokens

    def _ranked_sections(self, tokens: Iterable[str]) -> Iterator[tuple[str, float]]:
        weights = f"0, {TITLE}, {HEAD}, {REGISTER}, 1, 1"
        return ((number, rank) for number, rank in self._match("section", "number", tokens, weights))

    def _ranked_questions(self, tokens: Iterable[str]) -> Iterator[tuple[str, str, str, float]]:
        yield from self._match("question", "number, answer, words", tokens)

    def _rank_of_itself(self, words: str) -> float:
        """Return how well a common question fits itself."""
        return next((rank for other, rank in self._match("question", "words", words.split()) if other == words), 1.0)

    def _best_line(self, number: str, tokens: Iterable[str]) -> str:
        """Return the line of a section that fits best, with those that belong to it; else the first."""
        places = (place for other, place, _ in self._match("line", "number, place", tokens) if other == number)
        return self._with_neighbours(number, next(places, 0)) if self.lines[number] else ""

    def _match(self, table: str, columns: str, tokens: Iterable[str], weights: str = "") -> list[tuple]:  # type: ignore[type-arg]
        """Return rows of a table that have some tokens, with their ranks, the best first."""
        wanted = " OR ".join(f'"{token}"' for token in dict.fromkeys(tokens) if token)
        if not wanted:
            return []
        rank = f"-bm25({table}{', ' if weights else ''}{weights})"
        query = f"SELECT {columns}, {rank} FROM {table} WHERE {table} MATCH ? ORDER BY {rank} DESC"
        return self._database.execute(query, (wanted,)).fetchall()

    def _with_neighbours(self, number: str, place: int) -> str:
        """Return a line of a section with those beside it that belong to it."""
        lines = self.lines[number]
        first = place
        while first and self._leans(number, first):
            first -= 1
        last = place + 1
        while last < len(lines) and self._leans(number, last):
            last += 1
        return " ".join(lines[first:last])

    def _leans(self, number: str, place: int) -> bool:
        """Return whether a line means by its first word what the one before speaks of."""
        before, line = self.lines[number][place - 1 : place + 1]
        first = words_of(line)[:1]
        is_same_paragraph = f"{before} {line}" in self.sections[number].text
        return is_same_paragraph and bool(first) and first[0] in self.words.synonyms.leaning


@cache
def index(key: str, language: str) -> RulesIndex:
    """Return the index of a game's rules in a language; the first time it takes a while."""
    return RulesIndex(key, language)


def search(key: str, language: str, typed: str, *, unfinished: bool = False) -> list[Answer]:
    """Return the sections of a game's rules that answer what was typed, the best first.

    Args:
        key: The game.
        language: The language of the rules; where nothing fits, words of other languages are looked up as well.
        typed: The question.
        unfinished: Whether somebody is still typing.
    """
    here = index(key, language)
    answers = here.search(typed, unfinished=unfinished)
    strange = [word for word in words_of(typed)[:MOST_WORDS] if not (here.words.knows(word) or here.words.has_like(word))]
    worth = {answer.section.number: answer.worth for answer in answers}
    lines = {answer.section.number: answer.line for answer in answers}
    for other in LANGUAGES:
        there = index(key, other)
        for word in strange:
            if other != language and there.words.knows(word):
                for answer in there.search(word):
                    number = answer.section.number
                    worth[number] = worth.get(number, 0.0) + answer.worth
    by_number = here.sections
    return [
        Answer(by_number[number], lines.get(number, ""), worth[number])
        for number in sorted(worth, key=lambda each: -worth[each])
    ]
