"""Keeping what is drawn differently from picture to picture though it is asked for in the same words."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def kept_for(current: Callable[[], Hashable], most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Like ``lru_cache``, apart for each value that ``current`` has while it is asked for."""

    def keeping(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most)
        def kept(_: Hashable, *args: P.args, **options: P.kwargs) -> T:
            return make(*args, **options)

        @wraps(make)
        def found(*args: P.args, **options: P.kwargs) -> T:
            return kept(current(), *args, **options)  # type: ignore[arg-type]

        return found

    return keeping
