"""Write out the letters by which pictures call things: "RRG" and "2 R + G" are "2 red and green" on Macao's cubes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import groupby, takewhile

from bot.language.read.tokens.utterance import Utterance
from bot.wording.languages import FALLBACK, catalogue
from bot.wording.lists import idle_words, listed_in, words_of_groups
from bot.wording.texts import texts_in
from bot.wording.word_forms import folded

FEWEST = 2
"""Letters from which on a text is taken for letters: "k" alone is "OK"."""


def spelled_out(utterance: Utterance, key: str, language: str) -> Utterance:
    """Return a text with names in place of letters, if it begins with clauses of letters, numbers and idle words."""
    names_by_letter = _names_by_letter(key, language)
    if not names_by_letter:
        return utterance
    idle = idle_words(language) | listed_in(language, "onward")
    numbers = words_of_groups(language, "numbers") | words_of_groups(FALLBACK, "numbers")

    def is_of_letters(word: str) -> bool:
        # German "ab" ("from") is no "A" and "B", so only single letters may be idle words.
        return set(word) <= names_by_letter.keys() and (len(word) == 1 or word not in idle)

    def is_spelled(clause: Utterance) -> bool:
        return all(is_of_letters(word) or word.isdigit() or word in numbers | idle for word in clause.words)

    clauses = utterance.clauses
    leading = list(takewhile(is_spelled, clauses))
    words = [word for clause in leading for word in clause.words]
    if sum(len(word) for word in words if is_of_letters(word)) < FEWEST:
        return utterance
    # Letters apart count like letters together: "G E E" is "GEE".
    parts = [
        _named("".join(run), names_by_letter) if are_letters else " ".join(run)
        for are_letters, run in groupby(words, key=is_of_letters)
    ]
    remainder = utterance.text[clauses[len(leading)].tokens[0].start :] if len(leading) < len(clauses) else ""
    return Utterance.of(", ".join(filter(None, (" ".join(parts), remainder))))


def _named(letters: str, names_by_letter: Mapping[str, str]) -> str:
    """Return the names of letters, each behind its number if there are several."""
    counted = Counter(letters).items()
    return " ".join(
        f"{number} {names_by_letter[letter]}" if number > 1 else names_by_letter[letter] for letter, number in counted
    )


@cache
def _names_by_letter(key: str, language: str) -> dict[str, str]:
    """Return the names of a game's things by the letters that stand for them in its pictures."""
    prefix = f"{key}.picture.letter_"
    texts = texts_in(language)
    things = [id.removeprefix(prefix) for id in catalogue(language).texts if id.startswith(prefix)]
    return {folded(texts.say(f"{prefix}{thing}"))[0]: texts.word(key, thing) for thing in things}
