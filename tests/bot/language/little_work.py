"""Measure work by the number of called functions, not by time."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def limit_calls(most: int) -> Iterator[None]:
    """Raise AssertionError as soon as more functions than this are called during the block."""
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
