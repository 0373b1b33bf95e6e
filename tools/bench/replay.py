"""Measure how long a person waits who looks back at a game: for a step of a replay, the missed moves, the clip.

``python -m tools.bench replay`` measures everything that the bot does for an answer except talking to Discord: reading
the database, restoring positions, choosing words and drawing in a process.
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

import msgspec
from rich.console import Console

import engines
from bot.delivery.clips import clip_order
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

NAMES = ("Anna", "Ben", "Carla", "Dirk", "Emma", "Finn")
SEED = 5
"""Seed of the games and of the choice of steps."""
MANY = 2000
"""Number of decisions of a very long game."""
PERSONS = 100
"""Number of people who keep notes."""
NOTES = 5
"""Number of notes that each of them keeps."""
STEP_SECONDS = 0.5
"""Bar of a step of a replay."""
MISSED_SECONDS = 1.0
"""Bar of a summary of missed moves."""
BACK = 40
"""Number of decisions that a person has missed."""


def run(*, quick: bool) -> None:
    """Print the figures of each game; ``quick`` measures fewer steps and no clips."""
    console = Console()
    for key in engines.GAMES:
        console.print(table(f"{key}, looking back", asyncio.run(measure(engines.GAMES[key], quick=quick))))


async def measure(kind: type[Game], *, quick: bool) -> list[Figure]:
    """Return the figures of one game; those of MMN, the longest game, include a very long game and notes."""
    with TemporaryDirectory(prefix="portolan-bench-") as folder:
        file = Path(folder) / "bench.db"
        async with Database.open(f"sqlite:///{file}") as database, drawers.in_processes(1):
            await database.migrate()
            tables = Tables(database)
            whole = await kept(database, kind, 1, usual_seats(kind), PLAYERS["greedy"])
            figures = await _looked_back(tables, await tables.table(whole), quick=quick)
            if kind.key == "mmn":
                long = await kept(database, kind, 2, kind.seats[-1], _slowly, MANY)
                figures += await _long(tables.replays, await tables.table(long), quick=quick)
                figures.append(await _notes(tables, await tables.table(whole), file))
            return figures


async def kept(
    database: Database,
    kind: type[Game],
    number: int,
    players: int,
    decide: Callable[[Game, int, Random], engines.Action],
    most: int = 100_000,
) -> int:
    """Play a game, store it as the finished game ``number`` with its log, and return the number."""
    game = kind.new(players, SEED)
    rng = Random(SEED)
    log: list[MoveRow] = []
    while game.to_act and len(log) < most:
        seat = game.to_act[0]
        turn = game.state.turn
        action = decide(game, seat, rng)
        events = msgspec.to_builtins(game.play(seat, action))
        row = MoveRow(game_id=number, version=len(log) + 1, seat=seat, words=notation(action), turn=turn, events=events)
        row.by_user_id = seat + 1
        log.append(row)
    state = game.state
    now = utcnow()
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


async def timed(work: Awaitable[object]) -> float:
    """Wait for some work, and return the seconds that it took."""
    began = perf_counter()
    await work
    return perf_counter() - began


def _slowly(game: Game, seat: int, rng: Random) -> engines.Action:
    """Return an action that prolongs the game, if there is one."""
    idle = [action for action in game.legal(seat) if action[0] in ("pass", "bank", "roll")]
    return rng.choice(idle or game.legal(seat))


async def _looked_back(tables: Tables, table: Table, *, quick: bool) -> list[Figure]:
    """Measure steps, missed moves and clips in both shapes, and the search for the costliest decision."""
    replays = tables.replays
    rng = Random(SEED)
    figures: list[Figure] = []
    for shape in Shape:
        course = await replays.load_history(table)
        places = rng.sample(range(len(course.cut(TURN))), 3 if quick else 30)
        fresh = [await timed(_step(replays, table, place, TURN, shape)) for place in places]
        again = [await timed(_step(replays, table, place, TURN, shape)) for place in places[-10:]]
        figures.append(_seconds(f"{shape}: a step to a board that was never drawn", fresh, STEP_SECONDS))
        figures.append(_seconds(f"{shape}: a step to a board that was drawn ahead", again, STEP_SECONDS))
        absences = [rng.randrange(len(course.decisions) - BACK) for _ in range(2 if quick else 10)]
        missed: list[float] = []
        for first in absences:
            last = first + BACK
            table_at_return = (await replays.positions(course, [last]))[last]
            history = TableHistory(table_at_return, course.entries[:last])
            missed.append(await timed(_missed(replays, history, first, shape)))
        figures.append(_seconds(f"{shape}: what was missed in {BACK} decisions", missed, MISSED_SECONDS))
        if not quick:
            began = perf_counter()
            data = await drawers.film(clip_order(course, texts_in("en"), shape))
            duration = perf_counter() - began
            figures.append(Figure(f"{shape}: a clip", "in a process of its own", duration, "s"))
            figures.append(Figure(f"{shape}: its weight", "", len(data) / 2**20, "MiB", bar=MOST_BYTES / 2**20))
    if not quick:
        async with pool.in_processes(pool.Thinkers(1)):
            duration = await timed(_costliest(tables, table))
        figures.append(
            Figure("the decision that cost the most", "by a thinking process", duration, "s", bar=COSTLIEST_SECONDS)
        )
    return figures


async def _costliest(tables: Tables, table: Table) -> None:
    await costliest(table, await tables.reviews.moves(table), range(len(table.seats)))


async def _long(replays: Replays, table: Table, *, quick: bool) -> list[Figure]:
    """Measure steps without pictures in a very long game."""
    course = await replays.load_history(table)
    places = Random(SEED).sample(range(len(course.decisions)), 3 if quick else 30)
    name = f"a step among {len(course.decisions)} decisions, without its picture"
    return [
        _seconds(name, [await timed(_position(replays, table, place, MOVE)) for place in places], STEP_SECONDS),
        _seconds(
            f"{name}, by kind of event",
            [await timed(_position(replays, table, 0, "on_stolen")) for _ in places],
            STEP_SECONDS,
        ),
    ]


def _seconds(name: str, times: list[float], bar: float) -> Figure:
    detail = f"90th percentile {percentile(times, 90):.2f} s" if len(times) > 1 else ""
    return Figure(name, detail, sorted(times)[len(times) // 2], "s", bar=bar, rounds=len(times))


async def _notes(tables: Tables, table: Table, file: Path) -> Figure:
    """Measure the growth of the database by a note of 60 characters, of which each person keeps five."""
    before = _size(file)
    for person in range(PERSONS):
        for number in range(NOTES):
            await tables.note_lines.add_line(table, person + 1, f"{number:>60}")
    grown = _size(file) - before
    return Figure("kept of a note of 60 characters", "", grown / (PERSONS * NOTES), "bytes", rounds=PERSONS * NOTES)


def _size(file: Path) -> int:
    """Return the size of a database in bytes, without free pages."""
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM")
        (pages,), (size,) = (connection.execute(f"PRAGMA {name}").fetchone() for name in ("page_count", "page_size"))
    return int(pages) * int(size)


async def _position(replays: Replays, table: Table, place: int, stride: str) -> tuple[Table, list[engines.Event]]:
    """Return the table at the end of a scene, and the events of the scene."""
    course = await replays.load_history(table)
    scene = (await replays.scenes(course, stride, PUBLIC_KNOWLEDGE))[place]
    table_then = (await replays.positions(course, [scene.until]))[scene.until]
    events_by_version = await replays.events(course, scene, PUBLIC_KNOWLEDGE)
    return table_then, [event for events in events_by_version.values() for event in events]


async def _step(replays: Replays, table: Table, place: int, stride: str, shape: Shape) -> None:
    table_then, events = await _position(replays, table, place, stride)
    await board_picture(table_then, texts_in("en"), shape, events, time_limit=AT_ONCE)


async def _missed(replays: Replays, course: TableHistory, after: int, shape: Shape) -> None:
    turns = await replays.report_turns(course, PUBLIC_KNOWLEDGE, after)
    await recap(replays, course, turns, texts_in("en"), shape)
