"""What a random test says when it fails: its seed, and the command that plays it again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, ParamSpec

P = ParamSpec("P")


def replayable(test: Callable[P, Any]) -> Callable[P, Any]:
    """Note in failures of a test, which may be a coroutine, the parameters that reproduce them, the seed among them."""
    if iscoroutinefunction(test):

        @wraps(test)
        async def waited(*args: P.args, **kwargs: P.kwargs) -> None:
            with _noted(kwargs):
                await test(*args, **kwargs)

        return waited

    @wraps(test)
    def played(*args: P.args, **kwargs: P.kwargs) -> None:
        with _noted(kwargs):
            test(*args, **kwargs)

    return played


@contextmanager
def _noted(chosen: Mapping[str, object]) -> Iterator[None]:
    try:
        yield
    except BaseException as fault:  # pytest's own failures and time limits are no Exceptions
        # Fixtures such as a database are among the arguments; they have no words of their own and decide nothing.
        plain = {name: value for name, value in chosen.items() if type(value).__repr__ is not object.__repr__}
        parameters = "".join(f"{name} {value!r}, " for name, value in plain.items())
        node = os.environ.get("PYTEST_CURRENT_TEST", "").removesuffix(" (call)")
        fault.add_note(f"{parameters}the same again: python -m pytest '{node}'")
        raise
