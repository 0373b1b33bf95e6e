"""Many tables at once: ``python -m tools.bench load``. The bot is the one that is served, in processes of its own.

It talks to a stand-in for Discord on this machine, which takes its share of the processors.

Seconds of one machine say little about another; they say whether so many tables are too many for this one.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as RichTable
from sqlmodel import col, func, select

import engines
from bot.tables import Tables
from engines.players import PLAYERS
from storage.columns import utcnow
from storage.database import Database
from storage.models import MoveRow, SeatOrder
from tools.bench.load.bots import Bot
from tools.bench.load.discord import Click, StandIn
from tools.bench.load.people import Guest, Place, Player
from tools.bench.load.spending import Spending, rows, spent
from tools.bench.measure import percentile, usual_seats

LOGIN_SECONDS = 60
ACKNOWLEDGED = 0.1
"""The bar: 99 of 100 clicks are acknowledged in so many seconds while computers think at other tables."""
STRONGEST = next(kind for kind in ("strong", "normal") if kind in PLAYERS)
SETTLE_SECONDS = 120
"""How long messages may still be under way when nobody clicks any more."""
LOOK_SECONDS = 0.5
"""Between two looks at the memory."""


@dataclass(frozen=True)
class Load:
    """What is asked of the bot. ``clicks`` a second of all tables together; 0: as many as are answered."""

    tables: int = 50
    clicks: float = 10
    seconds: float = 30
    processes: int = 1
    drawing: int = 1
    """Drawing processes of each."""
    pictures: bool = True
    database: str | None = None
    """An empty one; None: SQLite in a temporary folder."""
    thinking: int = 0
    """Tables beside the others at which one person sits among computers, who think all the time: a second for each
    decision, since players differ in how long they take, and become stronger."""
    one_server: bool = False
    """All tables are in one server, each in a channel of its own."""


class Measured(NamedTuple):
    """What came of it; times in seconds, memory in bytes."""

    load: Load
    clicks: Sequence[Click]
    moves: int
    told: Sequence[float]
    """How long each board that arrived had been called for: since the first move that the one before did not tell."""
    shown: Sequence[float]
    """The same of boards with their picture."""
    lag: float
    """The upper end of the bucket with the 99th percentile of the event loop's lateness."""
    memory: int
    settled: float | None
    """Until the last board had arrived, after the last click; None: it had not."""
    metered: float
    """Requests a second that Discord counts, while people clicked."""
    faults: Sequence[str]
    decided: int = 0
    """Decisions of computers at the tables that think."""
    thought: float = 0
    """Processors that have thought, on average."""
    oldest: float = 0
    """For how long a table's newest board had not told a move, at most."""
    spending: Spending | None = None
    """What all of it has cost, from the first click to the last board."""
    played: int = 0
    """Moves since the first click."""


def run(load: Load) -> None:
    """Measures and prints a table."""
    console = Console()
    with console.status("many tables at once"):
        measured = asyncio.run(measure(load))
    console.print(report(measured))
    for fault in measured.faults[:5]:
        console.print(fault, style="red", markup=False)


async def measure(load: Load) -> Measured:
    """Open the tables, start bots and people, and stop everything again. Raises TimeoutError if no bot logs in."""
    with TemporaryDirectory(prefix="portolan-load-") as name:
        folder = Path(name)
        url = load.database or f"sqlite:///{folder / 'load.db'}"
        async with Database.open(url) as database:
            await database.migrate()
            places = await open_tables(Tables(database), load)
            shards = load.processes if load.processes > 1 else 1
            async with StandIn(sorted({place.guild for place in places}), shards) as discord:
                bots = [
                    await Bot.start(
                        discord.url,
                        url,
                        folder,
                        shards=(number, shards) if shards > 1 else None,
                        pictures=load.pictures,
                        drawing=load.drawing,
                        pondering=bool(load.thinking),
                    )
                    for number in range(load.processes)
                ]
                try:
                    return await _measure(load, database, discord, bots, places)
                finally:
                    for bot in bots:
                        await bot.stop()


async def logged_in(discord: StandIn) -> None:
    """Wait until a bot has logged in. Raises TimeoutError."""
    async with asyncio.timeout(LOGIN_SECONDS):
        while len(discord.ready) < discord.shards:
            await asyncio.sleep(0.1)


