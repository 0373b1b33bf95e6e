"""A dictionary of bounded size, for caches in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import ItemsView, Iterator, MutableMapping, ValuesView
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LruDict(MutableMapping[K, V]):
    """A dictionary that drops the least recently used entry when it holds more than ``size`` entries.

    Setting or reading an entry counts as using it; iterating over all entries does not.

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

    # The methods of MutableMapping read each entry, which would change the order during the iteration.
    def items(self) -> ItemsView[K, V]:
        return self._entries.items()

    def values(self) -> ValuesView[V]:
        return self._entries.values()
