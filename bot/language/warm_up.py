"""Load the words and rules of all games before anybody waits for them, which takes a second."""

from __future__ import annotations

import gc
from itertools import product

import engines
from bot.language.read.words.lexicon import lexicon
from bot.language.rules_search import index
from bot.wording.languages import LANGUAGES
from bot.wording.word_forms import spellings, stem


def learn() -> None:
    """Load the words and the rules of all games in all languages.

    Whatever the program holds by then stays: the garbage collector looks through it no more, which would hold up the
    event loop for a fifth of a second. The caches of words that were only needed on the way are emptied.
    """
    for key, language in product(engines.GAMES, LANGUAGES):
        lexicon(key, language)
        index(key, language)
    for cached in (stem, spellings):
        cached.cache_clear()
    gc.collect()
    gc.freeze()
