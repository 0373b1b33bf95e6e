"""Places of a board that somebody calls by what lies around them, in any order: "by the 6 gold and the 11 hills"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.wording.reading import Reader
from engines import Action, Place

FEWEST, MOST = 2, 3
"""Fields with their numbers that are read as one place."""
CALLED = "aroundthere"
"""The word that stands instead of them."""


class Around(NamedTuple):
    """What was typed with CALLED for a place, and which places that may be."""

    typed: str
    ids: set[str]
    exactly: set[str]
    """Those that have nothing else around them."""

    def certain(self, action: Action) -> bool:
        """Whether an action's place is meant and no other, be it a path instead of a corner where no verb was said."""
        return not self.exactly.isdisjoint(action) and (len(self.exactly) == 1 or self.typed != CALLED)


def by_surroundings(reader: Reader, words: Sequence[str], places: Mapping[str, Place]) -> Around | None:
    """The words with the place by its id; None: they name none. Of each kind those are meant that have just what was
    said around them, and where there are none, those that have more."""
    fields = list(_fields(reader, words, {kind for place in places.values() for kind, _ in _around(place)}))
    if not FEWEST <= len(fields) <= MOST or len(fields) < sum(map(str.isdigit, words)):
        return None
    said = sorted((kind, number) for kind, number, _ in fields)
    there = {id: place for id, place in places.items() if _is_part(said, _around(place))}
    exactly = {id for id, place in there.items() if len(_around(place)) == len(said)}
    kinds = {places[id].kind for id in exactly}
    ids = exactly | {id for id, place in there.items() if place.kind not in kinds}
    if not ids:
        return None
    first, last = fields[0][2][0], fields[-1][2][1]
    if first and words[first - 1] in reader.lexicon.soft | reader.lexicon.noise:
        first -= 1  # "the 6 gold"
    return Around(" ".join([*words[:first], CALLED, *words[last + 1 :]]), ids, exactly)


def _fields(reader: Reader, words: Sequence[str], kinds: set[str]) -> Iterator[tuple[str, int, tuple[int, int]]]:
    """What is called by a kind of field and its number, whichever comes first, and where it stands."""
    named = [reader.things(word) & kinds for word in words]
    place = 0
    while place + 1 < len(words):
        for one, other in ((place, place + 1), (place + 1, place)):
            if len(named[one]) == 1 and words[other].isdigit():
                yield next(iter(named[one])), int(words[other]), (place, place + 1)
                place += 1
                break
        place += 1


def _around(place: Place) -> list[tuple[str, int]]:
    """The fields at a place that have a number."""
    return [
        (str(each.args["kind"]), number)
        for each in place.around
        if isinstance(number := each.args.get("number"), int) and "kind" in each.args
    ]


def _is_part(said: Sequence[tuple[str, int]], around: Sequence[tuple[str, int]]) -> bool:
    return all(around.count(field) >= said.count(field) for field in said)
