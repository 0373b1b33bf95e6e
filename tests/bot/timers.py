"""Timer workers that know no Discord, in which nobody is gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.tables import Tables
from bot.tables.due import Handler, TimerWorker, handlers_without_discord
from storage.timers import Kind


def handlers_of(tables: Tables) -> dict[Kind, Handler]:
    """Return what carries out every kind of timer for which nobody has to be written to."""
    asking = {Kind.DEADLINE: tables.timekeeping.time_is_up, Kind.VOTE: tables.voting.lapse}
    return handlers_without_discord(tables) | asking


def timer_worker(tables: Tables, handlers: Mapping[Kind, Handler] | None = None, **options: Any) -> TimerWorker:
    """Return a worker for the timers of tables; ``handlers``: what is done otherwise, or besides."""
    worker = TimerWorker(tables.database, **options)
    worker.register(handlers_of(tables) | dict(handlers or {}))
    return worker
