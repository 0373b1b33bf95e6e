"""How long a person waits who looks back at a game: a step of a replay, the missed moves, the clip.

``python -m tools.bench replay`` measures everything that the bot does for it but talking to Discord: a database,
positions, words, a drawing process.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TypeVar

import msgspec
from rich.console import Console

import engines
from bot.delivery.clips import order_of
from bot.delivery.illustrating import AT_ONCE, board_picture
from bot.delivery.recap import recap
from bot.drawing import drawers
from bot.drawing.filming import MOST_BYTES
from bot.tables import Table, Tables
from bot.tables.analysis.replays import Replays, TableHistory
from bot.tables.analysis.reviews import COSTLIEST_SECONDS, costliest
from bot.tables.analysis.seat_knowledge import PUBLIC_KNOWLEDGE
from bot.thinking import pool
from bot.wording import texts_in
from engines import Game
from engines.players import PLAYERS
from engines.record import notation
from engines.scenes import MOVE, TURN
from render.shape import Shape
from storage import games, moves
from storage.columns import utcnow
from storage.database import Database
from storage.models import GameRow, MoveRow, SeatRow, Status
from tools.bench.measure import Figure, percentile, usual_seats
from tools.bench.report import table

T = TypeVar("T")
NAMES = ("Anna", "Ben", "Carla", "Dirk", "Emma", "Finn")
SEED = 5
MANY = 2000
"""Decisions of a very long game."""
PERSONS, NOTES = 100, 5
STEP_SECONDS, MISSED_SECONDS = 0.5, 1.0
BACK = 40
"""So many decisions somebody has missed."""


def run(*, quick: bool) -> None:
    """Print the figures of each game. ``quick``: fewer steps, and no clips."""
    console = Console()
    for key in engines.GAMES:
        console.print(table(f"{key}, looking back", asyncio.run(measure(engines.GAMES[key], quick=quick))))


async def measure(kind: type[Game], *, quick: bool) -> list[Figure]:
    with TemporaryDirectory(prefix="portolan-bench-") as folder:
        file = Path(folder) / "bench.db"
        async with Database.open(f"sqlite:///{file}") as database, drawers.in_processes(1):
            await database.migrate()
            tables = Tables(database)
            whole = await kept(database, kind, 1, usual_seats(kind), PLAYERS["greedy"])
            found = await _looked_back(tables, await tables.table(whole), quick=quick)
            if kind.key == "mmn":
                long = await kept(database, kind, 2, kind.seats[-1], _slowly, MANY)
                found += await _long(tables.replays, await tables.table(long), quick=quick)
                found.append(await _notes(tables, await tables.table(whole), file))
            return found


def _slowly(game: Game, seat: int, rng: Random) -> engines.Action:
    """Whatever makes a game last."""
    idle = [action for action in game.legal(seat) if action[0] in ("pass", "bank", "roll")]
    return rng.choice(idle or game.legal(seat))


async def kept(
    database: Database,
    kind: type[Game],
    number: int,
    players: int,
    decide: Callable[[Game, int, Random], engines.Action],
    most: int = 100_000,
) -> int:
    """Plays a game, and keeps it with its log; its number."""
    game, rng, log = kind.new(players, SEED), Random(SEED), list[MoveRow]()
    while game.to_act and len(log) < most:
        seat, turn = game.to_act[0], game.state.turn
        action = decide(game, seat, rng)
        events = msgspec.to_builtins(game.play(seat, action))
        row = MoveRow(game_id=number, version=len(log) + 1, seat=seat, words=notation(action), turn=turn, events=events)
        row.by_user_id = seat + 1
        log.append(row)
    state, now = game.state, utcnow()
    played = GameRow(
        id=number,
        key=kind.key,
        channel_id=number,
        host_id=1,
        seats=players,
        options=dict(state.options),
        status=Status.FINISHED,
        seed=f"{SEED:032x}",
        commitment="",
        rules_version=state.rules,
        state=game.dump(),
        version=len(log),
        turn=state.turn,
        started_at=now,
        finished_at=now,
    )
    async with database.transaction() as session:
        await games.create(session, played)
        session.add_all(SeatRow(game_id=number, number=n, user_id=n + 1, name=NAMES[n]) for n in range(players))
        await moves.record(session, *log)
    return number


async def _looked_back(tables: Tables, table: Table, *, quick: bool) -> list[Figure]:
    replays, found = tables.replays, list[Figure]()
    rng = Random(SEED)
    for shape in Shape:
        course = await replays.load_history(table)
        places = rng.sample(range(len(course.cut(TURN))), 3 if quick else 30)
        fresh = [await timed(_step(replays, table, place, TURN, shape)) for place in places]
        again = [await timed(_step(replays, table, place, TURN, shape)) for place in places[-10:]]
        found.append(_seconds(f"{shape}: a step to a board that was never drawn", fresh, STEP_SECONDS))
        found.append(_seconds(f"{shape}: a step to a board that was drawn ahead", again, STEP_SECONDS))
        after = [rng.randrange(len(course.decisions) - BACK) for _ in range(2 if quick else 10)]
        missed = list[float]()
        for each in after:
            then = (await replays.positions(course, [each + BACK]))[each + BACK]
            missed.append(await timed(_missed(replays, TableHistory(then, course.entries[: each + BACK]), each, shape)))
        found.append(_seconds(f"{shape}: what was missed in {BACK} decisions", missed, MISSED_SECONDS))
        if not quick:
            began = perf_counter()
            data = await drawers.film(order_of(course, texts_in("en"), shape))
            took = perf_counter() - began
            found.append(Figure(f"{shape}: a clip", "in a process of its own", took, "s"))
            found.append(Figure(f"{shape}: its weight", "", len(data) / 2**20, "MiB", bar=MOST_BYTES / 2**20))
    if not quick:
        async with pool.in_processes(pool.Thinkers(1)):
            took = await timed(_costliest(tables, table))
        found.append(
            Figure("the decision that cost the most", "by a thinking process", took, "s", bar=COSTLIEST_SECONDS)
        )
    return found


async def _costliest(tables: Tables, table: Table) -> None:
    await costliest(table, await tables.reviews.moves(table), range(len(table.seats)))


async def _long(replays: Replays, table: Table, *, quick: bool) -> list[Figure]:
    """Measure steps without pictures in a very long game."""
    course = await replays.load_history(table)
    places = Random(SEED).sample(range(len(course.decisions)), 3 if quick else 30)
    what = f"a step among {len(course.decisions)} decisions, without its picture"
    return [
        _seconds(what, [await timed(_position(replays, table, place, MOVE)) for place in places], STEP_SECONDS),
        _seconds(
            f"{what}, by kind of event",
            [await timed(_position(replays, table, 0, "on_stolen")) for _ in places],
            STEP_SECONDS,
        ),
    ]


async def timed(work: Awaitable[object]) -> float:
    began = perf_counter()
    await work
    return perf_counter() - began


def _seconds(what: str, times: list[float], bar: float) -> Figure:
    detail = f"90th percentile {percentile(times, 90):.2f} s" if len(times) > 1 else ""
    return Figure(what, detail, sorted(times)[len(times) // 2], "s", bar=bar, rounds=len(times))


async def _notes(tables: Tables, table: Table, file: Path) -> Figure:
    """Measure by how much a note of 60 characters makes the database grow, where each person keeps five."""
    before = _size(file)
    for person in range(PERSONS):
        for number in range(NOTES):
            await tables.plans.add_line(table, person + 1, f"{number:>60}")
    grown = _size(file) - before
    return Figure("kept of a note of 60 characters", "", grown / (PERSONS * NOTES), "bytes", rounds=PERSONS * NOTES)


def _size(file: Path) -> int:
    """Bytes, without what is free."""
    with contextlib.closing(sqlite3.connect(file)) as found:
        found.execute("VACUUM")
        (pages,), (size,) = (found.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return int(pages) * int(size)


async def _position(replays: Replays, table: Table, place: int, stride: str) -> tuple[Table, list[engines.Event]]:
    course = await replays.load_history(table)
    scene = (await replays.scenes(course, stride, PUBLIC_KNOWLEDGE))[place]
    then = (await replays.positions(course, [scene.until]))[scene.until]
    happened = await replays.events(course, scene, PUBLIC_KNOWLEDGE)
    return then, [event for events in happened.values() for event in events]


async def _step(replays: Replays, table: Table, place: int, stride: str, shape: Shape) -> None:
    then, events = await _position(replays, table, place, stride)
    await board_picture(then, texts_in("en"), shape, events, within=AT_ONCE)


async def _missed(replays: Replays, course: TableHistory, after: int, shape: Shape) -> None:
    turns = await replays.report_turns(course, PUBLIC_KNOWLEDGE, after)
    await recap(replays, course, turns, texts_in("en"), shape)
