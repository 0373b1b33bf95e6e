"""Context of the interaction that is being handled. All log lines written meanwhile contain it.

The end of each interaction is logged with its kind and duration.
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

if TYPE_CHECKING:
    import aiohttp
    import discord


log = structlog.get_logger()


HANDLED = "handled"
"""Key of an interaction's ``extras`` for its ``Handled`` object."""


class Deed(StrEnum):
    """The change that an interaction has committed to the database, in the terms of error messages."""

    MOVE = "move"
    UNDO = "undo"
    CHANGE = "change"


class Handled:
    """An interaction that is being handled.

    Attributes:
        kind: the command or button; it labels metrics, so it has few values.
        context: what all log lines say about the interaction.
        typing: True if Discord asks for completions while somebody types.
        table_used: called with the table that the interaction concerns.
    """

    def __init__(self, interaction: discord.Interaction[Any], kind: str) -> None:
        self.kind = kind
        self.deed: Deed | None = None
        """The change that was committed; None: none yet. Afterwards no answer may claim that nothing was done."""
        interaction.extras[HANDLED] = self
        self.context: dict[str, Any] = {"server": interaction.guild_id, "interaction": interaction.id}
        self.typing = getattr(getattr(interaction, "type", None), "name", "") == "autocomplete"
        self.table_used: Callable[[int], None] = getattr(
            getattr(interaction, "client", None), "table_used", lambda _: None
        )
        self._began = time.monotonic()
        self._acknowledged: float | None = None

    def acknowledge(self) -> None:
        """Record that Discord has been told that the interaction has arrived."""
        if self._acknowledged is None:
            self._acknowledged = time.monotonic() - self._began
            metrics.ACKNOWLEDGED.labels(self.kind).observe(self._acknowledged)

    def end(self) -> None:
        """Log and measure an interaction that was handled and answered."""
        took = time.monotonic() - self._began
        metrics.ANSWERED.labels(self.kind).observe(took)
        timed = {"duration_ms": round(took * 1000)}
        if self._acknowledged is not None:
            timed["acknowledged_ms"] = round(self._acknowledged * 1000)
        (log.debug if self.typing else log.info)("interaction handled", kind=self.kind, **self.context, **timed)


_current: ContextVar[Handled | None] = ContextVar("handled", default=None)


@contextmanager
def handling(interaction: discord.Interaction[Any], kind: str, table: int | None = None) -> Iterator[None]:
    """Log and measure the block as the handling of an interaction; ``table``: its table, if that is known yet."""
    handled = Handled(interaction, kind)
    if table is not None:
        handled.context["table"] = table
    before = _current.set(handled)
    try:
        with bound_contextvars(**handled.context):
            yield
    finally:
        _current.reset(before)
        handled.end()


def handle_in_this_task(interaction: discord.Interaction[Any], kind: str) -> None:
    """Log and measure the rest of the calling task as the handling of an interaction."""
    handled = Handled(interaction, kind)
    _current.set(handled)
    bind_contextvars(**handled.context)
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: handled.end())


def handled_of(interaction: discord.Interaction[Any]) -> Handled | None:
    """Return the handling of an interaction, from any task; None if it was not begun."""
    handled = interaction.extras.get(HANDLED)
    return handled if isinstance(handled, Handled) else None


def note_commit() -> None:
    """Record that the present interaction, if any, has committed a transaction."""
    handled = _current.get()
    if handled is not None and handled.deed is None:
        handled.deed = Deed.CHANGE


def note_deed(deed: Deed) -> None:
    """Record which kind of change the present interaction, if any, has committed."""
    handled = _current.get()
    if handled is not None:
        handled.deed = deed


def withdraw_deed() -> None:
    """Delete the record of the present interaction's change, because it was reversed."""
    handled = _current.get()
    if handled is not None:
        handled.deed = None


@contextmanager
def incidental() -> Iterator[None]:
    """Do not count commits inside the block as changes that the person of the interaction asked for."""
    token = _current.set(None)
    try:
        yield
    finally:
        _current.reset(token)


def at_table(game_id: int) -> None:
    """Record the table that the present interaction, if any, concerns."""
    handled = _current.get()
    if handled is not None:
        handled.context["table"] = game_id
        bind_contextvars(table=game_id)
        handled.table_used(game_id)


def trace() -> aiohttp.TraceConfig:
    """Return hooks for aiohttp that record when Discord was told that an interaction has arrived."""
    import aiohttp

    async def ended(_session: object, _context: object, request: aiohttp.TraceRequestEndParams) -> None:
        handled = _current.get()
        if handled is not None and "/interactions/" in request.url.path and request.url.path.endswith("/callback"):
            handled.acknowledge()

    config = aiohttp.TraceConfig()
    config.on_request_end.append(ended)
    return config
