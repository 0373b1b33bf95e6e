"""Workers that know no Discord and do what is due at tables, where nobody is gone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from bot.tables import Tables
from bot.tables.timers import PlayedTurns, TimerHandler, handlers_without_discord, serve_timers
from bot.work.worker import AtMost, JobWorker
from storage.jobs import Kind


def handlers_of(tables: Tables) -> dict[Kind, TimerHandler]:
    """Return what carries out every kind of timer for which nobody has to be written to."""
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

    `handlers`: what is done otherwise, or besides. `at_once`: so many of each lane are worked on side by side.
    """
    worker = JobWorker(tables.database)
    turns = turns or PlayedTurns(tables.database)
    serve_timers(worker, handlers_of(tables) | dict(handlers or {}), turns, computers_wait=computers_wait)
    for limit in worker.limits.values():
        if at_once is not None and isinstance(limit, AtMost):
            limit.most = at_once
    return worker
