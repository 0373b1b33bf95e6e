"""A person whose name is wherever the database can have one, and a search for it in all columns."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from sqlalchemy import select

from bot.delivery.compose import record_of
from bot.tables import Table, Tables, fair_dice_log
from bot.tables.observers.voting import Proposal
from bot.wording import texts_in
from engines import record
from storage import avoidance_lists, jobs, moves, notification_times, people, plans
from storage.database import Database
from storage.jobs import Kind
from storage.models import RatingRow, SeatOrder, Status, Stored
from tests.bot.lobbies import ANNA, BEN, CARLA, DIRK, NAMES, next_click, run_due_jobs
from tests.bot.voting import play
from tests.storage.copies import Copy, copied, put

ZED = 770_011_880_022
NAME = "Zed of Zedland"
SERVER = 4711
_CHANNELS = iter(range(9_000, 99_000))
TRACE = re.compile(rf"(?<!\d){ZED}(?!\d)|{NAME}")


class Places(NamedTuple):
    """Ids of tables, by the person's part in them."""

    finished: int
    running: int
    lent: int
    substitute: int
    candidate: int
    paused: int
    hosted: int
    guest: int
    left: int
    closed: int
    away: int
    asked: int
    rematch: int


async def lobby(tables: Tables, *people: int, game: str = "navegador", **options: Any) -> Table:
    """Open a lobby on the server, with the first person as its host."""
    host, *guests = people
    given: dict[str, Any] = {"guild_id": SERVER, "channel_id": next(_CHANNELS), "order": SeatOrder.JOINING}
    table = await tables.lobby.open(game, host=(host, name_of(host)), click=next_click(), **given | options)
    for guest in guests:
        await tables.lobby.join(table.row.id, guest, name_of(guest), click=next_click())
    return await tables.table(table.row.id)


async def table_of(tables: Tables, *people: int, limit: bool = False, **options: Any) -> Table:
    """Open a lobby and start its table."""
    table = await lobby(tables, *people, **options)
    if limit:
        await tables.lobby.set_clocks(table.row.id, {"limit": "24"}, user_id=people[0])
    return await tables.lobby.start(table.row.id, user_id=people[0])


def name_of(user: int) -> str:
    return NAME if user == ZED else NAMES[user]


async def play_to_a_draw(tables: Tables, *people: int, **options: Any) -> Table:
    """Play a table that ends as a draw, to which all agree."""
    table = await table_of(tables, *people, **options)
    await play(tables, table.row.id, 5)
    vote = await tables.voting.propose_ending(table.row.id, people[0], Proposal.DRAW)
    for person in people[1:]:
        await tables.voting.answer(table.row.id, vote.vote.id, person, "agree")
    await run_due_jobs(tables)
    table = await tables.table(table.row.id)
    assert table.row.status == Status.FINISHED
    return table


_PREPARED: list[tuple[Places, Copy]] = []


async def tables_with_zed(tables: Tables) -> Places:
    """Give Zed everything that a person can have, and return the tables.

    It is played once, and then copied into the (empty) database.
    """
    if not _PREPARED:
        with mock.patch("bot.tables.lobby_lifecycle.secrets.randbits", Random(NAME).getrandbits):
            places = await _played_everywhere(tables)
        _PREPARED.append((places, await copied(tables.database)))
        return places
    places, copy = _PREPARED[0]
    await put(tables.database, copy)
    return places


