"""What the channel is told of a change goes into the outbox, in the transaction that it tells about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement, brake, story
from bot.tables.announcement import PLAN_STOPPED, PLANNED, POSTED_AGAIN, SUPERSEDED, Announcement, remark
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
    what = after_moves(
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


def without_news(table: Table) -> Announcement:
    """The board as a new message that tells of nothing that happened."""
    return Announcement(
        kind="turn",
        version=table.row.version,
        turn=table.game.state.turn,
        introduction=[Message(POSTED_AGAIN)],
        ping=table.waiting_for,
        preparing=table.game.prepares,
        anew=True,
    )


def after_moves(
    table: Table,
    last: Announcement | None,
    events: Sequence[Event],
    introduction: Sequence[Message] = (),
    *,
    told: Sequence[Event] = (),
    afterwards: Sequence[Event] = (),
    fresh: bool = False,
    anew: bool = False,
    continues: bool = True,
    ready: Collection[int] = (),
    waited: Collection[int] | None = None,
    moved: Collection[int] = (),
) -> Announcement:
    """What to say after a change: the newest board is updated while the turn lasts and nobody else is waited for;
    otherwise the board, or at the end the summary, is posted anew.

    ``last``: the announcement that posted the newest board, ``told``: what updates of it have said since.
    ``events``: what happened; ``introduction`` and ``afterwards``: remarks before and behind it.
    ``fresh``: the board is posted anew in any case; ``anew``: and with its picture. ``continues``: what the message
    before tells is not said again.
    ``ready``: seats that are not called, as they play at once what they have planned.
    ``waited``: for whom the newest board says that the table waits; None: whom ``last`` called.
    ``moved``: seats that have just decided, which need no call to go on.
    """
    version, turn = table.row.version, table.game.state.turn
    lines = _once([line for line in introduction if line.id != PLANNED])
    planned = [remark(line) for line in introduction if line.id == PLANNED and not _goes_on(line, told)]
    public = [*planned, *(event for event in events if event.seen_by is None), *afterwards]
    waiting = [seat for seat in table.waiting_for if seat not in ready]
    here = {*(last.ping if last is not None and waited is None else waited or ()), *moved}
    same = last is not None and not fresh and turn == last.turn and set(waiting) <= here
    if last is not None and same and not table.over:
        return Announcement(
            kind="board",
            version=version,
            turn=turn,
            introduction=last.introduction,
            earlier=last.events,
            events=[*told, *map(remark, lines), *public],
            ping=waiting,
            preparing=table.game.prepares,
        )
    return Announcement(
        kind="summary" if table.over else "turn",
        version=version,
        turn=turn,
        introduction=lines,
        events=[*told, *public],
        continues=continues,
        ping=[] if table.over else waiting,
        preparing=table.game.prepares and not table.over,
        anew=anew,
    )


def _once(lines: Sequence[Message]) -> list[Message]:
    """The same without saying of a player twice that the plan stops."""
    return [line for place, line in enumerate(lines) if line.id != PLAN_STOPPED or line not in lines[:place]]


def _goes_on(planned: Message, told: Sequence[Event]) -> bool:
    """Whether what was ``told`` ends with moves of one player that are said to be planned, and so is the next."""
    for event in reversed(told):
        if event.is_remark or event.seat != planned.args["seat"]:
            return event == remark(planned)
    return False
