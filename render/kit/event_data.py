"""What an event tells a picture: words and numbers, none where its data have another shape."""

from __future__ import annotations

from engines import Event


def number(event: Event, key: str) -> int:
    value = event.data.get(key, 0)
    return value if isinstance(value, int) else 0


def word(event: Event, key: str) -> str:
    return str(event.data.get(key, ""))


def words(event: Event, key: str) -> list[str]:
    """A list; a single word is one of one."""
    value = event.data.get(key, [])
    return value if isinstance(value, list) else [str(value)]
