"""What is known of an interaction while it is being handled: every line that is logged then carries it.

The end of an interaction is a line of its own with what it was and how long it took.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import structlog
from structlog.contextvars import bind_contextvars, bound_contextvars

from bot.work import metrics

if TYPE_CHECKING:  # tables say what an interaction is about, also where nobody talks to Discord
    import aiohttp
    import discord

log = structlog.get_logger()


HANDLED = "handled"
"""Under which name an interaction's ``extras`` hold what is known of its handling."""


class Deed(StrEnum):
    """What the person of an interaction has changed for good, as it is spoken of."""

    MOVE = "move"
    UNDO = "undo"
    CHANGE = "change"


class Handled:
    """One interaction. ``kind``: which command or button, of few values."""

    def __init__(self, interaction: discord.Interaction[Any], kind: str) -> None:
        self.kind = kind
        self.deed: Deed | None = None
        """What has been committed for it; after that, no answer may say that nothing was done."""
        interaction.extras[HANDLED] = self
        self.known: dict[str, Any] = {"server": interaction.guild_id, "interaction": interaction.id}
        self.typing = getattr(getattr(interaction, "type", None), "name", "") == "autocomplete"
        self.table_used: Callable[[int], None] = getattr(
            getattr(interaction, "client", None), "table_used", lambda _: None
        )
        self._began = time.monotonic()
        self._acknowledged: float | None = None

    def acknowledge(self) -> None:
        """Discord knows that the interaction has arrived."""
        if self._acknowledged is None:
            self._acknowledged = time.monotonic() - self._began
            metrics.ACKNOWLEDGED.labels(self.kind).observe(self._acknowledged)

    def end(self) -> None:
        """Log and measure an interaction of which everything was done and answered."""
        took = time.monotonic() - self._began
        metrics.ANSWERED.labels(self.kind).observe(took)
        timed = {"duration_ms": round(took * 1000)}
        if self._acknowledged is not None:
            timed["acknowledged_ms"] = round(self._acknowledged * 1000)
        (log.debug if self.typing else log.info)("interaction handled", kind=self.kind, **self.known, **timed)


_current: ContextVar[Handled | None] = ContextVar("handled", default=None)


@contextmanager
def handling(interaction: discord.Interaction[Any], kind: str, table: int | None = None) -> Iterator[None]:
    """Log and measure what happens inside as done for an interaction, at a table."""
    handled = Handled(interaction, kind)
    if table is not None:
        handled.known["table"] = table
    before = _current.set(handled)
    try:
        with bound_contextvars(**handled.known):
            yield
    finally:
        _current.reset(before)
        handled.end()


def handle_in_this_task(interaction: discord.Interaction[Any], kind: str) -> None:
    """Log and measure what this task does from now on as done for an interaction."""
    handled = Handled(interaction, kind)
    _current.set(handled)
    bind_contextvars(**handled.known)
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: handled.end())


def handled_of(interaction: discord.Interaction[Any]) -> Handled | None:
    """Return what is known of the handling of an interaction, in whichever task it is asked."""
    handled = interaction.extras.get(HANDLED)
    return handled if isinstance(handled, Handled) else None


def note_commit() -> None:
    """Remember that a transaction of the interaction being handled, if one is, has been committed."""
    handled = _current.get()
    if handled is not None and handled.deed is None:
        handled.deed = Deed.CHANGE


def note_deed(deed: Deed) -> None:
    """Name what the interaction being handled, if one is, has just committed."""
    handled = _current.get()
    if handled is not None:
        handled.deed = deed


def withdraw_deed() -> None:
    """Forget what the interaction being handled has committed, because it has been reversed."""
    handled = _current.get()
    if handled is not None:
        handled.deed = None


@contextmanager
def incidental() -> Iterator[None]:
    """Keep commits inside the block apart from what the person of the interaction has asked for."""
    token = _current.set(None)
    try:
        yield
    finally:
        _current.reset(token)


def at_table(game_id: int) -> None:
    """Note that the interaction that is being handled, if there is one, concerns this table."""
    handled = _current.get()
    if handled is not None:
        handled.known["table"] = game_id
        bind_contextvars(table=game_id)
        handled.table_used(game_id)


def trace() -> aiohttp.TraceConfig:
    """Notices when Discord was told that an interaction has arrived."""
    import aiohttp

    async def ended(_session: object, _context: object, request: aiohttp.TraceRequestEndParams) -> None:
        handled = _current.get()
        if handled is not None and "/interactions/" in request.url.path and request.url.path.endswith("/callback"):
            handled.acknowledge()

    config = aiohttp.TraceConfig()
    config.on_request_end.append(ended)
    return config
