"""What a table has to say goes into the outbox, in the transaction of the change that it tells about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

import msgspec
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement, brake, planned
from bot.tables.announcement import SUPERSEDED, Announcement
from bot.tables.brake import Occasion
from bot.tables.calling import call_directly
from bot.tables.table import Table
from engines import Event, Message
from storage import moves, outbox
from storage.models import OutboxRow

log = structlog.get_logger()

HOLD = timedelta(seconds=1)
"""A message that calls nobody waits so long for what computers decide, to be one with it."""


async def announce(
    session: AsyncSession,
    table: Table,
    introduction: Sequence[Message] = (),
    *,
    afterwards: Sequence[Event] = (),
    moved: Collection[int] = (),
    fresh: bool = False,
    repeat: bool = False,
    again: bool = False,
) -> None:
    """Queues what the channel is told. ``afterwards``: remarks behind what happened; ``moved``: seats whose people have
    just decided; ``fresh``: as a new message; ``repeat``: with what the last one said; ``again``: nobody has decided,
    and who was called for that lately is not called once more."""
    posted, updated = await _newest(session, table)
    told: Sequence[Event] = ()
    continues = not repeat
    try:
        last = announcement.decode(posted.payload) if posted else None
        update = announcement.decode(updated.payload) if updated else None
    except announcement.Unreadable as fault:
        log.error("message unreadable", table=table.row.id, entry=posted and posted.id, reason=str(fault))
        last, fresh = Announcement(kind="turn", version=table.row.version - 1), True  # what it told is lost
        update = None
    # What calls nobody and nobody has heard is told together with the moves that follow it.
    held = bool(last and not last.ping and all(line.id in announcement.OF_PLANS for line in introduction))
    told = update.events if update else ()
    if last and posted and (posted.failed or (held and await outbox.withdraw(session, posted))):
        introduction, fresh = [*last.introduction, *introduction], True
        told, continues = [*last.events, *told], last.continues
    elif repeat and last:
        told = [*last.led_to, *told]
    since = (update or last).version if last else 0
    happened = [
        msgspec.convert(event, Event)
        for move in await moves.effective(session, table.row.id, after=since)
        for event in move.events
    ]
    ready = await planned.ready(session, table)
    what = announcement.after_moves(
        table,
        last,
        happened,
        introduction,
        told=told,
        afterwards=afterwards,
        fresh=fresh or repeat,
        continues=continues,
        ready=ready,
        waited=update.ping if update else None,
        moved=moved,
    )
    await post(session, table, what, goes_on=bool(ready), again=again or repeat)


async def _newest(session: AsyncSession, table: Table) -> tuple[OutboxRow | None, OutboxRow | None]:
    """The message that posted the newest board, and the last update of it."""
    posted = await outbox.last(session, table.row.id, "turn")
    updated = await outbox.last(session, table.row.id, "board")
    return posted, updated if posted and updated and updated.id > posted.id else None


async def post(
    session: AsyncSession, table: Table, what: Announcement, *, goes_on: bool = False, again: bool = False
) -> None:
    """``goes_on``: more follows at once; ``again``: see ``announce``."""
    row, goes_on = table.row, goes_on or (table.running and table.computers_turn)
    hold = HOLD if goes_on and not what.ping else timedelta(0)
    occasion = Occasion.END if what.kind == "summary" else Occasion.AGAIN if again else Occasion.TURN
    lately = await brake.called_lately(session, row.id, occasion, table.persons) if again else ()
    await brake.enqueue(session, row, table.seats, what, occasion, replaces=SUPERSEDED, wait=hold)
    if what.kind == "turn":
        await call_directly(session, table, [seat for seat in what.ping if table.user_at(seat) not in lately])
