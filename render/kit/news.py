"""What has just changed, read from events: each game declares its marks as tables from kinds of events.

A game's ``News`` has a field for each sort of mark, worked out when it is first asked for. The key of a table is a kind
of events, or several with blanks between them; its value says what such an event changes. Kinds that stand in no table
change nothing, and neither do events that lack what a table names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Self, TypeVar

from engines import Event
from render.kit.event_data import number, words

T = TypeVar("T")
Names = str | Callable[[Event], Iterable[str]]
"""The key of a word or a list of words in an event's data, or a function that returns the words."""
Amount = str | Callable[[Event], int]
"""The key of a number in an event's data, or a function that returns the number."""
Counts = str | Callable[[Event], Mapping[str, int]]
"""The key of a list of words, each of which counts 1, or a function that returns how much each word counts."""
Tallies = defaultdict[int, Counter[str]]
NOBODY: Mapping[str, str] = {}
"""No kinds of events by which a seat gets something from another one."""


class News:
    """The events that a picture marks, in order. Each game adds its fields."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events = tuple(events)

    def of(self, kinds: str, owner: str = "") -> Iterator[tuple[int, Event]]:
        """Yield the events of these kinds that are of a seat, each with that seat.

        An event with the key ``owner`` concerns the seat that stands there instead.
        """
        wanted = kinds.split()
        for event in self.events:
            if event.kind in wanted and event.seat is not None:
                yield (number(event, owner) if owner in event.data else event.seat), event

    def since(self, kind: str) -> Self:
        """Return the news of what has happened since the last event of a kind."""
        last = max((place for place, event in enumerate(self.events, 1) if event.kind == kind), default=0)
        return type(self)(self.events[last:])


# -- fields ------------------------------------------------------------------------------------------------------------


def flag(kinds: str) -> cached_property[bool]:
    """Declare whether an event of these kinds has happened."""
    return cached_property(lambda news: any(event.kind in kinds.split() for event in news.events))


def seats(kinds: str, owner: str = "") -> cached_property[set[int]]:
    """Declare the seats that had an event of these kinds; ``owner``: see ``News.of``."""
    return cached_property(lambda news: {seat for seat, _ in news.of(kinds, owner)})


def latest(kinds: str, read: Callable[[Event], T]) -> cached_property[dict[int, T]]:
    """Declare what the last event of these kinds says of each seat."""
    return cached_property(lambda news: {seat: read(event) for seat, event in news.of(kinds)})


def names(table: Mapping[str, Names]) -> cached_property[set[str]]:
    """Declare the names of things, whoever changed them."""
    sources = _by_kind(table)

    def read(news: News) -> set[str]:
        events = (event for event in news.events if event.kind in sources)
        return {name for event in events for name in _names(event, sources[event.kind])}

    return cached_property(read)


def belongings(table: Mapping[str, Names], owner: str = "") -> cached_property[set[tuple[int, str]]]:
    """Declare seats, each with the name of a thing of its own; ``owner``: see ``News.of``."""
    sources = _by_kind(table)

    def read(news: News) -> set[tuple[int, str]]:
        events = news.of(" ".join(sources), owner)
        return {(seat, name) for seat, event in events for name in _names(event, sources[event.kind])}

    return cached_property(read)


def totals(table: Mapping[str, Amount], partners: Mapping[str, str] = NOBODY) -> cached_property[Counter[int]]:
    """Declare how much came to each seat, less what went.

    A total of 0 means that as much went as came; seats where nothing came or went have no total. ``partners``: the key
    of the seat from which that comes, by kind of event.
    """
    sources = _by_kind(table)

    def read(news: News) -> Counter[int]:
        total = Counter[int]()
        for seat, event in news.of(" ".join(sources)):
            if amount := _amount(event, sources[event.kind]):
                total[seat] += amount
                if event.kind in partners:
                    total[number(event, partners[event.kind])] -= amount
        return total

    return cached_property(read)


def tallies(
    table: Mapping[str, Counts], partners: Mapping[str, str] = NOBODY, *, known: Container[str] | None = None
) -> cached_property[Tallies]:
    """Declare how many things of each name came to each seat, less those that went.

    ``partners``: see ``totals``. ``known``: names of which some count; all others do not.
    """
    sources = _by_kind(table)

    def read(news: News) -> Tallies:
        tally = defaultdict[int, Counter[str]](Counter)
        for seat, event in news.of(" ".join(sources)):
            for name, count in _counts(event, sources[event.kind]).items():
                if known is None or name in known:
                    tally[seat][name] += count
                    if event.kind in partners:
                        tally[number(event, partners[event.kind])][name] -= count
        return tally

    return cached_property(read)


def names_of(pairs: Iterable[tuple[int, T]], owner: int) -> set[T]:
    """Return what pairs of a seat and a name have of one seat."""
    return {name for seat, name in pairs if seat == owner}


# -- values of tables --------------------------------------------------------------------------------------------------


def fixed(*values: str) -> Callable[[Event], Iterable[str]]:
    """Return a table's value for the same names at each event."""
    return lambda event: values


def each(amount: int) -> Callable[[Event], int]:
    """Return a table's value for the same amount at each event."""
    return lambda event: amount


def minus(key: str) -> Callable[[Event], int]:
    """Return a table's value for a number that is taken away."""
    return lambda event: -number(event, key)


def fewer(key: str) -> Callable[[Event], Mapping[str, int]]:
    """Return a table's value for a list of words that are taken away."""
    return lambda event: {name: -count for name, count in Counter(words(event, key)).items()}


def _by_kind(table: Mapping[str, T]) -> dict[str, T]:
    return {kind: value for kinds, value in table.items() for kind in kinds.split()}


def _names(event: Event, source: Names) -> Iterable[str]:
    return words(event, source) if isinstance(source, str) else source(event)


def _amount(event: Event, source: Amount) -> int:
    return number(event, source) if isinstance(source, str) else source(event)


def _counts(event: Event, source: Counts) -> Mapping[str, int]:
    return Counter(words(event, source)) if isinstance(source, str) else source(event)
