"""The entry point to all tables: actions of people at them, their timers, and queries about them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.tables import seating
from bot.tables.analysis.lesson_progress import LessonProgress
from bot.tables.analysis.replays import Replays
from bot.tables.analysis.reviews import Reviews
from bot.tables.gameplay import Gameplay
from bot.tables.lobby_lifecycle import Lobby
from bot.tables.maintenance.erasure import Erasure
from bot.tables.maintenance.expired_deadlines import ExpiredDeadlines
from bot.tables.maintenance.repair import Repair
from bot.tables.maintenance.result_backfill import ResultBackfill
from bot.tables.maintenance.retention import USUAL_DAYS, Retention
from bot.tables.maintenance.servers import Servers
from bot.tables.maintenance.transfer import Transfer
from bot.tables.maintenance.undelivered_messages import UndeliveredMessages
from bot.tables.observers import clocks, computers, direct_calls, plan_execution, result_storage, voting
from bot.tables.observers.computers import Computers
from bot.tables.observers.direct_calls import DirectCalls
from bot.tables.observers.nudges import Nudges
from bot.tables.observers.overdue_players import is_late, is_silent, waited_since
from bot.tables.observers.plan_execution import Plans
from bot.tables.observers.reminders import Reminders
from bot.tables.observers.voting import Voting
from bot.tables.pauses import Pauses
from bot.tables.present_names import PresentNames
from bot.tables.repository import Committed, TableRepository
from bot.tables.seating import Seating
from bot.tables.table import Table
from bot.tables.table_notes import NoteLines
from bot.tables.transaction import TableTransactions
from storage import deliveries, games, moves, people
from storage.database import Database
from storage.models import GameRow, MoveRow, SeatRow

OBSERVERS = (
    seating.observe,
    voting.observe,
    clocks.observe,
    computers.observe,
    plan_execution.observe,
    result_storage.observe,
    direct_calls.observe,
)
"""The observers of each change of a table, in this order."""


class Waiting(NamedTuple):
    """A table that waits for a person."""

    table: Table
    since: datetime


class Tables:
    """All tables of a database."""

    def __init__(
        self, database: Database, committed: Committed = lambda: None, retention_days: int = USUAL_DAYS
    ) -> None:
        """Create the parts; `committed` is called after each commit that leaves jobs to be done."""
        self.database = database
        self.repository = TableRepository(database, committed)
        transactions = TableTransactions(self.repository, OBSERVERS, plan_execution.ready_seats)
        self.play = Gameplay(transactions)
        self.computers = Computers(transactions)
        self.present_names = PresentNames(self.repository)
        self.plans = Plans(transactions)
        self.note_lines = NoteLines(database)
        self.seating = Seating(transactions)
        self.pauses = Pauses(transactions)
        self.expired_deadlines = ExpiredDeadlines(transactions, self.seating)
        self.reminders = Reminders(self.repository)
        self.direct_calls = DirectCalls(self.repository)
        self.nudges = Nudges(transactions)
        self.lobby = Lobby(transactions)
        self.repair = Repair(transactions)
        self.result_backfill = ResultBackfill(self.repository)
        self.transfer = Transfer(transactions)
        self.servers = Servers(transactions)
        self.undelivered = UndeliveredMessages(transactions, self.direct_calls)
        self.reviews = Reviews(self.repository)
        self.lessons = LessonProgress(database)
        self.replays = Replays(self.repository)
        self.voting = Voting(transactions)
        self.erasure = Erasure(self.lobby, self.seating)
        self.retention = Retention(database, retention_days)

    async def table(self, game_id: int) -> Table:
        """Return a table. Raises Refused when there is none, TableBroken when it cannot be read."""
        return await self.repository.table(game_id)

    async def table_in(self, channel_id: int) -> Table:
        """Return the open table of a channel. Raises Refused when there is none, TableBroken when it cannot be read."""
        return await self.repository.table_in(channel_id)

    async def latest_in(self, channel_id: int) -> Table:
        """Return the open table of a channel, else its last one. Raises Refused when there never was one."""
        async with self.database.reading() as session:
            row = await games.latest_in_channel(session, channel_id)
        return await self.repository.table(row.id) if row else await self.repository.table_in(channel_id)

    async def log(self, game_id: int) -> Sequence[MoveRow]:
        """Return all entries of a table's log, in order."""
        async with self.database.reading() as session:
            return await moves.log(session, game_id)

    async def deadlines(self, table: Table) -> dict[int, datetime]:
        """Return the deadlines by seat, without those that have passed; none at a table without a time limit."""
        if not clocks.read_clock(table.row.clock).hours:
            return {}
        async with self.database.reading() as session:
            return await clocks.load_deadlines(session, table)

    async def waiting_since(self, table: Table) -> dict[int, datetime]:
        """Return for each deciding seat since when the table has waited for it."""
        async with self.database.reading() as session:
            moments = {seat: await waited_since(session, table, seat) for seat in table.deciding_seats}
        return {seat: moment for seat, moment in moments.items() if moment is not None}

    async def late_seats(self, table: Table) -> set[int]:
        """Return the seats of people who are away or late."""
        async with self.database.reading() as session:
            return {seat.number for seat in table.seats if await is_late(session, table, seat.number)}

    async def silent_seats(self, table: Table, user_id: int) -> list[int]:
        """Return the other seats for which this player may have a computer stand in, without being the host."""
        own_seat = table.seat_of(user_id)
        if own_seat is None:
            return []
        async with self.database.reading() as session:
            seats = [seat.number for seat in table.seats if seat.number != own_seat]
            return [seat for seat in seats if await is_silent(session, table, seat)]

    async def tables_of_user(self, user_id: int) -> list[tuple[GameRow, SeatRow, Table | None]]:
        """Return the running tables where a user has a seat; the table is None if its state cannot be read."""
        async with self.database.reading() as session:
            rows = await games.of_user(session, user_id)
        return [(row, seat, await self.load_if_readable(row.id)) for row, seat in rows]

    async def missed_decisions(self, user_id: int, game_ids: Sequence[int]) -> dict[int, int]:
        """Return how many decisions others have made since a person's last one, for tables where there are any."""
        async with self.database.reading() as session:
            counts = {game_id: await moves.made_since(session, game_id, user_id) for game_id in game_ids}
        return {game_id: count for game_id, count in counts.items() if count}

    async def finished_tables(self, user_id: int, *, limit: int = 25) -> Sequence[GameRow]:
        """Return the tables with a result where a person has or had a seat, the latest end first."""
        async with self.database.reading() as session:
            return await games.finished_of_user(session, user_id, limit=limit)

    async def waiting_tables(self, user_id: int, *, but_not: int | None = None) -> list[Waiting]:
        """Return the tables that wait for a person, in servers where the bot still is, the longest wait first.

        The table `but_not` is left out.
        """
        async with self.database.reading() as session:
            rows = [row for row in await games.played_now(session, user_id) if row[0] != but_not]
            servers_left = await people.servers_left(session) if rows else set()
            tables = list[Waiting]()
            for game_id, guild_id in rows:
                table = await self.load_if_readable(game_id) if guild_id not in servers_left else None
                seat = table.seat_of(user_id) if table else None
                wait_start = await waited_since(session, table, seat) if table and seat is not None else None
                if table and wait_start:
                    tables.append(Waiting(table, wait_start))
        return sorted(tables, key=lambda entry: (entry.since, entry.table.row.id))

    async def load_if_readable(self, game_id: int) -> Table | None:
        """Return one of several tables, or None if it cannot be read."""
        try:
            return await self.repository.load_quietly(game_id)
        except Exception:  # noqa: BLE001 - one broken table must not hide the others
            return None

    async def is_unreachable(self, game_id: int) -> bool:
        """Return whether the newest board could not be posted: its channel is gone or closed to the bot."""
        async with self.database.reading() as session:
            posted = await deliveries.last(session, game_id, "turn")
        return posted is not None and posted.failed is not None
