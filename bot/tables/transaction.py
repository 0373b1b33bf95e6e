"""Transactions on tables: all changes of a running table go through `TableTransaction`.

A transaction queues behind other changes of the table, in this process and in others, reads the table once, and stores
the change, its announcement and what follows from it together. Afterwards the worker is woken, which sends messages and
carries out what is due. What else depends on a change (clocks, votes, plans, computers) is an observer, in a list that
`TableTransactions` is given: this module knows none of them by name.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Unpack

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables import announcement, event_log
from bot.tables.announcement import Announcement
from bot.tables.change_announcements import (
    AnnouncementRequest,
    announce_change,
    board_without_news,
    post_announcement,
)
from bot.tables.repository import TableRepository, refuse_storage_errors
from bot.tables.table import Refused, Table
from bot.work import metrics
from bot.work.log_context import at_table
from engines import Action, Event, Game, Message, record
from storage import games, jobs, moves, seats
from storage.columns import utcnow
from storage.models import GameRow, JobRow, MoveKind, MoveRow, Status


@dataclass(frozen=True)
class Decision:
    """A decision that was played on the game but is not stored yet."""

    seat: int
    action: Action
    """The action as the game writes it (`Game.normal`)."""
    by_user: int | None
    """The user who decided; None for a computer."""
    events: Sequence[Event]
    scores: list[int]
    """Totals by seat after the decision."""
    turn: int
    """The turn in which it was made."""
    kinds: Collection[str]
    """First words of all possible answers to the question."""
    planned: bool = False
    """True if it is a planned move that the bot has made for the user."""


def play_decision(game: Game, seat: int, action: Action, by_user: int | None, *, planned: bool = False) -> Decision:
    """Play a decision on the game, and return it. Raises IllegalAction."""
    turn = game.state.turn  # turn and kinds are those of the question, before the answer changes them
    normal_action = game.normal(seat, action)
    kinds = game.kinds(seat)
    events = game.play(seat, normal_action)
    scores = [score.total for score in game.scores()]
    return Decision(seat, normal_action, by_user, events, scores, turn, kinds, planned)


def unrated_lines(row: GameRow) -> list[Message]:
    """Return the line that a rated game ends without a result, if the game was to be rated."""
    return [Message("unrated.abandoned")] if row.rated and row.guild_id is not None else []


@dataclass(frozen=True)
class TableChange:
    """The change that a transaction makes to a table, as its observers see it."""

    decided: Sequence[Decision] = ()
    """The decisions that were played; they do not include those that were taken back."""
    restarted: Collection[int] = ()
    """Seats that get the whole time again: they have decided, or somebody else plays there now."""
    resumed: Collection[int] = ()
    """Seats that get what remained of their time: their person is back, or has taken a move back."""
    undone: Collection[int] = ()
    """Seats whose decisions were taken back."""
    is_moved: bool = False
    """True if the table has moved to another channel."""
    is_reopened: bool = False
    """True if the game was over and goes on."""


@dataclass
class TableTransaction:
    """A table in the transaction that changes it.

    ============================ ============================= ============================================
    method                       entry of the log              message in the channel
    ============================ ============================= ============================================
    ``play``                     each move                     the moves
    ``add_entry``                one that is no move           its lines, with a new board if it is `fresh`
    ``take_back``                one that is no move           that moves were taken back
    ``apply_vote``               one that is no move           what was agreed to
    ``replace_game``             none                          the board of a running table, posted again
    ``abandon``                  none                          that the game has ended without a result
    ``begin``                    none                          the first board
    ``post_imported``            none                          the board
    ``move_to``                  none                          the board, in the other channel
    ``call_quietly``             none; nothing has changed     the board
    ``show_again``               none; nothing has changed     the board as a new message
    ============================ ============================= ============================================

    All but the last two notify the observers.
    """

    session: AsyncSession
    table: Table
    """The table as it is by now."""
    transactions: TableTransactions
    ready_seats: Collection[int] | None = None
    """Seats that decide at once by themselves, and need not be called; None if not known yet."""
    lines: list[Message] = field(default_factory=list)
    """Lines before the events in the announcement of ``play``, to which observers may add; unused by other changes."""

    async def play(
        self,
        decided: Sequence[Decision],
        introduction: Sequence[Message] = (),
        *,
        interaction_id: int | None = None,
        fresh: bool = False,
        unpinged_seats: Collection[int] = (),
    ) -> Announcement:
        """Store decisions that were played on the table's game, and return their announcement.

        Args:
            decided: The decisions, in order.
            introduction: Lines before the moves.
            interaction_id: The interaction that made the first decision; it can make no other one.
            fresh: True if the board is posted as a new message in any case.
            unpinged_seats: Seats that are only named: the caller sends them a direct message of its own.

        Raises:
            Refused: The table has moved on, or the interaction has made its move before.
        """
        game = self.table.game
        row = self.table.row
        version_before = row.version
        columns = _game_columns(game, ends=game.state.over)
        await self._advance(version_before, steps=len(decided), **columns)
        entries = [
            MoveRow(
                game_id=row.id,
                version=version_before + number,
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
        await self._record(entries)
        row.version = version_before + len(decided)
        row.turn = game.state.turn
        row.status = columns.get("status", row.status)
        metrics.MOVES.labels(row.key).inc(len(decided))
        if game.state.over:
            row.finished_at = columns["finished_at"]
        self.lines = list(introduction)
        await self.notify_observers(TableChange(decided, restarted={decision.seat for decision in decided}))
        # Only people who have decided by hand are there, and need no call to go on.
        moved_seats = {decision.seat for decision in decided if decision.by_user is not None and not decision.planned}
        request = AnnouncementRequest(
            lines=self.lines,
            lines_version=version_before + 1,
            moved_seats=moved_seats,
            as_new_message=fresh,
            unpinged_seats=unpinged_seats,
        )
        return await self._announce(request)

    async def add_entry(
        self,
        kind: MoveKind,
        seat: int,
        user_id: int | None,
        introduction: Sequence[Message] = (),
        *,
        words: str = "",
        fresh: bool = True,
        restarts: bool = False,
        resumed: Collection[int] = (),
        **columns: Unpack[games.Changes],
    ) -> None:
        """Add an entry to the log that is no move, and show it with the board.

        Args:
            kind: The kind of entry.
            seat: The seat that it is about.
            user_id: The user who caused it.
            introduction: Lines of the announcement.
            words: The text of the entry; for a change of players, the name that the seat had.
            fresh: True if the board is posted as a new message.
            restarts: True if the seat's player gets the whole time for a decision again.
            resumed: Seats whose time goes on with what remained of it.
            columns: Further columns of the table to be changed.
        """
        change = TableChange(restarted={seat} if restarts else (), resumed=resumed)
        await self._add_entry(kind, seat, user_id, change, words=words, **columns)
        request = AnnouncementRequest(
            lines=introduction, lines_version=self.table.row.version, as_new_message=fresh, without_decision=True
        )
        await self._announce(request)

    async def take_back(self, first_version: int, before: Game, seat: int, user_id: int, line: Message) -> None:
        """Take back a person's moves from version `first_version` on; `before` is the game before them."""
        change = TableChange(resumed=[seat], undone=await self._undo_from(first_version))
        await self._add_entry(MoveKind.UNDO, seat, user_id, change, line, game=before)
        await self._announce(AnnouncementRequest(moved_seats=[seat]))

    async def apply_vote(
        self,
        kind: MoveKind,
        seat: int,
        line: Message,
        *,
        first_version: int | None = None,
        before: Game | None = None,
        **columns: Unpack[games.Changes],
    ) -> None:
        """Store what everybody agreed to, with an entry of the log.

        Args:
            kind: The kind of entry.
            seat: The seat that proposed it.
            line: The line that tells the channel of it.
            first_version: The version from which moves are taken back; None if none are.
            before: The game before those moves; None if none are taken back.
            columns: Columns of the table to be changed.

        Raises:
            Refused: The table has moved on.
        """
        is_reopened = self.table.row.status == Status.FINISHED
        undone = set[int]() if first_version is None else await self._undo_from(first_version)
        change = TableChange(undone=undone, is_reopened=is_reopened)
        # Moves that are taken back leave a line in the log; other lines are only in the announcement.
        is_logged = first_version is not None
        await self._add_entry(
            kind, seat, self.table.user_at(seat), change, line if is_logged else None, game=before, **columns
        )
        if self.table.row.status == Status.ABANDONED:
            await self._announce_abandonment([line])
            return
        lines = [] if is_logged else [line]
        request = AnnouncementRequest(
            lines=lines, lines_version=self.table.row.version, as_new_message="clock" in columns
        )
        await self._announce(request)

    async def replace_game(self, game: Game, *, steps: int) -> None:
        """Replace the stored state of the table, and post the board of a running table again.

        `steps` is the number by which the table's version rises, as in `games.advance`. Raises Refused when the table
        has moved on.
        """
        is_running = self.table.is_running
        columns = _game_columns(game, ends=is_running and game.state.over)
        await self._advance(self.table.row.version, steps=steps, **columns)
        await self.reload()
        if is_running or self.table.row.status == Status.FINISHED:
            await self.notify_observers(TableChange())
        if is_running:
            await self.show_again()

    async def abandon(self, introduction: Sequence[Message]) -> None:
        """End the game without a result. Raises Refused when the table has moved on."""
        await self._advance(self.table.row.version, status=Status.ABANDONED, finished_at=utcnow())
        await self.reload()
        await self.notify_observers(TableChange())
        await self._announce_abandonment(introduction)

    async def begin(self, introduction: Sequence[Message]) -> None:
        """Post the first board of a table that has just started."""
        await self.notify_observers(TableChange())
        await self._announce(AnnouncementRequest(lines=introduction))

    async def post_imported(self) -> None:
        """Post the board of a running table that was imported from a file."""
        await post_announcement(self.session, self.table, board_without_news(self.table))
        await self.notify_observers(TableChange())

    async def call_quietly(self, seat: int) -> Announcement:
        """Name a seat that must decide after all, without a ping, and return the announcement.

        Raises Refused when the table has moved on.
        """
        row = await games.outline(self.session, self.table.row.id)
        if row is None or row.version != self.table.row.version or row.status != Status.RUNNING:
            raise Refused("error.moved_on")
        return await self._announce(AnnouncementRequest(unpinged_seats=[seat]))

    async def move_to(self, guild_id: int | None, channel_id: int) -> None:
        """Move the table to another channel, and post its board there. Raises ChannelBusy."""
        await games.move_to_channel(self.session, self.table.row.id, guild_id, channel_id)
        await self.reload()
        lines = [Message("say.moved_here", {"game": self.table.row.key})]
        await self._announce(AnnouncementRequest(lines=lines, repeats_last=True))
        await self.notify_observers(TableChange(is_moved=True))

    async def show_again(self) -> None:
        """Post the board as a new message, with the events that nobody has read."""
        lines = [Message(announcement.POSTED_AGAIN)]
        await self._announce(AnnouncementRequest(lines=lines, repeats_last=True))

    async def notify_observers(self, change: TableChange) -> None:
        """Let each observer adapt its own rows to the change."""
        self.ready_seats = None
        for observe in self.transactions.observers:
            await observe(self, change)

    async def reload(self) -> Table:
        """Read the table again in this transaction, and return it."""
        row = await games.get(self.session, self.table.row.id)
        assert row is not None
        self.table = Table(row, await seats.of_game(self.session, row.id))
        return self.table

    async def reload_seats(self) -> Table:
        """Read only the seats of the table again in this transaction, and return the table."""
        self.table = Table(self.table.row, await seats.of_game(self.session, self.table.row.id))
        return self.table

    async def _add_entry(
        self,
        kind: MoveKind,
        seat: int,
        user_id: int | None,
        change: TableChange,
        line: Message | None = None,
        *,
        game: Game | None = None,
        words: str = "",
        **columns: Unpack[games.Changes],
    ) -> None:
        """Add an entry to the log that is no move, with the `line` that it shows and the state that it leads to.

        The state stays as it is if `game` is None.
        """
        state = game or self.table.game
        version = self.table.row.version
        await self._advance(version, **(_game_columns(state) | columns))
        entry = MoveRow(
            game_id=self.table.row.id,
            version=version + 1,
            kind=kind,
            seat=seat,
            words=words,
            by_user_id=user_id,
            turn=state.state.turn,
            events=msgspec.to_builtins([event_log.remark_event(line)] if line else []),
            scores=[score.total for score in state.scores()],
        )
        await self._record([entry])
        await self.reload()
        await self.notify_observers(change)

    async def _undo_from(self, first_version: int) -> set[int]:
        """Mark the moves from this version on as undone, and return the seats that made them."""
        undone = await moves.effective(self.session, self.table.row.id, after=first_version - 1)
        await moves.undo_from(self.session, self.table.row.id, first_version)
        return {move.seat for move in undone}

    async def _announce(self, request: AnnouncementRequest) -> Announcement:
        if self.ready_seats is None:
            self.ready_seats = await self.transactions.ready_seats(self.session, self.table)
        return await announce_change(self.session, self.table, request, self.ready_seats)

    async def _announce_abandonment(self, introduction: Sequence[Message]) -> None:
        lines = [*introduction, *unrated_lines(self.table.row)]
        notice = Announcement(kind="notice", version=self.table.row.version, introduction=lines, shows_standings=True)
        await post_announcement(self.session, self.table, notice)

    async def _advance(self, version: int, *, steps: int = 1, **columns: Unpack[games.Changes]) -> None:
        if not await games.advance(self.session, self.table.row.id, version, steps=steps, **columns):
            raise Refused("error.moved_on")

    async def _record(self, entries: Sequence[MoveRow]) -> None:
        with refuse_storage_errors():
            await moves.record(self.session, *entries)


