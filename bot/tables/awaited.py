"""Tables that wait for somebody, as that person is told of them: in a channel, or in a direct message."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.announcement import Announcement
from engines import Message
from storage import outbox
from storage.models import GameRow, SeatRow


class Awaited(NamedTuple):
    """A table that waits for the decision of a seat, and until when; None: without end."""

    row: GameRow
    seat: int
    due: datetime | None


def said_of(each: Awaited) -> Message:
    """The line that tells the person of it, with the way there."""
    row = each.row
    args = {"game": row.key, "table": str(row.id), **_place(row)}
    if each.due is None:
        return Message("say.awaited", args)
    return Message("say.reminder", {**args, "moment": str(int(each.due.timestamp()))})


async def tell_in_channel(session: AsyncSession, found: Sequence[Awaited], *before: Message) -> None:
    """One message in the channel of the first table. What is played on other servers concerns nobody there."""
    first = found[0]
    lines = [*before, *(said_of(each) if _same_server(each, first) else _said_elsewhere(each) for each in found)]
    what = Announcement(kind="notice", version=first.row.version, introduction=lines, ping=[first.seat])
    await outbox.enqueue(session, first.row.id, first.row.channel_id, what.kind, what.payload())


def user_at(taken: Sequence[SeatRow], number: int) -> int | None:
    """The user who decides for one of a table's seats; None: nobody does."""
    return next((seat.user_id for seat in taken if seat.number == number and not seat.resigned), None)


def _same_server(one: Awaited, other: Awaited) -> bool:
    return one.row.guild_id == other.row.guild_id


def _said_elsewhere(each: Awaited) -> Message:
    if each.due is None:
        return Message("say.awaited_elsewhere", _place(each.row))
    return Message("say.reminder_elsewhere", {**_place(each.row), "moment": str(int(each.due.timestamp()))})


def _place(row: GameRow) -> dict[str, int | str | list[str]]:
    """Of the newest board; where no message has that number Discord shows the channel."""
    board = row.live_message_id or row.channel_id
    return {"server": str(row.guild_id or 0), "channel": str(row.channel_id), "message": str(board)}
