"""Pictures are drawn by processes of their own: the same pictures, faults, processes that die, and their order."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
import pytest_asyncio

import engines
from bot.drawing import drawers as drawing
from bot.drawing.drawers import DrawerLost, Drawers, draw, in_processes
from bot.drawing.picture_order import PictureOrder, carry_out
from bot.work import process_pool
from bot.work.process_pool import PoolClosed
from engines import View
from tests.bot.fake_discord import until
from tests.bot.mad_thinkers import is_alive

NAMES = ("Anna", "Ben", "Carla", "Dirk")


sharing = pytest.mark.asyncio(loop_scope="module")
"""The mark of tests that draw with the ``shared_drawers``."""


def curve(number: int = 1, within: float = 2) -> PictureOrder:
    """Return the order of a small chart; each number has its own picture."""
    return PictureOrder(
        "chart", "de", NAMES[:2], before=([[0, number], [0, 5]],), after=("points", "macao"), within=within
    )


@pytest.fixture
async def drawers() -> AsyncIterator[Drawers]:
    """Return drawers with a process of their own."""
    own_drawers = Drawers(1)
    yield own_drawers
    await own_drawers.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def drawer() -> AsyncIterator[Any]:
    own_drawers = Drawers(1)
    yield own_drawers._processes[0]
    await own_drawers.close()


@pytest.fixture
def shared_drawers(drawer: Any) -> Drawers:
    """Return drawers with one process for all tests that leave it as it is."""
    own_drawers = Drawers(1)
    own_drawers._processes = [drawer]
    own_drawers._free = [drawer, drawer]
    return own_drawers


@pytest.mark.parametrize("key", engines.GAMES)
@sharing
async def test_a_process_draws_what_a_thread_draws(shared_drawers: Drawers, key: str) -> None:
    game = engines.new(key, engines.GAMES[key].seats[0], 3)
    seat = game.to_act[0]
    events = tuple(game.play(seat, game.legal(seat)[0]))
    order = PictureOrder("picture", "nl", NAMES[: game.state.seats], before=(game.view(seat),), events=events)
    assert await shared_drawers.draw(order) == carry_out(order)
    graph = PictureOrder("chart", "en", NAMES[:2], before=([[1, 2], [0, 5]],), after=("points", key))
    assert await shared_drawers.draw(graph) == carry_out(graph)


@sharing
async def test_what_drawing_raises_is_raised_here_and_the_process_goes_on(shared_drawers: Drawers) -> None:
    view: View = engines.new("navegador", 2, 1).view(None)
    with pytest.raises(LookupError, match="no pictures of a hand"):
        await shared_drawers.draw(PictureOrder("hand", "en", before=(view,)))
    with pytest.raises(AttributeError):
        await shared_drawers.draw(PictureOrder("picture", "en", before=(None,)))
    assert await shared_drawers.draw(curve())
    assert len(shared_drawers.pids) == 1


async def test_a_process_that_dies_is_replaced(drawers: Drawers) -> None:
    first = await drawers.draw(curve())
    (pid,) = drawers.pids
    held_bytes = drawers.held
    assert held_bytes > 0
    os.kill(pid, signal.SIGKILL)
    drawers._cache.clear()
    assert await drawers.draw(curve()) == first
    assert drawers.held == held_bytes, "what the dead one kept is gone"


async def test_a_picture_that_takes_too_long_is_given_up(drawers: Drawers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "PATIENCE_SECONDS", 0)
    with pytest.raises(DrawerLost):
        await drawers.draw(curve())
    monkeypatch.undo()
    assert await drawers.draw(curve())


@sharing
async def test_who_gives_up_waiting_gets_nobody_elses_picture(shared_drawers: Drawers) -> None:
    for order in (curve(1), curve(2)):
        impatient = asyncio.create_task(shared_drawers.draw(order))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
    assert await shared_drawers.draw(curve(3)) == carry_out(curve(3))


@sharing
async def test_what_a_person_waits_for_is_drawn_first(shared_drawers: Drawers) -> None:
    drawn_numbers: list[int] = []

    async def draw_and_note(number: int, within: float) -> None:
        await shared_drawers.draw(curve(number, within))
        drawn_numbers.append(number)

    await asyncio.gather(draw_and_note(1, 2), draw_and_note(2, 2), draw_and_note(3, 2), draw_and_note(4, 0))
    assert drawn_numbers == [1, 2, 4, 3], "the process has been given the first two at once"


@sharing
async def test_who_could_not_have_a_picture_in_time_does_not_wait_for_it(shared_drawers: Drawers, drawer: Any) -> None:
    # without free processes every request waits
    free_drawers = shared_drawers._free[:]
    shared_drawers._free[:] = []
    drawer.mean_seconds = 20
    before = asyncio.create_task(shared_drawers.draw(curve(1, within=0)))
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        with pytest.raises(TimeoutError, match="others are drawn first"):
            await shared_drawers.draw(curve(2, within=1), patience=79)
    patient = asyncio.create_task(shared_drawers.draw(curve(2, within=1), patience=81))
    hurried = asyncio.create_task(shared_drawers.draw(curve(3, within=-1), patience=61))
    await asyncio.sleep(0)
    assert len(shared_drawers._queue) == 3, "what is wanted later holds up nobody"
    for free_drawer in free_drawers:
        shared_drawers._release(free_drawer)
    for number, waiting in enumerate((before, patient, hurried), 1):
        assert await waiting == carry_out(curve(number))
    assert drawer.mean_seconds < 20, "it is judged by the last ones"


async def test_the_first_picture_is_begun_however_soon_it_is_wanted(drawers: Drawers) -> None:
    """The drawers do not know yet how long a picture takes."""
    (drawer,) = drawers._processes
    with suppress(TimeoutError):
        await drawers.draw(curve(), patience=0.1)
    await until(lambda: drawer.pid is not None)


async def test_a_process_that_is_asked_twice_at_once_is_begun_once(
    drawers: Drawers, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun_count = 0

    def count_executor(*arguments: Any, **options: Any) -> ProcessPoolExecutor:
        nonlocal begun_count
        begun_count += 1
        return ProcessPoolExecutor(*arguments, **options)

    monkeypatch.setattr(process_pool, "ProcessPoolExecutor", count_executor)
    pictures = await asyncio.gather(*(drawers.draw(curve(number)) for number in (1, 2)))
    assert pictures == [carry_out(curve(1)), carry_out(curve(2))]
    assert begun_count == 1


@sharing
async def test_the_same_picture_is_not_drawn_twice(shared_drawers: Drawers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_CACHED", 2)
    first = await shared_drawers.draw(curve(1))
    free_drawers = shared_drawers._free[:]
    shared_drawers._free.clear()  # without free processes every request waits
    assert await shared_drawers.draw(curve(1)) is first
    shared_drawers._free.extend(free_drawers)
    await shared_drawers.draw(curve(2))
    await shared_drawers.draw(curve(3))
    assert len(shared_drawers._cache) == 2


@sharing
async def test_a_picture_that_is_being_drawn_is_not_drawn_again(shared_drawers: Drawers) -> None:
    first = asyncio.create_task(shared_drawers.draw(curve(1, 0)))
    await asyncio.sleep(0)
    assert shared_drawers._drawing
    second = asyncio.create_task(shared_drawers.draw(curve(1)))
    await asyncio.sleep(0)
    assert not shared_drawers._queue, "nobody waits for a process"
    assert await second is await first


async def test_processes_end_with_the_bot_and_ignore_what_the_bot_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_processes(1):
        data = await draw(curve())
        assert drawing._drawers is not None
        (pid,) = drawing._drawers.pids
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(pid, number)
        assert await draw(curve(2)) != data
        assert drawing._drawers.pids == [pid]
    assert not is_alive(pid)
    assert await draw(curve()) == data, "without processes a thread draws"


async def test_no_process_is_begun_while_all_end(drawers: Drawers) -> None:
    drawings = [asyncio.create_task(drawers.draw(curve(number))) for number in range(1, 5)]
    (drawer,) = drawers._processes
    await until(lambda: drawer.pid is not None)
    drawings[3].cancel()
    await drawers.close()
    outcomes = await asyncio.gather(*drawings, return_exceptions=True)
    broken_off = asyncio.CancelledError
    assert [type(outcome) for outcome in outcomes] == [broken_off, broken_off, PoolClosed, broken_off]
    with pytest.raises(DrawerLost):
        await drawers.draw(curve(5))
    assert drawer.pid is None
    assert drawers._free == [drawer, drawer]


async def test_who_has_just_got_a_process_that_ends_begins_no_other(drawers: Drawers) -> None:
    drawer, _ = drawers._free
    drawers._free.clear()
    drawing_task = asyncio.create_task(drawers.draw(curve()))
    await asyncio.sleep(0)
    drawers._release(drawer)
    await drawers.close()
    with pytest.raises(DrawerLost):
        await drawing_task
    assert drawer.pid is None
    assert drawers._free == [drawer]


BOT = """
import asyncio, os
from bot.drawing.drawers import Drawers
from bot.drawing.picture_order import PictureOrder
async def main():
    drawers = Drawers(1)
    order = PictureOrder("chart", "de", ("Anna", "Ben"), before=([[0, 1], [0, 5]],), after=("points", "macao"))
    await drawers.draw(order)
    print(*drawers.pids, flush=True)
    os._exit(1)
