"""What a random test says when it fails: its seed, and the command that plays it again."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

P = ParamSpec("P")


def replayable(test: Callable[P, None]) -> Callable[P, None]:
    """For tests whose parameters (the seed among them) decide everything that happens in them."""

    @wraps(test)
    def played(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            test(*args, **kwargs)
        except Exception as fault:
            chosen = "".join(f"{name} {value!r}, " for name, value in kwargs.items())
            node = os.environ.get("PYTEST_CURRENT_TEST", "").removesuffix(" (call)")
            fault.add_note(f"{chosen}the same again: python -m pytest '{node}'")
            raise

    return played
