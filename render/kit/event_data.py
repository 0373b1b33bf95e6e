"""Reading of numbers and words in an event's data; data of another type count as missing."""

from __future__ import annotations

from engines import Event


def number(event: Event, key: str) -> int:
    value = event.data.get(key, 0)
    return value if isinstance(value, int) else 0


def word(event: Event, key: str) -> str:
    return str(event.data.get(key, ""))


def words(event: Event, key: str) -> list[str]:
    """Return a list of words; a single word becomes a list of one."""
    value = event.data.get(key, [])
    return value if isinstance(value, list) else [str(value)]
