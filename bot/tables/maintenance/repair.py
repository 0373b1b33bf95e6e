"""Repair of tables by an operator: comparing the state with the log, restoring it from the log, ending a table."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sqlmodel.ext.asyncio.session import AsyncSession

import engines
from bot.tables.announcement import SUPERSEDED, Announcement
from bot.tables.table import Refused, Table
from bot.tables.transaction import TableChange, TableTransactions, unrated_lines
from bot.wording.texts import refusal
from engines import Game, Message, record
from storage import games, jobs, moves, seats
from storage.columns import UNREADABLE, utcnow
from storage.models import MoveKind, MoveRow, Status

LONGEST_REASON = 300
"""Characters of a fault's description."""
MOVED_ON = "somebody has played at table {} in this moment; try again"


class OperatorError(Exception):
    """An operator's request cannot be carried out; the text is a line for the operator."""


@dataclass(frozen=True)
class Difference:
    """The first move of a log that contradicts the rules."""

    number: int
    """Its number, from 1, among the moves that were not undone."""
    version: int
    seat: int
    reason: str


@dataclass(frozen=True)
class LogCheck:
    """The result of replaying a log by the rules with which its table began."""

    table: Table
    moves: int
    last_version: int
    game: Game | None
    """The game to which the log leads; None if a move was illegal."""
    first: Difference | None
    """The first move that is illegal, or has recorded another turn or other scores than it leads to."""
    unreadable: str | None = None
    """The reason why the stored state cannot be read."""
    parts: Sequence[str] = ()
    """Names of the parts in which the stored state differs."""
    is_drawn: bool = False
    """True if everybody agreed to end the game as a draw."""

    @property
    def is_sound(self) -> bool:
        """True if the stored state is the one to which the log leads."""
        is_log_longer = self.last_version > self.table.row.version
        return self.game is not None and self.unreadable is None and not self.parts and not is_log_longer


def replay_log(table: Table, log: Sequence[MoveRow]) -> LogCheck:
    """Replay the moves that were not undone, and compare. Raises TableBroken for an unknown game."""
    last_version = log[-1].version if log else 0
    first: Difference | None = None
    try:
        game = table.initial_game()
    except ValueError as fault:
        difference = Difference(0, 0, 0, str(fault)[:LONGEST_REASON])
        return LogCheck(table, len(log), last_version, None, difference)
    for number, move in enumerate(log, 1):
        turn = game.state.turn
        try:
            game.play(move.seat, record.parse(move.words))
        except engines.IllegalAction as fault:
            reason = refusal(table.row.key, fault.reason, table.names)
            difference = Difference(number, move.version, move.seat, f"illegal: {reason}"[:LONGEST_REASON])
            return LogCheck(table, len(log), last_version, None, difference)
        if first is None:
            contradiction = _find_contradiction(move, turn, [score.total for score in game.scores()])
            if contradiction:
                first = Difference(number, move.version, move.seat, contradiction)
    unreadable, parts = _compare_state(table, game)
    return LogCheck(table, len(log), last_version, game, first, unreadable, parts)


def _find_contradiction(move: MoveRow, turn: int, scores: list[int]) -> str | None:
    """Return how the log contradicts the turn and the scores of a move, or None."""
    if move.turn != turn:
        return f"made in turn {turn}, the log says {move.turn}"
    if move.scores and move.scores != scores:
        return f"leads to the scores {scores}, the log says {move.scores}"
    return None


def _compare_state(table: Table, game: Game) -> tuple[str | None, list[str]]:
    """Return why the stored state cannot be read, and the names of the parts in which it differs from `game`."""
    stored = table.row.state
    if stored is None:
        return "there is none", []
    if stored == UNREADABLE:
        return "it is no JSON", []
    try:
        state = engines.load(stored).dump()
    except engines.CorruptState as fault:
        return str(fault)[:LONGEST_REASON], []
    expected = game.dump()
    return None, sorted(part for part in state.keys() | expected.keys() if state.get(part) != expected.get(part))


async def _load_outline(session: AsyncSession, game_id: int) -> Table:
    row = await games.outline(session, game_id)
    if row is None:
        raise OperatorError(f"there is no table {game_id}")
    return Table(row, await seats.of_game(session, game_id))


class Repair:
    """Operators' work on tables, possible while a bot plays, which notices it by the version."""

    def __init__(self, transactions: TableTransactions) -> None:
        self.transactions = transactions
        self.repository = transactions.repository

    async def load_outline(self, game_id: int) -> Table:
        """Return the table without its state, which may be damaged. Raises OperatorError when there is none."""
        async with self.repository.database.snapshot() as session:
            return await _load_outline(session, game_id)

    async def examine(self, game_id: int) -> LogCheck:
        """Replay the log in a thread, without changing anything. Raises OperatorError, TableBroken."""
        async with self.repository.database.snapshot() as session:
            table = await _load_outline(session, game_id)
            if table.row.started_at is None:
                raise OperatorError(f"table {game_id} has not started")
            effective_moves = await moves.effective(session, game_id)
            entries = await moves.log(session, game_id)
            try:
                state = await games.state(session, game_id)
            except ValueError:
                state = UNREADABLE
        table.row.state = state
        check = await asyncio.to_thread(replay_log, table, effective_moves)
        return replace(check, is_drawn=any(entry.kind == MoveKind.DRAW for entry in entries))

    async def restore(self, check: LogCheck) -> None:
        """Store the state to which the log leads, and post the board of a running table again.

        Raises OperatorError when the log leads to no state, or the table has moved on since.
        """
        row = check.table.row
        game = check.game
        if game is None:
            raise OperatorError(f"the log of table {row.id} leads to no state")
        if row.status == Status.FINISHED and not (game.state.over or check.is_drawn):
            raise OperatorError(f"table {row.id} has ended; its log has not")
        try:
            async with self.transactions.change_loaded(check.table, hold=False) as transaction:
                # The new version is above those of all moves of the log, also if the stored one had fallen behind.
                await transaction.replace_game(game, steps=max(1, check.last_version - row.version + 1))
        except Refused as fault:
            raise OperatorError(MOVED_ON.format(row.id)) from fault

    async def load_open(self, game_id: int) -> Table:
        """Return a lobby or a running table without its state. Raises OperatorError when it is over."""
        table = await self.load_outline(game_id)
        if table.row.status not in games.OPEN:
            raise OperatorError(f"table {game_id} is over")
        return table

    async def end(self, game_id: int) -> None:
        """End a lobby or a running table, even with a damaged state, and tell its channel.

        Raises OperatorError when it is over, or somebody plays in the same moment.
        """
        row = (await self.load_open(game_id)).row
        was_running = row.status == Status.RUNNING
        columns: games.Changes = {"status": Status.ABANDONED}
        if was_running:
            columns["finished_at"] = utcnow()
        async with self.transactions.change_loaded(Table(row, ()), hold=False) as transaction:
            session = transaction.session
            if not await games.advance(session, game_id, row.version, **columns):
                raise OperatorError(MOVED_ON.format(game_id))
            transaction.table = await _load_outline(session, game_id)
            await transaction.notify_observers(TableChange())
            lines = [Message("say.ended_by_operator", {"game": row.key}), *(unrated_lines(row) if was_running else ())]
            notice = Announcement(kind="notice", version=row.version + 1, introduction=lines)
            await jobs.enqueue(session, game_id, row.channel_id, notice.kind, notice.payload(), replaces=SUPERSEDED)
