"""Messages that Discord does not take: kept with the reason, told directly, and sent when the cause is gone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement
from bot.tables.change import Road
from bot.tables.following.calling import Calling
from bot.tables.table import Refused, TableBroken
from storage import deliveries, games, jobs
from storage.models import JobRow

log = structlog.get_logger()

MADE_UP_FOR = ("channel", "later", "gone", "Forbidden", "NotFound", "DiscordServerError", "NoAnswer")
"""How the reasons begin of messages that are sent once the cause is gone; all but the first two are of early versions.
What Discord refused because of its content would be refused again."""
REVIVED = ("notice", announcement.VOTE, announcement.CLIP)
"""Kinds of messages that no later board makes up for."""
DELETED = "channel: 10003 Unknown Channel"
"""The reason for giving up what was to be said in a channel that has been deleted."""


class Undelivered:
    """Gives up messages so that nobody is forgotten, and takes them up again."""

    def __init__(self, road: Road, calling: Calling) -> None:
        self.road = road
        self.repository = road.repository
        self.calling = calling
        self.tables: dict[int, int] = {}
        """The channels of tables that have such messages, as far as this process knows."""

    def note(self, row: JobRow) -> None:
        """Remember that a message of a table could not be sent."""
        self.tables[row.game_id] = row.channel_id

    async def give_up(self, row: JobRow, reason: str) -> None:
        """Give up one message. Whoever the table waits for is told directly."""
        async with self.repository.holding(row.game_id) as session:
            await jobs.give_up(session, row, reason)
            if row.kind in deliveries.SHOWING_BOARDS:
                await self._call_directly(session, row.game_id)
        self.note(row)

    async def close_channel(self, channel_id: int, reason: str) -> int:
        """Give up all that waits for a channel that takes nothing, and return how much that was.

        Whoever a table there waits for is told directly.
        """
        async with self.repository.writing() as session:
            game_ids = await deliveries.games_waiting_in(session, channel_id)
            await games.hold(session, *game_ids)
            dropped = await deliveries.drop_channel(session, channel_id, reason)
            for game_id in game_ids:
                await self._call_directly(session, game_id)
        self.tables |= dict.fromkeys(game_ids, channel_id)
        return dropped

    async def channel_deleted(self, channel_id: int) -> None:
        """Tell everybody at the table of a channel that the channel was deleted; the table waits to be moved."""
        async with self.repository.database.reading() as session:
            row = await games.open_in_channel(session, channel_id)
        if row is None:
            return
        try:
            async with self.road.change(row.id) as change:
                await change.show_again()  # so that the board counts as not posted until the table is moved
                await deliveries.drop_channel(change.session, channel_id, DELETED)
                await self.calling.channel_gone(change.session, change.table)
        except (Refused, TableBroken) as fault:
            log.info("nobody is told that a channel was deleted", table=row.id, reason=str(fault))
            return
        log.info("channel deleted", table=row.id, channel=channel_id)

    async def refresh(self) -> None:
        """Learn which tables have messages that were given up, also by other processes."""
        async with self.repository.database.reading() as session:
            given_up = await deliveries.undelivered(session, scopes=MADE_UP_FOR)
            postponed = await deliveries.postponed(session)
        self.tables = postponed | {row.game_id: row.channel_id for row in given_up}

    async def make_up(
        self, *, game_id: int | None = None, channel_id: int | None = None, guild_id: int | None = None
    ) -> int:
        """Make due what was given up or postponed, at one table, in one channel or server, or everywhere.

        Of the boards of a table only the newest is sent: it tells everything. Returns how many messages that were.
        """
        where = {"game_id": game_id, "channel_id": channel_id, "guild_id": guild_id}
        async with self.repository.writing() as session:
            given_up = await deliveries.undelivered(session, scopes=MADE_UP_FOR, **where)
            postponed = await deliveries.postponed(session, **where)
            by_game = groupby(given_up, lambda row: row.game_id)
            revived = [row for _, rows in by_game for row in worth_sending([*rows])]
            # Games before their messages, as everybody does.
            await games.hold(session, *{row.game_id for row in revived}, *postponed)
            if revived:
                await deliveries.revive(session, revived)
            hastened = await deliveries.hasten_postponed(session, list(postponed))
        if revived or hastened:
            log.info("messages that were refused are sent", given_up=len(revived), postponed=hastened, **where)
        return len(revived) + hastened

    async def _call_directly(self, session: AsyncSession, game_id: int) -> None:
        try:
            table = await self.repository.table_within(session, game_id)
        except (Refused, TableBroken):
            return
        await self.calling.call_instead(session, table)


def worth_sending(given_up: Sequence[JobRow]) -> list[JobRow]:
    """Return those of one table's messages that are to be sent: the newest board, and what no board tells."""
    boards = [row for row in given_up if row.kind in deliveries.SHOWING_BOARDS]
    sent = [row for row in given_up if row.kind in REVIVED]
    if boards:
        newest = boards[-1]
        newest.payload = telling_since(boards)
        sent.append(newest)
    return sorted(sent, key=lambda row: row.id)


def telling_since(boards: Sequence[JobRow]) -> dict[str, object]:
    """Return the payload of the newest of these boards, such that it tells what all of them were to tell.

    A message that was queued behind one that was given up goes on where that one ends.
    """
    try:
        newest = announcement.decode(boards[-1].payload)
        beginnings = [announcement.decode(row.payload).since for row in boards]
    except announcement.Unreadable:
        return boards[-1].payload
    known = [version for version in beginnings if version is not None]
    if newest.since is None or not known:
        return boards[-1].payload
    return msgspec.structs.replace(newest, since=min(known)).payload()
