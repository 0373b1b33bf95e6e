"""The simulated Discord sees what a bot still waits for as it always does, only quicker.

After every press it asks of each task which of the timers wakes it, and takes each of them out of its wrapping to see.
That took a tenth of a room's time, most of it for what cannot be so.
"""

from __future__ import annotations

import asyncio
from typing import Any

import discord
from simcord import _dpy_internals, _runtime, _settlement

_waits_for_listener = _dpy_internals.is_wait_for_listener


def waking(state: Any, task: asyncio.Task[Any], waiter: Any) -> list[Any]:
    """The timers yet to come that do nothing but wake a task from what it waits for."""
    now = state.virtual_time
    return [
        record
        for record in state.work.callbacks
        if record.when is not None
        and record.when > now
        and record.handle is not None
        and not record.handle.cancelled()
        and _wakes(record.handle, task, waiter)
    ]


def _wakes(timer: Any, task: asyncio.Task[Any], waiter: Any) -> bool:
    """A timer that wakes somebody is called with what is waited for, or is a part of it or of a timeout."""
    for arg in timer._args:
        if arg is waiter and waiter is not None:
            return True
    callback = _dpy_internals._original_callback(timer._callback)
    return hasattr(callback, "__self__") and _dpy_internals.is_wakeup_callback(callback, (), waiter, task)


def waits_for_listener(client: discord.Client, task: asyncio.Task[Any]) -> bool:
    """Nobody waits where nothing is listened for."""
    return bool(_dpy_internals.listener_futures(client)) and _waits_for_listener(client, task)


def quicken() -> None:
    """To be called once. What has been called is found on the list as itself, not as what is equal in all its parts."""
    _settlement._timer_records_waking = waking  # type: ignore[assignment]
    _dpy_internals.is_wait_for_listener = waits_for_listener
    _runtime._CallbackRecord.__eq__ = object.__eq__  # type: ignore[method-assign]
