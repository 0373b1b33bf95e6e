"""Everything that needs attributes which discord.py does not document, each with the reason.

* ``Client._connection`` (the connection state): its ``parsers`` read the events of the gateway. discord.py has no hook
  around them, and an exception in one ends the client with all its shards.
* ``AutoShardedClient.__shards`` and ``__queue``: ``launch_shard`` of the library fills the first with shards that
  reconnect without a pause, and logs a traceback for each attempt at the start.
* ``DiscordWebSocket._close_code``: tells apart who closed a connection.

``tests/bot/client/test_discord_internals.py`` fails when discord.py moves one of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import EventItem, EventType, Shard

Parser = Callable[[Any], None]

CLOSING_SECONDS = 1
"""How long the closing of a connection that has failed may take."""


def parsers_of(client: discord.Client) -> dict[str, Parser]:
    """Return the functions that read events, by the event's name; entries may be replaced."""
    return client._connection.parsers


def build_guild(client: discord.Client, data: dict[str, Any]) -> discord.Guild:
    """Build a server from a payload without making it known. Raises whatever reading the payload raises."""
    payload: Any = data
    return discord.Guild(data=payload, state=client._connection)


def add_shard(client: discord.AutoShardedClient, shard: Shard) -> None:
    """Make a connected shard known to its client and start reading from it."""
    shards: dict[int, Shard] = getattr(client, "_AutoShardedClient__shards")  # noqa: B009 - the name is mangled
    shards[shard.id] = shard
    shard.launch()


def end_client(client: discord.AutoShardedClient, shard: Shard, fault: Exception) -> None:
    """Let ``AutoShardedClient.connect`` close the client and raise ``fault``."""
    queue: asyncio.PriorityQueue[EventItem] = getattr(client, "_AutoShardedClient__queue")  # noqa: B009 - mangled
    queue.put_nowait(EventItem(EventType.terminate, shard, fault))


class GatewaySocket(DiscordWebSocket):
    """A connection to the gateway that closes itself when it fails, and can say why.

    discord.py leaves a socket and the thread of its heartbeats behind when opening a connection fails halfway.
    """

    established = False
    """Whether READY or RESUMED has been read from it."""
    remote_close_code: int | None = None
    """The code with which Discord closed the connection; None if it did not."""
    report_unreadable: Callable[[Exception], None]
    """Called with what was raised by a message that cannot be read."""

    async def identify(self) -> None:
        """Begin a session."""
        try:
            await super().identify()
        except BaseException:
            await self.discard()
            raise

    async def resume(self) -> None:
        """Go on with a session."""
        try:
            await super().resume()
        except BaseException:
            await self.discard()
            raise

    async def poll_event(self) -> None:
        """Read the next message. Raises ReconnectWebSocket or ConnectionClosed when the connection has ended."""
        try:
            await super().poll_event()
        except BaseException as fault:
            self._note_end(fault)
            await self.discard()
            raise

    async def received_message(self, msg: Any, /) -> None:
        """Read a message; one that makes no sense ends nothing once the session stands."""
        try:
            await super().received_message(msg)
        except ReconnectWebSocket as instruction:
            instruction.add_note("Discord asked for it" if instruction.resume else "the session is over")
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            if not self.established:
                raise
            self.report_unreadable(fault)

    async def discard(self) -> None:
        """Stop the heartbeats and close the connection, without waiting long for the other side."""
        with suppress(Exception):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.close()

    def _note_end(self, fault: BaseException) -> None:
        """Add to the exception why the connection ended, since the library's says nothing."""
        # The client sets its own code only when it closes the connection itself.
        self.remote_close_code = self.socket.close_code if self._close_code is None else None
        if hasattr(fault, "__notes__") or not isinstance(fault, Exception):
            return
        if isinstance(fault, ReconnectWebSocket | discord.ConnectionClosed):
            code = self.remote_close_code
            fault.add_note("Discord did not answer any more" if code is None else f"closed with {code}")
        else:
            fault.add_note(f"what Discord sends cannot be read: {fault!r}")
