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
from contextvars import Context
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

import discord
import structlog
from sqlmodel.ext.asyncio.session import AsyncSession
from structlog.contextvars import bind_contextvars

from bot.delivery.channels import Reach, reach_of
from bot.delivery.failing import FailingServers
from bot.delivery.posting import SHOWING_BOARDS, Unwordable, deliver
from bot.delivery.room import Room, Taken
from bot.delivery.threads import Threads
from bot.interactions.error_codes import THREAD_CLOSED, Scope, asked_to_wait, reason_of, scope_of
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

SWEEP_SECONDS = 5
"""Between two sweeps: claims are renewed several times before they end."""
LOOK_OUT_SECONDS = 60
"""How often a process learns at which tables messages were given up."""
TRY_AGAIN_SECONDS = 60
"""How often presses at a table have what was given up tried again."""
LONGEST_REASON = 500
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
        super().__init__(services.database, "outbox", SWEEP_SECONDS)
        self.services = services
        self._listening: asyncio.Task[None] | None = None
        self._hearing: asyncio.TimerHandle | None = None
        """When it looks at what other processes have left."""
        self._may_send = asyncio.Event()
        self._may_send.set()
        self.sweep = Periodic(SWEEP_SECONDS, self._sweep, first=self._ready)
        self.tidy = Periodic(TIDY_SECONDS, self._tidy)
        self.lookout = Periodic(LOOK_OUT_SECONDS, services.tables.undelivered.refresh)
        self._tried: dict[int, float] = {}
        """When somebody's press last had what was given up at a table tried again."""
        self._trying: set[asyncio.Task[None]] = set()
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
        for work in (self.sweep, self.renewal, self.tidy, self.lookout):
            work.start()
        self._listening = asyncio.create_task(self._listen(), name="listening to other processes")

    async def stop(self, seconds: float = LAST_SECONDS) -> None:
        """Sends what is due; what does not arrive in time is handed back, to be sent after the next start."""
        if self._listening is not None:
            self._listening.cancel()
        if self._hearing is not None:
            self._hearing.cancel()
        self.tidy.cancel()
        self.lookout.cancel()
        for task in self._trying:
            task.cancel()
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
        if not self._may_send.is_set():
            self._may_send.set()
            await self._make_up_at_start()

    async def _make_up_at_start(self) -> None:
        """Try once more, at each start, what was given up."""
        try:
            await self.services.tables.undelivered.make_up()
        except Exception:
            log.exception("what was given up could not be made due")

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

    def wake_for(self, queued: Collection[Left]) -> None:
        """Wakes the worker for what was ``queued``: messages, pictures."""
        self._queued |= {each is Left.PICTURE for each in queued}
        self.wake()

    def more_may_be_due(self) -> bool:
        return self._left_over

    async def claim(self) -> Sequence[Sending]:
        """Claim as much of what is due as there is room for; nothing while the whole bot is refused."""
        if self.services.send_pause.seconds_left:
            return ()
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
            return await self._refused(row, fault)
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

    async def _refused(self, row: OutboxRow, fault: Exception) -> str:
        """Do about a message what its refusal asks for, and return what became of it."""
        match scope_of(fault):
            case Scope.BOT:
                self.services.send_pause.begin(fault)
                await self._put_off(row, self.services.send_pause.seconds_left)
                return "postponed"
            case Scope.CHANNEL:
                return await self._refused_there(row, fault)
            case Scope.MESSAGE:
                return await self._give_up(row, fault)
            case Scope.LATER | Scope.PERSON:
                return await self._failed(row, fault)

    async def _refused_there(self, row: OutboxRow, fault: Exception) -> str:
        """Look at the channel of a message that was refused because of it: only what is confirmed counts."""
        if isinstance(fault, discord.HTTPException) and fault.code in THREAD_CLOSED:
            await self.threads.see_to(row.channel_id)
            return await self._failed(row, fault)
        reach = await reach_of(self.services.client, row.channel_id)
        undelivered = self.services.tables.undelivered
        if reach in (Reach.CLOSED, Reach.DELETED):
            dropped = await undelivered.close_channel(row.channel_id, str(reason_of(fault)))
            log.warning("channel closed", table=row.game_id, channel=row.channel_id, dropped=dropped, reach=reach.value)
            if reach is Reach.DELETED:
                await undelivered.channel_deleted(row.channel_id)
            return "dropped"
        return await self._failed(row, fault)

    async def _give_up(self, row: OutboxRow, fault: Exception) -> str:
        trace = None if isinstance(fault, OUTSIDE) else fault
        reason = str(reason_of(fault))[:LONGEST_REASON]
        log.error("message given up", table=row.game_id, entry=row.id, reason=reason, exc_info=trace)
        await self.services.tables.undelivered.give_up(row, reason)
        return "given up"

    async def _put_off(self, row: OutboxRow, seconds: float) -> None:
        async with self.database.transaction() as session:
            await outbox.put_off(session, row, timedelta(seconds=seconds))

    async def _failed(self, row: OutboxRow, fault: Exception) -> str:
        """Try a message again later, up to a number of attempts."""
        if row.attempts + 1 >= ATTEMPTS or isinstance(fault, Refused | ValueError):
            return await self._give_up(row, fault)
        wait = max(FIRST_WAIT * 2**row.attempts, timedelta(seconds=asked_to_wait(fault)))
        reason = f"{type(fault).__name__}: {fault}"
        trace = None if isinstance(fault, OUTSIDE) else fault
        log.warning("message postponed", table=row.game_id, entry=row.id, reason=reason, wait=str(wait), exc_info=trace)
        async with self.database.transaction() as session:
            await outbox.postpone(session, row, wait)
        self.services.tables.undelivered.note(row)
        return "postponed"

    async def make_up_for(
        self, *, game_id: int | None = None, guild_id: int | None = None, channel_id: int | None = None
    ) -> None:
        """Send what was given up or postponed at a table, or in a channel or server, now that it may arrive."""
        if not self.services.tables.undelivered.tables:
            return
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
