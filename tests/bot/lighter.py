"""Replace slow parts of simcord, which the tests run many thousand times."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest import mock

from simcord import components, env, gateway, results
from simcord.http import router

_virtualize = env._virtualize_recognized_waits  # type: ignore[attr-defined]
LIGHT = (str, int, float, bool, type(None))


def copy_deep(content: Any) -> Any:
    """Return a deep copy; a copy of JSON takes a fifth of the time of ``copy.deepcopy``."""
    kind = type(content)
    if kind in LIGHT:
        return content
    if kind is dict:
        return {key: copy_deep(value) for key, value in content.items()}
    if kind is list:
        return [copy_deep(value) for value in content]
    return copy.deepcopy(content)


def virtualize_if_needed(state: Any, pending: list[asyncio.Task[Any]]) -> None:
    """Put timers on the simulated clock, but search for them only if one of them runs on the clock of the machine."""
    for record in state.work.callbacks:
        real = record.real_handle
        if real is not None and record.when is not None and not real.cancelled():
            _virtualize(state, pending)
            return


@contextmanager
def lighten_simulation() -> Iterator[None]:
    """Make the simulation use less processor time during the block, with the same results."""
    copier = SimpleNamespace(deepcopy=copy_deep)
    with ExitStack() as stack:
        stack.enter_context(mock.patch.object(env, "_virtualize_recognized_waits", virtualize_if_needed))
        for module in (components, results):
            stack.enter_context(mock.patch.object(module, "deepcopy", copy_deep))
        for module in (gateway, router):
            stack.enter_context(mock.patch.object(module, "copy", copier))
        yield
