"""Describe places of a board by what lies around them: "between the 8 wheat and the 11 sheep"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from bot.language.read.possible_actions.action_features import (
    Feature,
    Group,
    number_feature,
    thing_feature,
    unit_feature,
)
from bot.language.read.words.concepts import Concept
from engines import Game, InRow, Place
from engines.spoken import PlaceSorts

RATE_OF_ONE = "2"
"""Rate at a harbour for one kind of card."""
RATE_OF_ALL = "3"
"""Rate at a harbour for all kinds of cards."""
NAMELESS = re.compile(r"[a-z]{1,2}\d{1,2}(-[a-z]\d+)?")
"""The ids of places without names: "h03", a path "n20-n26"."""

Neighbour = tuple[str, tuple[tuple[str, object], ...]]
"""The name of what lies beside a place: the id of the message, and its arguments."""


def is_place_id(id: str) -> bool:
    """Return whether an id has the form of those of places without names."""
    return NAMELESS.fullmatch(id) is not None


def number_of_place(id: str, form: str) -> int | None:
    """Return the number of a numbered place: 12 of "q12" with the form "q{:02}"; None: the id has another form."""
    before = form.partition("{")[0]
    digits = id.removeprefix(before)
    return int(digits) if form and digits != id and digits.isdigit() else None


class Places:
    """The places of a board as a seat sees them, with their features."""

    def __init__(self, game: Game, seat: int) -> None:
        self.spoken = game.spoken
        self.places: Mapping[str, Place] = game.places()
        self.contents = game.contents()
        self.rows = game.rows(seat)
        self.ends_of_connections = game.connections()
        self.journey = game.journey(seat)
        self._concepts = dict[str, frozenset[Concept]]()
        """Meanings that were collected already, by place."""

    def features(self, word: str, index: int = 0) -> Iterator[Feature]:
        """Yield the features of a word of an action; none if the word is no place.

        Args:
            word: The word.
            index: Index of the word in its action, which tells the groups of its neighbours from those of other words.
        """
        if (place := self.places.get(word)) is not None:
            neighbours = tuple((neighbour.id, tuple(neighbour.args.items())) for neighbour in place.neighbours)
            yield from _features_around(place.kind, neighbours, place.side, self.spoken.places, index)
        if content := self.contents.get(word):
            yield thing_feature(content)
        if row := self.rows.get(word):
            yield from self._in_a_row(row)
        for ends, between in self.ends_of_connections.items():
            if between == word:
                yield from (thing_feature(end, is_way=True, is_end=True) for end in ends)
        if self.journey and word in self.journey.steps:
            steps = self.journey.steps[self.journey.start].get(word, 0)
            yield number_feature(steps, self.spoken.units.distances, is_way=True)

    def concepts(self, word: str) -> frozenset[Concept]:
        """Return all meanings that name something of a place."""
        if word not in self._concepts:
            self._concepts[word] = frozenset[Concept]().union(*(part.concepts for part in self.features(word)))
        return self._concepts[word]

    def _in_a_row(self, row: InRow) -> Iterator[Feature]:
        """Yield the features of a field on a board with rows."""
        units = self.spoken.units
        yield number_feature(row.printed, units.printed_in_row)
        yield number_feature(row.row, units.rows, needs_unit=True)
        yield number_feature(row.number, units.places_in_row, needs_unit=True)
        last = max(place.row for place in self.rows.values())
        for edge in row.edges(last):
            yield unit_feature(edge)


@lru_cache(maxsize=1 << 13)
def _features_around(
    kind: str, neighbours: tuple[Neighbour, ...], side: str, sorts: PlaceSorts, index: int
) -> tuple[Feature, ...]:
    """Return the features of a place by its surroundings, which do not change in a game.

    Those of each neighbour have a group; a hex is the only neighbour of itself.
    """
    features = list[Feature]()
    for number, neighbour in enumerate(neighbours):
        group = Group("neighbour", index, number)
        features += _features_of_coast(neighbour, sorts, group)
        features += _features_of_name(neighbour, sorts, group, is_own=kind == sorts.numbered)
    kinds = Counter(value for _, args in neighbours for _, value in args)
    for value, count in kinds.items():
        if isinstance(value, str) and count > 1:
            features.append(number_feature(count, frozenset((value,)), needs_unit=True))  # between the two ores
    if side:
        features.append(unit_feature(side))
    return tuple(features)


def _features_of_name(neighbour: Neighbour, sorts: PlaceSorts, group: Group, *, is_own: bool) -> Iterator[Feature]:
    """Yield the features of the name of a neighbour: its kind and number, and the side where it lies."""
    _, args = neighbour
    units = sorts.units.union(str(value) for _, value in args)
    for name, value in args:
        if isinstance(value, int):
            yield number_feature(value, units, is_own=is_own, group=group)
        elif isinstance(value, str):
            feature = unit_feature if name == "side" else thing_feature
            yield feature(value, is_own=is_own, group=group)


def _features_of_coast(neighbour: Neighbour, sorts: PlaceSorts, group: Group) -> Iterator[Feature]:
    """Yield the features of a neighbour that is the shore or a harbour; none for any other."""
    id, args = neighbour
    sort = id.rpartition(".")[2]
    if sort == sorts.shore:
        yield unit_feature(sorts.shore, group=group)
    elif sorts.harbour and sort.endswith(sorts.harbour):
        units = frozenset((sorts.harbour,))
        yield unit_feature(sorts.harbour, group=group)
        for number in (RATE_OF_ONE if args else RATE_OF_ALL, 1):
            yield number_feature(number, units, needs_unit=True, group=group)
