"""The bench measures what it says, in turns, and every part of it runs."""

from __future__ import annotations

import sys
from io import StringIO
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import simcord
from rich.console import Console
from rich.progress import Progress
from sqlmodel import select

import engines
from bot.tables import Table
from engines.navegador.game import Navegador
from engines.navegador.steps import EndTurn
from engines.players import PLAYERS
from render.kit import drawing_cache
from storage.database import Database
from storage.models import GameRow, JobRow, MoveRow
from tests.bot.room import patiently
from tools.bench import channel, clicks, commits, moves, pictures, playouts, sections, strangers, taps
from tools.bench.measure import Figure, Scope, halfway, percentile, take_turns, usual_seats
from tools.bench.report import table, verdict


@pytest.fixture
def scope(monkeypatch: pytest.MonkeyPatch) -> Scope:
    """As few rounds as there can be."""
    monkeypatch.setattr(Scope, "count", lambda self, full, quick: 2)
    return Scope(Navegador, True, Progress(disable=True))


def test_the_two_sides_take_turns_and_each_begins_as_often() -> None:
    order: list[str] = []
    times = {"ours": iter([2.0, 3.0, 40.0]), "theirs": iter([1.0, 1.0, 4.0])}

    def side(name: str) -> float:
        order.append(name)
        return next(times[name])

    assert take_turns(lambda: side("ours"), lambda: side("theirs"), range(3)) == (3.0, 1.0, 3.0)
    assert order == ["ours", "theirs", "theirs", "ours", "ours", "theirs"]


def test_a_percentile_lies_above_so_many_percent_of_the_values() -> None:
    assert percentile([float(value) for value in range(101)], 95) == 95
    assert percentile([4.0, 4.0], 99) == 4


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (Figure("speed", value=3.0, bar=1, goal=3, high=True), "goal met"),
        (Figure("speed", value=2.9, bar=1, goal=3, high=True), "bar met"),
        (Figure("speed", value=0.9, bar=1, goal=3, high=True), "bar missed"),
        (Figure("time", value=1.2, bar=1.5, goal=1.25), "goal met"),
        (Figure("time", value=1.3, bar=1.5, goal=1.25), "bar met"),
        (Figure("time", value=1.6, bar=1.5, goal=1.25), "bar missed"),
        (Figure("size", value=7.0), ""),
        (Figure("missing", "pip install -r requirements/bench.txt"), "missing"),
    ],
)
def test_a_figure_is_held_to_its_bar_and_goal(figure: Figure, said: str) -> None:
    assert said in verdict(figure)
    assert bool(said) == bool(verdict(figure))
    console = Console(width=100, file=StringIO())
    with console.capture() as printed:
        console.print(table("navegador", [figure]))
    assert figure.what in printed.get()
    assert figure.detail in printed.get()


def test_a_halfway_game_still_runs() -> None:
    assert usual_seats(Navegador) == 4
    game = halfway(Navegador, 4, seed=1)
    assert game.to_act
    assert game.state.turn > 50


LIGHT = ("playouts", "states", "moves", "commits")
"""Sections of the bench without pictures and without Discord; the others are tried by themselves, too."""


@pytest.mark.usefixtures("scope")
def test_the_bench_prints_the_figures_of_its_sections(capsys: pytest.CaptureFixture[str]) -> None:
    sections.run("navegador", LIGHT, quick=True)
    printed = capsys.readouterr().out
    for what in ("random play-outs", "copy a state", "dump a state", "load a state"):
        assert what in printed
    assert "moves through session" in printed
    assert "survives a power cut" in printed


@pytest.mark.proof
def test_the_whole_bench_prints_a_figure_for_every_layer(
    scope: Scope, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simcord.Env, "_settle_internal", patiently)
    found = list(islice(pictures.positions(scope), 2))
    monkeypatch.setattr(pictures, "positions", lambda scope, seed: found)
    typed = strangers.everything
    monkeypatch.setattr(strangers, "everything", lambda tree, text: islice(typed(tree, text), 3))
    monkeypatch.setattr(taps, "PLAYERS", {"greedy": PLAYERS["random"]})
    sections.run("navegador", quick=True)
    printed = capsys.readouterr().out
    for what in (
        "random play-outs",
        "copy a state",
        "dump a state",
        "load a state",
        "wide picture of a board",
        "tall picture of a board",
        "KiB",
    ):
        assert what in printed
    for what in ("moves through session", "survives a power cut", "press to acknowledgement", "while boards are drawn"):
        assert what in printed


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(KeyError):
        sections.run("chess", quick=True)


def test_without_catanatron_its_line_says_how_to_get_it(scope: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)
    (figure,) = playouts.measure(scope)
    assert figure.detail == "pip install -r requirements/bench.txt"
    assert verdict(figure) == "[yellow]missing[/]"


