"""Coming back to Discord's gateway: at once after a lost connection, ever more slowly while it does not hold.

discord.py resumes without a pause whenever a connection ends, hundreds of times a second where Discord closes it at
once, and says nothing of it. Here each shard has a ``ShardLink`` that knows how often it has tried, and a
``PatientShard`` that reads events and asks the link for another connection.
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
"""So many attempts are made without a pause: a connection that Discord ends now and then is back at once."""
LONGEST_SECONDS = 60.0
"""The longest pause, but for chance."""
SESSION_SECONDS = 90.0
"""The longest pause before a new session: Discord grants a thousand of them a day."""
STEADY_SECONDS = 60.0
"""A connection that has stood for so long is sound: the next loss is the first again."""
RESUMES = 5
"""After so many attempts in vain to go on with a session, a new one is begun."""
CONNECT_SECONDS = 60.0
"""How long opening a connection may take."""
FINAL = (4004, 4010, 4011, 4012, 4013)
"""With these codes Discord closes a connection that the same token, shards and program do not get again."""
MISSING_INTENTS = 4014
SESSION_ENDS = (4003, 4007, 4009)
"""With these codes Discord says that the session cannot be resumed."""


@dataclass(frozen=True)
class Session:
    """What it takes to go on where a connection ended."""

    id: str
    sequence: int | None
    gateway: yarl.URL


def pause_before(attempt: int, longest: float = LONGEST_SECONDS) -> float:
    """Return the seconds to wait before an attempt (from 1), with chance, so that shards do not come all at once."""
    if attempt <= AT_ONCE:
        return 0.0
    doublings = min(attempt - AT_ONCE - 1, 10)
    return min(longest, 2.0**doublings) * random.uniform(0.75, 1.25)


def final_fault(fault: BaseException, shard_id: int) -> Exception | None:
    """Return what ends the client if no other attempt can succeed."""
    if not isinstance(fault, discord.ConnectionClosed):
        return None
    if fault.code == MISSING_INTENTS:
        return discord.PrivilegedIntentsRequired(shard_id)
    return fault if fault.code in FINAL else None


def reason_of(fault: BaseException) -> str:
    """Return in a few words why a connection ended or could not be opened."""
    notes: list[str] = getattr(fault, "__notes__", [])
    return "; ".join(notes) or str(fault) or type(fault).__name__


class Reconnection:
    """What the shards of a client share: the client, its end, and that they begin sessions one after the other."""

    def __init__(self, client: GatewayClient, events: Events) -> None:
        self.client = client
        self.events = events
        self.stopping = asyncio.Event()
        self.identifying = asyncio.Lock()
        self.log_limit = LogLimit()
        self.links: dict[int, ShardLink] = {}

    async def launch(self, shard_id: int, gateway: yarl.URL, *, initial: bool) -> None:
        """Connect a shard for the first time. Raises ConnectionClosed, PrivilegedIntentsRequired."""
        link = self.links[shard_id] = ShardLink(self, shard_id, gateway)
        socket = await self._unless_stopped(link.connect(None, initial=initial))
        if socket is not None:
            link.socket = socket
            self.client.add_shard(shard_id, PatientShard(socket, self.client, link))

    async def _unless_stopped(self, connecting: Coroutine[Any, Any, GatewaySocket | None]) -> GatewaySocket | None:
        """Return what ``connecting`` returns; None as soon as the client stops."""
        task = asyncio.create_task(connecting, name="connecting")
        stopped = asyncio.create_task(self.stopping.wait(), name="stopping")
        try:
            await asyncio.wait({task, stopped}, return_when=asyncio.FIRST_COMPLETED)
            return task.result() if task.done() else None
        finally:
            stopped.cancel()
            task.cancel()
            await asyncio.wait({task})

    def established(self, shard_id: int) -> None:
        """Note that a shard has read READY or RESUMED."""
        if link := self.links.get(shard_id):
            link.established()

    def stop(self) -> None:
        """End all pauses; no connection is opened any more."""
        self.stopping.set()
        for link in self.links.values():
            link.cancel_timer()


class ShardLink:
    """The way of one shard to the gateway."""

    def __init__(self, shared: Reconnection, shard_id: int, gateway: yarl.URL) -> None:
        self.shared = shared
        self.shard_id = shard_id
        self.first_gateway = gateway
        self.socket: GatewaySocket | None = None
        """The connection that is read, or was read last."""
        self._attempts = 0
        """Attempts since the connection was last sound."""
        self._failures = 0
        """Attempts since READY or RESUMED."""
        self._is_new = True
        """Whether no session has stood yet."""
        self._knows_session = False
        """Whether READY of the session has been read: what it told is not told again when it is resumed."""
        self._steady: asyncio.TimerHandle | None = None

    async def reconnect(self, fault: Exception) -> GatewaySocket | None:
        """Return the next connection after one that ended with ``fault``; None when the client stops.

        Raises ConnectionClosed, PrivilegedIntentsRequired when no other attempt can succeed.
        """
        self.cancel_timer()
        self.shared.client.dispatch("disconnect")
        self.shared.client.dispatch("shard_disconnect", self.shard_id)
        self._check_final(fault)
        session = self._session_after(fault)
        self._tell(fault)
        self.socket = await self.connect(session)
        return self.socket

    async def connect(self, session: Session | None, *, initial: bool = False) -> GatewaySocket | None:
        """Open a connection, after as many attempts and pauses as that takes; None when the client stops."""
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
            except Exception as fault:  # noqa: BLE001 - whatever it is, the next attempt may succeed
                self._check_final(fault)
                if isinstance(fault, ReconnectWebSocket) and not fault.resume:
                    session = None
                self._tell(fault)
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

    def _tell(self, fault: Exception) -> None:
        """Log a lost connection or an attempt in vain, at most once a minute."""
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

    def established(self) -> None:
        """Note that READY or RESUMED has been read."""
        if self._is_new:
            self._is_new = False
            log.info("connected to Discord", shard=self.shard_id)
        self._failures = 0
        self._knows_session = True
        if self.socket is not None:
            self.socket.established = True
        self.cancel_timer()
        self._steady = asyncio.get_running_loop().call_later(STEADY_SECONDS, self._settle)

    def _settle(self) -> None:
        """Take the connection for sound."""
        limit = self.shared.log_limit
        if self._attempts > AT_ONCE or limit.unlogged(self.shard_id):
            log.info("gateway connection is steady again", shard=self.shard_id, attempts=self._attempts)
        self._attempts = 0
        limit.forget(self.shard_id)

    def cancel_timer(self) -> None:
        """Take the connection for sound no sooner than after the next READY or RESUMED."""
        if self._steady is not None:
            self._steady.cancel()
            self._steady = None


class PatientShard:
    """Reads the events of a shard, over one connection after the other, in a task that begins with it."""

    def __init__(self, socket: GatewaySocket, client: GatewayClient, link: ShardLink) -> None:
        self.socket = socket
        self.client = client
        self.link = link
        self._reading = asyncio.create_task(self._read_all(), name=f"shard {link.shard_id}")

    @property
    def latency(self) -> float:
        """Return the seconds between the last heartbeat and its acknowledgement."""
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
        """Read one event, or open the next connection; False when the client stops."""
        try:
            await self.socket.poll_event()
        except Exception as fault:  # noqa: BLE001 - whatever ends a connection, the next may hold
            socket = await self.link.reconnect(fault)
            if socket is None:
                return False
            self.socket = socket
        return True
