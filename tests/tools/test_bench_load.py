"""Many tables at once, here two: what is measured, and how it is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from math import inf
from random import Random
from typing import Any, cast

import pytest
from aiohttp import web
from rich.console import Console

from tests.discord.description import ApiRequest, File
from tests.discord.yardstick import Yardstick
from tools.bench import load
from tools.bench.load import Load, Measured, people
from tools.bench.load.discord import Click, StandIn
from tools.bench.load.people import Place, Player
from tools.bench.load.spending import Spending, rows

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


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


def test_the_age_of_a_board_counts_from_the_first_move_that_the_board_before_did_not_show() -> None:
    moves = {7: [(1, after(10)), (2, after(11)), (3, after(20))], 8: [(1, after(0))]}
    boards = [(after(1), 7, 0), (after(14), 7, 2), (after(15), 7, 2), (after(21.5), 7, 3), (after(30), 8, 1)]
    assert load._ages(moves, boards) == [4.0, 1.5]


def test_the_oldest_board_counts_from_its_first_move_that_it_does_not_show_however_long_none_comes() -> None:
    moves = {7: [(1, after(10)), (2, after(11))], 8: [(1, after(12))], 9: []}
    boards = [(after(1), 7, 0), (after(14), 7, 2), (after(1), 8, 0), (after(2), 99, 1)]
    assert load._oldest(moves, boards, after(15)) == 4.0
    assert load._oldest(moves, boards, after(19)) == 7.0
    assert load._oldest({9: []}, [], after(1)) == 0


def test_all_tables_may_be_in_one_server_each_in_a_channel_of_its_own() -> None:
    apart, together = ([Place(number, "macao", 2, server) for number in range(3)] for server in (None, 0))
    assert [len({place.guild for place in places}) for places in (apart, together)] == [3, 1]
    assert len({place.channel for place in together}) == 3


async def test_who_is_told_to_come_back_waits_a_little_and_clicks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "READING_SECONDS", 0)
    player = Player(Place(3, "macao", 3), 1)
    pressed = list[str]()
    answers = [{"content": people.CROWDED}, {"content": "waits for **T3S2**"}]

    class Discord:
        async def click(self, user: Any, guild: int, channel: int, custom_id: str, value: str | None) -> Click:
            pressed.append(custom_id)
            click = Click()
            click.answer = answers[len(pressed) - 1]
            return click

    player._choices = [("pt:w:1:2:pass", None)]
    with suppress(IndexError):
        await player.play(cast("Any", Discord()), 0, inf)
    assert pressed[:2] == ["pt:w:1:2:pass"] * 2
    assert [click.refused for click in player.clicks] == [True, False]


def test_the_lateness_is_the_bucket_with_the_99th_percentile() -> None:
    assert load._late({0.005: 0, 0.01: 980, 0.025: 991, inf: 1000}) == 0.025
    assert load._late({0.005: 990, inf: 1000}) == 0.005
    assert load._late({}) == 0


def test_a_player_presses_what_is_shown_or_hands_over_to_whom_the_table_waits_for() -> None:
    player = Player(Place(3, "macao", 3), 1)
    options = [{"value": "take.red"}, {"value": "take.blue"}]
    rows = [
        {"components": [{"custom_id": "pt:w:1:2:pass"}, {"custom_id": "pt:u:1:2"}]},
        {"components": [{"custom_id": "pt:s:1:2:0", "options": options}]},
    ]
    player._learn({"components": rows})
    assert player._choices == [("pt:w:1:2:pass", None), ("pt:s:1:2:0", "take.red"), ("pt:s:1:2:0", "take.blue")]
    player._learn({"content": "waits for **T3S2**"})
    assert (player._seat, player._choices) == (2, [])
    player._learn({})
    assert player._seat == 0


@pytest.mark.parametrize(("seconds", "verdict"), [(0.099, "bar met"), (0.101, "bar missed")])
def test_the_report_says_whether_others_wait_for_tables_that_think(seconds: float, verdict: str) -> None:
    clicks = [Click() for _ in range(2)]
    for click in clicks:
        click.acknowledged = seconds
    measured = Measured(Load(thinking=4), clicks, 5, [], [], 0.025, 200 << 20, 1.0, 4.2, [], 321, 0.75)
    console = Console(width=150, record=True, file=StringIO())
    console.print(load.report(measured))
    report = " ".join(console.export_text().split())
    for words in ("4 tables that think", f"{seconds * 1000:.0f} ms", "321", "0.75", verdict):
        assert words in report


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


def test_what_it_costs_is_told_for_a_click_and_a_move() -> None:
    before = Spending(1, 2, 0, 4, 500, 1000)
    after = Spending(2, 4, 0, 4.5, 500 + 50 * 2048, 1000 + 10 * 1024)
    assert rows(after.since(before), clicks=50, moves=10) == [
        ("processor a click, the bot", "20.0 ms"),
        ("processor a click, drawing", "40.0 ms"),
        ("processor a click, clicking", "10.0 ms"),
        ("files to Discord a click", "2 KiB"),
        ("database growth a move", "1.0 KiB"),
    ]