def _game_columns(game: Game, *, ends: bool = False) -> games.Changes:
    """Return the columns that store a game, and with `ends` that the table is finished."""
    columns: games.Changes = {"state": game.dump(), "turn": game.state.turn}
    if ends:
        columns |= {"status": Status.FINISHED, "finished_at": utcnow()}
    return columns


Observer = Callable[[TableTransaction, TableChange], Coroutine[Any, Any, None]]
"""A function that looks at a change of a table, and adapts rows of its own."""

ReadySeats = Callable[[AsyncSession, Table], Coroutine[Any, Any, Collection[int]]]
"""A function that returns the seats that decide at once by themselves."""


class TableTransactions:
    """Open transactions on tables.

    `change_running` and `change` hold a table and then read it: for all that depends on its present state.
    `change_loaded` takes a table that was read before: for a move, which is played on the game in memory while nobody
    waits, and which the version refuses if somebody else was faster. `join` continues an open transaction, and
    `finish_timer` carries out what was due.
    """

    def __init__(self, repository: TableRepository, observers: Sequence[Observer], ready_seats: ReadySeats) -> None:
        self.repository = repository
        self.observers = observers
        self.ready_seats = ready_seats

    @asynccontextmanager
    async def change_running(self, game_id: int) -> AsyncIterator[TableTransaction]:
        """Hold the running table until the end of the block.

        Several changes, also in other processes, come one after the other, each with the result of the one before.
        Raises Refused, TableBroken.
        """
        async with self.change(game_id) as transaction:
            self.check_running(transaction.table)
            yield transaction

    @asynccontextmanager
    async def change(self, game_id: int) -> AsyncIterator[TableTransaction]:
        """Hold a table as `change_running` does, whether it runs or not."""
        at_table(game_id)
        async with self.repository.lock(game_id), self.repository.holding(game_id) as session:
            yield TableTransaction(session, await self.repository.load_within(session, game_id), self)

    @asynccontextmanager
    async def change_loaded(self, table: Table, *, hold: bool = True) -> AsyncIterator[TableTransaction]:
        """Change a table that was read before and perhaps already changed in memory, running or not.

        If the table has moved on since, storing raises Refused. With `hold` nobody else changes it until the end of the
        block; a move that is stored at once does not need that.
        """
        async with self.repository.lock(table.row.id), self.repository.writing() as session:
            if hold:
                await games.hold(session, table.row.id)
            yield TableTransaction(session, table, self)

    def join(self, session: AsyncSession, table: Table) -> TableTransaction:
        """Return the transaction on a table that was created, or read, in an open database transaction."""
        return TableTransaction(session, table, self)

    @asynccontextmanager
    async def finish_timer(self, timer: JobRow, table: Table | None) -> AsyncIterator[TableTransaction | None]:
        """Delete a timer in a transaction on the table as it was read for it.

        Yields None if the timer was set again since, so that its new run does the rest, or if there is no table.
        """
        # The table is held before the timer, in the same order as by a person's move.
        async with self.repository.lock(timer.game_id), self.repository.holding(timer.game_id) as session:
            is_current = await jobs.complete(session, timer)
            yield TableTransaction(session, table, self) if is_current and table is not None else None

    async def load_running(self, game_id: int) -> Table:
        """Return the table of this number. Raises Refused when it does not run, TableBroken."""
        return self.check_running(await self.repository.table(game_id))

    async def load_if_running(self, game_id: int) -> Table | None:
        """Return the table of this number, or None when it does not run. Raises TableBroken."""
        try:
            return await self.load_running(game_id)
        except Refused:
            return None

    @staticmethod
    def check_running(table: Table) -> Table:
        """Return the same table. Raises Refused when it does not run."""
        if not table.is_running:
            raise Refused(table.not_running_reason)
        return table
