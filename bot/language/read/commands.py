"""Find what a text asks of the panel besides a move: to take something back, to begin a turn again.

What people type for it stands in the catalogue: phrases between commas, with "…" for a few words of whatever kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.language.read.utterance import Utterance
from bot.wording.folding import folded, spellings
from bot.wording.lists import idle_words, listed
from bot.wording.texts import Texts

ANYTHING = "…"
"""In a phrase: a few words of whatever kind."""
MOST_WORDS = 7
"""Words of a clause in which something stands for "…"."""
TYPED = "typed."
"""How the ids of texts begin that list phrases; others are labels."""


@dataclass(frozen=True)
class Command:
    """What is asked for, by the id of its text, and what was typed behind it."""

    id: str
    rest: str = ""


def command(typed: str, languages: Sequence[Texts], ids: Collection[str]) -> Command | None:
    """Return what a text asks for, be it the whole text or a part of it; None: nothing, it is a move.

    Args:
        typed: The text.
        languages: The texts of the languages in which people type.
        ids: Texts of what may be asked for: labels, and phrases below ``typed.``.
    """
    for texts in languages:
        for id in ids:
            label = texts.say(id)
            if is_one_of(typed, label if id.startswith(TYPED) else label.replace(",", " ")):
                return Command(id)
    clauses = Utterance.of(typed).clauses
    for number, clause in enumerate(clauses):
        for texts in languages:
            for id in ids:
                if id.startswith(TYPED) and _says(clause, texts, id):
                    following = clauses[number + 1 :]
                    return Command(id, typed[following[0].tokens[0].start :] if following else "")
    return None


def is_one_of(typed: str, phrases: str) -> bool:
    """Return whether a text is one of the phrases between commas, whatever its case and signs."""
    letters = _letters(folded(typed))
    return bool(letters) and any(
        letters == _letters(spelling) for phrase in phrases.split(",") for spelling in spellings(phrase)
    )


def says_one_of(typed: str, languages: Iterable[Texts], ids: Iterable[str]) -> bool:
    """Return whether a text is one of the phrases of some texts, apart from words that say nothing."""
    utterance = Utterance.of(typed)
    return any(_says(utterance, texts, id) for texts in languages for id in ids)


def _says(clause: Utterance, texts: Texts, id: str) -> bool:
    phrases = [phrase.strip() for phrase in texts.say(id).split(",")]
    return any(_is_phrase(words, phrase) for words in _cores(clause, texts.name) for phrase in phrases)


def _cores(clause: Utterance, language: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a clause, with fewer and fewer of those before and behind that say nothing."""
    idle = idle_words(language) - listed(language, "no") | listed(language, "interjections")
    words = clause.words
    first = next((place for place, word in enumerate(words) if word not in idle), len(words))
    last = next((place for place in range(len(words), 0, -1) if words[place - 1] not in idle), 0)
    for start in range(first + 1):
        for stop in range(len(words), max(last, start) - 1, -1):
            yield words[start:stop]


def _is_phrase(words: Sequence[str], phrase: str) -> bool:
    head, gap, tail = phrase.partition(ANYTHING)
    if not gap:
        return any(tuple(words) == spelling for spelling in spellings(phrase))
    begins = Utterance.of(head).words
    ends = Utterance.of(tail).words
    is_long_enough = len(begins) + len(ends) <= len(words) <= MOST_WORDS
    return is_long_enough and tuple(words[: len(begins)]) == begins and tuple(words[len(words) - len(ends) :]) == ends


def _letters(words: Sequence[str]) -> str:
    """Return words without blanks and signs."""
    return "".join(letter for letter in "".join(words) if letter.isalnum())
