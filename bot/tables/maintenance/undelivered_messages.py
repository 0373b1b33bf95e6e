"""Messages that Discord refuses: stored with the reason, replaced by direct messages, sent when the cause is gone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement
from bot.tables.observers.direct_calls import DirectCalls
from bot.tables.table import Refused, TableBroken
from bot.tables.transaction import TableTransactions
from storage import deliveries, games, jobs
from storage.models import JobRow

log = structlog.get_logger()

RETRIED_REASONS = ("channel", "later", "gone", "Forbidden", "NotFound", "DiscordServerError", "NoAnswer")
"""Beginnings of the reasons of messages that are sent once the cause is gone; all but the first two are of early
versions. Messages that Discord refused because of their content would be refused again."""
SENT_SEPARATELY = ("notice", announcement.VOTE, announcement.CLIP)
"""Kinds of messages whose content no later board has."""
DELETED = "channel: 10003 Unknown Channel"
"""Stored reason of messages to a channel that has been deleted."""


class UndeliveredMessages:
    """Give up messages without forgetting their readers, and send them later."""

    def __init__(self, transactions: TableTransactions, direct_calls: DirectCalls) -> None:
        self.transactions = transactions
        self.repository = transactions.repository
        self.direct_calls = direct_calls
        self.channel_by_table: dict[int, int] = {}
        """The channels of tables that have such messages, as far as this process knows."""

    def note(self, row: JobRow) -> None:
        """Remember that a message of a table could not be sent."""
        self.channel_by_table[row.game_id] = row.channel_id

    async def give_up(self, row: JobRow, reason: str) -> None:
        """Give up one message, and call the people for whom the table waits directly."""
        async with self.repository.holding(row.game_id) as session:
            await jobs.give_up(session, row, reason)
            if row.kind in deliveries.SHOWING_BOARDS:
                await self._call_directly(session, row.game_id)
        self.note(row)

    async def close_channel(self, channel_id: int, reason: str) -> int:
        """Give up the waiting messages of a channel that takes none, and return their number.

        People for whom a table there waits are called directly.
        """
        async with self.repository.writing() as session:
            game_ids = await deliveries.games_waiting_in(session, channel_id)
            await games.hold(session, *game_ids)
            dropped = await deliveries.drop_channel(session, channel_id, reason)
            for game_id in game_ids:
                await self._call_directly(session, game_id)
        self.channel_by_table |= dict.fromkeys(game_ids, channel_id)
        return dropped

    async def channel_deleted(self, channel_id: int) -> None:
        """Tell all players of a channel's table that the channel was deleted; the table waits to be moved."""
        async with self.repository.database.reading() as session:
            row = await games.open_in_channel(session, channel_id)
        if row is None:
            return
        try:
            async with self.transactions.change_running(row.id) as transaction:
                # A new board is queued and, with all else that waits here, given up at once: it is what the table's
                # next channel gets.
                await transaction.show_again()
                await deliveries.drop_channel(transaction.session, channel_id, DELETED)
                await self.direct_calls.report_deleted_channel(transaction.session, transaction.table)
        except (Refused, TableBroken) as fault:
            log.info("nobody is told that a channel was deleted", table=row.id, reason=str(fault))
            return
        log.info("channel deleted", table=row.id, channel=channel_id)

    async def refresh(self) -> None:
        """Learn which tables have messages that were given up, including those of other processes."""
        async with self.repository.database.reading() as session:
            given_up = await deliveries.undelivered(session, scopes=RETRIED_REASONS)
            postponed = await deliveries.postponed(session)
        self.channel_by_table = postponed | {row.game_id: row.channel_id for row in given_up}

    async def make_up(
        self, *, game_id: int | None = None, channel_id: int | None = None, guild_id: int | None = None
    ) -> int:
        """Make messages due that were given up or postponed, and return their number.

        Of the boards of a table only the newest one is sent, and tells everything. The arguments restrict the messages
        to a table, a channel or a server.
        """
        scope = {"game_id": game_id, "channel_id": channel_id, "guild_id": guild_id}
        async with self.repository.writing() as session:
            given_up = await deliveries.undelivered(session, scopes=RETRIED_REASONS, **scope)
            postponed = await deliveries.postponed(session, **scope)
            by_game = groupby(given_up, lambda row: row.game_id)  # ``undelivered`` sorts by game
            revived = [row for _, rows in by_game for row in worth_sending([*rows])]
            # Games are held before their messages, in the same order as in all other transactions.
            await games.hold(session, *{row.game_id for row in revived}, *postponed)
            if revived:
                await deliveries.revive(session, revived)
            hastened = await deliveries.hasten_postponed(session, list(postponed))
        if revived or hastened:
            log.info("messages that were refused are sent", given_up=len(revived), postponed=hastened, **scope)
        return len(revived) + hastened

    async def _call_directly(self, session: AsyncSession, game_id: int) -> None:
        try:
            table = await self.repository.load_within(session, game_id)
        except (Refused, TableBroken):
            return
        await self.direct_calls.call_instead(session, table)


def worth_sending(given_up: Sequence[JobRow]) -> list[JobRow]:
    """Return those of a table's messages that are to be sent: the newest board, and those that no board replaces.

    The payload of the newest board is extended in place (``telling_since``).
    """
    boards = [row for row in given_up if row.kind in deliveries.SHOWING_BOARDS]
    separate_messages = [row for row in given_up if row.kind in SENT_SEPARATELY]
    if boards:
        newest = boards[-1]
        newest.payload = telling_since(boards)
        separate_messages.append(newest)
    return sorted(separate_messages, key=lambda row: row.id)


def telling_since(boards: Sequence[JobRow]) -> dict[str, object]:
    """Return the payload of the newest of these boards, extended to tell what all of them were to tell.

    By itself, a message that was queued after one that was given up begins where that one ends.
    """
    try:
        newest = announcement.decode(boards[-1].payload)
        beginnings = [announcement.decode(row.payload).since for row in boards]
    except announcement.Unreadable:
        return boards[-1].payload
    first_versions = [version for version in beginnings if version is not None]
    if newest.since is None or not first_versions:
        return boards[-1].payload
    return msgspec.structs.replace(newest, since=min(first_versions)).payload()
