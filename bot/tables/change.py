"""The one road in: whatever changes a running table happens inside a ``Change``.

It queues behind other changes of the table, in this process and in others, reads the table once, and is stored,
followed and told in one transaction, after which whoever sends messages and does what is due is woken. What else looks
at a change (clocks, votes, plans, computers) is a follower, in a list that the road is given: none is known by name.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Unpack

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement, story
from bot.tables.announcement import Announcement
from bot.tables.repository import TableRepository, refusing
from bot.tables.table import Refused, Table
from bot.tables.telling import News, announce, post, without_news
from bot.work import metrics
from bot.work.handling import at_table
from engines import Action, Event, Game, Message, record
from storage import games, jobs, moves, seats
from storage.columns import utcnow
from storage.models import GameRow, JobRow, MoveKind, MoveRow, Status


@dataclass(frozen=True)
class Decision:
    """A decision that was played on the game but is not stored yet."""

    seat: int
    action: Action
    by_user: int | None
    events: Sequence[Event]
    scores: list[int]
    turn: int
    kinds: Collection[str]
    """First words of all answers to what was asked."""
    planned: bool = False


def decide(game: Game, seat: int, action: Action, by_user: int | None, *, planned: bool = False) -> Decision:
    """Plays a decision on the game. Raises IllegalAction."""
    turn, action, kinds = game.state.turn, game.normal(seat, action), game.kinds(seat)
    events = game.play(seat, action)
    return Decision(seat, action, by_user, events, [score.total for score in game.scores()], turn, kinds, planned)


def abandoned(row: GameRow) -> list[Message]:
    """What is said of the rating where a game ends without a result, if it was to count."""
    return [Message("unrated.abandoned")] if row.rated and row.guild_id is not None else []


@dataclass(frozen=True)
class Happened:
    """What followers look at."""

    decided: Sequence[Decision] = ()
    anew: Collection[int] = ()
    """Seats that have the whole time again: they have decided, or somebody else sits there."""
    resumed: Collection[int] = ()
    """Seats that have what was left of their time: their person is back, or has taken back."""
    undone: Collection[int] = ()
    """Seats whose decisions were taken back."""
    moved_here: bool = False
    """The table is in another channel."""
    reopened: bool = False
    """The game was over and goes on."""


@dataclass
class Change:
    """A table in the transaction that changes it. ``table`` is as it stands by now.

    ============= ============================= ============================================
    ..            entry of the log              what the channel sees
    ============= ============================= ============================================
    ``play``      each move                     the moves
    ``note``      one that is no move           its lines, with a new board unless not fresh
    ``take_back`` the same                      that it was taken back
    ``agreed``    the same                      what was agreed to
    ``put``       none                          the board of a running table, posted again
    ``abandon``   none                          that the game has ended without a result
    ``begin``     none                          the first board
    ``arrive``    none                          the board
    ``move_to``   none                          the board, in the other channel
    ``tell``      none; nothing has changed     its lines and the board
    ============= ============================= ============================================

    All but ``tell`` let the followers look at what happened.
    """

    session: AsyncSession
    table: Table
    road: Road
    ready: Collection[int] | None = None
    """Seats that are not called, since they play at once by themselves; None: not known yet."""
    lines: list[Message] = field(default_factory=list)
    """What the channel is told before what happened; followers may add to it."""

    async def play(
        self,
        decided: Sequence[Decision],
        introduction: Sequence[Message] = (),
        *,
        interaction_id: int | None = None,
        fresh: bool = False,
        named: Collection[int] = (),
    ) -> Announcement:
        """Store decisions that were played on the table's game, and return what the channel is told.

        ``fresh``: the board is posted anew; ``named``: see ``News``. Raises Refused when the table has moved on, or the
        interaction has made its move before.
        """
        game, row = self.table.game, self.table.row
        before = row.version
        changes = _kept_of(game, ends=game.state.over)
        await self._advance(before, steps=len(decided), **changes)
        entries = [
            MoveRow(
                game_id=row.id,
                version=before + number,
                seat=decision.seat,
                words=record.notation(decision.action),
                by_user_id=decision.by_user,
                interaction_id=interaction_id if number == 1 else None,
                planned=decision.planned,
                turn=decision.turn,
                events=msgspec.to_builtins(decision.events),
                scores=decision.scores,
            )
            for number, decision in enumerate(decided, 1)
        ]
        await self._log(entries)
        row.version = before + len(decided)
        row.turn = game.state.turn
        row.status = changes.get("status", row.status)
        metrics.MOVES.labels(row.key).inc(len(decided))
        if game.state.over:
            row.finished_at = changes["finished_at"]
        self.lines = list(introduction)
        await self.follow(Happened(decided, anew={decision.seat for decision in decided}))
        present = {each.seat for each in decided if each.by_user is not None and not each.planned}
        return await self._announce(News(lines=self.lines, at=before + 1, moved=present, fresh=fresh, named=named))

    async def note(
        self,
        kind: MoveKind,
        seat: int,
        user_id: int | None,
        introduction: Sequence[Message] = (),
        *,
        words: str = "",
        fresh: bool = True,
        anew: bool = False,
        resumed: Collection[int] = (),
        **changes: Unpack[games.Changes],
    ) -> None:
        """An entry of the log that is no move, and the board with it, ``fresh``: as a new message. ``anew``: whoever
        plays the seat now has the whole time; ``resumed`` seats have what was left."""
        happened = Happened(anew={seat} if anew else (), resumed=resumed)
        await self._enter(kind, seat, user_id, happened, words=words, **changes)
        await self._announce(News(lines=introduction, at=self.table.row.version, fresh=fresh, again=True))

    async def take_back(self, since: int, before: Game, seat: int, user_id: int, told: Message) -> None:
        """A person takes the moves from version ``since`` on back, ``before`` which the game was this."""
        happened = Happened(resumed=[seat], undone=await self._undo_from(since))
        await self._enter(MoveKind.UNDO, seat, user_id, happened, told, game=before)
        await self._announce(News(moved=[seat]))

    async def agreed(
        self,
        kind: MoveKind,
        seat: int,
        told: Message,
        *,
        since: int | None = None,
        before: Game | None = None,
        **changes: Unpack[games.Changes],
    ) -> None:
        """Stores what everybody agreed to as ``seat`` proposed it: an entry of the log and what changes.

        The channel is ``told``. ``since``: moves from this version on are taken back, ``before`` is the game before
        them. Raises Refused when the table has moved on.
        """
        over = self.table.row.status == Status.FINISHED
        undone = set[int]() if since is None else await self._undo_from(since)
        happened = Happened(undone=undone, reopened=over)
        logged = None if since is None else told
        await self._enter(kind, seat, self.table.user_at(seat), happened, logged, game=before, **changes)
        if self.table.row.status == Status.ABANDONED:
            await self._say_abandoned([told])
            return
        lines = [told] if logged is None else []
        await self._announce(News(lines=lines, at=self.table.row.version, fresh="clock" in changes))

    async def put(self, game: Game, *, steps: int) -> None:
        """This state takes the place of whatever the table has, its board is posted anew; ``steps`` as for
        ``games.advance``. Raises Refused when the table has moved on."""
        running = self.table.running
        changes = _kept_of(game, ends=running and game.state.over)
        await self._advance(self.table.row.version, steps=steps, **changes)
        await self.reread()
        if running or self.table.row.status == Status.FINISHED:
            await self.follow(Happened())
        if running:
            await self.show_again()

    async def abandon(self, introduction: Sequence[Message]) -> None:
        """The game ends without a result. Raises Refused when the table has moved on."""
        await self._advance(self.table.row.version, status=Status.ABANDONED, finished_at=utcnow())
        await self.reread()
        await self.follow(Happened())
        await self._say_abandoned(introduction)

    async def begin(self, introduction: Sequence[Message]) -> None:
        """The first board of a table that has just started."""
        await self.follow(Happened())
        await self._announce(News(lines=introduction))

    async def arrive(self) -> None:
        """The board of a table that was brought here, which goes on."""
        await post(self.session, self.table, without_news(self.table))
        await self.follow(Happened())

    async def tell(self, introduction: Sequence[Message]) -> None:
        """Posts the board anew with these lines, and calls whom the table waits for. Raises Refused when it has moved
        on."""
        row = await games.outline(self.session, self.table.row.id)
        if row is None or row.version != self.table.row.version or row.status != Status.RUNNING:
            raise Refused("error.moved_on")
        await self._announce(News(lines=introduction, fresh=True))

    async def call_quietly(self, seat: int) -> Announcement:
        """Name a seat that must decide after all, without a ping, and return what the channel is told. Raises Refused
        when the table has moved on."""
        row = await games.outline(self.session, self.table.row.id)
        if row is None or row.version != self.table.row.version or row.status != Status.RUNNING:
            raise Refused("error.moved_on")
        return await self._announce(News(named=[seat]))

    async def move_to(self, guild_id: int | None, channel_id: int) -> None:
        """The table goes on in another channel, where its board is posted anew. Raises ChannelBusy."""
        await games.move_to_channel(self.session, self.table.row.id, guild_id, channel_id)
        await self.reread()
        lines = [Message("say.moved_here", {"game": self.table.row.key})]
        await self._announce(News(lines=lines, repeat=True))
        await self.follow(Happened(moved_here=True))

    async def show_again(self) -> None:
        """Queues the board anew, with what nobody has heard."""
        lines = [Message(announcement.POSTED_AGAIN)]
        await self._announce(News(lines=lines, repeat=True))

    async def follow(self, happened: Happened) -> None:
        """Lets everything that looks at changes see to its own rows."""
        self.ready = None
        for follower in self.road.followers:
            await follower(self, happened)

    async def reread(self) -> Table:
        """The table as it is in this transaction."""
        row = await games.get(self.session, self.table.row.id)
        assert row is not None
        self.table = Table(row, await seats.of_game(self.session, row.id))
        return self.table

    async def reseat(self) -> Table:
        """The table after its seats alone were changed."""
        self.table = Table(self.table.row, await seats.of_game(self.session, self.table.row.id))
        return self.table

    async def _enter(
        self,
        kind: MoveKind,
        seat: int,
        user_id: int | None,
        happened: Happened,
        told: Message | None = None,
        *,
        game: Game | None = None,
        words: str = "",
        **changes: Unpack[games.Changes],
    ) -> None:
        """An entry of the log that is no move, with what is ``told`` of it and the state it leads to (None: it
        stays)."""
        state, version = game or self.table.game, self.table.row.version
        await self._advance(version, **(_kept_of(state) | changes))
        entry = MoveRow(
            game_id=self.table.row.id,
            version=version + 1,
            kind=kind,
            seat=seat,
            words=words,
            by_user_id=user_id,
            turn=state.state.turn,
            events=msgspec.to_builtins([story.said(told)] if told else []),
            scores=[score.total for score in state.scores()],
        )
        await self._log([entry])
        await self.reread()
        await self.follow(happened)

    async def _undo_from(self, since: int) -> set[int]:
        """Moves from this version on do not count any more; whose seats those were."""
        gone = await moves.effective(self.session, self.table.row.id, after=since - 1)
        await moves.undo_from(self.session, self.table.row.id, since)
        return {move.seat for move in gone}

    async def _announce(self, news: News) -> Announcement:
        if self.ready is None:
            self.ready = await self.road.ready(self.session, self.table)
        return await announce(self.session, self.table, news, self.ready)

    async def _say_abandoned(self, introduction: Sequence[Message]) -> None:
        lines = [*introduction, *abandoned(self.table.row)]
        what = Announcement(kind="notice", version=self.table.row.version, introduction=lines, standings=True)
        await post(self.session, self.table, what)

    async def _advance(self, version: int, *, steps: int = 1, **changes: Unpack[games.Changes]) -> None:
        if not await games.advance(self.session, self.table.row.id, version, steps=steps, **changes):
            raise Refused("error.moved_on")

    async def _log(self, entries: Sequence[MoveRow]) -> None:
        with refusing():
            await moves.record(self.session, *entries)


def _kept_of(game: Game, *, ends: bool = False) -> games.Changes:
    """What is stored of a game, and that the table ``ends`` with it."""
    kept: games.Changes = {"state": game.dump(), "turn": game.state.turn}
    return kept | {"status": Status.FINISHED, "finished_at": utcnow()} if ends else kept


Follower = Callable[[Change, Happened], Coroutine[Any, Any, None]]
"""Looks at what changed about a table, and sets rows of its own."""


Ready = Callable[[AsyncSession, Table], Coroutine[Any, Any, Collection[int]]]
"""The seats that decide at once by themselves."""


class Road:
    """The way in to all running tables.

    ``change`` holds a running table and then reads it: for all that depends on how it stands. ``at`` does so with any
    table. ``change_as_read`` has read it before: for a move, which is played on the game in memory while nobody
    waits, and which the version refuses if somebody else was faster. ``inside`` is for a transaction that goes on,
    ``settling`` for what was due.
    """

    def __init__(self, repository: TableRepository, followers: Sequence[Follower], ready: Ready) -> None:
        self.repository = repository
        self.followers = followers
        self.ready = ready

    @asynccontextmanager
    async def change(self, game_id: int) -> AsyncIterator[Change]:
        """The running table as it stays until the block has changed it: of several changes, also in other processes,
        one comes after the other, and sees what the one before has done. Raises Refused, TableBroken."""
        async with self.at(game_id) as change:
            self.check_running(change.table)
            yield change

    @asynccontextmanager
    async def at(self, game_id: int) -> AsyncIterator[Change]:
        """The same of a table that runs or not."""
        at_table(game_id)
        async with self.repository.lock(game_id), self.repository.holding(game_id) as session:
            yield Change(session, await self.repository.table_within(session, game_id), self)

    @asynccontextmanager
    async def change_as_read(self, table: Table, *, hold: bool = True) -> AsyncIterator[Change]:
        """A change of a table as somebody has read it and perhaps already changed it in memory, running or not: if it
        has moved on since, storing raises Refused. ``hold``: keeps others from changing it until the end of the block;
        whoever stores a move at once needs not."""
        async with self.repository.lock(table.row.id), self.repository.writing() as session:
            if hold:
                await games.hold(session, table.row.id)
            yield Change(session, table, self)

    def inside(self, session: AsyncSession, table: Table) -> Change:
        """The change of a table that was made, or read, in a transaction that goes on."""
        return Change(session, table, self)

    @asynccontextmanager
    async def settling(self, timer: JobRow, table: Table | None) -> AsyncIterator[Change | None]:
        """A change that settles what was due, with the table as it was read for that. None: whoever has set the timer
        anew since sees to the rest, or there is no table (any more) where something is to be done."""
        # The table is held before the timer, as by whoever moves.
        async with self.repository.lock(timer.game_id), self.repository.holding(timer.game_id) as session:
            mine = await jobs.done(session, timer)
            yield Change(session, table, self) if mine and table is not None else None

    async def running(self, game_id: int) -> Table:
        """The table of this number. Raises Refused when it does not run, TableBroken."""
        return self.check_running(await self.repository.table(game_id))

    async def still_running(self, game_id: int) -> Table | None:
        """The table of this number; None when it does not run. Raises TableBroken."""
        try:
            return await self.running(game_id)
        except Refused:
            return None

    @staticmethod
    def check_running(table: Table) -> Table:
        """The same table. Raises Refused when it does not run."""
        if not table.running:
            raise Refused(table.why_not_running)
        return table
