"""What somebody typed that is just what the panel says of an action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import islice

from bot.wording.folding import folded, joined, spellings
from bot.wording.shapes import ALONE
from bot.wording.surroundings import CALLED
from bot.wording.texts import Texts, texts_in
from engines import Action, Game

MOST_LABELS = 150
"""Actions of which the labels are looked at."""


def labelled(
    languages: Sequence[Texts], game: Game, seat: int, names: Sequence[str], typed: str, actions: Sequence[Action]
) -> list[Action]:
    """Those of legal actions that the panel words just so in a language, or a list with their first word above."""
    if len(actions) > MOST_LABELS or CALLED in typed:  # no label has what stands for a place
        return []
    wanted, key, places = joined(folded(typed)), game.key, game.places()
    coded = [texts.at(game, names) for texts in languages] if places and names else []
    for texts in (*coded, *languages):
        if whole := [action for action in actions if wanted in _written(texts.answer(key, game, seat, action, names))]:
            return game.distinct(whole)
        if full := [action for action in actions if wanted in _written(texts.words(key, action, names))]:
            return game.distinct(full)
        listed = [action for action in actions if wanted in _written(texts.words(key, action[1:], names))]
        named = [action for action in actions if len(action) == 2 and action[1] in places]
        listed += [action for action in named if wanted in _written(texts.in_sentence(key, places[action[1]]))]
        if listed:
            return game.distinct(listed)
    return []


def named_alone(languages: Sequence[Texts], key: str, typed: str) -> Action:
    """What is no more than a verb, legal or not, and worded just so; empty: nothing is."""
    wanted = joined(folded(typed))
    found = (verb for texts in languages if (verb := _verbs_alone(key, texts.name).get(wanted)))
    return tuple(islice(found, 1))


@cache
def _verbs_alone(key: str, language: str) -> dict[str, str]:
    """What needs no more words, by how the panel words it."""
    said = {verb: texts_in(language).action(key, (verb,)) for verb in sorted(ALONE.get(key, ()), reverse=True)}
    return {joined(spelling): verb for verb, label in said.items() for spelling in spellings(label)}


@lru_cache(maxsize=1 << 13)
def _written(text: str) -> frozenset[str]:
    """How a text may be written, whatever its blanks."""
    return frozenset(map(joined, spellings(text)))
