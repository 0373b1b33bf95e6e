"""Announcements of changes: which message tells the channel of a change, queued in the change's transaction.

The newest board of a table is a message of kind "turn", which calls players, and perhaps a later one of kind "board",
which edits it (`announcement.Announcement` has an example).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import msgspec
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement, notification_limits
from bot.tables.announcement import PLAN_STOPPED, POSTED_AGAIN, SEAT_OFFERS, SUPERSEDED, Announcement, Remark
from bot.tables.notification_limits import Occasion
from bot.tables.table import Table
from engines import Message
from storage import deliveries, jobs
from storage.models import JobRow

log = structlog.get_logger()

HOLD = timedelta(seconds=1)
"""Time that a message which calls nobody waits for computers' decisions, to be one with them."""


@dataclass(frozen=True, kw_only=True)
class AnnouncementRequest:
    """Content of a change's announcement, apart from the log."""

    lines: Sequence[Message] = ()
    """Lines before the events from version `lines_version` on."""
    lines_version: int = 0
    """The version of the log to which the lines belong; without lines it does not matter."""
    moved_seats: Collection[int] = ()
    """Seats whose people have just decided, and need no call to go on."""
    as_new_message: bool = False
    """True if the board is posted as a new message in any case."""
    repeats_last: bool = False
    """True if the board is posted as a new message, which tells once more what the newest board tells."""
    without_decision: bool = False
    """True if nobody has decided: people who were called recently are not called once more."""
    unpinged_seats: Collection[int] = ()
    """Seats that are only named: the caller sends them a direct message of its own."""


async def announce_change(
    session: AsyncSession, table: Table, request: AnnouncementRequest, ready_seats: Collection[int] = ()
) -> Announcement:
    """Queue the announcement of a change, and return it.

    It continues what the newest board says (`announcement_after`). `ready_seats` are not called, since they play at
    once.
    """
    board = await _load_board(session, table)
    try:
        last = announcement.decode(board.posted.payload) if board.posted else None
        update = announcement.decode(board.updated.payload) if board.updated else None
    except announcement.Unreadable as fault:
        log.error("message unreadable", table=table.row.id, entry=board.posted and board.posted.id, reason=str(fault))
        # What the unreadable message told is lost: a new message tells this change only.
        last = Announcement(kind="turn", version=table.row.version - 1)
        update = None
        request = replace(request, as_new_message=True)
    is_lost = await _withdraw_if_unsent(session, board.posted, last, request)
    announced = announcement_after(table, last, update, request, ready_seats=ready_seats, is_lost=is_lost)
    await post_announcement(
        session,
        table,
        announced,
        continues=bool(ready_seats),
        again=request.without_decision or request.repeats_last,
        replaces=SUPERSEDED if board.is_update_waiting else (),
        unpinged_seats=request.unpinged_seats,
    )
    return announced


@dataclass(frozen=True)
class _Board:
    """The newest board of a table in the queue."""

    posted: JobRow | None
    """The message that posted it."""
    updated: JobRow | None
    """The last update of it; None: there is none, or it updated an earlier board."""
    is_update_waiting: bool
    """True if the last update, of whichever board, is neither sent nor given up."""


async def _load_board(session: AsyncSession, table: Table) -> _Board:
    newest = await deliveries.newest(session, table.row.id, announcement.BOARDS)
    posted = newest.get("turn")
    updated = newest.get("board")
    is_waiting = updated is not None and updated.sent_at is None and updated.failed is None
    # Ids rise: an update that was queued before the newest board was one of an earlier board.
    is_of_board = posted is not None and updated is not None and updated.id > posted.id
    return _Board(posted, updated if is_of_board else None, is_waiting)


async def _withdraw_if_unsent(
    session: AsyncSession, posted: JobRow | None, last: Announcement | None, request: AnnouncementRequest
) -> bool:
    """Withdraw the newest board if it calls nobody and was not sent yet, to be told together with what follows it.

    Returns:
        Whether that board is not in the channel: it was withdrawn now, or given up before.
    """
    if last is None or posted is None:
        return False
    if posted.failed:
        return True
    # Lines about stopped plans often repeat each other; other lines are told in a message of their own.
    can_be_joined = not last.ping and all(line.id == PLAN_STOPPED for line in request.lines)
    return can_be_joined and await jobs.withdraw(session, posted.id)


async def post_announcement(
    session: AsyncSession,
    table: Table,
    announced: Announcement,
    *,
    continues: bool = False,
    again: bool = False,
    replaces: Sequence[str] = SUPERSEDED,
    unpinged_seats: Collection[int] = (),
) -> None:
    """Queue an announcement.

    Args:
        session: The transaction.
        table: The table after the change.
        announced: The message.
        continues: True if further moves follow at once; a message that calls nobody waits for them.
        again: True if nobody has decided, so that people who were called recently are not called once more.
        replaces: Kinds of waiting messages that need not be sent any more.
        unpinged_seats: Seats that are only named: the caller sends them a direct message of its own.
    """
    row = table.row
    is_continued = continues or (table.is_running and table.is_computers_turn)
    wait = HOLD if is_continued and not announced.ping else timedelta(0)
    occasion = Occasion.TURN
    if announced.kind == "summary":
        occasion = Occasion.END
    elif again:
        occasion = Occasion.AGAIN
    recently_called = (
        await notification_limits.recently_called(session, row.id, occasion, table.players) if again else ()
    )
    called_seats = [seat for seat in announced.ping if seat not in unpinged_seats] if announced.kind == "turn" else []
    await notification_limits.enqueue_announcement(
        session,
        row,
        table.seats,
        announced,
        occasion,
        replaces=replaces,
        wait=wait,
        direct_seats=[seat for seat in called_seats if table.user_at(seat) not in recently_called],
        unpinged_users={user for seat in unpinged_seats if (user := table.user_at(seat)) is not None},
    )


