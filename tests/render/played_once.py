"""Positions that are played once in a process, however many pictures are drawn of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import ParamSpec, TypeVar

from engines import Game

Asked = ParamSpec("Asked")
Position = TypeVar("Position", bound=Game)


def played_once(play: Callable[Asked, Position]) -> Callable[Asked, Position]:
    """Return a function that plays the position once, and returns copies that may be changed."""
    known = cache(play)

    @wraps(play)
    def copied(*arguments: Asked.args, **options: Asked.kwargs) -> Position:
        return known(*arguments, **options).copy()  # type: ignore[arg-type]

    return copied