asyncio.run(main())
"""


async def test_a_process_ends_when_the_bot_is_gone() -> None:
    bot = subprocess.run([sys.executable, "-c", BOT], capture_output=True, text=True, check=False)
    pid = int(bot.stdout)
    await until(lambda: not is_alive(pid))


def test_a_drawing_process_knows_neither_discord_nor_the_database_and_waits_for_nobody() -> None:
    code = "import sys, bot.drawing.drawing_process, bot.work.worker_process; print(*sys.modules)"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"discord", "sqlalchemy", "asyncio", "structlog"} & {*process.stdout.split()}


@sharing
async def test_a_board_that_has_waited_comes_before_what_somebody_wants_now(shared_drawers: Drawers) -> None:
    drawn_numbers: list[int] = []

    async def draw_and_note(number: int, within: float) -> None:
        await shared_drawers.draw(curve(number, within))
        drawn_numbers.append(number)

    boards = [asyncio.create_task(draw_and_note(number, 0.1)) for number in (1, 2)]
    free_drawers = shared_drawers._free[:]
    shared_drawers._free[:] = []
    await asyncio.sleep(0.15)
    people = [asyncio.create_task(draw_and_note(number, 0)) for number in (3, 4)]
    await asyncio.sleep(0)
    for free_drawer in free_drawers:
        shared_drawers._release(free_drawer)
    await asyncio.gather(*boards, *people)
    assert drawn_numbers == [1, 2, 3, 4]


@sharing
async def test_a_picture_nobody_waits_for_any_more_is_kept_if_it_was_begun(shared_drawers: Drawers) -> None:
    shared_drawers._free.pop()
    begun_task = asyncio.create_task(shared_drawers.draw(curve(1)))
    queued_task = asyncio.create_task(shared_drawers.draw(curve(2)))
    await asyncio.sleep(0)
    (drawing_task,) = shared_drawers._drawing.values()
    begun_task.cancel()
    queued_task.cancel()
    await asyncio.gather(begun_task, queued_task, return_exceptions=True)
    await drawing_task
    assert shared_drawers._free
    assert len(shared_drawers._cache) == 1
    assert await shared_drawers.draw(curve(1)) == next(iter(shared_drawers._cache.values()))
