"""Calling people by direct message."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.attendance import Attendance
from bot.delivery.compose import fit
from bot.delivery.requests import in_time
from bot.services import Services
from bot.tables.following.awaited import Awaited, said_of
from bot.wording import Texts, language, texts
from storage import people
from storage.models import TimerRow


class DirectCalls:
    """What the timers of calls lead to."""

    def __init__(self, services: Services, attendance: Attendance) -> None:
        self.services = services
        self.attendance = attendance

    async def call(self, timer: TimerRow) -> None:
        """Writes to whoever is waited for; who cannot be written to is called in the channel.

        Raises what Discord answers when it has no time, to be tried again.
        """
        calling = self.services.tables.calling
        taken = await calling.take(timer)
        if taken is None:
            return
        user, found, nonce = taken
        words = await self._words(user, found)
        try:
            channel = await in_time(self.services.client.create_dm(discord.Object(user)))
            await in_time(channel.send(call_text(found, words), nonce=nonce))
        except (discord.Forbidden, discord.NotFound):
            if found := [each for each in found if not await self._gone(user, each)]:
                await calling.refused(timer, user, found)
                return
        await calling.over(timer)

    async def _gone(self, user: int, each: Awaited) -> bool:
        """Whether the table need not wait for the person, who has left its server."""
        table = await self.services.tables.readable(each.row.id)
        seat = table.seat_of(user) if table and table.running else None
        return table is not None and seat is not None and bool(await self.attendance.call(table, [seat]))

    async def _words(self, user: int, found: Sequence[Awaited]) -> Texts:
        """The language that the person has chosen, else that of the first table's server."""
        async with self.services.database.reading() as session:
            chosen = await people.user_locale(session, user)
        return texts(language(chosen)) if chosen else await self.services.public_texts(found[0].row.guild_id)


def call_text(found: Sequence[Awaited], words: Texts) -> str:
    """A line for each table, and where to choose otherwise."""
    return fit([words.message(each.row.key, said_of(each), ()) for each in found], [words.say("say.direct_calls")])