async def open_tables(tables: Tables, load: Load) -> list[Place]:
    """Games of every kind, at the usual number of seats; at the last ones computers have all seats but one."""
    kinds, clicks, places = list(engines.GAMES.values()), count(1), []
    for index in range(load.tables + load.thinking):
        kind = kinds[index % len(kinds)]
        seats = usual_seats(kind)
        people = seats if index < load.tables else 1
        place = Place(index, kind.key, people, server=0 if load.one_server else index)
        table = await tables.lobby.open(
            kind.key,
            guild_id=place.guild,
            channel_id=place.channel,
            host=place.people[0],
            order=SeatOrder.JOINING,
            click=next(clicks),
        )
        place.game_id, host = table.row.id, place.people[0][0]
        for person in place.people[1:]:
            await tables.lobby.join(place.game_id, *person, click=next(clicks))
        for computer in range(seats - len(place.people)):
            name = f"Computer {computer}"
            await tables.lobby.add_computer(place.game_id, STRONGEST, name, user_id=host, click=next(clicks))
        await tables.lobby.start(place.game_id, user_id=host)
        places.append(place)
    return places


async def _measure(load: Load, database: Database, discord: StandIn, bots: list[Bot], places: list[Place]) -> Measured:
    await logged_in(discord)
    looking = asyncio.create_task(_look(bots))
    await all_shown(bots, places, LOGIN_SECONDS)  # the boards of the beginning are on their way
    places, thinking = places[: load.tables], places[load.tables :]
    players = [Player(place, seed) for seed, place in enumerate(places)]
    guests = [Guest(place, seed, Tables(database)) for seed, place in enumerate(thinking)]
    pause = load.tables / load.clicks if load.clicks else 0
    clock = asyncio.get_running_loop().time
    began, thought, metered = clock(), sum(bot.thought() for bot in bots), discord.metered
    before, already = await spent(bots, discord, database), sum(map(len, (await _moves(database)).values()))
    until = began + load.seconds
    playing = [player.play(discord, pause, until) for player in players]
    await asyncio.gather(*playing, *(guest.play(discord, until) for guest in guests))
    seconds = clock() - began
    thought, rate = (sum(bot.thought() for bot in bots) - thought) / seconds, (discord.metered - metered) / seconds
    versions = await _newest(database, places)
    settled = await all_shown(bots, places, SETTLE_SECONDS, versions)
    spending = (await spent(bots, discord, database)).since(before)
    lags = [await bot.lag() for bot in bots]
    looking.cancel()
    for bot in bots:
        await bot.stop()
    ended = utcnow()
    moves, decided = await _moves(database), await _decided(database, [place.game_id for place in thinking])
    told = [board for bot in bots for board in bot.boards(drawn=False)]
    return Measured(
        load,
        [click for player in players for click in player.clicks],
        sum(map(len, moves.values())),
        _ages(moves, told),
        _ages(moves, [board for bot in bots for board in bot.boards()]),
        max(map(_late, lags)),
        sum(bot.most_memory for bot in bots),
        settled,
        rate,
        [fault for bot in bots for fault in bot.faults()],
        decided,
        thought,
        _oldest({place.game_id: moves[place.game_id] for place in places}, told, ended),
        spending,
        sum(map(len, moves.values())) - already,
    )


async def _look(bots: list[Bot]) -> None:
    while True:
        for bot in bots:
            bot.measure_memory()
        await asyncio.sleep(LOOK_SECONDS)


async def all_shown(
    bots: list[Bot], places: list[Place], seconds: float, versions: dict[int, int] | None = None
) -> float | None:
    """Wait until every table's board shows its version (None: any), and return the seconds that took.

    The result is None if it took too long.
    """
    began = monotonic()
    while monotonic() - began < seconds:
        shown: dict[int, int] = defaultdict(lambda: -1)
        for bot in bots:
            for _, table, version in bot.boards():
                shown[table] = max(shown[table], version)
        if all(shown[place.game_id] >= (versions or {}).get(place.game_id, 0) for place in places):
            return monotonic() - began
        await asyncio.sleep(0.1)
    return None


async def _newest(database: Database, places: list[Place]) -> dict[int, int]:
    tables = Tables(database)
    return {place.game_id: (await tables.table(place.game_id)).row.version for place in places}


async def _moves(database: Database) -> dict[int, list[tuple[int, datetime]]]:
    """When each move of each table was played, by version."""
    async with database.reading() as session:
        query = select(MoveRow.game_id, MoveRow.version, MoveRow.at).order_by(col(MoveRow.version))
        rows = (await session.exec(query)).all()
    found: dict[int, list[tuple[int, datetime]]] = defaultdict(list)
    for table, version, at in rows:
        found[table].append((version, at))
    return found


