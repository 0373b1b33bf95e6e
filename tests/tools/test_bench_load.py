"""Many tables at once, here two: what is measured, and how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from math import inf
from random import Random
from typing import Any

import pytest
from aiohttp import web
from rich.console import Console

from tests.discord.description import ApiRequest, File
from tests.discord.yardstick import Yardstick
from tools.bench import load
from tools.bench.load import Load, Measured
from tools.bench.load.discord import Click, StandIn


@pytest.fixture(autouse=True)
def held_to_discord(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Check that Discord would take what the bots ask of the stand-in, and answer so."""
    yardstick = Yardstick()
    read = StandIn._read
    answer = StandIn._answer
    requests: list[ApiRequest] = []

    async def reading(self: StandIn, request: web.Request) -> tuple[Any, dict[str, bytes]]:
        body, parts = await read(self, request)
        files = {name: File(name, len(content)) for name, content in parts.items()}
        sent = None if request.method == "GET" else body
        requests[:] = [ApiRequest(request.method, request.path.removeprefix("/api"), request.query, sent, files)]
        yardstick.note_request(requests[0])
        return body, parts

    def answering(self: StandIn, path: list[str], body: Any) -> Any:
        response = answer(self, path, body)
        yardstick.note_answer(requests[0], response)
        return response

    monkeypatch.setattr(StandIn, "_read", reading)
    monkeypatch.setattr(StandIn, "_answer", answering)
    yield
    yardstick.check()


@pytest.mark.proof
@pytest.mark.slow
async def test_people_at_two_tables_are_answered_and_see_their_boards_beside_one_that_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.tables.observers.computers.STRETCH_SECONDS", 0.0)  # each decision is stored at once
    measured = await load.measure(Load(tables=2, clicks=2, seconds=12, thinking=1))
    assert measured.faults == []
    assert measured.settled is not None
    assert 2 <= len(measured.clicks) <= 28, "those beside computers do not count"
    assert all(click.answered for click in measured.clicks)
    assert measured.moves > 0
    for ages in (measured.told, measured.shown):
        assert ages
        assert max(ages) < load.SETTLE_SECONDS
    assert 50 << 20 < measured.memory < 1 << 30
    assert 0 < measured.lag < inf
    assert measured.metered > 0
    assert 0 < measured.played <= measured.moves
    assert measured.spending is not None
    assert min(measured.spending.bot, measured.spending.helpers, measured.spending.people, measured.spending.sent) > 0
    assert measured.decided > 0
    assert measured.thought > 0
    assert measured.moves >= measured.decided


def test_the_report_tells_every_figure() -> None:
    clicks = [Click() for _ in range(3)]
    for click in clicks[:2]:
        click.acknowledged = 0.01
        click.answered = Random(1).random()
    clicks[1].refused = True
    load_of_all = Load(tables=2, one_server=True)
    measured = Measured(load_of_all, clicks, 5, [1.0, 2.0], [3.0, 4.5], 0.025, 200 << 20, None, 21.4, [], oldest=6.25)
    console = Console(width=120, record=True, file=StringIO())
    console.print(load.report(measured))
    report = console.export_text()
    for words in (
        "2 tables",
        "10 clicks a second",
        "(1 without)",
        "25 ms",
        "200 MiB",
        "5 moves",
        "never",
        "4.50 s",
        "6.25 s",
        "all in",
        "come back later",
        "21",
    ):
        assert words in report
