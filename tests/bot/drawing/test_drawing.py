"""Pictures drawn by processes of their own: the same pictures, what went wrong, processes that die, who comes first."""

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
"""Of tests that draw ``together``."""


def curve(number: int = 1, within: float = 2) -> PictureOrder:
    """A picture that is drawn at once, unlike those of other numbers."""
    return PictureOrder(
        "chart", "de", NAMES[:2], before=([[0, number], [0, 5]],), after=("points", "macao"), within=within
    )


@pytest.fixture
async def drawers() -> AsyncIterator[Drawers]:
    """With a process of their own."""
    made = Drawers(1)
    yield made
    await made.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def drawer() -> AsyncIterator[Any]:
    made = Drawers(1)
    yield made._all[0]
    await made.close()


@pytest.fixture
def together(drawer: Any) -> Drawers:
    """With one process for all tests that leave it as it is."""
    made = Drawers(1)
    made._all = [drawer]
    made._free = [drawer, drawer]
    return made


@pytest.mark.parametrize("key", engines.GAMES)
@sharing
async def test_a_process_draws_what_a_thread_draws(together: Drawers, key: str) -> None:
    game = engines.new(key, engines.GAMES[key].seats[0], 3)
    seat = game.to_act[0]
    events = tuple(game.play(seat, game.legal(seat)[0]))
    order = PictureOrder("picture", "nl", NAMES[: game.state.seats], before=(game.view(seat),), events=events)
    assert await together.draw(order) == carry_out(order)
    graph = PictureOrder("chart", "en", NAMES[:2], before=([[1, 2], [0, 5]],), after=("points", key))
    assert await together.draw(graph) == carry_out(graph)


@sharing
async def test_what_drawing_raises_is_raised_here_and_the_process_goes_on(together: Drawers) -> None:
    view: View = engines.new("navegador", 2, 1).view(None)
    with pytest.raises(LookupError, match="no pictures of a hand"):
        await together.draw(PictureOrder("hand", "en", before=(view,)))
    with pytest.raises(AttributeError):
        await together.draw(PictureOrder("picture", "en", before=(None,)))
    assert await together.draw(curve())
    assert len(together.pids) == 1


async def test_a_process_that_dies_is_replaced(drawers: Drawers) -> None:
    first = await drawers.draw(curve())
    (pid,) = drawers.pids
    told = drawers.held
    assert told > 0
    os.kill(pid, signal.SIGKILL)
    drawers._cache.clear()
    assert await drawers.draw(curve()) == first
    assert drawers.held == told, "what the dead one kept is gone"


async def test_a_picture_that_takes_too_long_is_given_up(drawers: Drawers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "PATIENCE_SECONDS", 0)
    with pytest.raises(DrawerLost):
        await drawers.draw(curve())
    monkeypatch.undo()
    assert await drawers.draw(curve())


@sharing
async def test_who_gives_up_waiting_gets_nobody_elses_picture(together: Drawers) -> None:
    for order in (curve(1), curve(2)):
        impatient = asyncio.create_task(together.draw(order))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
    assert await together.draw(curve(3)) == carry_out(curve(3))


@sharing
async def test_what_a_person_waits_for_is_drawn_first(together: Drawers) -> None:
    done: list[int] = []

    async def want(number: int, within: float) -> None:
        await together.draw(curve(number, within))
        done.append(number)

    await asyncio.gather(want(1, 2), want(2, 2), want(3, 2), want(4, 0))
    assert done == [1, 2, 4, 3], "the process has been given the first two at once"


@sharing
async def test_who_could_not_have_a_picture_in_time_does_not_wait_for_it(together: Drawers, drawer: Any) -> None:
    # whoever needs a process waits for ever
    free = together._free[:]
    together._free[:] = []
    drawer.mean_seconds = 20
    before = asyncio.create_task(together.draw(curve(1, within=0)))
    await asyncio.sleep(0)
    async with asyncio.timeout(10):
        with pytest.raises(TimeoutError, match="others are drawn first"):
            await together.draw(curve(2, within=1), patience=79)
    patient = asyncio.create_task(together.draw(curve(2, within=1), patience=81))
    hurried = asyncio.create_task(together.draw(curve(3, within=-1), patience=61))
    await asyncio.sleep(0)
    assert len(together._line) == 3, "what is wanted later holds up nobody"
    for each in free:
        together._release(each)
    for number, waiting in enumerate((before, patient, hurried), 1):
        assert await waiting == carry_out(curve(number))
    assert drawer.mean_seconds < 20, "it is judged by the last ones"