async def _decided(database: Database, games: list[int]) -> int:
    """How much computers have decided at these tables."""
    async with database.reading() as session:
        query = select(func.count()).select_from(MoveRow)
        query = query.where(col(MoveRow.game_id).in_(games), col(MoveRow.by_user_id).is_(None))
        return (await session.exec(query)).one()


def _ages(moves: dict[int, list[tuple[int, datetime]]], boards: Sequence[tuple[datetime, int, int]]) -> list[float]:
    """Of each board that arrived: how long the first move had been played that the board before it did not show."""
    shown: dict[int, int] = {}
    found = []
    for arrived, table, version in sorted(boards):
        before = shown.get(table)
        if before is not None:
            news = next((at for number, at in moves[table] if before < number <= version), None)
            if news is not None:
                found.append((arrived - news).total_seconds())
        shown[table] = max(version, before or 0)
    return found


def _oldest(
    moves: dict[int, list[tuple[int, datetime]]], boards: Sequence[tuple[datetime, int, int]], ended: datetime
) -> float:
    """Return the longest time for which a move of any table was not on a board.

    Moves that no board ever showed count until the end.
    """
    boards, shown = [board for board in boards if board[1] in moves], dict[int, int]()
    for _, table, version in boards:
        shown[table] = max(version, shown.get(table, 0))
    waiting = (next((at for number, at in moves[table] if number > shown.get(table, 0)), ended) for table in moves)
    return max([*_ages(moves, boards), *((ended - at).total_seconds() for at in waiting)], default=0)


def _late(buckets: dict[float, float]) -> float:
    total = max(buckets.values(), default=0)
    return next((edge for edge, count in sorted(buckets.items()) if count >= total * 0.99), 0)


def report(found: Measured) -> RichTable:
    """Return the figures, a line each."""
    load = found.load
    rate = f"{load.clicks:g} clicks a second" if load.clicks else "as many clicks as are answered"
    title = f"{load.tables} tables, {rate}, {load.seconds:g} s, {load.processes} process(es), "
    title += f"{load.drawing} drawing process(es) each" if load.pictures else "no pictures"
    title += f", {load.thinking} tables that think" if load.thinking else ""
    title += ", all in one server" if load.one_server else ""
    table = RichTable(title=title, title_justify="left")
    for column in ("", "median", "95 %", "99 %", "most"):
        table.add_column(column, justify="right" if column else "left")
    answered = [click.answered for click in found.clicks if click.answered is not None]
    known = [click.acknowledged for click in found.clicks if click.acknowledged is not None]
    for what, seconds in (
        (f"click to acknowledgement ({len(found.clicks)})", known),
        (f"click to answer ({len(found.clicks) - len(answered)} without)", answered),
        (f"age of what a new board tells ({len(found.told)})", found.told),
        (f"age of what its picture shows ({len(found.shown)})", found.shown),
    ):
        figures = [percentile(list(seconds), percent) for percent in (50, 95, 99)] if len(seconds) > 1 else []
        table.add_row(what, *(f"{figure:.2f} s" for figure in (*figures, max(seconds, default=0))))
    table.add_row("the oldest newest board of a table", "", "", "", f"{found.oldest:.2f} s")
    if refused := sum(click.refused for click in found.clicks):
        table.add_row("clicks that were told to come back later", "", "", "", str(refused))
    if load.thinking and len(known) > 1:
        slow = percentile(known, 99)
        told = "[green]bar met[/]" if slow <= ACKNOWLEDGED else "[red]bar missed[/]"
        what = f"the same in ms, bar {ACKNOWLEDGED * 1000:.0f}, while {STRONGEST} decided {found.decided} times"
        table.add_row(what, "", "", f"{slow * 1000:.0f} ms", told)
        table.add_row("processors that thought, on average", "", "", "", f"{found.thought:.2f}")
    table.add_row("event loop late by, at most", "", "", f"{found.lag * 1000:.0f} ms", "")
    table.add_row("requests that Discord counts, of 50 a second", f"{found.metered:.0f}", "", "", "")
    table.add_row("memory, all processes", "", "", "", f"{found.memory / 2**20:.0f} MiB")
    if found.spending is not None:
        for what, figure in rows(found.spending, len(found.clicks), found.played):
            table.add_row(what, figure, "", "", "")
    behind = "never" if found.settled is None else f"{found.settled:.1f} s"
    table.add_row(f"last board after the last of {found.moves} moves", "", "", "", behind)
    return table
