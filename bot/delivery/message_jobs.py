"""Sending what tables have to say: one message after the other for each table, tables side by side.

A table's message is a job of its own, so that nobody waits for a channel that does not answer: so many are on their way
at once, so few of them to one server (`send_limits`), and servers that do not answer at all are tried ever more rarely
(`server_backoff`).
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextvars import Context
from datetime import timedelta
from functools import partial

import discord
import structlog

from bot.delivery import clips, late_pictures, posting, seat_offers, vote_messages
from bot.delivery.channels import Reach, reach_of
from bot.delivery.posting import Unwordable
from bot.delivery.send_limits import FairLimit, SendLimits
from bot.delivery.sending import Delivered, Sending
from bot.delivery.threads import Threads
from bot.interactions.error_codes import THREAD_CLOSED, Scope, asked_to_wait, reason_of, scope_of
from bot.interactions.services import Services
from bot.tables import Refused, TableBroken, announcement
from bot.work import metrics
from bot.work.locks import Locks
from bot.work.periodic import Periodic
from bot.work.worker import OUTSIDE, JobWorker
from storage import deliveries, games, jobs
from storage.columns import utcnow
from storage.deliveries import SHOWING_BOARDS
from storage.jobs import PICTURE, Claimed, Lane
from storage.models import JobRow

log = structlog.get_logger()

LOOK_OUT_SECONDS = 60
"""How often a process learns at which tables messages were given up."""
TRY_AGAIN_SECONDS = 60
"""How often presses at a table have what was given up tried again."""
LONGEST_REASON = 500
TIDY_SECONDS = 3600
KEPT = timedelta(hours=6)
"""Messages that have arrived are three quarters of what a move takes in the database."""
FAILED_KEPT = timedelta(days=30)
FIRST_WAIT = timedelta(seconds=5)
ATTEMPTS = 14
"""With doubling waits this is half a day; then the message is given up, the game goes on."""
WORDING_ATTEMPTS = 2
"""What cannot be worded twice never can."""

Send = Callable[[Sending], Awaitable[Delivered]]


def _in_time(send: Send) -> Send:
    """Return what sends in the same way, and raises TimeoutError when all of it takes too long."""

    async def send_in_time(sending: Sending) -> Delivered:
        async with asyncio.timeout(posting.ATTEMPT_SECONDS):
            return await send(sending)

    return send_in_time


SENDERS: Mapping[str, Send] = {
    **dict.fromkeys((*announcement.BOARDS, "notice", "summary"), posting.post),
    announcement.VOTE: _in_time(vote_messages.show),
    announcement.SEAT_OFFERS: _in_time(seat_offers.take_down),
    announcement.CLIP: clips.add,
}
"""What sends a message, by its kind."""


class Delivery:
    """Sends messages and pictures, and tries again what was refused."""

    def __init__(self, services: Services, worker: JobWorker) -> None:
        self.services = services
        self.database = services.database
        self.worker = worker
        self.limits = SendLimits(services)
        self.threads = Threads(services)
        self.tidy = Periodic(TIDY_SECONDS, self._tidy)
        self.lookout = Periodic(LOOK_OUT_SECONDS, services.tables.undelivered.refresh)
        self._opening: asyncio.Task[None] | None = None
        self._tried: dict[int, float] = {}
        """When somebody's press last had what was given up at a table tried again."""
        self._trying: set[asyncio.Task[None]] = set()
        self._boards = Locks()
        """Held by whoever changes the newest board of a table: of a message and a picture, one after the other."""
        worker.serve(
            Lane.MESSAGES,
            FairLimit(self.limits, Lane.MESSAGES),
            {kind: partial(self._carry_out, send) for kind, send in SENDERS.items()},
            unknown=partial(self._carry_out, posting.post),
        )
        picture = partial(self._carry_out, _in_time(late_pictures.add))
        worker.serve(Lane.PICTURES, FairLimit(self.limits, Lane.PICTURES), {PICTURE: picture}, unknown=picture)

    def start(self, known: Callable[[], Awaitable[None]]) -> None:
        """Send what waits as soon as `known` returns: it is known then in which servers the bot is."""
        self.limits.is_open = False
        self._opening = asyncio.create_task(self._open(known), name="waiting for servers")
        self.tidy.start()
        self.lookout.start()

    def stop(self) -> None:
        """Begin nothing more by itself; the worker goes on with what is due."""
        self.tidy.cancel()
        self.lookout.cancel()
        for task in [*self._trying, *filter(None, [self._opening])]:
            task.cancel()

    async def _open(self, known: Callable[[], Awaitable[None]]) -> None:
        """Wait until the servers are known; then try once more, as at each start, what was given up."""
        await known()
        try:
            await self.services.tables.undelivered.make_up()
        except Exception:
            log.exception("what was given up could not be made due")
        self.limits.is_open = True
        self.worker.wake()

    async def _tidy(self) -> None:
        """Delete old sent messages, but keep the newest board of each table and its last update.

        Later messages build on those two. The rows go in steps, between which other jobs have their turn: there may
        be a hundred thousand.
        """
        now = utcnow()
        place = None
        try:
            while True:
                async with self.database.transaction() as session:
                    _, place = await deliveries.prune(
                        session, now - KEPT, keep_last=announcement.BOARDS, failed_before=now - FAILED_KEPT, after=place
                    )
                if place is None:
                    return
                await asyncio.sleep(0)
        except Exception:
            log.exception("old messages could not be forgotten")

    # -- sending -------------------------------------------------------------------------------------------------------

    async def _carry_out(self, send: Send, work: Claimed) -> None:
        """Send a message, and store what became of it."""
        job = work.job
        try:
            began = time.monotonic()
            server = await self.services.server_as_chosen(work.server, work.chosen)
            if server.left and await self.services.tables.servers.drop_if_left(work.server):
                outcome = "dropped"
            else:
                showing = self._boards.of(job.game_id)
                sending = Sending(self.services, job, server, showing, partial(self._drawing, job))
                outcome = await self._send(send, sending, work.server)
            duration = time.monotonic() - began
            metrics.MESSAGES.labels(outcome).inc()
            metrics.DELIVERY.observe(duration)
            log.info("message handled", kind=job.kind, outcome=outcome, duration_ms=round(duration * 1000))
        except Exception:
            log.exception("what became of a message could not be stored", table=job.game_id, entry=job.id)

    @contextlib.contextmanager
    def _drawing(self, job: JobRow) -> Iterator[None]:
        """Have a message wait for its picture inside the block: its server may have another one on its way."""
        self.limits.drawn.add(job.id)
        if self.limits.passed_over:
            self.worker.wake()
        try:
            yield
        finally:
            self.limits.drawn.discard(job.id)

    async def _send(self, send: Send, sending: Sending, server: int | None) -> str:
        """Send a message, and return what became of it: sent, dropped, set aside, given up or postponed."""
        job = sending.job
        try:
            with self.limits.failing.watching(server, job.channel_id):
                delivered = await send(sending)
        except announcement.Unreadable as fault:
            await self._set_aside(job, fault)
            return "set aside"
        except Unwordable as fault:
            if job.attempts + 1 < WORDING_ATTEMPTS:
                return await self._postpone(job, fault)
            # What it told may be at fault, so it is not said again; nor is the board posted for ever.
            await self._set_aside(job, fault, bare=True, replace=not fault.announced.is_bare)
            return "set aside"
        except Exception as fault:  # noqa: BLE001 - one message must not hold up the others
            return await self._act_on_refusal(job, fault)
        await self._store(job, delivered)
        return "sent"

    async def _store(self, job: JobRow, delivered: Delivered) -> None:
        """Store that a message has arrived, and queue what follows it."""
        async with self.database.transaction() as session:
            if delivered.message_id is not None and job.kind in SHOWING_BOARDS:
                await games.set_messages(session, job.game_id, live=delivered.message_id)  # which holds it
            else:
                await games.hold(session, job.game_id)
            payload = delivered.said.payload() if delivered.said else None
            stored = await jobs.mark_sent(session, job, delivered.message_id, payload=payload)
            if (later := delivered.later) is not None and stored:
                await jobs.enqueue(
                    session, job.game_id, job.channel_id, later.kind, later.payload(), replaces=(PICTURE,)
                )

    # -- what is not taken ---------------------------------------------------------------------------------------------

    async def _set_aside(self, job: JobRow, fault: Exception, *, bare: bool = False, replace: bool = True) -> None:
        """Keep a message that cannot be said for whoever looks into it, and post the table's board anew."""
        log.error("message unreadable", table=job.game_id, entry=job.id, reason=str(fault))
        async with self.database.transaction() as session:
            await jobs.give_up(session, job, str(fault)[:LONGEST_REASON])
        if replace:
            with contextlib.suppress(Refused, TableBroken):
                await self.services.tables.play.post_again(job.game_id, bare=bare)

    async def _act_on_refusal(self, job: JobRow, fault: Exception) -> str:
        """Do about a message what its refusal asks for, and return what became of it."""
        match scope_of(fault):
            case Scope.BOT:
                self.services.send_pause.begin(fault)
                async with self.database.transaction() as session:
                    await jobs.defer_untried(session, job, timedelta(seconds=self.services.send_pause.seconds_left))
                return "postponed"
            case Scope.CHANNEL:
                return await self._look_at_channel(job, fault)
            case Scope.MESSAGE:
                return await self._give_up(job, fault)
            case Scope.LATER | Scope.PERSON:
                return await self._postpone(job, fault)

    async def _look_at_channel(self, job: JobRow, fault: Exception) -> str:
        """Look at the channel of a message that was refused because of it: only what is confirmed counts."""
        if isinstance(fault, discord.HTTPException) and fault.code in THREAD_CLOSED:
            await self.threads.see_to(job.channel_id)
            return await self._postpone(job, fault)
        reach = await reach_of(self.services.client, job.channel_id)
        undelivered = self.services.tables.undelivered
        if reach not in (Reach.CLOSED, Reach.DELETED):
            return await self._postpone(job, fault)
        dropped = await undelivered.close_channel(job.channel_id, str(reason_of(fault)))
        log.warning("channel closed", table=job.game_id, channel=job.channel_id, dropped=dropped, reach=reach.value)
        if reach is Reach.DELETED:
            await undelivered.channel_deleted(job.channel_id)
        return "dropped"

    async def _give_up(self, job: JobRow, fault: Exception) -> str:
        trace = None if isinstance(fault, OUTSIDE) else fault
        reason = str(reason_of(fault))[:LONGEST_REASON]
        log.error("message given up", table=job.game_id, entry=job.id, reason=reason, exc_info=trace)
        await self.services.tables.undelivered.give_up(job, reason)
        return "given up"

    async def _postpone(self, job: JobRow, fault: Exception) -> str:
        """Try a message again later, up to a number of attempts."""
        if job.attempts + 1 >= ATTEMPTS or isinstance(fault, Refused | ValueError):
            return await self._give_up(job, fault)
        wait = max(FIRST_WAIT * 2**job.attempts, timedelta(seconds=asked_to_wait(fault)))
        reason = f"{type(fault).__name__}: {fault}"
        trace = None if isinstance(fault, OUTSIDE) else fault
        log.warning("message postponed", table=job.game_id, entry=job.id, reason=reason, wait=str(wait), exc_info=trace)
        async with self.database.transaction() as session:
            await jobs.retry_after_failure(session, job, wait)
        self.services.tables.undelivered.note(job)
        return "postponed"

    # -- trying again --------------------------------------------------------------------------------------------------

    async def make_up_for(
        self, *, game_id: int | None = None, guild_id: int | None = None, channel_id: int | None = None
    ) -> None:
        """Send what was given up or postponed at a table, or in a channel or server, now that it may arrive."""
        if self.services.tables.undelivered.tables:
            await self.services.tables.undelivered.make_up(game_id=game_id, guild_id=guild_id, channel_id=channel_id)

    def table_used(self, game_id: int) -> None:
        """Try once more to send what was given up at a table that somebody uses; at most once a minute."""
        if game_id not in self.services.tables.undelivered.tables:
            return
        now = time.monotonic()
        if now - self._tried.get(game_id, -TRY_AGAIN_SECONDS) < TRY_AGAIN_SECONDS:
            return
        self._tried[game_id] = now
        task = asyncio.create_task(self.make_up_for(game_id=game_id), name="undelivered", context=Context())
        self._trying.add(task)
        task.add_done_callback(self._trying.discard)
