"""Each kind of job is carried out by one handler."""

from __future__ import annotations

import pytest

from bot.client.portolan import Portolan
from bot.tables import Tables
from bot.tables.announcement import BOARDS, CLIP, SEAT_OFFERS, VOTE
from bot.tables.timers import PlayedTurns, handlers_without_discord, serve_timers
from bot.work.worker import JobWorker
from storage.database import Database
from storage.jobs import IN_ORDER, PICTURE, Kind, Lane
from storage.models import JobRow

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def replacement(timer: JobRow) -> None:
    """Replace a handler."""


async def test_a_lane_that_is_served_gets_no_other_handlers(database: Database) -> None:
    worker = JobWorker(database)
    turns = PlayedTurns(database)
    serve_timers(worker, {Kind.LOBBY: replacement}, turns)
    before = worker.handlers[Lane.TABLES, Kind.LOBBY]
    with pytest.raises(ValueError, match="the lane tables is served already"):
        serve_timers(worker, handlers_without_discord(Tables(database)), turns)
    assert worker.handlers[Lane.TABLES, Kind.LOBBY] is before


async def test_the_bot_has_a_handler_for_every_kind(database: Database) -> None:
    handlers = Portolan(database).worker.handlers
    assert {kind for lane, kind in handlers if lane not in IN_ORDER} == {*Kind}
    kinds = {*BOARDS, "notice", "summary", VOTE, SEAT_OFFERS, CLIP, PICTURE}
    assert {kind for lane, kind in handlers if lane in IN_ORDER} == kinds
