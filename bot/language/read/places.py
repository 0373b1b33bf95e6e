"""Describe places of a board by what lies around them: "between the 8 wheat and the 11 sheep"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from bot.language.read.match_features import Candidate, Feature, number_feature, thing_feature, unit_feature
from engines import GAMES, Game, InRow, Place

STEPS = frozenset[str]().union(*(kind.spoken.units.distances for kind in GAMES.values()))
"""Units of distances."""
RATE_OF_ONE = "2"
"""Rate at a harbour for one kind of card."""
RATE_OF_ALL = "3"
"""Rate at a harbour for all kinds of cards."""


class Places:
    """The places of a board as a seat sees them, with their features."""

    def __init__(self, game: Game, seat: int) -> None:
        self.spoken = game.spoken
        self.places: Mapping[str, Place] = game.places()
        self.rows = game.rows(seat)
        self.between = game.between()
        self.journey = game.journey(seat)

    @cached_property
    def by_sort(self) -> dict[str, list[Candidate]]:
        """All places by their sort, each as a candidate with the features around it."""
        by_sort: dict[str, list[Candidate]] = {}
        for id, place in self.places.items():
            by_sort.setdefault(place.kind, []).append(Candidate((id,), tuple(self.features(id, 0))))
        return by_sort

    def features(self, word: str, first_group: int) -> Iterator[Feature]:
        """Yield the features of a word of an action; none if the word is no place."""
        if (place := self.places.get(word)) is not None:
            yield from self._around(place, first_group)
        if row := self.rows.get(word):
            yield from self._in_a_row(row)
        for ends, between in self.between.items():
            if between == word:
                yield from (thing_feature(end, is_way=True, is_end=True) for end in ends)
        if self.journey and word in self.journey.steps:
            steps = self.journey.steps[self.journey.start].get(word, 0)
            yield number_feature(steps, STEPS, is_way=True)

    def _around(self, place: Place, first_group: int) -> Iterator[Feature]:
        sorts = self.spoken.places
        is_own = place.kind == sorts.numbered
        for group, neighbour in enumerate(place.around, first_group):
            sort = neighbour.id.rpartition(".")[2]
            if sort == sorts.shore:
                yield unit_feature(sorts.shore, group=group)
            elif sorts.harbour and sort.endswith(sorts.harbour):
                units = frozenset((sorts.harbour,))
                yield unit_feature(sorts.harbour, group=group)
                yield number_feature(RATE_OF_ONE if neighbour.args else RATE_OF_ALL, units, group=group)
                yield number_feature(1, units, group=group)
            for name, value in neighbour.args.items():
                if isinstance(value, int):
                    units = sorts.units | frozenset(map(str, neighbour.args.values()))
                    yield number_feature(value, units, is_own=is_own, group=group)
                elif isinstance(value, str):
                    feature = unit_feature if name == "side" else thing_feature
                    yield feature(value, is_own=is_own, group=group)
        kinds = Counter(value for neighbour in place.around for value in neighbour.args.values())
        for kind, number in kinds.items():
            if isinstance(kind, str) and number > 1:
                yield number_feature(number, frozenset((kind,)))  # between the two ores
        if place.side:
            yield unit_feature(place.side)

    def _in_a_row(self, row: InRow) -> Iterator[Feature]:
        """Yield the features of a field on a board with rows."""
        units = self.spoken.units
        yield number_feature(row.printed, units.printed_in_row)
        yield number_feature(row.row, units.rows)
        yield number_feature(row.number, units.places_in_row)
        last = max(place.row for place in self.rows.values())
        for edge in row.edges(last):
            yield unit_feature(edge)
