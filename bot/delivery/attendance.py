"""Find out whether people are still there.

Without privileged intents the bot learns that somebody has left a server, or has no account any more, only by asking
Discord: when time is up, when a vote ends, when somebody asks for the person, and when a direct message is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

import discord
import structlog

from bot.interactions.error_codes import UNKNOWN_MEMBER, UNKNOWN_USER
from bot.interactions.services import Services
from bot.tables import Refused, Table, TableBroken
from bot.tables.observers.voting import missing_seats
from bot.work.handling import incidental
from storage.models import JobRow

log = structlog.get_logger()

PATIENCE_SECONDS = 5
"""Whoever does not answer in time is taken to be there."""


class Attendance:
    """Give the seats of those who are gone to computers and substitutes, as if they had got up.

    A press brings back who returns.
    """

    def __init__(self, services: Services) -> None:
        self.services = services

    async def call(self, table: Table, seats: Sequence[int]) -> list[int]:
        """Return those of the seats whose people have left the server; the table is told, and waits for none."""
        gone = []
        for seat in seats:
            user = table.user_at(seat)
            if user is None or not await self.is_gone(table.row.guild_id, user):
                continue
            # Got up, or the game ended, in the same moment.
            with contextlib.suppress(Refused), incidental():
                await self.services.tables.seating.leave(table.row.id, user, gone=True)
            gone.append(seat)
        return gone

    async def is_gone(self, guild_id: int | None, user_id: int) -> bool:
        """Return whether Discord says that a person is not in a server; where it says nothing, nobody is gone."""
        if guild_id is None:
            return False
        client = self.services.client
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                guild = client.get_guild(guild_id) or await client.fetch_guild(guild_id, with_counts=False)
                await guild.fetch_member(user_id)
        except discord.NotFound as fault:
            return fault.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except Exception as fault:  # noqa: BLE001 - discord.py raises whatever it meets in an answer that makes no sense
            log.info("nobody knows whether a person is there", server=guild_id, reason=repr(fault))
        return False

    async def time_is_up(self, timer: JobRow) -> None:
        """Act on a deadline, unless the person is gone."""
        if (table := await self._table(timer)) is not None:
            await self.call(table, [timer.seat])
        await self.services.tables.expired_deadlines.carry_out(timer)

    async def vote_ends(self, timer: JobRow) -> None:
        """End a vote that has waited for its last answers; nobody who is gone is asked."""
        vote = await self.services.tables.voting.open_vote(timer.game_id)
        gone = []
        if vote is not None and (table := await self._table(timer)) is not None:
            gone = [
                user for seat in await self.call(table, missing_seats(table, vote)) if (user := table.user_at(seat))
            ]
        await self.services.tables.voting.lapse(timer, gone)

    async def _table(self, timer: JobRow) -> Table | None:
        try:
            table = await self.services.tables.table(timer.game_id)
        except (Refused, TableBroken):
            return None  # whoever does what is due sees to that
        return table if table.is_running and timer.seat < len(table.seats) else None
