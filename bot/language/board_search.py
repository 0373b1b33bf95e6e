"""Find the lines of a board in words that a question is about: "goa", "depot 4", "the church", a name.

Four ways are tried, from the most exact to the loosest: the words as they were typed, what the game calls them, what
the rules call so, and the same without words that often mean nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.language.read.conversation.questions import has_phrase, question_words, wanted_words
from bot.language.read.words.lexicon import lexicon
from bot.wording.escaping import unformatted
from bot.wording.lists import listed, listed_in, phrases
from bot.wording.synonyms import synonyms
from bot.wording.texts import Texts
from bot.wording.word_forms import Folded, folded, stem
from engines import Game

SHORTEST_BEGINNING = 3
"""Letters that begin a word."""


class Chapter(NamedTuple):
    """A heading, and the lines below it."""

    heading: str
    lines: Sequence[str]


class Term(NamedTuple):
    """Something that is searched for, with the number behind it if there is one: "depot 3"."""

    names: Sequence[str]
    """Names that people may type for it."""
    stems: frozenset[str] = frozenset()
    """Stems of words that mean it."""


def find(texts: Texts, key: str, chapters: Sequence[Chapter], typed: str, own_name: str = "") -> list[Chapter]:
    """Return the lines that a question is about, each below its heading.

    Args:
        texts: The language of the question and of the board.
        key: The game.
        chapters: The board in words.
        typed: The question.
        own_name: How the board calls whoever asks: "my mat" is searched for below that name only.
    """
    search = _Search(texts, key)
    own_chapters = list[Chapter]()
    if own_name and _asks_for_own(texts, typed):
        own_chapters = [chapter for chapter in chapters if own_name in chapter.heading]
    lines = search.find(own_chapters, typed) or search.find(chapters, typed)
    is_about_more = len(wanted_words(texts, key, typed)) > 1 and bool(lines)  # "what do animals score"
    if not is_about_more and not phrases(texts.name, "leading").isdisjoint(question_words(typed)):
        return [chapter for chapter in chapters if chapter.heading == texts.say("words.points")]
    return lines or own_chapters


def find_name(texts: Texts, key: str, chapters: Sequence[Chapter], name: str) -> list[Chapter]:
    """Return the lines that have a name just so."""
    return _Search(texts, key).lines_with(chapters, [Term((name,))])


def find_place(texts: Texts, key: str, chapters: Sequence[Chapter], typed: str) -> list[Chapter]:
    """Return the lines that begin with that whose place is asked for: "where can I put the castle"."""
    if listed_in(texts.name, "asking_where").isdisjoint(question_words(typed)):
        return []
    words = [word for word in wanted_words(texts, key, typed) if lexicon(key, texts.name).things(word)]
    search = _Search(texts, key)
    return search.lines_beginning_with(chapters, [search.term_for(word) for word in words])


def open_kinds(texts: Texts, game: Game, seat: int, typed: str) -> list[str]:
    """Return the kinds of actions that a question is about and that are too many to list, each as it may be typed."""
    search = _Search(texts, game.key)
    terms = [search.term_for(word) for word in wanted_words(texts, game.key, typed)]
    ids = {word: f"{game.key}.open.{word}" for word in game.prompt(seat).open if game.part(seat, (word,))}
    lines = {word: texts.say(id) for word, id in ids.items() if texts.has(id)}
    return [line for word, line in lines.items() if search.has(f"{texts.word(game.key, word)} {line}", terms)]


def _asks_for_own(texts: Texts, typed: str) -> bool:
    """Return whether a question is about what whoever asks has: "my mat", "how much wool do I have"."""
    words = question_words(typed)
    possessives = listed(texts.name, "mine")
    is_of_own = not possessives.issuperset(words) and not possessives.isdisjoint(words)
    return is_of_own or has_phrase(texts, "having", words)


class Line(NamedTuple):
    """A text that is searched."""

    words: Folded
    stems: tuple[str, ...]
    spaced: str
    """The words with a blank before each."""


@lru_cache(maxsize=1 << 10)
def _line(language: str, text: str) -> Line:
    """Return a text as words and stems; kept, since a question compares each line many times."""
    words = folded(unformatted(text))
    return Line(words, tuple(stem(word, language) for word in words), "".join(f" {word}" for word in words))


class _Search:
    """The search in boards of a game in a language."""

    def __init__(self, texts: Texts, key: str) -> None:
        self.texts = texts
        self.language = texts.name
        self.key = key

    def find(self, chapters: Sequence[Chapter], typed: str) -> list[Chapter]:
        """Return the chapters whose heading has all that a question is about, else the lines that have it.

        The chapter of the game itself comes last: a word of its title ("castle") mostly means something else.
        """
        of_game = [chapter for chapter in chapters if chapter.heading == self.texts.title(self.key)]
        other_chapters = [chapter for chapter in chapters if chapter not in of_game]
        for words in self._attempts(typed):
            typed_terms = [Term((word,)) for word in words]
            called = [self.term_for(word) for word in words]
            meant_terms = self._terms_of_rules(typed, called)
            for part in (other_chapters, of_game):
                headed = [chapter for chapter in part if self.has(chapter.heading, typed_terms)]
                lines = headed or self._lines_about(part, called, meant_terms)
                for terms in (typed_terms, called, meant_terms):
                    lines = lines or self.lines_with(part, terms)
                if lines:
                    return lines
        return []

    def _attempts(self, typed: str) -> Iterator[list[str]]:
        """Yield words to search for, the most exact first: with numbers, without, without idle words."""
        searched_words = wanted_words(self.texts, self.key, typed)
        noise = {stem(word, self.language) for word in listed_in(self.language, "noise")}
        without_noise = [word for word in searched_words if stem(word, self.language) not in noise]
        for words in (_numbered(searched_words), searched_words, _numbered(without_noise), without_noise):
            if words:
                yield words

    def term_for(self, word: str) -> Term:
        """Return a word as the game calls what it may mean, with the number behind it; "annas" is Anna's."""
        name, _, number = word.partition(" ")
        things = lexicon(self.key, self.language).things(name)
        owner = [name[:-1]] if name.endswith("s") and len(name) > SHORTEST_BEGINNING else []
        names = [name, *owner, *(self.texts.word(self.key, thing) for thing in sorted(things))]
        return Term([f"{name} {number}".strip() for name in names])

    def _terms_of_rules(self, typed: str, called: Sequence[Term]) -> list[Term]:
        """Return what a question is about with all that the rules call so, also in several words ("how much is").

        Words before a price stand for one another: a church that costs 150 is to be had *for* 150.
        """
        words = question_words(typed)
        stems = [stem(word, self.language) for word in words]
        price = {stem(word, self.language) for word in listed(self.language, "price")}
        names_of = {term.names[0].partition(" ")[0]: term.names for term in called}
        terms = list[Term]()
        for place, word in enumerate(words):
            names = names_of.get(word, ())
            has_number = bool(names) and " " in names[0]  # of depots only the third is depot 3
            equal_terms: tuple[str, ...] = ()
            if not has_number:
                equal_terms = tuple(synonyms(self.key, self.language).single_words(stems[place:], 1 if names else 2))
            if names or equal_terms:
                is_price = not price.isdisjoint((*equal_terms, stems[place]))
                terms.append(Term(names, frozenset(equal_terms) | (price if is_price else frozenset())))
        return terms

    # -- lines ---------------------------------------------------------------------------------------------------------

    def _lines_about(self, chapters: Sequence[Chapter], called: Sequence[Term], terms: Sequence[Term]) -> list[Chapter]:
        """Return the lines that begin with one of several things and have all of them."""
        if len(terms) < 2:
            return []
        return self.lines_with(self.lines_beginning_with(chapters, called), terms)

    def lines_beginning_with(self, chapters: Sequence[Chapter], terms: Sequence[Term]) -> list[Chapter]:
        """Return chapters with the lines that begin with a term, or have it as the second word ("sugar factory").

        A line that begins with somebody's name, which is bold, is about that person.
        """
        names = [_line(self.language, name).stems for term in terms for name in term.names]

        def begins(line: str) -> bool:
            stems = _line(self.language, line).stems
            return not line.startswith("**") and any(
                stems[place : place + len(name)] == name
                for name in names
                for place in (0, 1)
                if place + len(name) <= len(stems)
            )

        return [Chapter(heading, list(filter(begins, lines))) for heading, lines in chapters]

    def lines_with(self, chapters: Sequence[Chapter], terms: Sequence[Term]) -> list[Chapter]:
        """Return the lines that have all terms; if some have them word by word in a row, these alone.

        What the heading has, the lines below it need not have; then those with most of the terms are returned.
        """
        row = tuple(part for term in terms for name in term.names[:1] for part in _line(self.language, name).stems)
        beginning = list[Chapter]()
        in_a_row = list[Chapter]()
        anywhere = list[Chapter]()
        for chapter in chapters:
            lines = [line for line in chapter.lines if self.has(f"{chapter.heading} {line}", terms)]
            places = {line: _place(row, _line(self.language, line).stems) for line in lines}
            first = [line for line in lines if places[line] == 0]
            lines_beyond_start = [line for line in lines if places[line]]
            if first or lines_beyond_start:
                best_lines = beginning if first else in_a_row
                best_lines.append(Chapter(chapter.heading, [*first, *lines_beyond_start]))
            if lines:
                anywhere.append(Chapter(chapter.heading, self._with_most(lines, terms)))
        return [*beginning, *in_a_row] or anywhere

    def _with_most(self, lines: Sequence[str], terms: Sequence[Term]) -> list[str]:
        """Return the lines that have most of the terms themselves."""
        counts = [sum(self.has(line, [term]) for term in terms) for line in lines]
        return [line for line, count in zip(lines, counts, strict=True) if count == max(counts)]

    def has(self, text: str, terms: Sequence[Term]) -> bool:
        """Return whether a text has all terms, each by one of its names or stems."""
        line = _line(self.language, text)
        return all(
            any(self._has_name(line, name) for name in term.names) or not term.stems.isdisjoint(line.stems)
            for term in terms
        )

    def _has_name(self, line: Line, text: str) -> bool:
        """Return whether a line has all words of a name, a number only behind the word before it."""
        name = _line(self.language, text)
        if len(name.words) > 1 and name.words[-1].isdecimal():
            return any(
                number == name.words[-1] and (_begins(word, name.words[-2]) or word_stem == name.stems[-2])
                for word, word_stem, number in zip(line.words, line.stems, line.words[1:], strict=False)
            )
        return bool(name.words) and all(
            word_stem in line.stems or (_is_beginning(word) and f" {word}" in line.spaced)
            for word, word_stem in zip(name.words, name.stems, strict=True)
        )


def _numbered(words: Sequence[str]) -> list[str]:
    """Return words, each joined with the number behind it, which belongs to it: "depot 3"."""
    joined = list[str]()
    for word in words:
        if word.isdecimal() and joined and not joined[-1][-1].isdecimal():
            joined[-1] += f" {word}"
        else:
            joined.append(word)
    return joined


def _place(row: Sequence[str], words: Sequence[str]) -> int | None:
    """Return where words stand one behind the other among others; None: nowhere."""
    places = range(len(words) - len(row) + 1)
    return next((place for place in places if words[place : place + len(row)] == row), None)


def _begins(word: str, beginning: str) -> bool:
    return _is_beginning(beginning) and word.startswith(beginning)


def _is_beginning(word: str) -> bool:
    """Return whether a word is long enough to stand for words that begin with it."""
    return len(word) >= SHORTEST_BEGINNING and not word.isdecimal()
