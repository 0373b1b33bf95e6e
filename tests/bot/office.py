"""A Discord of one channel that answers as the test wants, and a worker that writes to it."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import discord
from sqlmodel import col, select

from bot.delivery.message_jobs import Delivery
from bot.interactions.services import Services
from bot.tables import Table, Tables
from bot.tables.timers import PlayedTurns
from bot.work.worker import JobWorker
from storage import jobs
from storage.database import Database
from storage.models import JobRow, SeatOrder
from tests.bot.lobbies import next_click

CHANNEL = 5
ANNA = 11
BEN = 12


def http_fault(status: int, code: int = 0) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    headers = {"Content-Type": "application/json", "Via": "1.1 proxy"}
    response = SimpleNamespace(status=status, reason="", headers=headers)
    return kind(cast("Any", response), {"code": code, "message": "no"})


class Channel:
    """Takes messages and edits; raises the next of ``faults``, if there is one."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.edited: list[tuple[int, dict[str, Any]]] = []
        self.send_faults: list[Exception | None] = []
        self.edit_faults: list[Exception | None] = []

    async def send(self, content: str, **options: Any) -> Any:
        if self.send_faults and (fault := self.send_faults.pop(0)):
            raise fault
        self.sent.append((content, options))
        return SimpleNamespace(id=1000 + len(self.sent))

    def get_partial_message(self, message_id: int) -> Any:
        async def edit(**options: Any) -> None:
            if self.edit_faults and (fault := self.edit_faults.pop(0)):
                raise fault
            self.edited.append((message_id, options))

        return SimpleNamespace(edit=edit)


class Office:
    """A worker with its tables, and the channel it writes to."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.tables = Tables(database, self.committed)
        self.channel = Channel()
        self.asked: list[tuple[int, int | None]] = []
        self.looks: Exception | None = None
        """What Discord answers to whoever looks at the channel; None: that it is there."""
        client = SimpleNamespace(
            get_partial_messageable=self.messageable, get_guild=lambda guild_id: None, fetch_channel=self.look
        )
        self.services = Services(cast("Any", client), database, self.tables, PlayedTurns(database))
        self.worker = JobWorker(database)
        self.delivery = Delivery(self.services, self.worker)

    def committed(self) -> None:
        """Wake the worker only during a delivery, so that jobs otherwise stay queued until a test delivers them."""
        if self.worker.busy:
            self.worker.wake()

    def messageable(self, channel_id: int, *, guild_id: int | None) -> Channel:
        self.asked.append((channel_id, guild_id))
        return self.channel

    async def look(self, channel_id: int) -> Channel:
        if self.looks:
            raise self.looks
        return self.channel

    async def begin(self) -> Table:
        """Start a table of two, whose first post is queued."""
        lobby = await self.tables.lobby.open(
            "navegador",
            guild_id=9,
            channel_id=CHANNEL,
            host=(ANNA, "anna"),
            click=next_click(),
            order=SeatOrder.JOINING,
        )
        await self.tables.lobby.join(lobby.row.id, BEN, "ben", click=next_click())
        return await self.tables.lobby.start(lobby.row.id, user_id=ANNA)

    async def play(self, table: Table, *words: str) -> None:
        now = await self.tables.table(table.row.id)
        user = now.user_at(now.game.to_act[0])
        await self.tables.play.act(table.row.id, user or 0, words)

    async def deliver(self) -> None:
        self.worker.wake()
        await self.worker.idle()

    async def rows(self) -> Sequence[JobRow]:
        async with self.database.reading() as session:
            query = select(JobRow).where(jobs.IS_MESSAGE).order_by(col(JobRow.id)).limit(8)
            return (await session.exec(query)).all()

    async def live(self, table: Table) -> int | None:
        return (await self.tables.table(table.row.id)).row.live_message_id


def shows_button(options: dict[str, Any]) -> bool:
    return bool(options["view"] and options["view"].children)
