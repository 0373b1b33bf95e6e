"""What the channel is told of a change is queued in the transaction that it tells about."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement, brake
from bot.tables.announcement import PLAN_STOPPED, POSTED_AGAIN, SEAT_OFFERS, SUPERSEDED, Announcement, Remark
from bot.tables.brake import Occasion
from bot.tables.table import Table
from engines import Message
from storage import deliveries, jobs
from storage.models import JobRow

log = structlog.get_logger()

HOLD = timedelta(seconds=1)
"""A message that calls nobody waits so long for what computers decide, to be one with it."""


@dataclass(frozen=True, kw_only=True)
class News:
    """What a change has to tell beside its log. ``lines`` stand before what happened from version ``at`` on;
    ``moved``: seats whose people have just decided, which need no call to go on. ``fresh``: the board is posted anew in
    any case; ``repeat``: and with what was told last; ``again``: nobody has decided, and who was called for that lately
    is not called once more. ``named``: seats that the channel names without a ping, as they are told directly."""

    lines: Sequence[Message] = ()
    at: int = 0
    moved: Collection[int] = ()
    fresh: bool = False
    repeat: bool = False
    again: bool = False
    named: Collection[int] = ()


async def announce(session: AsyncSession, table: Table, news: News, ready: Collection[int] = ()) -> Announcement:
    """Queue what the channel is told, and return it; ``ready``: seats that are not called, as they play at once."""
    posted, updated, waits = await _newest(session, table)
    try:
        last = announcement.decode(posted.payload) if posted else None
        update = announcement.decode(updated.payload) if updated else None
    except announcement.Unreadable as fault:
        log.error("message unreadable", table=table.row.id, entry=posted and posted.id, reason=str(fault))
        last, update = Announcement(kind="turn", version=table.row.version - 1), None  # what it told is lost
        news = replace(news, fresh=True)
    again = news.again or news.repeat
    # What calls nobody and nobody has heard is told together with the moves that follow it.
    held = bool(last and not last.ping and all(line.id == PLAN_STOPPED for line in news.lines))
    lost = bool(last and posted and (posted.failed or (held and await jobs.withdraw(session, posted.id))))
    what = after_change(table, last, update, news, ready=ready, lost=lost)
    replaces = SUPERSEDED if waits else ()
    await post(session, table, what, goes_on=bool(ready), again=again, replaces=replaces, named=news.named)
    return what


async def _newest(session: AsyncSession, table: Table) -> tuple[JobRow | None, JobRow | None, bool]:
    """The message that posted the newest board, the last update of it, and whether an update still waits to be sent."""
    newest = await deliveries.newest(session, table.row.id, announcement.BOARDS)
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
    named: Collection[int] = (),
) -> None:
    """Queue an announcement.

    ``goes_on``: more follows at once; ``again``, ``named``: see ``News``; ``replaces``: kinds that need not be sent any
    more.
    """
    row, goes_on = table.row, goes_on or (table.running and table.computers_turn)
    hold = HOLD if goes_on and not what.ping else timedelta(0)
    occasion = Occasion.END if what.kind == "summary" else Occasion.AGAIN if again else Occasion.TURN
    lately = await brake.called_lately(session, row.id, occasion, table.persons) if again else ()
    called = [seat for seat in what.ping if seat not in named] if what.kind == "turn" else []
    directly = [seat for seat in called if table.user_at(seat) not in lately]
    users = {user for seat in named if (user := table.user_at(seat)) is not None}
    await brake.enqueue(
        session, row, table.seats, what, occasion, replaces=replaces, wait=hold, directly=directly, named=users
    )


async def take_down_offers(session: AsyncSession, table: Table) -> None:
    """Queue that messages lose the buttons that have nothing to offer any more."""
    row = table.row
    entry = Announcement(kind=SEAT_OFFERS, version=row.version)
    await jobs.enqueue(session, row.id, row.channel_id, entry.kind, entry.payload(), replaces=[SEAT_OFFERS])


def without_news(table: Table) -> Announcement:
    """The board as a new message that tells of nothing that happened."""
    return Announcement(
        kind="turn",
        version=table.row.version,
        turn=table.game.state.turn,
        introduction=[Message(POSTED_AGAIN)],
        since=table.row.version,
        ping=table.waiting_for,
        preparing=table.game.prepares,
        anew=True,
    )


def after_change(
    table: Table,
    last: Announcement | None,
    update: Announcement | None,
    news: News,
    *,
    ready: Collection[int] = (),
    lost: bool = False,
) -> Announcement:
    """What to say after a change: the newest board is updated while the turn lasts and nobody else is waited for;
    otherwise the board, or at the end the summary, is posted anew.

    ``last`` posted the newest board, ``update`` is what that says by now; ``lost``: it did not get to the channel.
    """
    version, turn, lines = table.row.version, table.game.state.turn, _once(news.lines)
    waiting = [seat for seat in table.waiting_for if seat not in ready]
    shown = update or last
    here = {*(shown.ping if shown is not None else ()), *news.moved}
    same = last is not None and not (news.fresh or news.repeat or lost) and turn == last.turn
    if last is not None and same and set(waiting) <= here and not table.over:
        return Announcement(
            kind="board",
            version=version,
            turn=turn,
            introduction=last.introduction,
            since=last.version if last.since is None else last.since,
            called=last.version,
            remarks=[*(update or last).remarks, *(Remark(news.at, line) for line in lines)],
            copied=last.copied,
            ping=waiting,
            preparing=table.game.prepares,
        )
    since = 0
    if last is not None:
        again = (lost or news.repeat) and last.since is not None
        since = last.since if again and last.since is not None else last.version
    return Announcement(
        kind="summary" if table.over else "turn",
        version=version,
        turn=turn,
        introduction=_once([*last.introduction, *lines]) if lost and last is not None else lines,
        since=since,
        remarks=[remark for remark in shown.remarks if remark.at > since] if shown is not None else [],
        copied=last.copied if last is not None and since < last.version else [],
        ping=[] if table.over else waiting,
        preparing=table.game.prepares and not table.over,
        anew=news.fresh or news.repeat or (lost and last is not None and last.anew),
    )


def _once(lines: Sequence[Message]) -> list[Message]:
    """The lines, of which none says again of a player that the plan stops."""
    return [line for place, line in enumerate(lines) if line.id != PLAN_STOPPED or line not in lines[:place]]
