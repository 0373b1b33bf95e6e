"""Reconnection to Discord's gateway: at once after a lost connection, with growing pauses while it fails.

discord.py resumes without a pause and without a log line whenever a connection ends, hundreds of times a second if
Discord closes it at once. Here each shard has a `ShardLink` that counts the attempts, and a `PatientShard` that reads
events and asks the link for another connection.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import discord
import structlog
import yarl
from discord.gateway import ReconnectWebSocket

from bot.client.events import Events
from bot.client.gateway import GatewayClient, GatewaySocket
from bot.work import metrics
from bot.work.log_limits import LogLimit

log = structlog.get_logger()

AT_ONCE = 3
"""Attempts without a pause, so that a connection that Discord ends from time to time is back at once."""
LONGEST_SECONDS = 60.0
"""Longest pause, apart from a random factor."""
SESSION_SECONDS = 90.0
"""Longest pause before a new session, of which Discord allows a thousand a day."""
STEADY_SECONDS = 60.0
"""Seconds after which a connection counts as sound, so that the next loss is the first again."""
RESUMES = 5
"""Failed attempts to resume a session, after which a new one is begun."""
CONNECT_SECONDS = 60.0
"""Seconds for opening a connection."""
FINAL = (4004, 4010, 4011, 4012, 4013)
"""Close codes for faults of token, shards or program, with which no other attempt succeeds."""
MISSING_INTENTS = 4014
SESSION_ENDS = (4003, 4007, 4009)
"""Close codes of sessions that cannot be resumed."""


@dataclass(frozen=True)
class Session:
    """The data for resuming a session after a connection has ended."""

    id: str
    sequence: int | None
    gateway: yarl.URL


def pause_before(attempt: int, longest: float = LONGEST_SECONDS) -> float:
    """Return the seconds before an attempt (from 1), with a random factor to keep the shards apart."""
    if attempt <= AT_ONCE:
        return 0.0
    doublings = min(attempt - AT_ONCE - 1, 10)
    return min(longest, 2.0**doublings) * random.uniform(0.75, 1.25)


def final_fault(fault: BaseException, shard_id: int) -> Exception | None:
    """Return the exception that ends the client if no other attempt can succeed, else None."""
    if not isinstance(fault, discord.ConnectionClosed):
        return None
    if fault.code == MISSING_INTENTS:
        return discord.PrivilegedIntentsRequired(shard_id)
    return fault if fault.code in FINAL else None


def reason_of(fault: BaseException) -> str:
    """Return a short reason why a connection ended or could not be opened."""
    notes: list[str] = getattr(fault, "__notes__", [])
    return "; ".join(notes) or str(fault) or type(fault).__name__


class Reconnection:
    """The state that the shards of a client share; it has them begin sessions one after the other."""

    def __init__(self, client: GatewayClient, events: Events) -> None:
        self.client = client
        self.events = events
        self.stopping = asyncio.Event()
        self.identifying = asyncio.Lock()
        self.log_limit = LogLimit()
        self.links: dict[int, ShardLink] = {}

    async def launch(self, shard_id: int, gateway: yarl.URL, *, initial: bool) -> None:
        """Connect a shard for the first time. Raises ConnectionClosed, PrivilegedIntentsRequired."""
        link = ShardLink(self, shard_id, gateway)
        self.links[shard_id] = link
        socket = await self._unless_stopped(link.connect(None, initial=initial))
        if socket is not None:
            link.socket = socket
            self.client.add_shard(shard_id, PatientShard(socket, self.client, link))

    async def _unless_stopped(self, connecting: Coroutine[Any, Any, GatewaySocket | None]) -> GatewaySocket | None:
        """Return the result of `connecting`, or None as soon as the client stops."""
        task = asyncio.create_task(connecting, name="connecting")
        stopped = asyncio.create_task(self.stopping.wait(), name="stopping")
        try:
            await asyncio.wait({task, stopped}, return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        finally:
            stopped.cancel()
            task.cancel()
            await asyncio.wait({task})

    def set_established(self, shard_id: int) -> None:
        """Record that a shard has read READY or RESUMED."""
        link = self.links.get(shard_id)
        if link is not None:
            link.set_established()

    def stop(self) -> None:
        """End all pauses, and open no further connection."""
        self.stopping.set()
        for link in self.links.values():
            link.cancel_timer()


class ShardLink:
    """The connections of one shard to the gateway."""

    def __init__(self, shared: Reconnection, shard_id: int, gateway: yarl.URL) -> None:
        self.shared = shared
        self.shard_id = shard_id
        self.first_gateway = gateway
        self.socket: GatewaySocket | None = None
        """The present or last connection."""
        self._attempts = 0
        """Attempts since the connection was last sound."""
        self._failures = 0
        """Attempts since READY or RESUMED."""
        self._is_new = True
        """True until the first session is established."""
        self._knows_session = False
        """True once READY of the session has been read; its data are not sent again when the session is resumed."""
        self._sound_timer: asyncio.TimerHandle | None = None

    async def reconnect(self, fault: Exception) -> GatewaySocket | None:
        """Return the next connection after one that ended with `fault`, or None when the client stops.

        Raises ConnectionClosed, PrivilegedIntentsRequired when no other attempt can succeed.
        """
        self.cancel_timer()
        self.shared.client.dispatch("disconnect")
        self.shared.client.dispatch("shard_disconnect", self.shard_id)
        self._check_final(fault)
        session = self._session_after(fault)
        self._log_loss(fault)
        self.socket = await self.connect(session)
        return self.socket

    async def connect(self, session: Session | None, *, initial: bool = False) -> GatewaySocket | None:
        """Return an open connection after any number of attempts and pauses, or None when the client stops."""
        while not self.shared.stopping.is_set():
            self._attempts += 1
            self._failures += 1
            if self._failures > RESUMES:
                session = None
            await self._pause(session)
            if self.shared.stopping.is_set():
                break
            metrics.GATEWAY_ATTEMPTS.inc()
            try:
                return await self._open(session, initial=initial)
            except Exception as fault:  # noqa: BLE001 - the next attempt may succeed after any fault
                self._check_final(fault)
                if isinstance(fault, ReconnectWebSocket) and not fault.resume:
                    session = None
                self._log_loss(fault)
                initial = False
        return None

    async def _open(self, session: Session | None, *, initial: bool) -> GatewaySocket:
        async with AsyncExitStack() as stack:
            if session is None:
                # Discord takes one new session in five seconds, for all shards of the bot.
                await stack.enter_async_context(self.shared.identifying)
            opening = GatewaySocket.from_client(
                self.shared.client,
                initial=initial,
                gateway=self._gateway(session),
                shard_id=self.shard_id,
                session=session.id if session else None,
                sequence=session.sequence if session else None,
                resume=session is not None,
            )
            socket = await asyncio.wait_for(opening, CONNECT_SECONDS)
            socket.report_unreadable = self.shared.events.report_message
            self._knows_session = session is not None
            return socket

    def _gateway(self, session: Session | None) -> yarl.URL | None:
        if session is not None:
            return session.gateway
        return self.first_gateway if self.socket is None else None

    def _session_after(self, fault: Exception) -> Session | None:
        socket = self.socket
        if socket is None or socket.session_id is None or not self._knows_session:
            return None
        if socket.remote_close_code in SESSION_ENDS:
            return None
        if isinstance(fault, ReconnectWebSocket) and not fault.resume:
            return None
        return Session(socket.session_id, socket.sequence, socket.gateway)

    def _check_final(self, fault: Exception) -> None:
        final = final_fault(fault, self.shard_id)
        if final is not None:
            raise final

    async def _pause(self, session: Session | None) -> None:
        longest = LONGEST_SECONDS if session is not None else SESSION_SECONDS
        seconds = pause_before(self._attempts, longest)
        if not seconds:
            return
        try:
            async with asyncio.timeout(seconds):
                await self.shared.stopping.wait()
        except TimeoutError:
            return

    def _log_loss(self, fault: Exception) -> None:
        """Log a lost connection or a failed attempt, at most once a minute."""
        metrics.GATEWAY_LOST.inc()
        number = self.shared.log_limit.admit(self.shard_id)
        if not number:
            return
        log.warning(
            "gateway connection lost",
            shard=self.shard_id,
            reason=reason_of(fault),
            times=number,
            attempts=self._attempts,
        )

    def set_established(self) -> None:
        """Record that READY or RESUMED has been read."""
        if self._is_new:
            self._is_new = False
            log.info("connected to Discord", shard=self.shard_id)
        self._failures = 0
        self._knows_session = True
        if self.socket is not None:
            self.socket.is_established = True
        self.cancel_timer()
        self._sound_timer = asyncio.get_running_loop().call_later(STEADY_SECONDS, self._set_sound)

    def _set_sound(self) -> None:
        """Record that the connection is sound."""
        limit = self.shared.log_limit
        if self._attempts > AT_ONCE or limit.unlogged(self.shard_id):
            log.info("gateway connection is steady again", shard=self.shard_id, attempts=self._attempts)
        self._attempts = 0
        limit.forget(self.shard_id)

    def cancel_timer(self) -> None:
        """Stop the timer after which the connection counts as sound; the next READY or RESUMED starts it again."""
        if self._sound_timer is not None:
            self._sound_timer.cancel()
            self._sound_timer = None


class PatientShard:
    """Read the events of a shard in a task of its own, over consecutive connections."""

    def __init__(self, socket: GatewaySocket, client: GatewayClient, link: ShardLink) -> None:
        self.socket = socket
        self.client = client
        self.link = link
        self._reading = asyncio.create_task(self._read_all(), name=f"shard {link.shard_id}")

    @property
    def latency(self) -> float:
        """The seconds between the last heartbeat and its acknowledgement."""
        return self.socket.latency

    async def close(self) -> None:
        """Stop reading and end the session."""
        self._reading.cancel()
        await self.socket.close(code=1000)

    async def _read_all(self) -> None:
        """Read until the client is closed or Discord closes the connection for good."""
        try:
            while not self.client.is_closed():
                if not await self._read():
                    return
        except Exception as fault:  # noqa: BLE001 - nobody awaits this task: the client raises it
            self.client.end_with(fault)

    async def _read(self) -> bool:
        """Read one event, or open the next connection, and return False when the client stops."""
        try:
            await self.socket.poll_event()
        except Exception as fault:  # noqa: BLE001 - the next connection may last, whatever ended this one
            socket = await self.link.reconnect(fault)
            if socket is None:
                return False
            self.socket = socket
        return True
