"""Tables without Discord: lobbies of four friends, and the announcements that are queued."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import msgspec
import pytest

from bot.tables import Refused, Table, Tables, event_log
from bot.tables.announcement import SEAT_OFFERS, Announcement, decode
from engines import Action, Event, Game
from engines.record import notation
from storage import games, moves
from storage.database import Database
from storage.models import MoveRow, SeatOrder
from tests.bot.prepared import store_started_table
from tests.bot.timers import timer_worker
from tests.storage.sample import unsent

sqlite = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
on_both = pytest.mark.parametrize("backend", ["sqlite", "postgresql"], indirect=True)
"""What reaches the database as no test of the storage does, or in several processes: on PostgreSQL in every run."""

ANNA = 11
BEN = 12
CARLA = 13
DIRK = 14
MANAGER = 97
"""Sits at no table, and manages the server."""
NAMES = {ANNA: "anna", BEN: "ben", CARLA: "carla", DIRK: "dirk"}


_CLICKS = count(10_000)


def next_click() -> int:
    """Return an interaction id that no other click has."""
    return next(_CLICKS)


async def open_lobby(tables: Tables, *guests: int, game: str = "navegador", **options: Any) -> Table:
    """Open Anna's lobby and let her guests join; seats are taken in the order of joining."""
    chosen: dict[str, Any] = {"guild_id": None, "channel_id": 5, "host": (ANNA, "anna"), "order": SeatOrder.JOINING}
    table = await tables.lobby.open(game, **(chosen | {"click": next_click()} | options))
    for guest in guests:
        await tables.lobby.join(table.row.id, guest, NAMES[guest], click=next_click())
    return await tables.table(table.row.id)


async def start_table(tables: Tables, *guests: int, game: str = "navegador", **options: Any) -> Table:
    """Start Anna's table with her guests, without a lobby unless an option needs one."""
    if options.keys() <= {"guild_id", "channel_id", "order", "options"}:
        chosen: dict[str, Any] = {"guild_id": None, "channel_id": 5, "order": SeatOrder.JOINING} | options
        return await store_started_table(
            tables, game, [(user, NAMES[user]) for user in (ANNA, *guests)], next_click, **chosen
        )
    lobby = await open_lobby(tables, *guests, game=game, **options)
    return await tables.lobby.start(lobby.row.id, user_id=ANNA)


async def replace_game(tables: Tables, table: Table, game: Game) -> None:
    """Replace the position of a table by ``game``, and post its board again."""
    async with tables.play.transactions.change_loaded(table, hold=False) as change:
        await change.replace_game(game, steps=1)


async def run_due_jobs(tables: Tables) -> None:
    """Do all that is due at tables."""
    worker = timer_worker(tables)
    worker.wake()
    await worker.idle()


async def run_table_jobs(tables: Tables, game_id: int) -> Table:
    """Do all that is due, decisions of computers too, and return the table afterwards."""
    await run_due_jobs(tables)
    return await tables.table(game_id)


@dataclass(frozen=True)
class QueuedAnnouncement:
    """A queued announcement, with the events ``before`` and ``after`` its call."""

    announcement: Announcement
    before: Sequence[Event]
    after: Sequence[Event]
    marked: Sequence[Event]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.announcement, name)


async def queued_announcements(database: Database, game_id: int) -> list[QueuedAnnouncement]:
    """Return the announcements that wait to be sent, oldest first."""
    async with database.reading() as session:
        waiting = [decode(row.payload) for row in await unsent(session, game_id) if row.kind != SEAT_OFFERS]
        log = await event_log.load_entries(session, game_id, *waiting)
    stories = [event_log.narrate(announcement, log) for announcement in waiting]
    return [
        QueuedAnnouncement(announcement, story.before, story.after, story.marked)
        for announcement, story in zip(waiting, stories, strict=True)
    ]


@contextmanager
def raises_refusal(id: str) -> Iterator[None]:
    """Expect that the block is refused with the text of this id."""
    with pytest.raises(Refused) as raised:
        yield
    assert refusal(raised) == id


def refusal(raised: pytest.ExceptionInfo[Refused]) -> str:
    return raised.value.message.id


async def decide_silently(database: Database, table: Table, decided: Iterable[tuple[int, Action]]) -> None:
    """Make decisions of a running table without announcing them.

    Log and state are as if people had made the decisions.
    """
    game = table.game
    row = table.row
    entries = list[MoveRow]()
    for number, (seat, action) in enumerate(decided, 1):
        turn = game.state.turn
        events = msgspec.to_builtins(game.play(seat, action))
        entries.append(
            MoveRow(
                game_id=row.id,
                version=row.version + number,
                seat=seat,
                words=notation(action),
                by_user_id=table.user_at(seat),
                turn=turn,
                events=events,
                scores=[score.total for score in game.scores()],
            )
        )
    async with database.transaction() as session:
        changes = {"state": game.dump(), "turn": game.state.turn}
        assert await games.advance(session, row.id, row.version, steps=len(entries), **changes)
        for entry in entries:
            await moves.record(session, entry)
