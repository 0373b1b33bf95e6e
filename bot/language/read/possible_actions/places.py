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
            yield from self._neighbour_features(place, index)
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

    def _neighbour_features(self, place: Place, index: int) -> Iterator[Feature]:
        """Yield the features of a place's neighbours, in a group for each; a hex is the only neighbour of itself."""
        is_own = place.kind == self.spoken.places.numbered
        for number, neighbour in enumerate(place.neighbours):
            group = Group("neighbour", index, number)
            args = tuple(neighbour.args.items())
            yield from _features_of_neighbour(neighbour.id, args, self.spoken.places, is_own=is_own, group=group)
        kinds = Counter(value for neighbour in place.neighbours for value in neighbour.args.values())
        for kind, count in kinds.items():
            if isinstance(kind, str) and count > 1:
                yield number_feature(count, frozenset((kind,)), needs_unit=True)  # between the two ores
        if place.side:
            yield unit_feature(place.side)

    def _in_a_row(self, row: InRow) -> Iterator[Feature]:
        """Yield the features of a field on a board with rows."""
        units = self.spoken.units
        yield number_feature(row.printed, units.printed_in_row)
        yield number_feature(row.row, units.rows, needs_unit=True)
        yield number_feature(row.number, units.places_in_row, needs_unit=True)
        last = max(place.row for place in self.rows.values())
        for edge in row.edges(last):
            yield unit_feature(edge)


@lru_cache(maxsize=1 << 12)
def _features_of_neighbour(
    id: str, args: tuple[tuple[str, object], ...], sorts: PlaceSorts, *, is_own: bool, group: Group
) -> tuple[Feature, ...]:
    """Return the features of a neighbour of a place, by its name; hexes are neighbours of many places.

    Args:
        id: The id of its name.
        args: The arguments of its name.
        sorts: The sorts of places in the game.
        is_own: True if the features are those of the place itself.
        group: The group of the features.
    """
    features = list(_features_of_coast(id.rpartition(".")[2], sorts, group, has_kind=bool(args)))
    units = sorts.units.union(str(value) for _, value in args)
    for name, value in args:
        if isinstance(value, int):
            features.append(number_feature(value, units, is_own=is_own, group=group))
        elif isinstance(value, str):
            feature = unit_feature if name == "side" else thing_feature
            features.append(feature(value, is_own=is_own, group=group))
    return tuple(features)


def _features_of_coast(sort: str, sorts: PlaceSorts, group: Group, *, has_kind: bool) -> Iterator[Feature]:
    """Yield the features of a neighbour that is the shore or a harbour; none for any other."""
    if sort == sorts.shore:
        yield unit_feature(sorts.shore, group=group)
    elif sorts.harbour and sort.endswith(sorts.harbour):
        units = frozenset((sorts.harbour,))
        yield unit_feature(sorts.harbour, group=group)
        for number in (RATE_OF_ONE if has_kind else RATE_OF_ALL, 1):
            yield number_feature(number, units, needs_unit=True, group=group)
