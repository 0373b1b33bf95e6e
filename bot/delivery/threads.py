"""Threads with a table in them, which Discord archives when nobody writes for a while, and which moderators may lock.

An archived thread accepts neither commands nor, on some clients, clicks, so the bot opens it again while its table
gathers players or plays. The bot cannot open a locked thread; it tells the players so once, in another place.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta

import discord
import structlog

from bot.delivery.requests import in_time
from bot.interactions.error_codes import UNKNOWN_CHANNEL
from bot.interactions.permissions import allowed_in
from bot.interactions.services import Services
from bot.tables import Refused, Table, TableBroken, notification_limits
from bot.tables.notification_limits import Occasion
from bot.work.worker import EXTERNAL_ERRORS
from storage import deliveries, games, named_values
from storage.models import Status

log = structlog.get_logger()

PAUSE_SECONDS = 300.0
"""Seconds in which the bot does not reopen a thread twice: somebody who archives it again so soon does it on purpose.
Then it stays archived until the bot writes there, or checks all threads."""
TOLD = "told"
"""Value stored under the name of a thread when the players have been told that it is locked."""
TELLING = timedelta(minutes=2)
"""Time for which a process that tells the players keeps others from doing the same."""
TELL_AGAIN = timedelta(minutes=30)
"""Time after a failure to tell the players before it is tried again."""


class Threads:
    """Keeps open the threads that have tables. Failures are logged; the next change or start is another chance."""

    def __init__(self, services: Services, clock: Callable[[], float] = time.monotonic) -> None:
        self.services = services
        self._clock = clock
        self._opened: dict[int, float] = {}
        """Threads that were opened again in the last minutes, with the monotonic time."""

    async def changed(self, thread_id: int, *, archived: bool, locked: bool) -> None:
        """React to a change of a thread that Discord has reported."""
        if archived or locked:
            await self.see_to(thread_id)
        else:
            await self._unlocked(thread_id)

    async def look_through(self, guild: discord.Guild) -> None:
        """Check all threads of a server: changes during a downtime of the bot are not reported later."""
        async with self.services.database.reading() as session:
            channels = await games.open_channels(session, guild.id)
        for channel_id in channels:
            channel = guild.get_channel_or_thread(channel_id)
            if channel is None:  # Discord lists active threads only, so it may be archived
                await self.see_to(channel_id)
            elif isinstance(channel, discord.Thread):
                await self.changed(channel_id, archived=channel.archived, locked=channel.locked)

    async def see_to(self, channel_id: int) -> None:
        """Open an archived thread that has a table, or tell the players in another place that it is locked."""
        async with self.services.database.reading() as session:
            if await games.open_in_channel(session, channel_id) is None:
                return
        try:
            thread = await in_time(self.services.client.fetch_channel(channel_id))
            if not isinstance(thread, discord.Thread):
                return
            if thread.locked:
                await self._tell_elsewhere(thread)
            elif thread.archived and self._may_open(channel_id):
                await in_time(thread.edit(archived=False))
                log.info("thread opened again", server=thread.guild.id, channel=channel_id)
        except (*EXTERNAL_ERRORS, discord.InvalidData) as fault:
            if isinstance(fault, discord.NotFound) and fault.code == UNKNOWN_CHANNEL:
                await self.services.tables.undelivered.channel_deleted(channel_id)
                return
            log.warning("thread not opened again", channel=channel_id, reason=str(fault))

    def _may_open(self, thread_id: int) -> bool:
        now = self._clock()
        self._opened = {thread: moment for thread, moment in self._opened.items() if now - moment < PAUSE_SECONDS}
        if thread_id in self._opened:
            return False
        self._opened[thread_id] = now
        return True

    async def _tell_elsewhere(self, thread: discord.Thread) -> None:
        """Tell the players of a table that its thread is locked; once until the thread is open again.

        They are told in the channel that the thread belongs to. If the bot cannot write there, the host gets a direct
        message.
        """
        name = _name(thread.id)
        services = self.services
        async with services.database.transaction() as session:
            row = await games.open_in_channel(session, thread.id)
            if row is None or not await named_values.claim(session, name, TOLD, TELLING):
                return
        try:
            await self._say(await services.tables.table(row.id), thread)
        except (*EXTERNAL_ERRORS, Refused, TableBroken) as fault:
            log.warning("nobody could be told of a locked thread", table=row.id, reason=str(fault))
            async with services.database.transaction() as session:
                await named_values.release(session, name, TELL_AGAIN)
            return
        async with services.database.transaction() as session:
            await named_values.settle(session, name, TOLD)

    async def _say(self, table: Table, thread: discord.Thread) -> None:
        services = self.services
        parent = thread.parent
        texts = await services.public_texts(thread.guild.id)

        def line(users: list[int]) -> str:
            mentions = [f"<@{user}>" for user in users]
            game = texts.title(table.row.key)
            channel = f"<#{thread.id}>"
            return texts.say("say.closed_thread", players=mentions, game=game, table=str(table.row.id), channel=channel)

        if isinstance(parent, discord.TextChannel) and may_write(parent):
            async with services.database.transaction() as session:
                pings = await notification_limits.admit_calls(session, table.row.id, Occasion.THREAD, table.members)
            users = [discord.Object(user) for user in pings]
            called = discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)
            await in_time(parent.send(line(table.members or [table.row.host_id]), allowed_mentions=called))
        else:
            channel = await in_time(services.client.create_dm(discord.Object(table.row.host_id)))
            await in_time(channel.send(line([table.row.host_id])))

    async def _unlocked(self, thread_id: int) -> None:
        """Send the messages that have waited for a thread to be unlocked."""
        async with self.services.database.reading() as session:
            if await named_values.value(session, _name(thread_id)) is None:
                return
        async with self.services.tables.repository.writing() as session:
            await named_values.forget(session, _name(thread_id))
            row = await games.open_in_channel(session, thread_id)
            waits = await deliveries.hasten(session, thread_id)  # also for tables that have ended meanwhile
        if row is not None and row.status == Status.RUNNING and not waits:
            await self.services.tables.play.post_again(row.id)


def may_write(channel: discord.TextChannel) -> bool:
    """Return whether the bot may see a channel and write there; False if its permissions are not known."""
    allowed = allowed_in(channel)
    return allowed is not None and allowed.view_channel and allowed.send_messages


def _name(thread_id: int) -> str:
    """Return the name under which the database remembers that a table was told of its locked thread."""
    return f"locked:{thread_id}"
