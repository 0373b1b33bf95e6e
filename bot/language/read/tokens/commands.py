"""Recognise commands to the panel in a text: undo, start the turn again.

The catalogue lists the phrases for each, separated by commas, with "…" for a few words of any kind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.language.read.tokens.utterance import Utterance
from bot.wording.lists import idle_words, listed
from bot.wording.texts import Texts
from bot.wording.word_forms import folded, spellings

ANYTHING = "…"
"""Placeholder in a phrase for a few words of any kind."""
MOST_WORDS = 7
"""Words of the longest clause that a phrase with "…" matches."""
TYPED = "typed."
"""Prefix of the ids of texts that list phrases; other ids are labels."""


@dataclass(frozen=True)
class Command:
    """A command, by the id of its text, with the rest of what was typed."""

    id: str
    rest: str = ""


def command(typed: str, languages: Sequence[Texts], ids: Collection[str]) -> Command | None:
    """Return the command in a text or in one of its clauses; None: it has none.

    Args:
        typed: The text.
        languages: Texts of the languages that the player may type in.
        ids: Ids of the commands: labels, and lists of phrases below ``typed.``.
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
    """Return whether a text is one of the phrases between commas, ignoring case and marks."""
    letters = _letters(folded(typed))
    return bool(letters) and any(
        letters == _letters(spelling) for phrase in phrases.split(",") for spelling in spellings(phrase)
    )


def says_one_of(typed: str, languages: Iterable[Texts], ids: Iterable[str]) -> bool:
    """Return whether a text is one of the phrases of some ids, apart from words without meaning."""
    utterance = Utterance.of(typed)
    return any(_says(utterance, texts, id) for texts in languages for id in ids)


def _says(clause: Utterance, texts: Texts, id: str) -> bool:
    phrases = [phrase.strip() for phrase in texts.say(id).split(",")]
    return any(_is_phrase(words, phrase) for words in _cores(clause, texts.name) for phrase in phrases)


def _cores(clause: Utterance, language: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a clause, with fewer and fewer words without meaning at both ends."""
    idle = (idle_words(language) - listed(language, "no")) | listed(language, "interjections")
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
    """Return the letters and digits of words."""
    return "".join(letter for letter in "".join(words) if letter.isalnum())
