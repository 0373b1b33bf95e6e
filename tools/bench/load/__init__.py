"""Measure many tables at once: ``python -m tools.bench load``.

The bot runs as it is served, in its own processes. It talks to a stand-in for Discord on this machine, which takes its
share of the processors.

The seconds of one machine say little about another; they show whether so many tables are too many for this one.
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
"""How long the bots may take to log in, and then to post the first boards."""
ACKNOWLEDGED = 0.1
"""Bar of the 99th percentile of seconds to an acknowledgement while computers think at other tables."""
STRONGEST = next(kind for kind in ("strong", "normal") if kind in PLAYERS)
"""The computer player at tables that think."""
SETTLE_SECONDS = 120
"""How long messages may still be under way after the last click."""
LOOK_SECONDS = 0.5
"""Pause between two measurements of memory."""


@dataclass(frozen=True)
class Load:
    """The settings of a measurement."""

    tables: int = 50
    clicks: float = 10
    """Clicks a second at all tables together; 0 for as many as are answered."""
    seconds: float = 30
    processes: int = 1
    """Processes of the bot."""
    drawing: int = 1
    """Drawing processes of each process of the bot."""
    pictures: bool = True
    """False to draw no boards."""
    database: str | None = None
    """URL of an empty database; None for SQLite in a temporary folder."""
    thinking: int = 0
    """Number of additional tables with one person among computers that think all the time. They take a second for each
    decision, because the real players take different times, and future ones will take others."""
    one_server: bool = False
    """True for all tables in one server, each in its own channel."""


class Measured(NamedTuple):
    """The results of a measurement, with times in seconds and memory in bytes."""

    load: Load
    clicks: Sequence[Click]
    moves: int
    told: Sequence[float]
    """The age of each board at its arrival: the time since the first move that the board before it did not have."""
    shown: Sequence[float]
    """The same for boards that arrived with a picture."""
    lag: float
    """Upper end of the bucket with the 99th percentile of the event loop's lateness."""
    memory: int
    settled: float | None
    """Time from the last click until the last board arrived; None if it did not."""
    metered: float
    """Requests a second, while people clicked, that Discord's limit of requests counts."""
    faults: Sequence[str]
    decided: int = 0
    """Number of decisions of computers at the tables that think."""
    thought: float = 0
    """Mean number of processors that were busy with thinking."""
    oldest: float = 0
    """Longest time for which the newest board of a table lacked a move."""
    spending: Spending | None = None
    """The costs from the first click to the last board."""
    played: int = 0
    """Number of moves since the first click."""


def run(load: Load) -> None:
    """Measure, and print a table of the results and the first errors that the bots logged."""
    console = Console()
    with console.status("many tables at once"):
        measured = asyncio.run(measure(load))
    console.print(report(measured))
    for fault in measured.faults[:5]:
        console.print(fault, style="red", markup=False)


async def measure(load: Load) -> Measured:
    """Open the tables, run bots and people, stop them, and return the results.

    Raises TimeoutError if a bot does not log in.
    """
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
    """Wait until every shard has logged in. Raises TimeoutError."""
    async with asyncio.timeout(LOGIN_SECONDS):
        while len(discord.ready) < discord.shards:
            await asyncio.sleep(0.1)


async def open_tables(tables: Tables, load: Load) -> list[Place]:
    """Start tables of all games with the usual number of seats, and return their places.

    At the last ``load.thinking`` tables computers have all seats but one.
    """
    kinds = list(engines.GAMES.values())
    clicks = count(1)
    places: list[Place] = []
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
        place.game_id = table.row.id
        host_id = place.people[0][0]
        for person in place.people[1:]:
            await tables.lobby.join(place.game_id, *person, click=next(clicks))
        for computer in range(seats - len(place.people)):
            name = f"Computer {computer}"
            await tables.lobby.add_computer(place.game_id, STRONGEST, name, user_id=host_id, click=next(clicks))
        await tables.lobby.start(place.game_id, user_id=host_id)
        places.append(place)
    return places