def test_games_and_what_they_are_made_of_stand_beside_the_yardstick(
    scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    yardstick = playouts.Yardstick(play_out=lambda: sum(range(1000)) and 70, step=lambda: (1.0, 2.0, 4.0))
    monkeypatch.setattr(playouts, "_catanatron", lambda: yardstick)
    figures = {figure.what: figure for figure in playouts.measure(scope)}
    assert list(figures) == [playouts.WHAT, "the same, whole games", *playouts.STEPS]
    assert all(figure.value for figure in figures.values())
    for what, seconds in zip(playouts.STEPS, (1, 2, 4), strict=True):
        assert figures[what].detail.endswith(f"catanatron {seconds * 1_000_000} µs")


def test_without_simcord_its_line_says_how_to_get_it(scope: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simcord", None)
    (figure,) = clicks.measure(scope)
    assert figure.detail == "pip install -r requirements/sandbox.txt"


def test_pictures_are_of_every_number_of_seats(scope: Scope) -> None:
    found = list(pictures.positions(scope))
    assert [view.seats for view, _ in found] == [2, 2, 3, 3, 4, 4, 5, 5]
    assert [view.over for view, _ in found] == [False, True] * 4


@pytest.mark.proof
def test_they_are_measured_in_both_shapes(scope: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    found = list(islice(pictures.positions(scope), 4))
    monkeypatch.setattr(pictures, "positions", lambda scope, seed: found[2:4] if seed else found[:2])
    figures = pictures.measure(scope)
    assert [figure.what.split()[0] for figure in figures[::4]] == ["wide", "tall", "kept"]
    assert 1 < (figures[8].value or 0) <= drawing_cache.BUDGET >> 20
    for time, late, middle, large in (figures[:4], figures[4:8]):
        assert time.rounds == 2
        assert time.value is not None
        assert late.value is not None
        assert time.value <= late.value
        assert middle.value is not None
        assert large.value is not None
        assert 10 < middle.value <= large.value


async def test_the_bare_transactions_leave_what_the_random_table_leaves(scope: Scope, tmp_path: Path) -> None:
    async with (
        Database.open(f"sqlite:///{tmp_path / 'ours.db'}") as ours,
        Database.open(f"sqlite:///{tmp_path / 'bare.db'}") as bare,
    ):
        await ours.migrate()
        await bare.migrate()
        random_table = moves.RandomTable(ours, scope)
        other = moves.Bare(bare)
        await random_table.begin()
        await other.begin(random_table.table.row)
        await other.write(*await random_table.play(7))
        found = []
        for database in (ours, bare):
            async with database.reading() as reading:
                game = (await reading.exec(select(GameRow))).one()
                log = (await reading.exec(select(MoveRow))).all()
                message = (await reading.exec(select(JobRow).order_by("id"))).all()[-1]
            found.append((game.state, game.turn, [(move.words, move.events) for move in log], message.payload))
        assert len(found[0][2]) == 7
        assert found[0][0] == found[1][0]
        assert found[0][2:] == found[1][2:]


async def test_a_random_table_goes_on_with_a_new_one_when_a_game_is_over(
    scope: Scope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Database.open(f"sqlite:///{tmp_path / 'ours.db'}") as database:
        await database.migrate()
        random_table = moves.RandomTable(database, scope)
        await random_table.begin()
        first = random_table.table.row.id
        monkeypatch.setattr(EndTurn, "run", lambda step, game: game.finish())
        while random_table.table.row.id == first:
            rows, states, _ = await random_table.play(moves.BLOCK)
            assert len(rows) == len(states) > 0
        assert random_table.table.game.to_act


@pytest.mark.usefixtures("held_to_discord")
async def test_players_press_on_at_a_new_table_when_a_game_is_over(
    scope: Scope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EndTurn, "run", lambda step, game: game.finish())
    async with Database.open(f"sqlite:///{tmp_path / 'clicks.db'}") as database:
        await database.migrate()
        async with clicks.players(database, scope) as players:
            first = players.game_id
            taken = []
            while players.game_id == first:
                taken.append(await players.press())
            assert all(seconds > 0 for seconds in taken)
            assert len(taken) > 2


async def test_commits_that_wait_for_the_disk_are_measured_beside_commits_that_do_not(
    scope: Scope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: dict[str, set[int]] = {"full.db": set(), "normal.db": set()}
    write = moves.Bare.write

    async def watched(self: moves.Bare, *written: Any) -> None:
        async with self.database.engine.connect() as connection:
            mode = (await connection.exec_driver_sql("PRAGMA synchronous")).scalar_one()
            waits[Path(self.database.url.database or "").name].add(mode)
        await write(self, *written)

    monkeypatch.setattr(moves.Bare, "write", watched)
    (figure,) = await commits._measure(scope, tmp_path)
    assert waits == {"full.db": {2}, "normal.db": {1}}
    assert figure.what == "a commit that survives a power cut"
    assert (figure.value or 0) > 0


def test_what_channels_receive_is_counted_a_round(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    posts = [channel.Posted("four", [], [], board=True), channel.Posted("twelve signs", [], [], board=False)]
    table = SimpleNamespace(game=SimpleNamespace(state=SimpleNamespace(turn=4)))
    asked = []

    async def play(*given: object, **options: object) -> channel.Channel:
        asked.append((*given, options["options"]))
        return channel.Channel(posts, edits=6, table=cast("Table", table))

    monkeypatch.setattr(channel, "play", play)
    channel.run(quick=True)
    lines = capsys.readouterr().out.splitlines()
    counted = ["0.5", "0.2", "1.5", "4"]
    assert len([line for line in lines if [cell.strip() for cell in line.split("│")][3:-1] == counted]) == len(asked)
    assert [given for given in asked if given[:2] == ("macao", 3)] == [
        ("macao", 3, 0, {}),
        ("macao", 3, 0, {"dice": "together"}),
    ]
    assert {key for key, *_ in asked} == set(engines.GAMES)
