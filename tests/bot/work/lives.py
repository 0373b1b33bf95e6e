"""Processes that play, think and send as the bot does, until they are killed; Discord is a file of posts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from sqlmodel import col, select

import render
from bot.tables import Refused
from bot.tables.timers import serve_timers
from engines import IllegalAction
from storage import jobs
from storage.database import Database
from storage.jobs import Kind
from storage.models import JobRow
from tests.bot.grey_pixels import grey_pixel
from tests.bot.office import Channel, Office
from tests.bot.timers import handlers_of

FIRST_MESSAGE = 1000


@dataclass
class Posted:
    """The messages that Discord has taken, oldest first, each with the nonce by which it recognises a second one."""

    file: Path
    nonces: list[str] = field(default_factory=list)

    def read(self) -> list[str]:
        """Return the nonces of all messages."""
        self.nonces = self.file.read_text(encoding="ascii").split() if self.file.exists() else []
        return self.nonces

    def post(self, nonce: str) -> int:
        """Post a message unless it is there, and return its id."""
        if nonce not in self.read():
            with self.file.open("a", encoding="ascii") as stream:
                stream.write(f"{nonce}\n")
                stream.flush()
            self.nonces.append(nonce)
        return FIRST_MESSAGE + self.nonces.index(nonce)


class LastingChannel(Channel):
    """A channel that outlives the process; answers take a moment, in which the process may be killed."""

    def __init__(self, posted: Posted, chance: Random) -> None:
        super().__init__()
        self.posted = posted
        self.chance = chance

    async def send(self, content: str, **options: Any) -> Any:
        await asyncio.sleep(self.chance.random() / 200)
        message_id = self.posted.post(options["nonce"])
        await asyncio.sleep(self.chance.random() / 200)
        return SimpleNamespace(id=message_id)


def live(url: str, file: str, table_ids: Sequence[int], seed: int, has_begun: Event, plays: bool) -> None:
    """Play at these tables at random, and do all that is due, until killed; without playing, until nothing is due."""
    render.picture = lambda view, caption: grey_pixel()
    asyncio.run(_live(url, Path(file), table_ids, Random(seed), has_begun, plays))


async def _live(url: str, file: Path, table_ids: Sequence[int], chance: Random, has_begun: Event, plays: bool) -> None:
    async with Database.open(url) as database:
        await jobs.free(database)
        office = Office(database)
        office.channel = LastingChannel(Posted(file), chance)
        serve_timers(office.worker, handlers_of(office.tables), office.services.turns)
        office.tables.repository.committed = office.worker.wake
        office.worker.start()
        has_begun.set()
        while plays:
            await _play(office, chance.choice(table_ids), chance)
        while await _is_waiting(database):
            office.worker.wake()
            await office.worker.idle()
            await asyncio.sleep(0.1)  # what a process that was killed has claimed is free in a while


async def _is_waiting(database: Database) -> bool:
    """Return whether something is still to be sent, or to be decided by a computer."""
    async with database.reading() as session:
        query = select(JobRow.id).where(jobs.PENDING, col(JobRow.kind).not_in([Kind.REMINDER, Kind.DEADLINE]))
        return (await session.exec(query.limit(1))).first() is not None


async def _play(office: Office, game_id: int, chance: Random) -> None:
    """Have a person at a table make a legal move."""
    table = await office.tables.table(game_id)
    seats = [seat for seat in table.game.to_act if table.user_at(seat) is not None] if table.is_running else []
    if not seats:
        await asyncio.sleep(0.01)
        return
    seat = chance.choice(seats)
    with contextlib.suppress(Refused, IllegalAction):  # another process may have been faster
        await office.tables.play.act(game_id, table.user_at(seat) or 0, chance.choice(table.game.legal(seat)))
