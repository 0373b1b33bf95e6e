"""Workers that do what is due at tables without Discord."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from bot.tables import Tables
from bot.tables.timers import PlayedTurns, TimerHandler, handlers_without_discord, serve_timers
from bot.work.worker import AtMost, JobWorker
from storage.jobs import Kind


def handlers_of(tables: Tables) -> dict[Kind, TimerHandler]:
    """Return the handlers of every kind of timer that writes to nobody."""
    asking = {Kind.DEADLINE: tables.expired_deadlines.carry_out, Kind.VOTE: tables.voting.lapse}
    return handlers_without_discord(tables) | asking


def timer_worker(
    tables: Tables,
    handlers: Mapping[Kind, TimerHandler] | None = None,
    *,
    turns: PlayedTurns | None = None,
    at_once: int | None = None,
    computers_wait: timedelta = timedelta(0),
) -> JobWorker:
    """Return a worker for the timers of tables.

    `handlers`: handlers added to the usual ones, or in their place. `at_once`: how many jobs of each lane are done side
    by side.
    """
    worker = JobWorker(tables.database)
    turns = turns or PlayedTurns(tables.database)
    serve_timers(worker, handlers_of(tables) | dict(handlers or {}), turns, computers_wait=computers_wait)
    for limit in worker.limits.values():
        if at_once is not None and isinstance(limit, AtMost):
            limit.limit = at_once
    return worker
