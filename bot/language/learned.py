"""What takes a second to be learned, and is learned before anybody waits for it."""

from __future__ import annotations

import gc
from itertools import product

import engines
from bot.language.read.lexicon import lexicon
from bot.language.rules_search import index
from bot.wording.folding import spellings
from bot.wording.languages import LANGUAGES
from bot.wording.stems import stem


def learn() -> None:
    """Learns the words and the rules of all games in all languages.

    What the program holds by then stays; the collector looks through it no more, which would hold the event loop up
    for a fifth of a second. Words that were only looked at on the way do not stay.
    """
    for key, language in product(engines.GAMES, LANGUAGES):
        lexicon(key, language)
        index(key, language)
    for looked_at in (stem, spellings):
        looked_at.cache_clear()
    gc.collect()
    gc.freeze()
