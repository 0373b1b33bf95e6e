"""Each kind of timer is carried out by one handler."""

from __future__ import annotations

import pytest

from bot.client.portolan import Portolan
from bot.tables import Tables
from bot.tables.due import TimerWorker, handlers_without_discord
from storage.database import Database
from storage.models import TimerRow
from storage.timers import Kind

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def later(timer: TimerRow) -> None:
    """Another handler."""


async def test_a_kind_that_has_a_handler_gets_no_other(database: Database) -> None:
    worker = TimerWorker(database)
    worker.register(handlers_without_discord(Tables(database)))
    before = dict(worker.handlers)
    for kind in (Kind.LOBBY, Kind.COMPUTERS):
        with pytest.raises(ValueError, match=f"{kind} have a handler already"):
            worker.register({kind: later})
    assert worker.handlers == before
    worker.register({Kind.DEADLINE: later})
    assert worker.handlers[Kind.DEADLINE] is later


async def test_the_bot_has_a_handler_for_every_kind(database: Database) -> None:
    assert Portolan(database).timer_worker.handlers.keys() == {*Kind}
