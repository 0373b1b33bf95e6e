"""Subclasses of discord.py's client and gateway connection.

discord.py has no public interface to guard the reading of events, nor to reconnect with pauses. `GatewayClient` holds
the shards that `bot.client.reconnection` connects, and gives access to the parsers of events; `GatewaySocket` closes
itself when it fails. `tests/bot/client/test_gateway.py` fails when discord.py changes what they build on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.interactions.services import ServiceClient

Parser = Callable[[Any], None]

CLOSING_SECONDS = 1
"""Seconds for closing a connection that has failed."""


class Shard(Protocol):
    """A shard that reads events, over consecutive connections."""

    @property
    def latency(self) -> float:
        """The seconds between the last heartbeat and its acknowledgement."""

    async def close(self) -> None:
        """Stop reading and close the connection."""


class GatewayClient(ServiceClient):
    """A client whose shards are connected by `bot.client.reconnection`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._own_shards: dict[int, Shard] = {}
        self._ended: asyncio.Future[None] | None = None
        """Done when the client is closed, failed when a shard cannot go on; None before the client connects."""

    @property
    def parsers(self) -> dict[str, Parser]:
        """The functions that read events, by the event's name; entries may be replaced."""
        return self._connection.parsers

    def build_guild(self, data: dict[str, Any]) -> discord.Guild:
        """Return a server built from a payload, without adding it to the cache. Raises what reading raises."""
        payload: Any = data
        return discord.Guild(data=payload, state=self._connection)

    def add_shard(self, shard_id: int, shard: Shard) -> None:
        """Add a connected shard, which is closed with the client."""
        self._own_shards[shard_id] = shard

    def end_with(self, fault: Exception) -> None:
        """Have `connect` close the client and raise `fault`."""
        if self._ended is not None and not self._ended.done():
            self._ended.set_exception(fault)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards and wait until the client is closed. Raises what ended a shard for good."""
        self._ended = asyncio.get_running_loop().create_future()
        # discord.py calls ``launch_shard`` for each; ``Portolan`` has ``bot.client.reconnection`` connect it, which
        # calls ``add_shard``.
        await self.launch_shards()
        if self.is_closed():
            return
        try:
            await self._ended  # done by ``close``, after which nothing is left to be closed
        except Exception:
            await self.close()
            raise

    async def close(self) -> None:
        """Close all connections to Discord."""
        closings = [asyncio.ensure_future(shard.close()) for shard in self._own_shards.values()]
        if closings:
            await asyncio.wait(closings)
        try:
            await super().close()
        finally:
            if self._ended is not None and not self._ended.done():
                self._ended.set_result(None)

    @property
    def latency(self) -> float:
        """The mean latency of all shards in seconds, NaN without any."""
        if not self._own_shards:
            return super().latency
        return sum(shard.latency for shard in self._own_shards.values()) / len(self._own_shards)


class GatewaySocket(DiscordWebSocket):
    """A connection to the gateway that closes itself when it fails, and knows the reason.

    discord.py leaves a socket and the thread of its heartbeats behind when opening a connection fails halfway.
    """

    is_established = False
    """True once READY or RESUMED has been read; set by ``bot.client.reconnection``."""
    remote_close_code: int | None = None
    """The code with which Discord closed the connection; None if it did not."""
    report_unreadable: Callable[[Exception], None]
    """Function that is called with the exception of an unreadable message; set by ``bot.client.reconnection``."""
    is_closed_here = False
    """True if this side closed the connection."""

    async def identify(self) -> None:
        """Begin a session."""
        try:
            await super().identify()
        except BaseException:
            await self.discard()
            raise

    async def resume(self) -> None:
        """Resume a session."""
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
            self._add_reason(fault)
            await self.discard()
            raise

    async def received_message(self, msg: Any, /) -> None:
        """Read a message; an unreadable one does not end an established session."""
        try:
            await super().received_message(msg)
        except ReconnectWebSocket as instruction:
            instruction.add_note("Discord asked for it" if instruction.resume else "the session is over")
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
            if not self.is_established:
                raise
            self.report_unreadable(fault)

    async def close(self, code: int = 4000) -> None:
        """Close the connection, by default with a code after which Discord allows the session to be resumed."""
        self.is_closed_here = True
        await super().close(code)

    async def discard(self) -> None:
        """Stop the heartbeats and close the connection, without waiting long for the other side."""
        with suppress(Exception):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.close()

    def _add_reason(self, fault: BaseException) -> None:
        """Add the reason to the exception, since that of the library has none."""
        self.remote_close_code = None if self.is_closed_here else self.socket.close_code
        has_reason = hasattr(fault, "__notes__")  # from ``received_message``
        if has_reason or not isinstance(fault, Exception):
            return
        if isinstance(fault, ReconnectWebSocket | discord.ConnectionClosed):
            code = self.remote_close_code
            fault.add_note("Discord did not answer any more" if code is None else f"closed with {code}")
        else:
            fault.add_note(f"what Discord sends cannot be read: {fault!r}")