async def all_shown(
    bots: list[Bot], places: list[Place], seconds: float, versions: dict[int, int] | None = None
) -> float | None:
    """Wait until a board of every table shows its version, and return the seconds that took.

    Without ``versions`` any board of the table will do. The result is None if it takes longer than ``seconds``.
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


def report(measured: Measured) -> RichTable:
    """Return a table with a line for each figure."""
    load = measured.load
    table = RichTable(title=_title(load), title_justify="left")
    for column in ("", "median", "95 %", "99 %", "most"):
        table.add_column(column, justify="right" if column else "left")
    answered = [click.answered for click in measured.clicks if click.answered is not None]
    acknowledged = [click.acknowledged for click in measured.clicks if click.acknowledged is not None]
    for label, seconds in (
        (f"click to acknowledgement ({len(measured.clicks)})", acknowledged),
        (f"click to answer ({len(measured.clicks) - len(answered)} without)", answered),
        (f"age of what a new board tells ({len(measured.told)})", measured.told),
        (f"age of what its picture shows ({len(measured.shown)})", measured.shown),
    ):
        figures = [percentile(list(seconds), percent) for percent in (50, 95, 99)] if len(seconds) > 1 else []
        table.add_row(label, *(f"{figure:.2f} s" for figure in (*figures, max(seconds, default=0))))
    table.add_row("the oldest newest board of a table", "", "", "", f"{measured.oldest:.2f} s")
    if refused := sum(click.refused for click in measured.clicks):
        table.add_row("clicks that were told to come back later", "", "", "", str(refused))
    if load.thinking and len(acknowledged) > 1:
        slow = percentile(acknowledged, 99)
        verdict = "[green]bar met[/]" if slow <= ACKNOWLEDGED else "[red]bar missed[/]"
        label = f"the same in ms, bar {ACKNOWLEDGED * 1000:.0f}, while {STRONGEST} decided {measured.decided} times"
        table.add_row(label, "", "", f"{slow * 1000:.0f} ms", verdict)
        table.add_row("processors that thought, on average", "", "", "", f"{measured.thought:.2f}")
    table.add_row("event loop late by, at most", "", "", f"{measured.lag * 1000:.0f} ms", "")
    table.add_row("requests that Discord counts, of 50 a second", f"{measured.metered:.0f}", "", "", "")
    table.add_row("memory, all processes", "", "", "", f"{measured.memory / 2**20:.0f} MiB")
    if measured.spending is not None:
        for label, cost in rows(measured.spending, len(measured.clicks), measured.played):
            table.add_row(label, cost, "", "", "")
    delay = "never" if measured.settled is None else f"{measured.settled:.1f} s"
    table.add_row(f"last board after the last of {measured.moves} moves", "", "", "", delay)
    return table


async def _measure(load: Load, database: Database, discord: StandIn, bots: list[Bot], places: list[Place]) -> Measured:
    await logged_in(discord)
    memory_watch = asyncio.create_task(_watch_memory(bots))
    # The first boards are still being sent when the bots have logged in; they are not part of the measurement.
    await all_shown(bots, places, LOGIN_SECONDS)
    clicked_places = places[: load.tables]
    thinking_places = places[load.tables :]
    players = [Player(place, seed) for seed, place in enumerate(clicked_places)]
    guests = [Guest(place, seed, Tables(database)) for seed, place in enumerate(thinking_places)]
    pause = load.tables / load.clicks if load.clicks else 0
    clock = asyncio.get_running_loop().time
    began = clock()
    thought_before = sum(bot.thought() for bot in bots)
    metered_before = discord.metered
    spending_before = await spent(bots, discord, database)
    moves_before = sum(map(len, (await _moves(database)).values()))
    until = began + load.seconds
    playing = [player.play(discord, pause, until) for player in players]
    await asyncio.gather(*playing, *(guest.play(discord, until) for guest in guests))
    seconds = clock() - began
    thought = (sum(bot.thought() for bot in bots) - thought_before) / seconds
    metered = (discord.metered - metered_before) / seconds
    versions = await _newest(database, clicked_places)
    settled = await all_shown(bots, clicked_places, SETTLE_SECONDS, versions)
    spending = (await spent(bots, discord, database)).since(spending_before)
    lags = [await bot.lag() for bot in bots]
    memory_watch.cancel()
    for bot in bots:
        await bot.stop()
    ended = utcnow()
    moves = await _moves(database)
    move_count = sum(map(len, moves.values()))
    boards = [board for bot in bots for board in bot.boards(drawn=False)]
    return Measured(
        load=load,
        clicks=[click for player in players for click in player.clicks],
        moves=move_count,
        told=_ages(moves, boards),
        shown=_ages(moves, [board for bot in bots for board in bot.boards()]),
        lag=max(map(_late, lags)),
        memory=sum(bot.most_memory for bot in bots),
        settled=settled,
        metered=metered,
        faults=[fault for bot in bots for fault in bot.faults()],
        decided=await _decided(database, [place.game_id for place in thinking_places]),
        thought=thought,
        oldest=_oldest({place.game_id: moves[place.game_id] for place in clicked_places}, boards, ended),
        spending=spending,
        played=move_count - moves_before,
    )


async def _watch_memory(bots: list[Bot]) -> None:
    while True:
        for bot in bots:
            bot.measure_memory()
        await asyncio.sleep(LOOK_SECONDS)


async def _newest(database: Database, places: list[Place]) -> dict[int, int]:
    tables = Tables(database)
    return {place.game_id: (await tables.table(place.game_id)).row.version for place in places}


async def _moves(database: Database) -> dict[int, list[tuple[int, datetime]]]:
    """Return the version and time of each move, by table."""
    async with database.reading() as session:
        query = select(MoveRow.game_id, MoveRow.version, MoveRow.at).order_by(col(MoveRow.version))
        rows = (await session.exec(query)).all()
    moves: dict[int, list[tuple[int, datetime]]] = defaultdict(list)
    for table, version, at in rows:
        moves[table].append((version, at))
    return moves


async def _decided(database: Database, games: list[int]) -> int:
    """Return the number of decisions of computers at these tables."""
    async with database.reading() as session:
        query = select(func.count()).select_from(MoveRow)
        query = query.where(col(MoveRow.game_id).in_(games), col(MoveRow.by_user_id).is_(None))
        return (await session.exec(query)).one()


def _ages(moves: dict[int, list[tuple[int, datetime]]], boards: Sequence[tuple[datetime, int, int]]) -> list[float]:
    """Return for each board with news its age in seconds: the time since the first move that the one before lacked."""
    shown: dict[int, int] = {}
    ages = []
    for arrived, table, version in sorted(boards):
        before = shown.get(table)
        if before is not None:
            first_news = next((at for number, at in moves[table] if before < number <= version), None)
            if first_news is not None:
                ages.append((arrived - first_news).total_seconds())
        shown[table] = max(version, before or 0)
    return ages


def _oldest(
    moves: dict[int, list[tuple[int, datetime]]], boards: Sequence[tuple[datetime, int, int]], ended: datetime
) -> float:
    """Return the longest time in seconds for which a board of any table in ``moves`` lacked a move.

    A move that no board ever showed counts until the end.
    """
    boards_of_tables = [board for board in boards if board[1] in moves]
    shown: dict[int, int] = {}
    for _, table, version in boards_of_tables:
        shown[table] = max(version, shown.get(table, 0))
    unshown = (next((at for number, at in moves[table] if number > shown.get(table, 0)), ended) for table in moves)
    return max([*_ages(moves, boards_of_tables), *((ended - at).total_seconds() for at in unshown)], default=0)


def _late(buckets: dict[float, float]) -> float:
    """Return the upper end of the bucket with the 99th percentile; the counts of buckets are cumulative."""
    total = max(buckets.values(), default=0)
    return next((edge for edge, count in sorted(buckets.items()) if count >= total * 0.99), 0)


def _title(load: Load) -> str:
    rate = f"{load.clicks:g} clicks a second" if load.clicks else "as many clicks as are answered"
    title = f"{load.tables} tables, {rate}, {load.seconds:g} s, {load.processes} process(es), "
    title += f"{load.drawing} drawing process(es) each" if load.pictures else "no pictures"
    title += f", {load.thinking} tables that think" if load.thinking else ""
    title += ", all in one server" if load.one_server else ""
    return title
