"""Caching of functions whose result depends on the picture being drawn, not only on their arguments."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def kept_for(current: Callable[[], Hashable], most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Return a decorator like ``lru_cache`` that keeps results apart by the present value of ``current()``.

    Args:
        current: A function that returns the present letters and colours, for example.
        most: The largest number of cached results.
    """

    def keeping(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize=most)
        def kept(_: Hashable, *args: P.args, **options: P.kwargs) -> T:
            return make(*args, **options)

        @wraps(make)
        def cached(*args: P.args, **options: P.kwargs) -> T:
            return kept(current(), *args, **options)  # type: ignore[arg-type]

        return cached

    return keeping
