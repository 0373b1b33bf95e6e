"""What a table has to say goes into the outbox, in the transaction of the change that it tells about."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import msgspec
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement, planned
from bot.tables.announcement import SUPERSEDED, Announcement
from bot.tables.calling import call_directly
from bot.tables.table import Table
from engines import Event, Message
from storage import moves, outbox

log = structlog.get_logger()

HOLD = timedelta(seconds=1)
"""A message that calls nobody waits so long for what computers decide, to be one with it."""


async def announce(
    session: AsyncSession,
    table: Table,
    introduction: Sequence[Message] = (),
    *,
    fresh: bool = False,
    repeat: bool = False,
) -> None:
    """Queues what the channel is told. ``fresh``: as a new message; ``repeat``: with what the last one said."""
    posted = await outbox.last(session, table.row.id, "turn")
    try:
        last = announcement.decode(posted.payload) if posted else None
    except announcement.Unreadable as fault:
        log.error("message unreadable", table=table.row.id, entry=posted and posted.id, reason=str(fault))
        last, fresh = Announcement(kind="turn", version=table.row.version - 1), True  # what it told is lost
    # What calls nobody and nobody has heard is told together with the moves that follow it.
    held = bool(last and not last.ping and all(line.id in announcement.OF_PLANS for line in introduction))
    if last and posted and (posted.failed or (held and await outbox.withdraw(session, posted))):
        introduction, repeat = [*last.introduction, *introduction], True
    since = last.version if last else 0
    happened = [
        msgspec.convert(event, Event)
        for move in await moves.effective(session, table.row.id, after=since)
        for event in move.events
    ]
    if repeat and last:
        happened = [*last.events, *happened]
    ready = await planned.ready(session, table)
    what = announcement.after_moves(table, last, happened, introduction, fresh=fresh or repeat, ready=ready)
    await post(session, table, what, goes_on=bool(ready))


async def post(session: AsyncSession, table: Table, what: Announcement, *, goes_on: bool = False) -> None:
    row, goes_on = table.row, goes_on or (table.running and table.computers_turn)
    hold = HOLD if goes_on and not what.ping else timedelta(0)
    await outbox.enqueue(session, row.id, row.channel_id, what.kind, what.payload(), replaces=SUPERSEDED, wait=hold)
    if what.kind == "turn":
        await call_directly(session, table, what.ping)
