"""Jobs that send the messages of tables to Discord, in order for each table, in parallel for different tables.

No table waits for another one's channel: ``send_limits`` bounds the number of messages under way in all and for each
server, and tries servers that do not answer less and less often.
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

from bot.delivery import clips, late_pictures, posting, seat_buttons, vote_messages
from bot.delivery.posting import Unwordable
from bot.delivery.requests import Reach, reach_of
from bot.delivery.send_limits import FairLimit, SendLimits
from bot.delivery.sending import Delivered, Sending
from bot.delivery.threads import Threads
from bot.interactions.error_codes import THREAD_CLOSED, Scope, asked_to_wait, reason_of, scope_of
from bot.interactions.services import Services
from bot.tables import Refused, TableBroken, announcement
from bot.work import metrics
from bot.work.locks import Locks
from bot.work.periodic import Periodic
from bot.work.worker import EXTERNAL_ERRORS, JobWorker
from storage import deliveries, games, jobs
from storage.columns import utcnow
from storage.deliveries import SHOWING_BOARDS
from storage.jobs import PICTURE, Claimed, Lane
from storage.models import JobRow

log = structlog.get_logger()

LOOK_OUT_SECONDS = 60
"""Seconds between two looks into the database for tables with messages that were given up."""
TRY_AGAIN_SECONDS = 60
"""Shortest seconds between two times that button presses make the given-up messages of a table due again."""
LONGEST_REASON = 500
"""Characters of a reason for failure that are stored."""
TIDY_SECONDS = 3600
"""Seconds between two deletions of old messages."""
KEPT = timedelta(hours=6)
"""Age at which sent messages are deleted. They take three quarters of the database space that a move needs."""
FAILED_KEPT = timedelta(days=30)
"""Age at which messages that were given up are deleted."""
FIRST_WAIT = timedelta(seconds=5)
"""Time between the first and the second attempt; it doubles with each further attempt."""
ATTEMPTS = 14
"""Number of attempts, over about half a day, after which a message is given up; the game goes on."""
WORDING_ATTEMPTS = 2
"""Number of attempts to word a message; the second one is for passing faults, more would fail in the same way."""

Send = Callable[[Sending], Awaitable[Delivered]]
"""A function that sends a message."""


def _in_time(send: Send) -> Send:
    """Wrap a sending function so that it raises TimeoutError if all its requests together take too long."""

    async def send_in_time(sending: Sending) -> Delivered:
        async with asyncio.timeout(posting.ATTEMPT_SECONDS):
            return await send(sending)

    return send_in_time


SENDERS: Mapping[str, Send] = {
    **dict.fromkeys((*announcement.BOARDS, "notice", "summary"), posting.post),
    announcement.VOTE: _in_time(vote_messages.show),
    announcement.SEAT_OFFERS: _in_time(seat_buttons.take_down),
    announcement.CLIP: clips.add,
}
"""The functions that send messages, by kind of message."""


class Delivery:
    """Sends queued messages and pictures, and repeats attempts that have failed."""

    def __init__(self, services: Services, worker: JobWorker) -> None:
        self.services = services
        self.database = services.database
        self.worker = worker
        self.limits = SendLimits(services)
        self.threads = Threads(services)
        self.tidy = Periodic(TIDY_SECONDS, self._tidy)
        self.lookout = Periodic(LOOK_OUT_SECONDS, services.tables.undelivered.refresh)
        self._opening: asyncio.Task[None] | None = None
        self._last_retries: dict[int, float] = {}
        """For tables of the last minute, the monotonic time when a press made their given-up messages due again."""
        self._trying: set[asyncio.Task[None]] = set()
        self._boards = Locks()
        """A lock for each table, held while its newest board is edited: message and picture are separate jobs."""
        worker.serve(
            Lane.MESSAGES,
            FairLimit(self.limits, Lane.MESSAGES),
            {kind: partial(self._carry_out, send) for kind, send in SENDERS.items()},
            unknown=partial(self._carry_out, posting.post),
        )
        picture = partial(self._carry_out, _in_time(late_pictures.add))
        worker.serve(Lane.PICTURES, FairLimit(self.limits, Lane.PICTURES), {PICTURE: picture}, unknown=picture)

    def start(self, wait_for_servers: Callable[[], Awaitable[None]]) -> None:
        """Begin to send once ``wait_for_servers`` returns, which it does when Discord has listed the bot's servers."""
        self.limits.is_open = False
        self._opening = asyncio.create_task(self._open(wait_for_servers), name="waiting for servers")
        self.tidy.start()
        self.lookout.start()

    def stop(self) -> None:
        """Stop the periodic tasks; messages that are due are still sent until the worker stops."""
        self.tidy.cancel()
        self.lookout.cancel()
        for task in [*self._trying, *filter(None, [self._opening])]:
            task.cancel()

    async def _open(self, wait_for_servers: Callable[[], Awaitable[None]]) -> None:
        """Wait until the servers are known, then make given-up messages due again, which is tried at each start."""
        await wait_for_servers()
        try:
            await self.services.tables.undelivered.make_up()
        except Exception:
            log.exception("what was given up could not be made due")
        self.limits.is_open = True
        self.worker.wake()

    async def _tidy(self) -> None:
        """Delete old messages from the queue, but keep the newest board of each table and its last update.

        Later messages build on those two. There may be a hundred thousand rows; they are deleted in steps, so that
        other tasks can run in between.
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
        """Send a message, and store the outcome."""
        job = work.job
        try:
            began = time.monotonic()
            server = await self.services.server_from_row(work.server, work.settings)
            if server.bot_was_removed and await self.services.tables.servers.drop_if_left(work.server):
                outcome = "dropped"
            else:
                showing = self._boards.for_table(job.game_id)
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
        """Mark a message as waiting for its picture inside the block, so that it does not use up its server's limit."""
        self.limits.awaiting_pictures.add(job.id)
        # Due jobs that were left behind for lack of room may have room now.
        if self.limits.passed_over:
            self.worker.wake()
        try:
            yield
        finally:
            self.limits.awaiting_pictures.discard(job.id)

    async def _send(self, send: Send, sending: Sending, server: int | None) -> str:
        """Send a message; return the outcome for log and metrics: sent, dropped, set aside, given up or postponed."""
        job = sending.job
        try:
            with self.limits.failing_servers.watching(server, job.channel_id):
                delivered = await send(sending)
        except announcement.Unreadable as fault:
            await self._set_aside(job, fault)
            return "set aside"
        except Unwordable as fault:
            if job.attempts + 1 < WORDING_ATTEMPTS:
                return await self._postpone(job, fault)
            # An event may be what cannot be worded, so the board is posted without events. If the announcement already
            # was such a bare board, it is not replaced: that would go on for ever.
            await self._set_aside(job, fault, bare=True, replace=not fault.announced.is_bare)
            return "set aside"
        except Exception as fault:  # noqa: BLE001 - one message must not hold up the others
            return await self._act_on_refusal(job, fault)
        await self._store(job, delivered)
        return "sent"

    async def _store(self, job: JobRow, delivered: Delivered) -> None:
        """Store that a message has arrived, and queue the picture or clip that is to be added to it."""
        async with self.database.transaction() as session:
            if delivered.message_id is not None and job.kind in SHOWING_BOARDS:
                # This locks the game's row, too.
                await games.set_messages(session, job.game_id, live=delivered.message_id)
            else:
                await games.hold(session, job.game_id)
            payload = delivered.sent_announcement.payload() if delivered.sent_announcement else None
            stored = await jobs.mark_sent(session, job, delivered.message_id, payload=payload)
            if (picture_job := delivered.picture_job) is not None and stored:
                await jobs.enqueue(
                    session, job.game_id, job.channel_id, picture_job.kind, picture_job.payload(), replaces=(PICTURE,)
                )

    # -- refused messages ----------------------------------------------------------------------------------------------

    async def _set_aside(self, job: JobRow, fault: Exception, *, bare: bool = False, replace: bool = True) -> None:
        """Give up a message that cannot be read or worded, and post the board of its table again.

        The message stays in the database, so that the operator can look into it.

        Args:
            job: the message.
            fault: the error.
            bare: True to post the board without events.
            replace: False to post nothing.
        """
        log.error("message unreadable", table=job.game_id, entry=job.id, reason=str(fault))
        async with self.database.transaction() as session:
            await jobs.give_up(session, job, str(fault)[:LONGEST_REASON])
        if replace:
            with contextlib.suppress(Refused, TableBroken):
                await self.services.tables.play.post_again(job.game_id, bare=bare)

    async def _act_on_refusal(self, job: JobRow, fault: Exception) -> str:
        """Handle an error of sending according to whom it concerns: bot, channel or message; return the outcome."""
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
        """Handle a refusal that seems to be due to the channel; return the outcome.

        The channel is closed only if a second look at it confirms the refusal; else the message is postponed.
        """
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
        trace = None if isinstance(fault, EXTERNAL_ERRORS) else fault
        reason = str(reason_of(fault))[:LONGEST_REASON]
        log.error("message given up", table=job.game_id, entry=job.id, reason=reason, exc_info=trace)
        await self.services.tables.undelivered.give_up(job, reason)
        return "given up"

    async def _postpone(self, job: JobRow, fault: Exception) -> str:
        """Try a message again later, or give it up if it has had all its attempts; return the outcome."""
        if job.attempts + 1 >= ATTEMPTS or isinstance(fault, Refused | ValueError):
            return await self._give_up(job, fault)
        wait = max(FIRST_WAIT * 2**job.attempts, timedelta(seconds=asked_to_wait(fault)))
        reason = f"{type(fault).__name__}: {fault}"
        trace = None if isinstance(fault, EXTERNAL_ERRORS) else fault
        log.warning("message postponed", table=job.game_id, entry=job.id, reason=reason, wait=str(wait), exc_info=trace)
        async with self.database.transaction() as session:
            await jobs.retry_after_failure(session, job, wait)
        self.services.tables.undelivered.note(job)
        return "postponed"

    # -- further attempts ----------------------------------------------------------------------------------------------

    async def make_up_for(
        self, *, game_id: int | None = None, guild_id: int | None = None, channel_id: int | None = None
    ) -> None:
        """Send messages that were given up or postponed, of one table, channel or server, since they may arrive now."""
        if self.services.tables.undelivered.channel_by_table:
            await self.services.tables.undelivered.make_up(game_id=game_id, guild_id=guild_id, channel_id=channel_id)

    def table_used(self, game_id: int) -> None:
        """Make given-up messages of a table due again because somebody uses the table; at most once a minute."""
        if game_id not in self.services.tables.undelivered.channel_by_table:
            return
        now = time.monotonic()
        recent = {table: moment for table, moment in self._last_retries.items() if now - moment < TRY_AGAIN_SECONDS}
        if game_id in recent:
            return
        self._last_retries = recent | {game_id: now}
        # A new context, so that its log lines do not contain the interaction during which it was started.
        task = asyncio.create_task(self.make_up_for(game_id=game_id), name="undelivered", context=Context())
        self._trying.add(task)
        task.add_done_callback(self._trying.discard)
