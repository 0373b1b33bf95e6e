"""Whose click is worked on next, when more is clicked than can be answered."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import discord
import pytest

import bot
from bot.client.portolan import Portolan
from bot.interactions.controls import MoveButton
from bot.interactions.replies import answer
from bot.wording import texts_in
from bot.work import admission
from bot.work.admission import Admission, Crowded, free_place_for_good, place_freed
from storage.database import Database
from tests.bot.clicking import Click
from tests.bot.parts import shown
from tests.bot.room import Room


class Clicks:
    """Tasks that enter and work until they are told to end. ``begun``: in their order."""

    def __init__(self, gate: Admission) -> None:
        self.gate = gate
        self.begun: list[str] = []
        self.refused: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._ended: dict[str, asyncio.Event] = {}

    async def come(self, *names: str) -> None:
        """The first letter is the table."""
        for name in names:
            self._ended[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._work(name))
        await turns()

    async def _work(self, name: str) -> None:
        try:
            await self.gate.enter(ord(name[0]))
        except Crowded:
            self.refused.append(name)
            return
        self.begun.append(name)
        await self._ended[name].wait()

    async def end(self, *names: str) -> None:
        for name in names:
            self._ended[name].set()
            await turns()


def admit(client: Portolan, gate: Admission) -> None:
    """From now on this one admits."""
    object.__setattr__(client.services, "admission", gate)


async def turns() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_what_can_be_done_without_is_left_undone_while_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "SPARING_SECONDS", 0.05)
    clicks = Clicks(Admission(at_once=1))
    await clicks.come("a", *(f"{table}" for table in "bcdefghij"))
    assert not clicks.gate.is_behind, "it is not known yet that clicks take long"
    for table in "abc":
        await asyncio.sleep(0.1)
        await clicks.end(table)
    assert clicks.gate.is_behind
    await clicks.end(*"defghij")
    assert not clicks.gate.is_behind


async def test_a_few_are_worked_on_at_once_and_the_others_in_turns_of_their_tables() -> None:
    clicks = Clicks(Admission(at_once=2))
    await clicks.come("a1", "a2", "a3", "a4", "b1", "c1", "b2")
    assert clicks.begun == ["a1", "a2"]
    await clicks.end("a1", "a2", "b1", "c1", "a3", "b2", "a4")
    assert clicks.begun == ["a1", "a2", "b1", "c1", "a3", "b2", "a4"]
    assert not clicks.gate.has_waiting
    await clicks.come("d1", "d2", "d3")
    assert clicks.begun[-2:] == ["d1", "d2"]
    await clicks.end("d1", "d2", "d3")


async def test_who_would_wait_too_long_is_told_so_at_once_and_a_table_that_clicks_little_still_has_its_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()
    now = 100.0
    monkeypatch.setattr(admission, "NEWEST_WEIGHT", 1)
    gate = Admission(at_once=1, longest=50)
    clicks = Clicks(gate)
    monkeypatch.setattr(loop, "time", lambda: now)
    await clicks.come("a1", "a2", "a3", "a4")
    now += 20
    await clicks.end("a1")
    assert clicks.begun == ["a1", "a2"]
    assert (gate.expected_wait(ord("a")), gate.expected_wait(ord("b"))) == (40, 20)
    await clicks.come("a5")
    assert gate.expected_wait(ord("a")) == 60
    await clicks.come("a6", "b1")
    assert clicks.refused == ["a6"]
    await clicks.end("a2", "b1", "a3", "a4", "a5")
    assert clicks.begun == ["a1", "a2", "b1", "a3", "a4", "a5"]


async def test_who_has_waited_too_long_is_told_so() -> None:
    clicks = Clicks(Admission(at_once=1, longest=0))
    await clicks.come("a1", "b1")
    await clicks.tasks["b1"]
    assert (clicks.begun, clicks.refused) == (["a1"], ["b1"])
    assert not clicks.gate.has_waiting
    await clicks.end("a1")
    await clicks.come("c1")
    assert clicks.begun == ["a1", "c1"]
    await clicks.end("c1")


async def test_who_is_cancelled_while_waiting_or_when_the_turn_comes_leaves_no_gap() -> None:
    clicks = Clicks(Admission(at_once=1))
    await clicks.come("a1", "b1", "c1", "d1")
    clicks.tasks["b1"].cancel()
    await turns()
    clicks._ended["a1"].set()
    clicks.tasks["a1"].add_done_callback(lambda _: clicks.tasks["c1"].cancel())
    await turns()
    assert clicks.begun == ["a1", "d1"]
    assert not clicks.gate.has_waiting
    await clicks.end("d1")


async def test_a_place_is_free_while_others_do_the_work_and_when_only_the_answer_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = Admission(at_once=1)
    clicks = Clicks(gate)
    drawn = asyncio.Event()
    told = asyncio.Event()

    async def work() -> None:
        await gate.enter(1)
        with place_freed():
            await drawn.wait()
        await turns()
        free_place_for_good()
        with place_freed():
            await told.wait()

    task = asyncio.create_task(work())
    await turns()
    await clicks.come("a1", "a2")
    assert clicks.begun == ["a1"]
    drawn.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await clicks.end("a1")  # who comes back is worked on before those who have not begun
    told.set()
    await task
    await turns()
    assert clicks.begun == ["a1", "a2"]
    await clicks.end("a2")


async def test_who_takes_long_waits_for_something_else_and_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "HELD_SECONDS", 0)
    clicks = Clicks(Admission(at_once=1))
    await clicks.come("a1", "a2")
    await turns()
    assert clicks.begun == ["a1", "a2"]
    await clicks.end("a1", "a2")


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
@pytest.mark.parametrize("locale", [discord.Locale.american_english, discord.Locale.german, discord.Locale.dutch])
async def test_a_click_is_acknowledged_before_it_waits_and_is_told_in_a_sentence_where_that_takes_too_long(
    database: Database, locale: discord.Locale
) -> None:
    click = Click(database, locale=locale)
    admit(click.client, Admission(at_once=0, longest=0))
    await MoveButton(1).button("Your move").callback(click.given)
    assert click.response.is_done()
    assert click.said == [texts_in(str(locale).partition("-")[0]).say("error.crowded")]


@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_where_all_places_are_taken_nothing_is_changed_and_completions_are_left_out(room: Room) -> None:
    person, _ = await room.begin()
    panel = await room.open_panel(person)
    assert await person.autocomplete(room.channel, "play", "move", "")
    open_to_all = room.bot.services.admission
    admit(room.bot, Admission(at_once=0, longest=0))
    answer = shown(await person.click(panel, label="Ships"))
    assert answer.content == texts_in("en").say("error.crowded")
    assert await room.moves() == []
    admit(room.bot, Admission(at_once=0))
    waiting = asyncio.create_task(room.bot.services.admission.enter(1))
    await turns()
    assert await person.autocomplete(room.channel, "play", "move", "") == []
    waiting.cancel()
    admit(room.bot, open_to_all)
    await person.click(panel, label="Ships")
    assert len(await room.moves()) == 1


async def test_an_answer_gives_the_place_back() -> None:
    gate = Admission(at_once=1)
    clicks = Clicks(gate)

    class Slow:
        response: Any = None
        extras: dict[str, Any] = {}

        async def edit_original_response(self, **_: Any) -> None:
            await clicks.come("a1")
            assert clicks.begun == ["a1"]

    slow: Any = Slow()
    slow.response = type("Response", (), {"is_done": staticmethod(lambda: True)})
    await gate.enter(1)
    await answer(slow, "done")
    await clicks.end("a1")


def test_whatever_is_acknowledged_waits_for_its_turn() -> None:
    """Nobody defers an answer but ``bot.interactions.replies.acknowledge``."""
    sources = Path(bot.__file__).parent.rglob("*.py")
    deferring = [path.name for path in sources if re.search(r"response\.defer\(", path.read_text())]
    assert deferring == ["replies.py"]