async def _played_everywhere(tables: Tables) -> Places:
    database = tables.database
    finished = await play_to_a_draw(tables, ZED, ANNA, BEN)
    running = await table_of(tables, ZED, ANNA, BEN, limit=True)
    while not any(move.by_user_id == ZED for move in await tables.log(running.row.id)):
        await play(tables, running.row.id, 1)
    await tables.note_lines.add_line(await tables.table(running.row.id), ZED, "buy the church")
    await tables.voting.propose_ending(running.row.id, ZED, Proposal.END)
    lent = await table_of(tables, ANNA, ZED, BEN)
    await lend_seat(tables, lent.row.id, ZED, DIRK)
    substitute = await table_of(tables, ANNA, BEN, CARLA)
    await lend_seat(tables, substitute.row.id, BEN, ZED)
    candidate = await table_of(tables, ANNA, BEN, CARLA)
    await tables.seating.leave(candidate.row.id, BEN)
    await tables.seating.ask_for(candidate.row.id, 1, ZED, NAME)
    paused = await table_of(tables, ZED, ANNA, BEN)
    await tables.pauses.pause(paused.row.id, ZED, NAME)
    hosted = await lobby(tables, ZED, ANNA)
    guest = await lobby(tables, ANNA, ZED, BEN)
    left = await lobby(tables, ANNA, ZED)
    closed = await lobby(tables, ZED)
    await tables.lobby.leave(left.row.id, ZED, click=next_click())
    await tables.lobby.leave(closed.row.id, ZED, click=next_click())
    away = await table_of(tables, ZED, ANNA, BEN)
    await tables.seating.leave(away.row.id, ZED)
    asked = await table_of(tables, ANNA, ZED)
    while not any(move.by_user_id == ZED for move in await tables.log(asked.row.id)):
        await play(tables, asked.row.id, 1)
    await tables.voting.propose_back(asked.row.id, ANNA, 1)
    rematch = await lobby(tables, ZED, ANNA, BEN, after=finished)
    await tables.lobby.start(rematch.row.id, user_id=ZED)
    await tables.present_names.learn(ZED, SERVER, f"{NAME} II")
    async with database.transaction() as session:
        await jobs.schedule(
            session, paused.row.id, Kind.RESUME, wait=timedelta(days=1), payload={"user": ZED, "name": NAME}
        )
        await people.set_user_locale(session, ZED, "nl")
        await people.change_settings(session, ZED, lambda _: {"zone": "Europe/Amsterdam"})
        await avoidance_lists.add(session, ZED, CARLA, "carla")
        await avoidance_lists.add(session, DIRK, ZED, NAME)
        await notification_times.note(session, running.row.id, "vote", [ZED, ANNA])
        await plans.write(session, substitute.row.id, ZED, 0, {"tried": ["x"]})
        notice = {
            "kind": "notice",
            "version": 1,
            "users": [ZED, ANNA],
            "buttons": [f"agree:1:{ZED}", f"agree:1:{DIRK}"],
        }
        notice |= {"leads": [{"id": "say.paused", "args": {"player": NAME}}], "quiet": [ZED]}
        await jobs.enqueue(session, running.row.id, running.row.channel_id, "notice", notice)
        stand: dict[str, Any] = {"mu": 25.0, "sigma": 8.0, "games": 1, "at": datetime.now(UTC)}
        session.add(RatingRow(guild_id=SERVER, key="macao", seats=2, user_id=ZED, game_id=finished.row.id, **stand))
    numbers = (finished, running, lent, substitute, candidate, paused, hosted, guest, left, closed)
    return Places(*(table.row.id for table in (*numbers, away, asked, rematch)))


async def lend_seat(tables: Tables, game_id: int, owner: int, substitute: int) -> None:
    """Let a substitute play for the owner of a seat."""
    table = await tables.table(game_id)
    seat = table.seat_of(owner)
    assert seat is not None
    await tables.seating.leave(game_id, owner)
    await tables.seating.ask_for(game_id, seat, substitute, name_of(substitute))
    assert await tables.seating.agree(game_id, seat, substitute, table.row.host_id) == []


async def finished_record(tables: Tables, game_id: int) -> record.Record:
    table = await tables.table(game_id)
    async with tables.database.reading() as session:
        played = await moves.effective(session, game_id)
        draw = await fair_dice_log.load_draw(session, table.row)
    return record.decode(record_of(table, played, draw).data)


async def columns_with_zed(database: Database) -> set[str]:
    """Return the columns ("seat.name") of all tables with a number or name of Zed, also deep inside of JSON."""
    columns = set()
    async with database.reading() as session:
        connection = await session.connection()
        for table in Stored.metadata.sorted_tables:
            for row in (await connection.execute(select(table))).mappings():
                columns |= {f"{table.name}.{name}" for name, value in row.items() if TRACE.search(_text(value))}
    return columns


def _text(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


SOMEBODY = texts_in("en").say("name.somebody")
