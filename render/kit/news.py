"""Recent changes, which pictures mark, read from events by tables that each game declares.

A game's ``News`` has a field for each sort of mark, computed on first access. The keys of a table are kinds of events,
several of them separated by blanks; its values say what such an event changes for a seat. Events whose kind is in no
table change nothing, and neither do events without the data that a table names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

from engines import Event

T = TypeVar("T")
NOBODY: Mapping[str, str] = {}
"""No kinds of events by which a seat gets something from another one."""


def number(event: Event, key: str) -> int:
    value = event.data.get(key, 0)
    return value if isinstance(value, int) else 0


def word(event: Event, key: str) -> str:
    return str(event.data.get(key, ""))


def words(event: Event, key: str) -> list[str]:
    """Return a list of words; a single word becomes a list of one."""
    value = event.data.get(key, [])
    return value if isinstance(value, list) else [str(value)]


Names = str | Callable[[Event], Iterable[str]]
"""The key of a word or a list of words in an event's data, or a function that returns the words."""
Amount = str | Callable[[Event], int]
"""The key of a number in an event's data, or a function that returns the number."""
Counts = str | Callable[[Event], Mapping[str, int]]
"""The key of a list of words, each of which counts 1, or a function that returns how much each word counts."""
Tallies = defaultdict[int, Counter[str]]
"""The number of things of each name, by seat."""


class News:
    """The events that a picture marks, in order. Each game adds its fields."""

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.events = tuple(events)

    def events_of(self, kinds: str, owner: str = "") -> Iterator[tuple[int, Event]]:
        """Yield the events of these kinds that are of a seat, each with that seat; ``owner``: see ``entries``."""
        return ((seat, event) for seat, event, _ in self.entries({kinds: None}, owner))

    def entries(self, table: Mapping[str, T], owner: str = "") -> Iterator[tuple[int, Event, T]]:
        """Yield the events of a seat whose kinds stand in a table, each with that seat and the table's value.

        An event with the key ``owner`` concerns the seat that stands there instead.
        """
        values = {kind: value for kinds, value in table.items() for kind in kinds.split()}
        for event in self.events:
            if event.kind in values and event.seat is not None:
                yield number(event, owner) if owner in event.data else event.seat, event, values[event.kind]


# -- fields ------------------------------------------------------------------------------------------------------------


def flag(kinds: str) -> cached_property[bool]:
    """Declare a field that is True if an event of these kinds has happened."""
    return cached_property(lambda news: any(event.kind in kinds.split() for event in news.events))


def seats(kinds: str, owner: str = "") -> cached_property[set[int]]:
    """Declare a field with the seats that had an event of these kinds; ``owner``: see ``News.entries``."""
    return cached_property(lambda news: {seat for seat, _ in news.events_of(kinds, owner)})


def latest(kinds: str, read: Callable[[Event], T]) -> cached_property[dict[int, T]]:
    """Declare a field with the value of ``read`` for the last event of these kinds, by seat."""
    return cached_property(lambda news: {seat: read(event) for seat, event in news.events_of(kinds)})


def names(table: Mapping[str, Names]) -> cached_property[set[str]]:
    """Declare a field with the names of the things that events of any seat changed."""
    return cached_property(
        lambda news: {name for _, event, source in news.entries(table) for name in _names(event, source)}
    )


def belongings(table: Mapping[str, Names], owner: str = "") -> cached_property[set[tuple[int, str]]]:
    """Declare a field with pairs of a seat and the name of a thing of its own; ``owner``: see ``News.entries``."""

    def read(news: News) -> set[tuple[int, str]]:
        entries = news.entries(table, owner)
        return {(seat, name) for seat, event, source in entries for name in _names(event, source)}

    return cached_property(read)


def totals(table: Mapping[str, Amount], partners: Mapping[str, str] = NOBODY) -> cached_property[Counter[int]]:
    """Declare a field with the change of an amount of each seat.

    A total of 0 means that gains and losses are equal; seats without any have no total.

    Args:
        table: The amounts by kinds of events.
        partners: By kind of event, the key of the seat in its data that loses the amount.
    """

    def read(news: News) -> Counter[int]:
        total = Counter[int]()
        for seat, event, source in news.entries(table):
            amount = number(event, source) if isinstance(source, str) else source(event)
            if amount:
                total[seat] += amount
                if event.kind in partners:
                    total[number(event, partners[event.kind])] -= amount
        return total

    return cached_property(read)


def tallies(
    table: Mapping[str, Counts], partners: Mapping[str, str] = NOBODY, *, known: Container[str] | None = None
) -> cached_property[Tallies]:
    """Declare a field with the change of the number of things of each name, by seat.

    Args:
        table: The counts by kinds of events.
        partners: See ``totals``.
        known: The names that count; None: all.
    """

    def read(news: News) -> Tallies:
        tally = Tallies(Counter)
        for seat, event, source in news.entries(table):
            counts = Counter(words(event, source)) if isinstance(source, str) else source(event)
            for name, count in counts.items():
                if known is None or name in known:
                    tally[seat][name] += count
                    if event.kind in partners:
                        tally[number(event, partners[event.kind])][name] -= count
        return tally

    return cached_property(read)


def names_of(pairs: Iterable[tuple[int, T]], owner: int) -> set[T]:
    """Return the names of one seat out of pairs of a seat and a name."""
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


def _names(event: Event, source: Names) -> Iterable[str]:
    return words(event, source) if isinstance(source, str) else source(event)
