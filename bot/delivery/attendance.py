"""Checks whether players are still members of the server of their table.

Without privileged intents Discord does not report that somebody has left a server or deleted an account. The bot has to
ask, and does so when a deadline expires, when a vote ends, when somebody at the table requests it, and when a direct
message is refused.
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
from bot.work.log_context import incidental
from storage.models import JobRow

log = structlog.get_logger()

PATIENCE_SECONDS = 5
"""Seconds to wait for Discord's answer; without one the person counts as a member."""


class Attendance:
    """Frees the seats of people who have left the server, as if they had left the table themselves.

    A computer or a substitute takes over. A person who returns to the server gets the seat back with a button.
    """

    def __init__(self, services: Services) -> None:
        self.services = services

    async def free_absent_seats(self, table: Table, seats: Sequence[int]) -> list[int]:
        """Free those of the seats whose people have left the server, and announce it at the table.

        Return these seats, including any that were left otherwise, or whose game ended, while Discord was asked.
        """
        vacated = []
        for seat in seats:
            user = table.user_at(seat)
            if user is None or not await self.is_gone(table.row.guild_id, user):
                continue
            # Refused if the person has left the table, or the game has ended, while Discord was asked.
            with contextlib.suppress(Refused), incidental():
                await self.services.tables.seating.leave(table.row.id, user, has_left_server=True)
            vacated.append(seat)
        return vacated

    async def is_gone(self, guild_id: int | None, user_id: int) -> bool:
        """Return whether Discord confirms that a person is not in a server; errors and silence do not confirm it."""
        if guild_id is None:
            return False
        client = self.services.client
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                guild = client.get_guild(guild_id) or await client.fetch_guild(guild_id, with_counts=False)
                await guild.fetch_member(user_id)
        except discord.NotFound as fault:
            return fault.code in (UNKNOWN_MEMBER, UNKNOWN_USER)
        except Exception as fault:  # noqa: BLE001 - malformed answers make discord.py raise errors of any type
            log.info("nobody knows whether a person is there", server=guild_id, reason=repr(fault))
        return False

    async def time_is_up(self, timer: JobRow) -> None:
        """Carry out an expired deadline, after freeing the seat if its person has left the server."""
        if (table := await self._table(timer)) is not None:
            await self.free_absent_seats(table, [timer.seat])
        await self.services.tables.expired_deadlines.carry_out(timer)

    async def vote_ends(self, timer: JobRow) -> None:
        """End a vote whose time is up, without the answers of people who have left the server."""
        vote = await self.services.tables.voting.open_vote(timer.game_id)
        absent_users = []
        if vote is not None and (table := await self._table(timer)) is not None:
            absent_users = [
                user
                for seat in await self.free_absent_seats(table, missing_seats(table, vote))
                if (user := table.user_at(seat))
            ]
        await self.services.tables.voting.lapse(timer, absent_users)

    async def _table(self, timer: JobRow) -> Table | None:
        try:
            table = await self.services.tables.table(timer.game_id)
        except (Refused, TableBroken):
            return None  # the code that carries out the timer handles tables that cannot be loaded
        return table if table.is_running and timer.seat < len(table.seats) else None
