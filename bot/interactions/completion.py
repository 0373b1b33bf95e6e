"""Completions: the choices that Discord offers while a person types an option of a command."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

import structlog

log = structlog.get_logger()

C = TypeVar("C", bound=Callable[..., Coroutine[Any, Any, list[Any]]])


def completion(complete: C) -> C:
    """Wrap a function for completions so that it logs exceptions and offers nothing instead of raising.

    A person can send what they typed without any completion.
    """

    @functools.wraps(complete)
    async def completed(*args: Any, **kwargs: Any) -> list[Any]:
        try:
            return await complete(*args, **kwargs)
        except Exception:
            log.exception("autocomplete failed")
            return []

    return cast("C", completed)
