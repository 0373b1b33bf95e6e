"""Sending what is due: one message after the other for each table, tables side by side.

A table's message is a task of its own, so that nobody waits for a channel that does not answer: so many are on their
way at once, so few of them to one server (``room``), and servers that do not answer at all are tried ever more rarely
(``failing``). What is claimed is on its way.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import discord
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession
from structlog.contextvars import bind_contextvars

from bot.delivery.failing import FailingServers
from bot.delivery.posting import SHOWING_BOARDS, Unwordable, deliver, hopeless
from bot.delivery.room import Room, Taken
from bot.delivery.threads import Threads
from bot.interactions.refusals import THREAD_CLOSED
from bot.interactions.services import Server, Services
from bot.tables import Refused, TableBroken, announcement
from bot.work import metrics
from bot.work.locks import Locks
from bot.work.periodic import Periodic
from bot.work.worker import OUTSIDE, Worker
from storage import games, outbox, pruning
from storage.columns import utcnow
from storage.models import GuildSettings, OutboxRow
from storage.notices import Left

log = structlog.get_logger()

HEARD_SECONDS = 0.25
"""How long another process has what it left to itself."""
TIDY_SECONDS = 3600
KEPT = timedelta(hours=6)
"""Messages that have arrived are three quarters of what a move takes in the database."""
FAILED_KEPT = timedelta(days=30)
LAST_SECONDS = 5
"""How long a stopping bot waits for messages on their way."""
FIRST_WAIT = timedelta(seconds=5)
ATTEMPTS = 14
"""With doubling waits this is half a day; then the message is given up, the game goes on."""
WORDING_ATTEMPTS = 2
"""What cannot be worded twice never can."""


@dataclass(eq=False)
class Sending:
    """A message on its way, to which server, and what was ``chosen`` there. ``drawn``: it waits for its picture."""

    row: OutboxRow
    server: int | None
    chosen: GuildSettings | None = None
    drawn: bool = False

    @property
    def taken(self) -> Taken:
        """The room that it takes."""
        return Taken(self.server, self.row.kind == outbox.PICTURE, self.drawn)


class OutboxWorker(Worker[Sending]):
    """``wake`` after a commit; ``start`` once the client has logged in."""

    def __init__(self, services: Services) -> None:
        super().__init__(services.database, "outbox")
        self.services = services
        self._listening: asyncio.Task[None] | None = None
        self._hearing: asyncio.TimerHandle | None = None
        """When it looks at what other processes have left."""
        self._may_send = asyncio.Event()
        self._may_send.set()
        self.sweep.before_loop(self._ready)
        self.tidy = Periodic(TIDY_SECONDS, self._tidy)
        self.threads = Threads(services)
        self._failing = FailingServers()
        self._queued: set[bool] = set()
        """What is known to have been queued since it was last looked: messages (False), pictures (True)."""
        self._left_over = True
        """Whether the last claim may not have taken all that is due."""
        self._boards = Locks()
        """Held by whoever changes the newest board of a table: of a message and a picture, one after the other."""

    def start(self, known: Callable[[], Awaitable[None]]) -> None:
        """``known`` returns when it is known in which servers the bot is; what waits is not sent before."""
        self._known = known
        self._may_send.clear()
        for work in (self.sweep, self.renewal, self.tidy):
            work.start()
        self._listening = asyncio.create_task(self._listen(), name="listening to other processes")

    async def stop(self, seconds: float = LAST_SECONDS) -> None:
        """Sends what is due; what does not arrive in time is handed back, to be sent after the next start."""
        if self._listening is not None:
            self._listening.cancel()
        if self._hearing is not None:
            self._hearing.cancel()
        self.tidy.cancel()
        await self.finish(seconds if self._may_send.is_set() else 0)

    async def hand_back(self, works: Sequence[Sending]) -> None:
        for work in works:
            async with self.database.transaction() as session:
                await outbox.hand_back(session, work.row)

    async def after_a_jump(self) -> None:
        async with self.database.transaction() as session:
            await outbox.after_a_jump(session)

    async def renew(self, works: Sequence[Sending]) -> None:
        async with self.database.transaction() as session:
            await outbox.renew(session, [work.row for work in works])

    async def _tidy(self) -> None:
        """Forgets what was said long ago; of each table the newest board and its last update stay, since later messages
        build on them.

        In steps, between which others have their turn: there may be a hundred thousand messages.
        """
        now, place = utcnow(), None
        try:
            while True:
                async with self.database.transaction() as session:
                    _, place = await pruning.prune(
                        session, now - KEPT, keep_last=("turn", "board"), failed_before=now - FAILED_KEPT, after=place
                    )
                if place is None:
                    return
                await asyncio.sleep(0)
        except Exception:
            log.exception("old messages could not be forgotten")

    async def _ready(self) -> None:
        await self._known()
        self._may_send.set()

    async def _listen(self) -> None:
        """Commits of other processes wake this one too."""
        await self._ready()
        await self.database.listen(self._heard)

    def _heard(self) -> None:
        """Whoever has left something sends it itself, unless there is no room; this one looks a little later, once for
        all that it hears meanwhile."""
        if self._hearing is None:
            self._hearing = asyncio.get_running_loop().call_later(HEARD_SECONDS, self._help)

    def _help(self) -> None:
        self._hearing = None
        self.wake()

    async def may_begin(self) -> None:
        await self._may_send.wait()

    async def make_up_for(self, *, guild_id: int | None = None, channel_id: int | None = None) -> None:
        """Send at once what waits for a channel, or for the channels of a server, that can be written to again."""
        async with self.services.tables.repository.writing() as session:
            channels = [channel_id] if channel_id is not None else []
            if guild_id is not None and channel_id is None:
                channels += await games.open_channels(session, guild_id)
            for channel in channels:
                await outbox.hasten(session, channel)

    def wake_for(self, queued: Collection[Left]) -> None:
        """Wakes the worker for what was ``queued``: messages, pictures."""
        self._queued |= {each is Left.PICTURE for each in queued}
        self.wake()

    def more_may_be_due(self) -> bool:
        return self._left_over

    async def claim(self) -> Sequence[Sending]:
        """As much of what is due as there is room for; there is a next time if any was."""
        room = Room(self._failing, [work.taken for work in self.claimed.values()])
        queued, self._queued, self._left_over = self._queued, set(), False
        kinds = sorted(queued) or (False, True)
        self._left_over = not all(room.left(pictures) for pictures in kinds)
        wanted = [pictures for pictures in kinds if room.left(pictures)]
        if not queued:  # nobody writes in order to find out that there is nothing to do
            async with self.database.reading() as session:
                wanted = [pictures for pictures in wanted if await self._anything_due(session, room, pictures)]
        if not wanted:
            return ()
        async with self.database.transaction() as session:
            self.claiming = [work for pictures in wanted for work in await self._claim(session, room, pictures)]
        taken, self.claiming = self.claiming, ()
        return taken

    @staticmethod
    async def _anything_due(session: AsyncSession, room: Room, pictures: bool) -> bool:
        closed = room.closed(pictures, alone=True)
        return await outbox.anything_due(session, but_not=closed, pictures=pictures)

    async def _claim(self, session: AsyncSession, room: Room, pictures: bool) -> list[Sending]:
        """First of all servers as much as each may have; then, where nobody else waits, more."""
        taken = list[Sending]()
        for alone in (False, True):
            if not room.left(pictures):
                break
            closed = room.closed(pictures, alone=alone)
            most = room.left(pictures)
            found = await outbox.claim(session, limit=most, but_not=closed, pictures=pictures)
            due = [each for each in found if room.take(each.server, pictures, alone=alone)]
            if len(due) < len(found):
                await outbox.let_go(session, [each.row for each in found if each not in due])
            taken += [Sending(each.row, each.server, each.chosen) for each in due]
            passed_over = bool(closed) or len(due) < len(found)
            self._left_over |= passed_over or len(found) == most or any(each.behind for each in due)
            if not passed_over:
                break
        return taken

    async def carry_out(self, work: Sending) -> None:
        """Sends a message and keeps what became of it."""
        row, server = work.row, work.server
        bind_contextvars(table=row.game_id, server=server, entry=row.id)
        try:
            began = time.monotonic()
            here = await self.services.server_as_chosen(server, work.chosen)
            silent = here.left and await self.services.tables.servers.silent(server)
            outcome = "dropped" if silent else await self._send(work, here)
            self._again |= outcome != "sent"  # what waits behind it may be due now, or it is itself
            took = time.monotonic() - began
            metrics.MESSAGES.labels(outcome).inc()
            metrics.DELIVERY.observe(took)
            log.info("message handled", kind=row.kind, outcome=outcome, duration_ms=round(took * 1000))
        except Exception:
            log.exception("what became of a message could not be stored", table=row.game_id, entry=row.id)

    @contextlib.contextmanager
    def _drawing(self, work: Sending) -> Iterator[None]:
        """Inside, a message waits for its picture, and its server may have another one on its way."""
        work.drawn = True
        if self._again:
            self._look()
        try:
            yield
        finally:
            work.drawn = False

    async def _send(self, work: Sending, here: Server) -> str:
        """What became of it: "sent", "dropped", "set aside", "given up" or "postponed"."""
        row, drawing = work.row, partial(self._drawing, work)
        try:
            with self._failing.watching(work.server, row.channel_id):
                message_id, said, later = await deliver(self.services, row, here, self._boards.of(row.game_id), drawing)
        except discord.NotFound as fault:
            # Writing to a channel that is gone would only get the bot's address blocked.
            async with self.database.transaction() as session:
                dropped = await outbox.drop_channel(session, row.channel_id, f"gone: {fault.code}")
            log.warning("channel gone", table=row.game_id, channel=row.channel_id, dropped=dropped)
            return "dropped"
        except announcement.Unreadable as fault:
            await self._set_aside(row, fault)
            return "set aside"
        except Unwordable as fault:
            if row.attempts + 1 < WORDING_ATTEMPTS:
                return await self._failed(row, fault)
            # What it told may be at fault, so it is not said again; nor is the board posted for ever.
            await self._set_aside(row, fault, bare=True, replace=not fault.what.bare)
            return "set aside"
        except Exception as fault:  # noqa: BLE001 - one message must not hold up the others
            if isinstance(fault, discord.HTTPException) and fault.code in THREAD_CLOSED:
                await self.threads.see_to(row.channel_id)
            return await self._failed(row, fault)
        async with self.database.transaction() as session:
            if message_id is not None and row.kind in SHOWING_BOARDS:
                await games.set_messages(session, row.game_id, live=message_id)  # which holds it
            else:
                await games.hold(session, row.game_id)
            payload = said.payload() if said else None
            stored = await outbox.mark_sent(session, row.id, message_id, payload=payload, nonce=row.nonce)
            if later is not None and stored:
                follows = later.payload()
                await outbox.enqueue(
                    session, row.game_id, row.channel_id, later.kind, follows, replaces=(outbox.PICTURE,)
                )
                self._again = True
        return "sent"

    async def _set_aside(self, row: OutboxRow, fault: Exception, *, bare: bool = False, replace: bool = True) -> None:
        """A message that cannot be said is kept for whoever looks into it; the table's board is posted anew."""
        log.error("message unreadable", table=row.game_id, entry=row.id, reason=str(fault))
        async with self.database.transaction() as session:
            await outbox.give_up(session, row, str(fault)[:500])
        if replace:
            with contextlib.suppress(Refused, TableBroken):
                await self.services.tables.play.post_again(row.game_id, bare=bare)

    async def _failed(self, row: OutboxRow, fault: Exception) -> str:
        reason, trace = f"{type(fault).__name__}: {fault}", None if isinstance(fault, OUTSIDE) else fault
        async with self.database.transaction() as session:
            if row.attempts + 1 >= ATTEMPTS or hopeless(fault):
                log.error("message given up", table=row.game_id, entry=row.id, reason=reason, exc_info=trace)
                await outbox.give_up(session, row, reason[:500])
                return "given up"
            wait = FIRST_WAIT * 2**row.attempts
            if isinstance(fault, discord.RateLimited):
                wait = max(wait, timedelta(seconds=fault.retry_after))
            log.warning(
                "message postponed", table=row.game_id, entry=row.id, reason=reason, wait=str(wait), exc_info=trace
            )
            await outbox.postpone(session, row, wait)
            return "postponed"
