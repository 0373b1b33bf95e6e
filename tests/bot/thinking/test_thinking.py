"""Computer players think in processes of their own, with the same answers as in a thread; none outlives its use."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from structlog.testing import capture_logs

import engines
from bot.thinking import pool
from bot.thinking.ideas import ideas
from bot.thinking.order import DecisionOrder, carry_out, decision_order, question
from bot.thinking.pool import Thinkers, Unanswered, in_processes
from bot.work.process_pool import PoolClosed, ProcessLost
from engines.players import PLAYERS
from tests.bot.fake_discord import until
from tests.bot.mad_thinkers import MAD, dying, hanging, is_alive, mad
from tools.bench.measure import usual_seats

SEED = "ab" * 16
sharing = pytest.mark.asyncio(loop_scope="module")
"""Of tests that think ``together``."""


def position(key: str, moves: int = 25) -> tuple[engines.Game, int]:
    """Return a position after so many moves, and the seat that decides in it."""
    kind = engines.GAMES[key]
    rng = Random(moves)
    game = kind.new(usual_seats(kind), 7)
    for _ in range(moves):
        seat = game.to_act[0]
        game.play(seat, game.sample(seat, rng))
    return game, game.to_act[0]


def order_for(kind: str = "random", key: str = "navegador", moves: int = 25) -> DecisionOrder:
    game, seat = position(key, moves)
    return decision_order(kind, SEED, game, seat)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_thinkers() -> AsyncIterator[Thinkers]:
    """Return one process for all tests that leave it unchanged."""
    made = Thinkers(1)
    yield made
    await made.close()


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    """Return thinkers with a process of their own."""
    made = Thinkers(1)
    yield made
    await made.close()


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize("key", engines.GAMES)
@sharing
async def test_a_process_decides_as_a_thread_does_and_as_the_player_at_the_table_itself(
    shared_thinkers: Thinkers, key: str, kind: str
) -> None:
    for moves in (12, 25):
        game, seat = position(key, moves)
        order = decision_order(kind, SEED, game, seat)
        thought = await shared_thinkers.ask(order)
        assert thought == await pool.decide(order), "in a thread"
        assert thought == PLAYERS[kind](game, seat, Random(order.rng_seed))


def test_chance_is_that_of_the_position_the_seat_and_the_table_and_betrays_no_seed() -> None:
    game, seat = position("macao")
    first = decision_order("random", SEED, game, seat)
    assert decision_order("random", SEED, game.copy(), seat) == first
    others = {
        decision_order("random", SEED, game, seat + 1).rng_seed,
        decision_order("random", "cd" * 16, game, seat).rng_seed,
    }
    others |= {decision_order("random", SEED, position("macao", 26)[0], seat).rng_seed}
    assert len(others | {first.rng_seed}) == 4
    assert SEED not in repr(first)


async def test_no_process_is_begun_before_somebody_thinks_and_all_end_with_the_bot() -> None:
    thinkers = Thinkers(2)
    async with in_processes(thinkers):
        assert thinkers.pids == []
        await pool.decide(order_for())
        (pid,) = thinkers.pids
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        await pool.decide(order_for())
        assert pid in thinkers.pids, "it ignores what the bot is told"
    assert not is_alive(pid)
    assert await pool.decide(order_for()) == carry_out(order_for()), "without processes a thread thinks"


async def test_a_process_that_is_asked_nothing_for_a_while_ends_and_another_answers(thinkers: Thinkers) -> None:
    first = await thinkers.ask(order_for())
    async with in_processes(thinkers):
        await pool.end_unused()
        await pool.end_unused()
        assert thinkers.pids == []
        assert await thinkers.ask(order_for()) == first


async def test_a_process_that_is_asked_again_in_time_goes_on(thinkers: Thinkers) -> None:
    await thinkers.ask(order_for())
    pids = thinkers.pids
    await thinkers.end_unused()  # asked since the round before
    assert thinkers.pids == pids
    await thinkers.ask(order_for())
    await thinkers.end_unused()
    assert thinkers.pids == pids
    await thinkers.end_unused()
    assert thinkers.pids == []


async def test_a_process_that_thinks_is_not_ended_as_unused(thinkers: Thinkers) -> None:
    thought = asyncio.create_task(thinkers.ask(order_for()))
    (helper,) = thinkers._processes
    await until(lambda: helper not in thinkers._free)
    await thinkers.end_unused()
    await thinkers.end_unused()
    assert await thought == carry_out(order_for())


async def test_decisions_of_several_tables_are_made_one_after_the_other_in_as_many_processes_as_there_are(
    thinkers: Thinkers,
) -> None:
    wanted = [order_for(moves=moves) for moves in (1, 2, 3)]
    assert await asyncio.gather(*map(thinkers.ask, wanted)) == [carry_out(order) for order in wanted]


async def test_a_process_that_dies_between_two_questions_is_replaced(thinkers: Thinkers) -> None:
    first = await thinkers.ask(order_for())
    (pid,) = thinkers.pids
    os.kill(pid, signal.SIGKILL)
    await until(lambda: not is_alive(pid))
    await asyncio.sleep(0.1)  # until the library has noticed
    assert await thinkers.ask(order_for()) == first


@pytest.mark.parametrize(
    ("madness", "fault"),
    [
        ("dies", ProcessLost),
        ("runs out of memory", ProcessLost),
        ("says too much", ProcessLost),
        ("raises", RuntimeError),
        ("raises what cannot be packed", RuntimeError),
        ("mumbles", pool.NoAction),
        ("counts", pool.NoAction),
    ],
)
async def test_what_goes_wrong_is_told_and_the_next_question_is_answered(
    monkeypatch: pytest.MonkeyPatch, madness: str, fault: type[Exception]
) -> None:
    monkeypatch.setenv("MADNESS", madness)
    async with in_processes(Thinkers(1, job=MAD)):
        with pytest.raises(fault):
            await pool.decide(order_for())
        assert await pool.decide(order_for("greedy")) == carry_out(order_for("greedy"))


async def test_who_thinks_aloud_is_understood_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MADNESS", "prints")
    async with in_processes(Thinkers(1, job=MAD)):
        game, seat = position("navegador")
        assert await pool.decide(order_for()) in game.legal(seat)


@pytest.mark.parametrize("madness", ["hangs", "prints"])
async def test_who_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch, madness: str) -> None:
    """This holds even if there is no time at all."""
    begun = set[int]()
    kill = os.kill

    def noted(pid: int, number: int) -> None:
        begun.add(pid)
        kill(pid, number)

    monkeypatch.setattr(os, "kill", noted)
    monkeypatch.setenv("MADNESS", madness)
    thinkers = Thinkers(1, limit=0, job=MAD)
    for _ in range(2):
        with pytest.raises(ProcessLost, match="no answer within 0 s"):
            await thinkers.ask(order_for())
    assert len(begun) == 2
    monkeypatch.undo()
    assert not any(is_alive(pid) for pid in begun)


async def test_who_waits_or_thinks_when_all_end_is_told_so_and_no_process_is_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MADNESS", "hangs")
    thinkers = Thinkers(1, job=MAD)
    wanted = [asyncio.create_task(thinkers.ask(order_for())) for _ in range(2)]
    await until(lambda: thinkers.pids)
    await asyncio.sleep(0)  # until it has the order
    await thinkers.close()
    assert [type(error) for error in await asyncio.gather(*wanted, return_exceptions=True)] == [ProcessLost, PoolClosed]
    with pytest.raises(PoolClosed):
        await thinkers.ask(order_for())
    assert thinkers.pids == []


def test_a_thinking_process_knows_games_alone() -> None:
    heavy = "{'discord', 'sqlalchemy', 'aiohttp', 'PIL', 'asyncio', 'structlog'}"
    code = f"import sys, bot.thinking.order, bot.work.worker_process; print(*{heavy} & {{*sys.modules}})"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout.split() == []


@sharing
async def test_what_is_asked_for_a_hint_is_answered_by_a_process_as_by_a_thread(shared_thinkers: Thinkers) -> None:
    game, seat = position("burgundy", 30)
    asked_for = question(ideas, SEED, game, seat)
    answer = await shared_thinkers.ask(asked_for)
    assert answer == carry_out(asked_for)
    assert answer


def never(*arguments: object) -> None:
    raise AssertionError("a thread of the bot thinks")


@pytest.mark.parametrize("deaths", [0, 1])
async def test_what_costs_a_process_is_asked_once_more_of_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, deaths: int
) -> None:
    monkeypatch.setenv("NOTES", str(tmp_path))
    monkeypatch.setattr(pool, "carry_out", never)
    game, seat = position("navegador")
    with capture_logs() as logs:
        async with in_processes(Thinkers(1)):
            assert await pool.ask_twice(question(dying, SEED, game, seat, deaths)) == "an answer"
    assert [(entry["log_level"], entry["function"]) for entry in logs] == [("warning", "dying")] * deaths


async def test_what_costs_two_processes_is_not_answered_and_not_by_a_thread(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NOTES", str(tmp_path))
    monkeypatch.setattr(pool, "carry_out", never)
    game, seat = position("navegador")
    async with in_processes(Thinkers(1)):
        with pytest.raises(Unanswered):
            await pool.ask_twice(question(dying, SEED, game, seat, 99))
        assert len(list(tmp_path.iterdir())) == 2
        assert await pool.decide(order_for()) == carry_out(order_for()), "the next question is answered"


async def test_what_takes_too_long_twice_is_not_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "carry_out", never)
    game, seat = position("navegador")
    with capture_logs() as logs:
        async with in_processes(Thinkers(1, limit=0)):
            with pytest.raises(Unanswered):
                await pool.ask_twice(question(ideas, SEED, game, seat))
    assert [entry["reason"] for entry in logs] == ["no answer within 0 s"] * 2


async def test_what_is_raised_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MADNESS", "raises")
    game, seat = position("navegador")
    with capture_logs() as logs:
        async with in_processes(Thinkers(1)):
            with pytest.raises(RuntimeError, match="it is puzzled"):
                await pool.ask_twice(question(mad, SEED, game, seat))
    assert logs == []


async def test_what_is_asked_when_the_processes_end_is_thought_about_by_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NOTES", str(tmp_path))
    monkeypatch.setattr(pool, "carry_out", never)
    game, seat = position("navegador")
    async with in_processes(Thinkers(1)):
        answered = asyncio.create_task(pool.ask_twice(question(hanging, SEED, game, seat)))
        await until(lambda: any(tmp_path.iterdir()))
    with pytest.raises(PoolClosed):
        await answered


async def test_turns_come_before_questions_and_these_are_fair_by_server_and_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, seat = position("navegador")
    go_on = asyncio.Event()
    answered = list[str]()

    async def answers(_: object, order: Any, seconds: float) -> str:
        await go_on.wait()
        answered.append(order.player if isinstance(order, DecisionOrder) else order.arguments[0])
        return answered[-1]

    monkeypatch.setattr("bot.work.process_pool.ChildProcess.ask", answers)
    async with in_processes(thinkers := Thinkers(1)):

        def asks(order: str, *groups: int) -> asyncio.Task[Any]:
            wanted = (
                decision_order(order, SEED, game, seat)
                if len(groups) == 1
                else question(hanging, SEED, game, seat, order)
            )
            return asyncio.create_task(thinkers.ask(wanted, groups))

        hints = [asks(f"anna {number}", 1, 11) for number in range(4)]
        others = [asks("ben", 1, 12), asks("carla", 2, 13), asks("turn of 2", 2), asks("turn of 1", 1)]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*hints, *others)
    assert answered == ["anna 0", "turn of 2", "turn of 1", "carla", "ben", "anna 1", "anna 2", "anna 3"]


async def test_without_processes_a_thread_answers() -> None:
    game, seat = position("navegador")
    wanted = question(ideas, SEED, game, seat)
    assert await pool.ask_twice(wanted) == carry_out(wanted)