async def test_the_first_picture_is_begun_however_soon_it_is_wanted(drawers: Drawers) -> None:
    """How long one takes nobody knows yet."""
    (drawer,) = drawers._all
    with suppress(TimeoutError):
        await drawers.draw(curve(), patience=0.1)
    await until(lambda: drawer.pid is not None)


async def test_a_process_that_is_asked_twice_at_once_is_begun_once(
    drawers: Drawers, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = 0

    def executor(*given: Any, **options: Any) -> ProcessPoolExecutor:
        nonlocal begun
        begun += 1
        return ProcessPoolExecutor(*given, **options)

    monkeypatch.setattr(process_pool, "ProcessPoolExecutor", executor)
    found = await asyncio.gather(*(drawers.draw(curve(number)) for number in (1, 2)))
    assert found == [carry_out(curve(1)), carry_out(curve(2))]
    assert begun == 1


@sharing
async def test_the_same_picture_is_not_drawn_twice(together: Drawers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_CACHED", 2)
    first = await together.draw(curve(1))
    free = together._free[:]
    together._free.clear()  # whoever needs a process waits for ever
    assert await together.draw(curve(1)) is first
    together._free.extend(free)
    await together.draw(curve(2))
    await together.draw(curve(3))
    assert len(together._cache) == 2


@sharing
async def test_a_picture_that_is_being_drawn_is_not_drawn_again(together: Drawers) -> None:
    first = asyncio.create_task(together.draw(curve(1, 0)))
    await asyncio.sleep(0)
    assert together._drawing
    again = asyncio.create_task(together.draw(curve(1)))
    await asyncio.sleep(0)
    assert not together._line, "nobody waits for a process"
    assert await again is await first


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
    wanted = [asyncio.create_task(drawers.draw(curve(number))) for number in range(1, 5)]
    (drawer,) = drawers._all
    await until(lambda: drawer.pid is not None)
    wanted[3].cancel()
    await drawers.close()
    found = await asyncio.gather(*wanted, return_exceptions=True)
    broken_off = asyncio.CancelledError
    assert [type(each) for each in found] == [broken_off, broken_off, PoolClosed, broken_off]
    with pytest.raises(DrawerLost):
        await drawers.draw(curve(5))
    assert drawer.pid is None
    assert drawers._free == [drawer, drawer]


async def test_who_has_just_got_a_process_that_ends_begins_no_other(drawers: Drawers) -> None:
    drawer, _ = drawers._free
    drawers._free.clear()
    wanted = asyncio.create_task(drawers.draw(curve()))
    await asyncio.sleep(0)
    drawers._release(drawer)
    await drawers.close()
    with pytest.raises(DrawerLost):
        await wanted
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
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"discord", "sqlalchemy", "asyncio", "structlog"} & {*found.stdout.split()}


@sharing
async def test_a_board_that_has_waited_comes_before_what_somebody_wants_now(together: Drawers) -> None:
    done: list[int] = []

    async def want(number: int, within: float) -> None:
        await together.draw(curve(number, within))
        done.append(number)

    boards = [asyncio.create_task(want(number, 0.1)) for number in (1, 2)]
    free = together._free[:]
    together._free[:] = []
    await asyncio.sleep(0.15)
    people = [asyncio.create_task(want(number, 0)) for number in (3, 4)]
    await asyncio.sleep(0)
    for each in free:
        together._release(each)
    await asyncio.gather(*boards, *people)
    assert done == [1, 2, 3, 4]


@sharing
async def test_a_picture_nobody_waits_for_any_more_is_kept_if_it_was_begun(together: Drawers) -> None:
    together._free.pop()
    begun = asyncio.create_task(together.draw(curve(1)))
    queued = asyncio.create_task(together.draw(curve(2)))
    await asyncio.sleep(0)
    (drawing_it,) = together._drawing.values()
    begun.cancel()
    queued.cancel()
    await asyncio.gather(begun, queued, return_exceptions=True)
    await drawing_it
    assert together._free
    assert len(together._cache) == 1
    assert await together.draw(curve(1)) == next(iter(together._cache.values()))
