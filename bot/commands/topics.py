"""What answers a question about the rules: sections of a game's rules, and where each leads."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, zip_longest
from math import inf
from typing import NamedTuple

import engines
from bot.language.rules_search import index, search
from bot.wording import LANGUAGES, Texts, texts_in
from bot.wording.folding import Folded, folded
from bot.wording.rules import DETAILS, MAINTAINERS, Section, references, sections
from bot.wording.synonyms import words_of

OVERVIEW = "0"
"""The number of the section that tells what a game is about."""


class Topic(NamedTuple):
    """A section of a game's rules in a language; ``line``: what of it fits best what was asked."""

    key: str
    language: str
    section: Section
    line: str = ""

    @property
    def id(self) -> str:
        return f"{self.key}:{self.section.number}"

    @property
    def heading(self) -> str:
        """ "5.3 Advancing on the wall"; an overview bears no number."""
        number, title = self.section.number, self.section.title
        return title if number == OVERVIEW else f"{number} {title}"

    @property
    def title(self) -> str:
        """ "Macao: 5.3 Advancing on the wall"."""
        return f"{texts_in(self.language).title(self.key)}: {self.heading}"

    def named(self, typed: str) -> bool:
        """Whether this is what was chosen or typed: its id, its whole title, or that of the section, be it with its
        number or, unless it only adds to what others explain, without; or the number alone."""
        number, title = self.section.number, self.section.title
        if typed.strip() == number or typed.strip().lower() == self.id:
            return True
        titles = [self.title, f"{number} {title}", *([title] if self.section.mark != DETAILS else [])]
        return folded(typed) in map(folded, titles)


@cache
def topics(key: str, language: str) -> Sequence[Topic]:
    """The sections of a game's rules that are for players."""
    return [Topic(key, language, section) for section in sections(key, language) if section.mark != MAINTAINERS]


def topic_of(id: str, language: str) -> Topic | None:
    """A topic by its id ("macao:5.3"); None where there is none."""
    key, _, number = id.partition(":")
    known = topics(key, language) if key in engines.GAMES else ()
    return next((each for each in known if each.section.number == number), None)


def overviews(here: str | None, language: str) -> list[Topic]:
    """What each game is about, the channel's first."""
    return [topics(key, language)[0] for key in _games(here) if topics(key, language)]


def answering(here: str | None, language: str, typed: str, *, unfinished: bool = False) -> list[Topic]:
    """What answers a question in a channel where a game runs, best first: sections of that game, or of the one that is
    named; of others only where none runs or nothing fits. ``unfinished``: somebody is still typing."""
    if chosen := topic_of(typed.strip().lower(), language):
        return [chosen]
    asked, rest = _of_game(typed)
    about = typed if asked == here else rest
    if asked and not folded(rest):
        return list(topics(asked, language))
    game = asked or here
    found = _fitting(game, language, about, rest, unfinished) if game else []
    if not found and not asked:
        games = [_fitting(key, language, about, rest, unfinished) for key in _games(here) if key != here]
        found = [each for row in zip_longest(*sorted(games, key=_best)) for each in row if each]
    return [each for each, _ in found]


def questions(here: str | None, language: str, typed: str) -> list[tuple[str, str]]:
    """What somebody who is typing may be about to ask, with the game that it is about, best first: of the channel's
    game, or of the one that is named, or else of all."""
    asked, rest = _of_game(typed)
    games, about = ([asked], rest) if asked else ([here] if here else list(engines.GAMES), typed)
    found = [
        (alike, key, question)
        for key in games
        if folded(about) and sections(key, language)
        for alike, question in index(key, language).suggested(words_of(about))
    ]
    return [(key, question) for _, key, question in sorted(found, key=lambda each: -each[0])]


def _games(here: str | None) -> list[str]:
    return sorted(engines.GAMES, key=lambda key: key != here)


def _best(found: Sequence[tuple[Topic, float]]) -> float:
    return -found[0][1] if found else 0


def _fitting(key: str, language: str, typed: str, rest: str, unfinished: bool) -> list[tuple[Topic, float]]:
    """The topics of a game that answer, with what they are worth; those whose title it is come first. ``rest``: what
    was typed without the name of a game."""
    is_common = index(key, language).bank.exact(words_of(rest)) is not None
    found = [
        (Topic(key, language, answer.section, answer.line), answer.rank)
        for answer in search(key, language, rest if is_common else typed, unfinished=unfinished)
    ]
    named = [(each, inf) for each in topics(key, language) if each.named(typed) or each.named(rest)]
    numbers = {each.section.number for each, _ in named}
    return named + [pair for pair in found if pair[0].section.number not in numbers]


def _of_game(typed: str) -> tuple[str | None, str]:
    """The game that what was typed begins or ends with, if any, and the rest."""
    words = typed.replace(":", " ").split()
    plain = [" ".join(folded(word)) for word in words]
    for key, names in _names().items():
        for name in map(list, names):
            if plain[: len(name)] == name:
                return key, " ".join(words[len(name) :])
            if plain[-len(name) :] == name:
                return key, " ".join(words[: -len(name)])
    return None, typed


@cache
def _names() -> dict[str, list[Folded]]:
    """What each game is called, word by word: in every language, and its key."""
    return {
        key: sorted(
            {folded(key), *(folded(texts_in(language).title(key)) for language in LANGUAGES)}, key=len, reverse=True
        )
        for key in engines.GAMES
    }


# -- where a topic leads -----------------------------------------------------------------------------------------------


def linked(of: Topic) -> list[Topic]:
    """The parts of a section, then those that it names; of an overview, the heads of the game's rules."""
    known = {each.section.number: each for each in topics(of.key, of.language)}
    own = of.section.number
    parts = [number for number, each in known.items() if each.section.head == own]
    if own == OVERVIEW:
        parts = [number for number, each in known.items() if not each.section.head and number != own]
    named = (number for line in of.section.text.splitlines() for number in references(line))
    return [known[number] for number in dict.fromkeys(chain(parts, named)) if number in known and number != own]


@cache
def _card_names(key: str, language: str) -> dict[Folded, str]:
    """Cards and tiles by their folded names; of those that are called the same the first."""
    texts, found = texts_in(language), dict[Folded, str]()
    for card in engines.GAMES[key].presentation.cards:
        found.setdefault(folded(texts.say(f"{key}.card.{card}.name")), card)
    return found


def cards_of(of: Topic, typed: str = "") -> list[str]:
    """The cards and tiles of its game that what was typed or the section names, in this order; those that were typed
    in any of LANGUAGES."""
    named = chain.from_iterable(_cards_in(of.key, language, typed) for language in (of.language, *LANGUAGES))
    return list(dict.fromkeys(chain(named, _cards_in(of.key, of.language, f"{of.line} {of.section.text}"))))


def _cards_in(key: str, language: str, text: str) -> Iterator[str]:
    known, words = _card_names(key, language), folded(re.sub(r"[^\w\s'’-]", " ", text))
    longest = max(map(len, known), default=0)
    for place in range(len(words)):
        for count in range(longest, 0, -1):
            if (found := known.get(words[place : place + count])) is not None:
                yield found
                break


def card_title(texts: Texts, key: str, card: str) -> str:
    return texts.say(f"{key}.card.{card}.name")
