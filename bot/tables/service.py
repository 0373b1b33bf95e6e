"""The front door to tables: lobby, play, and what may be read of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from bot.tables import seating
from bot.tables.beside.lesson_progress import Lessons
from bot.tables.beside.replaying import Replays
from bot.tables.beside.reviewing import Reviews
from bot.tables.change import Road
from bot.tables.following import calling, clocks, computers, outcomes, plan_execution
from bot.tables.following.calling import Calling
from bot.tables.following.computers import Computers
from bot.tables.following.lateness import is_late, is_silent, waited_since
from bot.tables.following.nudging import Nudging
from bot.tables.following.plan_execution import Plans
from bot.tables.following.reminding import Reminding
from bot.tables.following.voting import Voting, follow
from bot.tables.gameplay import Play
from bot.tables.lobby_lifecycle import Lobby
from bot.tables.pausing import Pausing
from bot.tables.present_names import PresentNames
from bot.tables.repository import Committed, TableRepository
from bot.tables.seating import Seating
from bot.tables.table import Table
from bot.tables.upkeep.forgetting import Forgetting
from bot.tables.upkeep.mending import Mending
from bot.tables.upkeep.past import Past
from bot.tables.upkeep.retention import USUAL_DAYS, Retention
from bot.tables.upkeep.servers import Servers
from bot.tables.upkeep.timekeeping import Timekeeping
from bot.tables.upkeep.transfer import Transfer
from bot.tables.upkeep.undelivered import Undelivered
from storage import deliveries, games, moves, people
from storage.database import Database
from storage.models import GameRow, MoveRow, SeatRow

FOLLOWERS = (
    seating.follow,
    follow,
    clocks.follow,
    computers.follow,
    plan_execution.follow,
    outcomes.follow,
    calling.follow,
)
"""What looks at each change of a table, in this order."""


class Waiting(NamedTuple):
    """A table that waits for a person, and since when."""

    table: Table
    since: datetime


class Tables:
    """All tables of a database."""

    def __init__(
        self, database: Database, committed: Committed = lambda: None, retention_days: int = USUAL_DAYS
    ) -> None:
        """`committed` is called after every commit that has left something to be done."""
        self.database = database
        self.repository = TableRepository(database, committed)
        road = Road(self.repository, FOLLOWERS, plan_execution.ready)
        self.play = Play(road)
        self.computers = Computers(road)
        self.present_names = PresentNames(self.repository)
        self.plans = Plans(road)
        self.seating = Seating(road)
        self.pausing = Pausing(road)
        self.timekeeping = Timekeeping(road, self.seating)
        self.reminding = Reminding(self.repository)
        self.calling = Calling(self.repository)
        self.nudging = Nudging(road)
        self.lobby = Lobby(road)
        self.mending = Mending(road)
        self.past = Past(road)
        self.transfer = Transfer(road)
        self.servers = Servers(road)
        self.undelivered = Undelivered(road, self.calling)
        self.reviews = Reviews(self.repository)
        self.lessons = Lessons(database)
        self.replays = Replays(self.repository)
        self.voting = Voting(road)
        self.forgetting = Forgetting(self.lobby, self.seating)
        self.retention = Retention(database, retention_days)

    async def table(self, game_id: int) -> Table:
        """Raises Refused when there is none, TableBroken when it cannot be read."""
        return await self.repository.table(game_id)

    async def table_in(self, channel_id: int) -> Table:
        """The open table of a channel. Raises Refused when there is none, TableBroken when it cannot be read."""
        return await self.repository.table_in(channel_id)

    async def latest_in(self, channel_id: int) -> Table:
        """The open table of a channel, else the one that ended there last. Raises Refused when there never was one."""
        async with self.database.reading() as session:
            row = await games.latest_in_channel(session, channel_id)
        return await self.repository.table(row.id) if row else await self.repository.table_in(channel_id)

    async def log(self, game_id: int) -> Sequence[MoveRow]:
        """Every entry of a table's log, in order."""
        async with self.database.reading() as session:
            return await moves.log(session, game_id)

    async def deadlines(self, table: Table) -> dict[int, datetime]:
        """Until when seats must decide; nothing at a table without a time limit, and of seats whose time is up."""
        if not clocks.read_clock(table.row.clock).hours:
            return {}
        async with self.database.reading() as session:
            return await clocks.deadlines(session, table)

    async def waits(self, table: Table) -> dict[int, datetime]:
        """Since when the table waits for whom, by seat."""
        async with self.database.reading() as session:
            found = {seat: await waited_since(session, table, seat) for seat in table.waiting_for}
        return {seat: since for seat, since in found.items() if since is not None}

    async def late(self, table: Table) -> set[int]:
        """Seats of people who are not there or not in time."""
        async with self.database.reading() as session:
            return {seat.number for seat in table.seats if await is_late(session, table, seat.number)}

    async def silent(self, table: Table, user_id: int) -> list[int]:
        """Other seats for which this player may let a computer stand in, without being the host."""
        own = table.seat_of(user_id)
        if own is None:
            return []
        async with self.database.reading() as session:
            others = [each.number for each in table.seats if each.number != own]
            return [seat for seat in others if await is_silent(session, table, seat)]

    async def of_user(self, user_id: int) -> list[tuple[GameRow, SeatRow, Table | None]]:
        """The running tables where a user sits; the table is None where its state cannot be read."""
        async with self.database.reading() as session:
            mine = await games.of_user(session, user_id)
        found: list[tuple[GameRow, SeatRow, Table | None]] = []
        for row, seat in mine:
            found.append((row, seat, await self.readable(row.id)))
        return found

    async def missed(self, user_id: int, game_ids: Sequence[int]) -> dict[int, int]:
        """How many decisions others have made at tables since a person's last one, where there are any."""
        async with self.database.reading() as session:
            found = {game_id: await moves.made_since(session, game_id, user_id) for game_id in game_ids}
        return {game_id: made for game_id, made in found.items() if made}

    async def finished(self, user_id: int, *, limit: int = 25) -> Sequence[GameRow]:
        """The last tables that ended with a result where a person has or had a seat, the last one first."""
        async with self.database.reading() as session:
            return await games.finished_of_user(session, user_id, limit=limit)

    async def waiting(self, user_id: int, *, but_not: int | None = None) -> list[Waiting]:
        """The tables that wait for a person, wherever the bot still is, the one that has waited longest first.

        ``but_not``: a table that is left out.
        """
        async with self.database.reading() as session:
            mine = [played for played in await games.played_now(session, user_id) if played[0] != but_not]
            left = await people.servers_left(session) if mine else set()
            found = list[Waiting]()
            for game_id, guild_id in mine:
                table = await self.readable(game_id) if guild_id not in left else None
                seat = table.seat_of(user_id) if table else None
                if table is not None and seat is not None and (since := await waited_since(session, table, seat)):
                    found.append(Waiting(table, since))
        return sorted(found, key=lambda each: (each.since, each.table.row.id))

    async def readable(self, game_id: int) -> Table | None:
        """One of several tables; None where it cannot be read."""
        try:
            return await self.repository.one_of_many(game_id)
        except Exception:  # noqa: BLE001 - one broken table must not hide the others
            return None

    async def unreachable(self, game_id: int) -> bool:
        """Whether the newest board of a table could not be posted: its channel is gone or closed to the bot."""
        async with self.database.reading() as session:
            posted = await deliveries.last(session, game_id, "turn")
        return posted is not None and posted.failed is not None
