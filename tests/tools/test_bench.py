"""The bench measures what it says, in turns, and every part of it runs."""

from __future__ import annotations

import sys
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import simcord
from rich.console import Console
from rich.progress import Progress
from sqlmodel import select

from engines.navegador.game import Navegador
from engines.players import PLAYERS
from storage.database import Database
from storage.models import GameRow, JobRow, MoveRow
from tests.bot.room import settle_patiently
from tools.bench import clicks, commits, moves, pictures, playouts, sections, strangers, taps
from tools.bench.measure import Figure, Scope, take_turns
from tools.bench.report import table, verdict


@pytest.fixture
def scope(monkeypatch: pytest.MonkeyPatch) -> Scope:
    """Return a scope of as few rounds as there can be."""
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


@pytest.mark.parametrize(
    ("figure", "judgement"),
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
def test_a_figure_is_held_to_its_bar_and_goal(figure: Figure, judgement: str) -> None:
    assert judgement in verdict(figure)
    assert bool(judgement) == bool(verdict(figure))
    console = Console(width=100, file=StringIO())
    with console.capture() as printed:
        console.print(table("navegador", [figure]))
    assert figure.what in printed.get()
    assert figure.detail in printed.get()


LIGHT = ("playouts", "states", "moves", "commits")
"""Sections of the bench without pictures and without Discord; the others are tried by themselves, too."""


@pytest.mark.usefixtures("scope")
def test_the_bench_prints_the_figures_of_its_sections(capsys: pytest.CaptureFixture[str]) -> None:
    sections.run("navegador", LIGHT, quick=True)
    printed = capsys.readouterr().out
    for name in ("random play-outs", "copy a state", "dump a state", "load a state"):
        assert name in printed
    assert "moves through session" in printed
    assert "survives a power cut" in printed


@pytest.mark.proof
def test_the_whole_bench_prints_a_figure_for_every_layer(
    scope: Scope, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simcord.Env, "_settle_internal", settle_patiently)
    views = list(islice(pictures.positions(scope), 2))
    monkeypatch.setattr(pictures, "positions", lambda scope, seed: views)
    typed = strangers.everything
    monkeypatch.setattr(strangers, "everything", lambda tree, text: islice(typed(tree, text), 3))
    monkeypatch.setattr(taps, "PLAYERS", {"greedy": PLAYERS["random"]})
    sections.run("navegador", quick=True)
    printed = capsys.readouterr().out
    for name in (
        "random play-outs",
        "copy a state",
        "dump a state",
        "load a state",
        "wide picture of a board",
        "tall picture of a board",
        "KiB",
    ):
        assert name in printed
    for name in ("moves through session", "survives a power cut", "press to acknowledgement", "while boards are drawn"):
        assert name in printed


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(KeyError):
        sections.run("chess", quick=True)


def test_without_catanatron_its_line_says_how_to_get_it(scope: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "catanatron", None)
    (figure,) = playouts.measure(scope)
    assert figure.detail == "pip install -r requirements/bench.txt"
    assert verdict(figure) == "[yellow]missing[/]"


def test_without_simcord_its_line_says_how_to_get_it(scope: Scope, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "simcord", None)
    (figure,) = clicks.measure(scope)
    assert figure.detail == "pip install -r requirements/sandbox.txt"


async def test_the_bare_transactions_leave_what_the_random_table_leaves(scope: Scope, tmp_path: Path) -> None:
    async with (
        Database.open(f"sqlite:///{tmp_path / 'ours.db'}") as ours,
        Database.open(f"sqlite:///{tmp_path / 'bare.db'}") as bare,
    ):
        await ours.migrate()
        await bare.migrate()
        random_table = moves.RandomTable(ours, scope)
        bare_table = moves.Bare(bare)
        await random_table.begin()
        await bare_table.begin(random_table.table.row)
        await bare_table.write(*await random_table.play(7))
        contents = []
        for database in (ours, bare):
            async with database.reading() as reading:
                game = (await reading.exec(select(GameRow))).one()
                log = (await reading.exec(select(MoveRow))).all()
                message = (await reading.exec(select(JobRow).order_by("id"))).all()[-1]
            contents.append((game.state, game.turn, [(move.words, move.events) for move in log], message.payload))
        assert len(contents[0][2]) == 7
        assert contents[0][0] == contents[1][0]
        assert contents[0][2:] == contents[1][2:]


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
