"""A dictionary of bounded size, for what is kept in memory alone."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import ItemsView, Iterator, MutableMapping, ValuesView
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruDict(MutableMapping[K, V]):
    """A dictionary that forgets what was used longest ago once it holds more than ``size`` entries.

    Setting and reading an entry use it; looking through all entries uses none.

    >>> answers = LruDict[str, int](2)
    >>> answers.update(first=1, second=2)
    >>> answers["first"]
    1
    >>> answers["third"] = 3
    >>> list(answers)
    ['first', 'third']
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._entries: OrderedDict[K, V] = OrderedDict()

    def __getitem__(self, key: K) -> V:
        value = self._entries[key]
        self._entries.move_to_end(key)
        return value

    def __setitem__(self, key: K, value: V) -> None:
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self.size:
            self._entries.popitem(last=False)

    def __delitem__(self, key: K) -> None:
        del self._entries[key]

    def __contains__(self, key: object) -> bool:
        return key in self._entries

    def __iter__(self) -> Iterator[K]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    # Those of MutableMapping read each entry, which would reorder what they go through.
    def items(self) -> ItemsView[K, V]:
        return self._entries.items()

    def values(self) -> ValuesView[V]:
        return self._entries.values()
