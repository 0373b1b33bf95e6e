"""A computer player that dies, hangs, fails or answers nonsense holds up its table for a moment only."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import update
from sqlmodel import col, delete, select
from structlog.testing import capture_logs

from bot.tables import Table, Tables
from bot.tables.observers.computers import ATTEMPTS, LOST
from bot.thinking.order import carry_out, decision_order
from bot.thinking.pool import Thinkers, in_processes
from engines import Action, Game
from engines.players import PLAYERS, random
from storage import jobs
from storage.database import Database
from storage.jobs import Kind
from storage.models import GameRow, JobRow, MoveRow, SeatRow
from tests.bot.fake_discord import until
from tests.bot.lobbies import BEN, MANAGER, on_both, run_table_jobs, sqlite, start_table
from tests.bot.mad_thinkers import MAD, is_alive
from tests.bot.tables.test_computers import computer_jobs, play_until_computers, table_with_computer
from tests.bot.timers import timer_worker

WARNING = "another computer decides for one that fails"
MADNESS = [
    *("dies", "hangs", "raises", "cheats"),
    *(
        pytest.param(madness, marks=pytest.mark.proof)
        for madness in ("raises what cannot be packed", "mumbles", "counts")
    ),
]
"""A process that ends, one that does not, and players that fail and that decide what they may not; the tests of
thinking ask all of them."""


def mad_thinkers(limit: float = 30) -> Thinkers:
    return Thinkers(1, limit=limit, job=MAD)


async def retry_computers(tables: Tables, table: Table) -> Table:
    """Ask the computers again, and return the table afterwards."""
    tables.database.clock_offset += timedelta(minutes=1)
    return await run_table_jobs(tables, table.row.id)


def greedy_action(table: Table) -> Action:
    """Return what the greedy computer would decide."""
    seat = table.game.to_act[0]
    action: Action = carry_out(replace(decision_order("random", table.row.seed, table.game, seat), player="greedy"))
    return action


async def words_after(tables: Tables, table: Table) -> list[str]:
    return [row.words for row in await tables.log(table.row.id) if row.version > table.row.version]


@sqlite
@pytest.mark.parametrize("madness", MADNESS)
async def test_after_three_attempts_greedy_decides_and_the_log_says_so(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch, madness: str
) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    expected = " ".join(greedy_action(table))
    monkeypatch.setenv("MADNESS", madness)
    async with in_processes(mad_thinkers(0.1 if madness == "hangs" else 30)):
        with capture_logs() as logs:
            for attempts in (1, 2):
                assert (await retry_computers(tables, table)).row.version == table.row.version
                (timer,) = await computer_jobs(database, table.row.id)
                assert (timer.attempts, timer.claimed_until) == (attempts, None)
                assert WARNING not in [entry["event"] for entry in logs]
            after = await retry_computers(tables, table)
    assert (await words_after(tables, table))[0] == expected
    assert not after.is_computers_turn
    assert await computer_jobs(database, table.row.id) == []
    for entry in logs:  # what a player does wrong is to be mended, a process is replaced
        if entry["event"] != WARNING:
            lost = madness in ("dies", "hangs")
            assert entry["log_level"] == ("warning" if lost else "error"), entry
    warning = next(entry for entry in logs if entry["event"] == WARNING)
    assert warning["log_level"] == "warning"
    assert (warning["table"], warning["computer"], warning["by"]) == (table.row.id, "random", "greedy")


@sqlite
async def test_where_there_is_no_time_at_all_greedy_decides(tables: Tables) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    expected = " ".join(greedy_action(table))
    async with in_processes(Thinkers(1, limit=0)):
        for _ in range(3):
            after = await retry_computers(tables, table)
    assert (await words_after(tables, table))[0] == expected
    assert not after.is_computers_turn


@sqlite
@pytest.mark.parametrize(("lost", "kind"), [(ATTEMPTS, "random"), (LOST - 1, "random"), (LOST, "greedy")])
async def test_processes_that_are_restarted_while_a_computer_thinks_do_not_make_another_one_decide(
    database: Database, tables: Tables, lost: int, kind: str
) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    expected = " ".join(carry_out(decision_order(kind, table.row.seed, table.game, table.game.to_act[0])))
    async with database.transaction() as session:
        await session.exec(update(JobRow).values(lost=lost))
    await retry_computers(tables, table)
    assert (await words_after(tables, table))[0] == expected


@sqlite
async def test_who_recovers_before_the_third_attempt_decides_for_itself(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    seat = table.game.to_act[0]
    expected = " ".join(carry_out(decision_order("random", table.row.seed, table.game, seat)))
    monkeypatch.setenv("MADNESS", "dies")
    async with in_processes(mad_thinkers()):
        for _ in range(2):
            await retry_computers(tables, table)
    with capture_logs() as logs:
        await retry_computers(tables, table)
    assert (await words_after(tables, table))[0] == expected
    assert WARNING not in [entry["event"] for entry in logs]


@sqlite
async def test_a_kind_of_player_that_this_program_does_not_have_is_one_that_fails(tables: Tables) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    async with tables.database.transaction() as session:
        for seat in await session.exec(select(SeatRow).where(SeatRow.computer == "random")):
            seat.computer = "oracle"
            session.add(seat)
    for _ in range(3):
        after = await retry_computers(tables, table)
    assert not after.is_computers_turn


class Slow:
    """A player that decides only once it is released."""

    def __init__(self) -> None:
        self.began = threading.Event()
        self.go_on = threading.Event()

    def __call__(self, game: Game, seat: int, rng: Random) -> Action:
        self.began.set()
        assert self.go_on.wait(10)
        return random(game, seat, rng)


@on_both
@pytest.mark.parametrize("ended", [False, True], ids=["deleted", "ended"])
async def test_a_table_that_is_gone_while_its_computer_thinks_is_gone(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch, ended: bool
) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    slow = Slow()
    monkeypatch.setitem(PLAYERS, "random", slow)
    worker = timer_worker(tables)
    with capture_logs() as logs:
        worker.wake()
        await until(slow.began.is_set)
        if ended:
            await tables.play.end(table.row.id, MANAGER, admin=True)
        else:
            async with database.transaction() as session:
                await session.exec(delete(GameRow).where(col(GameRow.id) == table.row.id))
        slow.go_on.set()
        await worker.idle()
    assert [entry for entry in logs if entry["log_level"] in ("warning", "error")] == []
    async with database.reading() as session:
        moves = (await session.exec(select(MoveRow).where(MoveRow.version > table.row.version))).all()
    assert list(moves) == []
    assert await computer_jobs(database, table.row.id) == []


async def test_what_is_thought_about_when_the_bot_stops_is_decided_after_the_next_start(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    monkeypatch.setattr("bot.work.worker.LAST_TIMER_SECONDS", 0)
    monkeypatch.setattr("bot.work.worker.LAST_SECONDS", 0)
    monkeypatch.setenv("MADNESS", "hangs")
    thinkers = mad_thinkers()
    async with in_processes(thinkers):
        worker = timer_worker(tables)
        worker.start()
        await until(lambda: thinkers.pids)
        (pid,) = thinkers.pids
        await worker.stop()
    assert not is_alive(pid)
    (timer,) = await computer_jobs(database, table.row.id)
    assert (timer.attempts, timer.claimed_until) == (0, None)
    restarted = Tables(database)
    assert not (await run_table_jobs(restarted, table.row.id)).is_computers_turn


@sqlite
async def test_however_long_computers_think_what_else_is_due_is_done(
    database: Database, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_until_computers(tables, await table_with_computer(tables))
    slow = Slow()
    monkeypatch.setitem(PLAYERS, "random", slow)
    worker = timer_worker(tables, at_once=1)
    worker.wake()
    await until(slow.began.is_set)
    async with database.transaction() as session:
        await jobs.schedule(session, table.row.id, Kind.NUDGED)
    worker.wake()
    while [timer.kind for timer in await computer_jobs(database, table.row.id)] != [Kind.COMPUTERS]:
        await asyncio.sleep(0.01)
    slow.go_on.set()
    await worker.idle()
    assert await computer_jobs(database, table.row.id) == []


@sqlite
async def test_no_more_is_worked_on_at_once_than_there_is_room_for_though_some_of_it_was_due_before(
    database: Database,
) -> None:
    first, *others = kinds = [Kind.NUDGED, Kind.REMINDER, Kind.VOTE, Kind.CONSENT]
    begun = list[str]()
    go_on = asyncio.Event()

    async def works(timer: JobRow) -> None:
        begun.append(timer.kind)
        await go_on.wait()

    tables = Tables(database)
    table = await start_table(tables, BEN)
    worker = timer_worker(tables, handlers=dict.fromkeys(kinds, works), at_once=2)
    async with database.transaction() as session:
        await jobs.schedule(session, table.row.id, first)
    worker.wake()
    await until(lambda: len(begun) == 1)
    async with database.transaction() as session:
        for kind in others:
            await jobs.schedule(session, table.row.id, kind)
    worker.wake()
    await until(lambda: len(begun) > 1)
    await asyncio.sleep(0.05)
    assert len(begun) == 2
    go_on.set()
    await worker.idle()
    assert {*begun} == {*kinds}


@sqlite
@pytest.mark.parametrize("attempts", [20, 1000])
async def test_what_has_failed_for_long_is_tried_once_an_hour(database: Database, attempts: int) -> None:
    async def fails(timer: JobRow) -> None:
        raise OSError("no network")

    tables = Tables(database)
    table = await start_table(tables, BEN)
    async with database.transaction() as session:
        await jobs.schedule(session, table.row.id, Kind.NUDGED)
        await session.exec(update(JobRow).values(attempts=attempts))
    worker = timer_worker(tables, handlers={Kind.NUDGED: fails})
    worker.wake()
    await worker.idle()
    (timer,) = await computer_jobs(database, table.row.id)
    assert (timer.attempts, timer.claimed_until) == (attempts + 1, None)
    assert timer.due_at - timer.set_at == timedelta(hours=1)
