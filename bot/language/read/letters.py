"""Write out the letters by which pictures call things: "RRG" and "2 R + G" are "2 red and green" on Macao's cubes."""

from __future__ import annotations

from collections import Counter
from functools import cache

from bot.language.read.utterance import Utterance
from bot.wording.catalogue import catalogue
from bot.wording.folding import folded
from bot.wording.lists import idle_words, listed_in
from bot.wording.texts import texts_in

FEWEST = 2
"""Letters from which on a text is taken for letters: "k" alone is "OK"."""


def spelled_out(utterance: Utterance, key: str, language: str) -> Utterance:
    """Return a text with names in place of letters, if it consists of letters, numbers and words without meaning."""
    names = _names_by_letter(key, language)
    groups = [word for word in utterance.words if set(word) <= names.keys()]
    others = {word for word in utterance.words if word not in groups and not word.isdigit()}
    if sum(map(len, groups)) < FEWEST or not others <= idle_words(language) | listed_in(language, "onward"):
        return utterance
    spelled = list[str]()
    for word in utterance.words:
        if word not in groups:
            spelled.append(word)
            continue
        for letter, number in Counter(word).items():
            spelled += [str(number), names[letter]] if number > 1 else [names[letter]]
    return Utterance.of(" ".join(spelled))


@cache
def _names_by_letter(key: str, language: str) -> dict[str, str]:
    """Return the names of a game's things by the letters that stand for them in its pictures."""
    prefix = f"{key}.picture.letter_"
    texts = texts_in(language)
    things = [id.removeprefix(prefix) for id in catalogue(language).texts if id.startswith(prefix)]
    return {folded(texts.say(f"{prefix}{thing}"))[0]: texts.word(key, thing) for thing in things}
