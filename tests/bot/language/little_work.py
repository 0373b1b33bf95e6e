"""Work counted instead of timed: how many functions are called."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def working(most: int) -> Iterator[None]:
    """Raises AssertionError as soon as more functions were called than this."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"
        assert calls <= most

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)
