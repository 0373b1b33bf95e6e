"""Labels of the places that a decision is about. A place keeps its label for a whole game."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from unicodedata import normalize

from engines import Action, Event
from engines.mmn import board
from engines.mmn.geometry import Geometry
from engines.mmn.view import MmnView
from render.kit import initials

FEW = 32
"""Number of labels that stand beside each other without hiding the map."""
_LETTERS = "HJKLMNPRTUVWXYACEFGQBDSZ"
"""Letters of labels, in the order in which they are used.

Letters that look like figures come last; those of seats are left out, since they stand on pieces.

"""
_ENOUGH = 14
"""Letters that suffice for the large map.

With a figure behind it, a letter names a corner, hex or harbour; with the figure before it, a path.
"""
_FIGURES = "123456789"


def letters(view: MmnView, actions: Iterable[Action]) -> dict[str, str]:
    """Return the label of each place that the actions name, from top to bottom."""
    geometry = board.size(view.seats).geometry
    places = {*asked(geometry, actions)[0]}
    return {word: label for word, label in _labels(geometry, initials.letters()).items() if word in places}


def named(view: MmnView, events: Iterable[Event]) -> dict[str, str]:
    """Return the label of each place that the sentences about events name."""
    geometry = board.size(view.seats).geometry
    deeds = [event for event in events if event.seat is not None]
    words = [value for event in deeds for value in event.data.values() if isinstance(value, str)]
    label_letters = _labels(geometry, initials.letters())
    return {word: label_letters[word] for word in words if word in label_letters}


@lru_cache(maxsize=64)
def _labels(geometry: Geometry, seats: str) -> dict[str, str]:
    """Return the labels of all places, from top to bottom: a letter and a figure.

    Paths have the figure first, and the last letters at the top, so that none is mistaken for another place nearby.
    """
    letters_taken = {normalize("NFD", letter)[:1] for letter in seats}
    free = [letter for letter in _LETTERS if letter not in letters_taken][:_ENOUGH]
    other_places = _downwards(geometry, (*geometry.nodes, *geometry.hexes, *geometry.harbours))
    labels = dict(zip(other_places, map("".join, product(free, _FIGURES)), strict=False))
    for word, (letter, figure) in zip(
        _downwards(geometry, geometry.paths), product(reversed(free), _FIGURES), strict=False
    ):
        labels[word] = figure + letter
    return {word: labels[word] for word in _downwards(geometry, labels)}


def _downwards(geometry: Geometry, words: Iterable[str]) -> list[str]:
    return sorted(words, key=lambda word: _point(geometry, word)[::-1])


def asked(geometry: Geometry, actions: Iterable[Action]) -> tuple[list[str], list[str]]:
    """Return the places to choose from, and those that every action names.

    Of actions with several places all are labelled while they are few, so that a list of whole actions can be read
    off the map; else only the first places that tell the actions apart.
    """
    named = list(dict.fromkeys(tuple(word for word in action if _is_place(geometry, word)) for action in actions))
    named = [words for words in named if words]
    shared = 0
    while len(named) > 1 and all(len(words) > shared and words[shared] == named[0][shared] for words in named):
        shared += 1
    chosen = list(named[0][:shared]) if named else []
    remaining = [words[shared:] or words[-1:] for words in named]
    every = list(dict.fromkeys(word for words in remaining for word in words))
    return every if len(every) <= FEW else list(dict.fromkeys(words[0] for words in remaining)), chosen


def _is_place(geometry: Geometry, word: str) -> bool:
    return any(
        word in words
        for words in (geometry.node_number, geometry.path_number, geometry.hex_number, geometry.harbour_number)
    )


def _point(geometry: Geometry, word: str) -> tuple[float, float]:
    if word in geometry.node_number:
        return geometry.node_points[geometry.node_number[word]]
    if word in geometry.hex_number:
        return geometry.hex_points[geometry.hex_number[word]]
    if word in geometry.harbour_number:
        return geometry.harbour_points[geometry.harbour_number[word]]
    (x, y), (to_x, to_y) = (geometry.node_points[end] for end in geometry.edges[geometry.path_number[word]])
    return (x + to_x) / 2, (y + to_y) / 2
