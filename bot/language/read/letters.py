"""Write out the letters by which pictures call things: "RRG" and "2 R + G" are "2 red and green" on Macao's cubes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from bot.language.read.utterance import Utterance
from bot.wording.catalogue import catalogue
from bot.wording.folding import folded
from bot.wording.lists import idle_words, listed_in
from bot.wording.texts import texts_in

FEWEST = 2
"""Letters from which on a text is taken for letters: "k" alone is "OK"."""


def spelled_out(utterance: Utterance, key: str, language: str) -> Utterance:
    """Return a text with names in place of letters, if it begins with clauses of letters, numbers and idle words."""
    names = _names_by_letter(key, language)
    clauses = utterance.clauses
    for count in range(len(clauses), 0, -1):
        words = [word for clause in clauses[:count] for word in clause.words]
        if spelled := _spelled(words, names, language):
            remainder = utterance.text[clauses[count].tokens[0].start :] if count < len(clauses) else ""
            return Utterance.of(", ".join(filter(None, (spelled, remainder))))
    return utterance


def _spelled(words: Sequence[str], names: Mapping[str, str], language: str) -> str:
    """Return words with names in place of letters; empty: they mean something else."""
    groups = [word for word in words if set(word) <= names.keys()]
    others = {word for word in words if word not in groups and not word.isdigit()}
    if sum(map(len, groups)) < FEWEST or not others <= idle_words(language) | listed_in(language, "onward"):
        return ""
    spelled = list[str]()
    for word in words:
        if word not in groups:
            spelled.append(word)
            continue
        for letter, number in Counter(word).items():
            spelled += [str(number), names[letter]] if number > 1 else [names[letter]]
    return " ".join(spelled)


@cache
def _names_by_letter(key: str, language: str) -> dict[str, str]:
    """Return the names of a game's things by the letters that stand for them in its pictures."""
    prefix = f"{key}.picture.letter_"
    texts = texts_in(language)
    things = [id.removeprefix(prefix) for id in catalogue(language).texts if id.startswith(prefix)]
    return {folded(texts.say(f"{prefix}{thing}"))[0]: texts.word(key, thing) for thing in things}
