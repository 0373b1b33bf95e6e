"""The words of a game's notation: kinds of actions, and ids of named things."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from bot.wording.catalogue import catalogue
from bot.wording.languages import FALLBACK


class Vocabulary(NamedTuple):
    """The words of a game: the first words of its actions, and the ids of things with a name."""

    actions: frozenset[str]
    ids: frozenset[str]


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