async def queue_offer_removal(session: AsyncSession, table: Table) -> None:
    """Queue the removal of buttons about seats that have nothing to offer any more."""
    row = table.row
    entry = Announcement(kind=SEAT_OFFERS, version=row.version)
    await jobs.enqueue(session, row.id, row.channel_id, entry.kind, entry.payload(), replaces=[SEAT_OFFERS])


def board_without_news(table: Table) -> Announcement:
    """Return the board as a new message without any events."""
    return Announcement(
        kind="turn",
        version=table.row.version,
        turn=table.game.state.turn,
        introduction=[Message(POSTED_AGAIN)],
        since=table.row.version,
        ping=table.deciding_seats,
        is_preparing=table.game.prepares,
        has_own_picture=True,
    )


def announcement_after(
    table: Table,
    last: Announcement | None,
    update: Announcement | None,
    request: AnnouncementRequest,
    *,
    ready_seats: Collection[int] = (),
    is_lost: bool = False,
) -> Announcement:
    """Return the announcement of a change.

    The newest board is updated while the turn lasts and nobody else is waited for; otherwise the board, or at the end
    the summary, is posted as a new message.

    Args:
        table: The table after the change.
        last: The announcement that posted the newest board; None: no board was posted.
        update: What that board says by now; None: it was not updated.
        request: What is to be said.
        ready_seats: Seats that are not called, since they play at once.
        is_lost: True if the newest board did not get to the channel.
    """
    called = [seat for seat in table.deciding_seats if seat not in ready_seats]
    lines = _without_repeated_stops(request.lines)
    request = replace(request, lines=lines)
    if last is None:
        return _first_message(table, called, request)
    displayed = update or last
    # Editing a message pings nobody, so everybody who is waited for must have been pinged, or be there.
    has_called_all = set(called) <= {*displayed.ping, *request.moved_seats}
    is_same_turn = table.game.state.turn == last.turn and not table.is_over
    must_be_new = request.as_new_message or request.repeats_last or is_lost
    if is_same_turn and has_called_all and not must_be_new:
        return _updated_board(table, last, displayed, called, request)
    return _new_message(table, last, displayed, called, request, is_lost=is_lost)


def _first_message(table: Table, called: list[int], request: AnnouncementRequest) -> Announcement:
    """Return the announcement of a new board or, at the end, of the summary, as if no board was posted before."""
    return Announcement(
        kind="summary" if table.is_over else "turn",
        version=table.row.version,
        turn=table.game.state.turn,
        introduction=list(request.lines),
        since=0,
        ping=[] if table.is_over else called,
        is_preparing=table.game.prepares and not table.is_over,
        has_own_picture=request.as_new_message or request.repeats_last,
    )


def _updated_board(
    table: Table, last: Announcement, displayed: Announcement, called: list[int], request: AnnouncementRequest
) -> Announcement:
    """Return the announcement that edits the newest board; it goes on telling all since that was posted."""
    return Announcement(
        kind="board",
        version=table.row.version,
        turn=last.turn,
        introduction=last.introduction,
        since=last.version if last.since is None else last.since,
        called=last.version,
        remarks=[*displayed.remarks, *(Remark(request.lines_version, line) for line in request.lines)],
        copied=last.copied,
        ping=called,
        is_preparing=table.game.prepares,
    )


def _new_message(
    table: Table,
    last: Announcement,
    displayed: Announcement,
    called: list[int],
    request: AnnouncementRequest,
    *,
    is_lost: bool,
) -> Announcement:
    """Return the announcement that posts a board or summary below the newest board.

    It tells what is new since that board; if the board is repeated or got lost, what is new since the one before. The
    lines of the change stand behind what happened before it: what a player did before the time ran out is no
    computer's decision.
    """
    first_version = last.version
    if (is_lost or request.repeats_last) and last.since is not None:
        first_version = last.since
    first = _first_message(table, called, request)
    remarks = [remark for remark in displayed.remarks if remark.at > first_version]
    lines = first.introduction
    if request.lines_version > first_version + 1:
        remarks += [Remark(request.lines_version, line) for line in lines]
        lines = []
    return msgspec.structs.replace(
        first,
        introduction=_without_repeated_stops([*last.introduction, *lines]) if is_lost else lines,
        since=first_version,
        remarks=remarks,
        copied=last.copied if first_version < last.version else [],
        has_own_picture=first.has_own_picture or (is_lost and last.has_own_picture),
    )


def _without_repeated_stops(lines: Sequence[Message]) -> list[Message]:
    """Return the lines; of equal ones that a player's plan has stopped, only the first."""
    return [line for index, line in enumerate(lines) if line.id != PLAN_STOPPED or line not in lines[:index]]
