"""What Discord offers while an option is typed."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

import structlog

log = structlog.get_logger()

C = TypeVar("C", bound=Callable[..., Coroutine[Any, Any, list[Any]]])


def completion(complete: C) -> C:
    """Have ``complete`` offer nothing where it fails: what is typed can be sent without completions."""

    @functools.wraps(complete)
    async def completed(*args: Any, **kwargs: Any) -> list[Any]:
        try:
            return await complete(*args, **kwargs)
        except Exception:
            log.exception("autocomplete failed")
            return []

    return cast("C", completed)
