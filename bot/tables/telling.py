"""What the channel is told of a change goes into the outbox, in the transaction that it tells about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True, kw_only=True)
class News:
    """What a change has to tell. ``lines`` stand before what ``happened`` (versions just reached, with their events),
    ``remarks`` behind it; ``moved``: seats whose people have just decided, which need no call to go on. ``fresh``: the
    board is posted anew in any case; ``repeat``: and with what was told last; ``again``: nobody has decided, and who
    was called for that lately is not called once more."""

    lines: Sequence[Message] = ()
    happened: Sequence[tuple[int, Sequence[Event]]] = ()
    remarks: Sequence[Event] = ()
    moved: Collection[int] = ()
    fresh: bool = False
    repeat: bool = False
    again: bool = False


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What the channel sees: ``last`` posted the newest board, which says that the table ``waits`` (None: for whom it
    called). ``told``: what a new message has to say of before; unless it ``continues``, also what is said there."""

    last: Announcement | None = None
    told: Sequence[Event] = ()
    waits: Collection[int] | None = None
    continues: bool = True


async def announce(session: AsyncSession, table: Table, news: News, ready: Collection[int] = ()) -> None:
    """Queues what the channel is told. ``ready``: seats that are not called, as they play at once by themselves."""
    posted, updated, waits = await _newest(session, table)
    fresh = anew = news.fresh or news.repeat
    try:
        last = announcement.decode(posted.payload) if posted else None
        update = announcement.decode(updated.payload) if updated else None
    except announcement.Unreadable as fault:
        log.error("message unreadable", table=table.row.id, entry=posted and posted.id, reason=str(fault))
        last, update = Announcement(kind="turn", version=table.row.version - 1), None  # what it told is lost
        fresh = anew = True
    # What calls nobody and nobody has heard is told together with the moves that follow it.
    held = bool(last and not last.ping and all(line.id in announcement.OF_PLANS for line in news.lines))
    lines, continues, told = news.lines, not news.repeat, update.events if update else []
    if last and posted and (posted.failed or (held and await outbox.withdraw(session, posted.id))):
        lines, told = [*last.introduction, *lines], [*last.events, *told]
        fresh, continues, anew = True, last.continues, anew or last.anew
    elif news.repeat and last:
        told = [*last.led_to, *told]
    since = (update or last).version if last else 0
    events = story.windows(await _since(session, table, since, news.happened))
    shown = Shown(last=last, told=told, waits=update.ping if update else None, continues=continues)
    what = after_moves(table, shown, events, replace(news, lines=lines, fresh=fresh), ready=ready, anew=anew)
    again = news.again or news.repeat
    await post(session, table, what, goes_on=bool(ready), again=again, replaces=SUPERSEDED if waits else ())


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
    """``goes_on``: more follows at once; ``again``: see ``News``; ``replaces``: kinds that need not be sent any
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
    shown: Shown,
    events: Sequence[Event],
    news: News,
    *,
    ready: Collection[int] = (),
    anew: bool = False,
) -> Announcement:
    """What to say after a change in which this happened: the newest board is updated while the turn lasts and nobody
    else is waited for; otherwise the board, or at the end the summary, is posted anew. ``anew``: with its picture."""
    version, turn, last, told = table.row.version, table.game.state.turn, shown.last, shown.told
    lines = _once([line for line in news.lines if line.id != PLANNED])
    planned = [remark(line) for line in news.lines if line.id == PLANNED and not _goes_on(line, told)]
    public = [*planned, *(event for event in events if event.seen_by is None), *news.remarks]
    waiting = [seat for seat in table.waiting_for if seat not in ready]
    here = {*(last.ping if last is not None and shown.waits is None else shown.waits or ()), *news.moved}
    same = last is not None and not news.fresh and turn == last.turn and set(waiting) <= here
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
        continues=shown.continues,
        ping=[] if table.over else waiting,
        preparing=table.game.prepares and not table.over,
        anew=anew,
    )


def _once(lines: Sequence[Message]) -> list[Message]:
    """The lines, of which none says again of a player that the plan stops."""
    return [line for place, line in enumerate(lines) if line.id != PLAN_STOPPED or line not in lines[:place]]


def _goes_on(planned: Message, told: Sequence[Event]) -> bool:
    """Whether what was ``told`` ends with moves of one player that are said to be planned, and so is the next."""
    for event in reversed(told):
        if event.is_remark or event.seat != planned.args["seat"]:
            return event == remark(planned)
    return False
