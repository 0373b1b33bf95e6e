"""What a table has to say goes into the outbox, in the transaction of the change that it tells about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement, brake, story
from bot.tables.announcement import SUPERSEDED, Announcement
from bot.tables.brake import Occasion
from bot.tables.table import Table
from engines import Event, Message
from storage import moves, outbox
from storage.outbox import Queued

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
    ready: Collection[int] = (),
    happened: Sequence[tuple[int, Sequence[Event]]] = (),
) -> None:
    """Queues what the channel is told. ``afterwards``: remarks behind what happened; ``moved``: seats whose people have
    just decided; ``fresh``: as a new message; ``repeat``: with what the last one said; ``again``: nobody has decided,
    and who was called for that lately is not called once more. ``ready``: seats that decide at once by themselves.
    ``happened``: the versions that were just reached, with their events."""
    posted, updated, waits = await _newest(session, table)
    told: Sequence[Event] = ()
    continues, anew = not repeat, fresh or repeat
    try:
        last = announcement.decode(posted.payload) if posted else None
        update = announcement.decode(updated.payload) if updated else None
    except announcement.Unreadable as fault:
        log.error("message unreadable", table=table.row.id, entry=posted and posted.id, reason=str(fault))
        last, fresh = Announcement(kind="turn", version=table.row.version - 1), True  # what it told is lost
        anew = True
        update = None
    # What calls nobody and nobody has heard is told together with the moves that follow it.
    held = bool(last and not last.ping and all(line.id in announcement.OF_PLANS for line in introduction))
    told = update.events if update else ()
    if last and posted and (posted.failed or (held and await outbox.withdraw(session, posted.id))):
        introduction, fresh = [*last.introduction, *introduction], True
        told, continues, anew = [*last.events, *told], last.continues, anew or last.anew
    elif repeat and last:
        told = [*last.led_to, *told]
    since = (update or last).version if last else 0
    what = announcement.after_moves(
        table,
        last,
        story.windows(await _since(session, table, since, happened)),
        introduction,
        told=told,
        afterwards=afterwards,
        fresh=fresh or repeat,
        anew=anew,
        continues=continues,
        ready=ready,
        waited=update.ping if update else None,
        moved=moved,
    )
    await post(session, table, what, goes_on=bool(ready), again=again or repeat, replaces=SUPERSEDED if waits else ())


async def _since(
    session: AsyncSession, table: Table, since: int, happened: Sequence[tuple[int, Sequence[Event]]]
) -> Sequence[tuple[int, Sequence[Event]]]:
    """What happened after a version; the log is read where that is more than what just ``happened``."""
    if happened and happened[0][0] <= since + 1:
        return [(version, events) for version, events in happened if version > since]
    moved = await moves.effective(session, table.row.id, after=since)
    return [(move.version, story.events_of([move])) for move in moved]


async def _newest(session: AsyncSession, table: Table) -> tuple[Queued | None, Queued | None, bool]:
    """The message that posted the newest board, the last update of it, and whether an update still waits to be sent."""
    newest = {entry.kind: entry for entry in await outbox.newest(session, table.row.id, announcement.BOARDS)}
    posted, updated = newest.get("turn"), newest.get("board")
    waits = updated is not None and updated.sent_at is None and updated.failed is None
    return posted, updated if posted and updated and updated.id > posted.id else None, waits


async def post(
    session: AsyncSession,
    table: Table,
    what: Announcement,
    *,
    goes_on: bool = False,
    again: bool = False,
    replaces: Sequence[str] = SUPERSEDED,
) -> None:
    """``goes_on``: more follows at once; ``again``: see ``announce``; ``replaces``: kinds that need not be sent any
    more."""
    row, goes_on = table.row, goes_on or (table.running and table.computers_turn)
    hold = HOLD if goes_on and not what.ping else timedelta(0)
    occasion = Occasion.END if what.kind == "summary" else Occasion.AGAIN if again else Occasion.TURN
    lately = await brake.called_lately(session, row.id, occasion, table.persons) if again else ()
    directly = [seat for seat in what.ping if table.user_at(seat) not in lately] if what.kind == "turn" else ()
    await brake.enqueue(session, row, table.seats, what, occasion, replaces=replaces, wait=hold, directly=directly)
