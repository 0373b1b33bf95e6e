"""The words of a game's notation: kinds of actions, and ids of named things."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from bot.wording.languages import FALLBACK, catalogue
from engines import Action
from engines.notation import DIGITS


class Vocabulary(NamedTuple):
    """The words of a game: the first words of its actions, and the ids of things with a name."""

    actions: frozenset[str]
    ids: frozenset[str]

    def is_notation(self, action: Action) -> bool:
        """Return whether the notation has all words of an action, whether it is possible or not.

        >>> vocabulary("burgundy").is_notation(("take", "6", "cow3"))
        True
        >>> vocabulary("burgundy").is_notation(("take", "the", "cow", "from", "6"))
        False
        """
        return bool(action) and action[0] in self.actions and all(map(self._is_word, action[1:]))

    def _is_word(self, word: str) -> bool:
        """Return whether a word names a thing, is a number, or is a place that has no name."""
        has_number = len(word) <= DIGITS and re.fullmatch(r"(?=\D*\d)[a-z0-9_-]+", word) is not None
        return has_number or word in self.ids or word in self.actions


@cache
def vocabulary(key: str) -> Vocabulary:
    """Return the words of a game."""
    actions = set[str]()
    ids = set[str]()
    for text_id in catalogue(FALLBACK).texts:
        area, _, rest = text_id.partition(".")
        kind, _, id = rest.removesuffix(".name").partition(".")
        if area != key or not id or "." in id:
            continue
        if kind == "action":
            actions.add(id.rstrip("0123456789").removesuffix("_") if id[-1].isdigit() else id)
        elif kind in ("word", "card"):
            ids.add(id)
    return Vocabulary(frozenset(actions), frozenset(ids))
