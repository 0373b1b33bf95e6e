"""The bench's figures: what is divided by what, in which unit, and which bar it is held to. Nothing is timed here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import astuple
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from rich.progress import Progress

import engines
import render
from engines.contract import Game
from engines.navegador.game import Navegador
from engines.players import PLAYERS
from tools.bench import clicks, measure, moves, pictures, playouts, report, states, taps
from tools.bench.measure import Figure, Scope, halfway, percentile, seconds, usual_seats


def scope(*, quick: bool = True) -> Scope:
    return Scope(Navegador, quick, Progress(disable=True))


def cells(figure: Figure) -> list[str]:
    """The line of the report."""
    return [str(next(iter(column.cells))) for column in report.table("navegador", [figure]).columns]


def test_a_line_of_the_report_has_value_bounds_and_what_was_counted() -> None:
    figure = Figure("size", "of all", 12.345, "KiB", bar=300, goal=1.25, rounds=7, counted="positions")
    assert cells(figure) == ["size\nof all, 7 positions", "12 KiB", "≤ 300", "≤ 1.25", "[green]bar met[/]"]
    assert cells(Figure("speed", value=9.994, bar=0.2, high=True)) == [
        "speed\n",
        "9.99 ×",
        "≥ 0.2",
        "",
        "[green]bar met[/]",
    ]
    assert cells(Figure("speed", value=10.0))[1] == "10 ×"
    assert cells(Figure("speed", "pip install it")) == ["speed\npip install it", "", "", "", "[yellow]missing[/]"]
    assert report.table("navegador", []).title == "Portolan bench: navegador"


@pytest.mark.parametrize("high", [True, False])
def test_a_bound_is_reached_when_it_is_met_exactly(high: bool) -> None:
    assert Figure("x", value=3.0, high=high).reaches(3.0)
    assert Figure("x", value=3.1, high=high).reaches(3.0) is high
    assert Figure("x", value=2.9, high=high).reaches(3.0) is not high
    assert not Figure("x", value=3.0, high=high).reaches(None)
    assert not Figure("x", high=high).reaches(3.0)


def test_a_quick_bench_has_fewer_rounds() -> None:
    assert (scope(quick=True).count(300, 20), scope(quick=False).count(300, 20)) == (20, 300)
    assert list(scope().track("x", [4, 5], 2)) == [4, 5]


def test_seconds_are_the_average_over_all_repetitions(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([10.0, 16.0])
    done = []
    monkeypatch.setattr(measure, "perf_counter", lambda: next(clock))
    assert seconds(lambda: done.append(1), 4) == 1.5
    assert len(done) == 4


def test_percentiles_lie_where_their_name_says() -> None:
    values = [float(value) for value in range(101)]
    assert [percentile(values, percent) for percent in (1, 50, 99)] == [1, 50, 99]


@pytest.mark.parametrize(("seats", "usual"), [(range(2, 6), 4), (range(2, 4), 3), (range(5, 8), 5), (range(3, 5), 4)])
def test_the_usual_table_has_four_seats_or_nearly(seats: range, usual: int) -> None:
    kind: Any = SimpleNamespace(seats=seats)
    assert usual_seats(kind) == usual


def test_a_halfway_game_has_had_half_of_its_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counting:
        """A game of nine decisions."""

        def __init__(self) -> None:
            self.played: list[tuple[int, int]] = []

        @property
        def to_act(self) -> tuple[int, ...]:
            return (len(self.played) % 3,) if len(self.played) < 9 else ()

        def legal(self, seat: int) -> list[int]:
            return list(range(100))

        def play(self, seat: int, action: int) -> None:
            self.played.append((seat, action))

    made: list[Counting] = []

    def new(seats: int, seed: int) -> Counting:
        assert (seats, seed) == (3, 7)
        made.append(Counting())
        return made[-1]

    kind: Any = SimpleNamespace(new=new)
    game: Any = halfway(kind, 3, 7)
    whole, half = made
    assert game is half
    assert half.played == whole.played[:4]


def test_taps_are_counted_for_decisions_and_for_turns_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = [0, 0, 1, 2, 2, 2, 0, 1, 1]
    counts = iter([1, 2, 9, 1, 1, 4, 7, 3, 3] * 2)

    class Scripted:
        def __init__(self) -> None:
            self.left = list(seats)

        @property
        def to_act(self) -> tuple[int, ...]:
            return tuple(self.left[:1])

        def legal(self, seat: int) -> list[Any]:
            return []

        def play(self, seat: int, action: object) -> None:
            self.left.pop(0)

    asked: list[Any] = []

    def new(key: str, seats: int, seed: int) -> Scripted:
        asked.append((key, seats, seed))
        return Scripted()

    monkeypatch.setattr(engines, "new", new)
    monkeypatch.setitem(PLAYERS, "greedy", lambda game, seat, rng: ("x",))
    monkeypatch.setattr(taps, "count_taps", lambda legal, action: next(counts))
    monkeypatch.setattr(Scope, "count", lambda self, full, quick: 2)
    single, turns = taps.measure(scope())
    assert asked == [("navegador", 4, 0), ("navegador", 4, 1)]
    assert (single.what, single.value, single.bar, single.rounds) == ("taps for a decision, median", 3, 1, 18)
    assert (turns.what, turns.value, turns.bar, turns.rounds) == ("taps for a turn, median", 6, 2, 6)
    assert (single.detail, turns.detail) == ("95th percentile 9, most 9", "95th percentile 6, most 6")
    assert (single.unit, single.high) == ("taps", False)


def test_states_are_held_to_what_json_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "take_turns", lambda ours, theirs, rounds: (2e-6, 4e-6, 0.5))
    found = states.measure(scope())
    assert [astuple(figure)[:5] for figure in found] == [
        ("copy a state", "2 µs, json.dumps + json.loads 4 µs", 0.5, "×", states.COPIED),
        ("dump a state", "2 µs, json.dumps 4 µs", 0.5, "×", states.DUMPED),
        ("load a state, checked", "2 µs, json.loads 4 µs", 0.5, "×", states.LOADED["navegador"]),
    ]
    assert [(figure.rounds, figure.high, figure.goal) for figure in found] == [(10, False, None)] * 3


def test_play_outs_are_decisions_a_second_and_more_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(step=2)
    seeds = list[str]()
    monkeypatch.setattr(playouts, "perf_counter", lambda: float(next(clock)))

    def play_out(game: Game, rng: Random) -> int:
        seeds.append(game.state.dice.seed)
        return 3000

    monkeypatch.setattr(playouts, "_play_out", play_out)
    theirs = playouts.Yardstick(lambda: 1000, lambda: (1.0, 1.0, 1.0))
    whole, games = playouts._whole_games(scope(), theirs)
    assert (whole.value, whole.bar, whole.goal, whole.high, whole.rounds) == (3.0, 2.8, 2, True, 25)
    assert whole.detail == "1,500 decisions a second, catanatron 500"
    assert [int(seed, 16) for seed in seeds] == list(range(1, 27)), "every round another game, after one to warm up"
    assert (games.value, games.bar, games.detail) == (1.0, None, "0.5 games a second, catanatron 0.5")


def test_a_play_out_counts_its_decisions() -> None:
    game = engines.new("navegador", 2, 3)
    assert playouts._play_out(game, Random(3)) > 60
    assert game.state.over


async def test_moves_are_told_by_the_second_beside_bare_transactions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moving = [0.0, 0.5] * 8  # four seconds for ours, one for the bare ones
    clock = iter([*moving, *[*moving, 10.0, 11.0] * 2])
    monkeypatch.setattr(moves, "perf_counter", lambda: next(clock))
    monkeypatch.setattr(moves, "BLOCK", 8)
    monkeypatch.setattr(Scope, "count", lambda self, full, quick: 2)
    (figure,) = await moves._measure(scope(), tmp_path)
    assert (figure.value, figure.bar, figure.high, figure.rounds) == (0.25, 0.25, True, 2)
    assert figure.detail == "2 a second, bare transactions 8"


async def test_presses_are_told_beside_a_bare_button_idle_and_while_boards_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([1, 2, 3, 7, 8, 9])
    drawing = []

    class Pressed:
        async def press(self) -> float:
            return next(times) / 1000

        async def bare(self) -> Any:
            async def press() -> float:
                return 0.002

            return press

    @asynccontextmanager
    async def players(*_: object) -> AsyncIterator[Pressed]:
        yield Pressed()

    @contextmanager
    def drawn(scope: Scope) -> Any:
        drawing.append(scope)
        yield

    monkeypatch.setattr(clicks, "players", players)
    monkeypatch.setattr(clicks, "_drawing", drawn)
    monkeypatch.setattr(Scope, "count", lambda self, full, quick: 3)
    found = await clicks._measure(scope(), tmp_path)
    assert [(figure.value, figure.bar, figure.goal) for figure in found] == [
        (1.0, clicks.BAR, None),
        (4.0, clicks.BAR_WHILE_DRAWING, None),
    ]
    assert [figure.detail for figure in found] == [
        "2.00 ms, a bare button 2.00 ms; 3.0 ms at the 99th percentile",
        "8.00 ms, a bare button 2.00 ms; 9.0 ms at the 99th percentile",
    ]
    assert {(figure.unit, figure.rounds, figure.counted, figure.high) for figure in found} == {
        ("×", 3, "presses", False)
    }
    assert len(drawing) == 1


def test_the_first_acknowledgement_after_a_press_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([5.0, 3.0, 7.0])
    monkeypatch.setattr(clicks, "perf_counter", lambda: next(clock))
    stamped = clicks.Stamped()
    assert stamped.acknowledged == float("inf")
    stamped.append(SimpleNamespace(path="/channels/5/messages"))
    assert stamped.acknowledged == float("inf")
    for _ in range(3):
        stamped.append(SimpleNamespace(path="/interactions/5/x/callback"))
    assert (stamped.acknowledged, len(stamped)) == (3.0, 4)


def test_pictures_are_held_to_plain_saving_and_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes = iter([*range(2048, 2048 + 1024 * 8, 1024)] * 2)
    words = render.Caption(("Anna",), (), str, "en")
    every: list[Any] = [(object(), words) for _ in range(8)]
    shapes: list[str] = []
    monkeypatch.setattr(pictures, "positions", lambda scope, seed: iter(every))
    saved: list[Any] = []
    image = SimpleNamespace(save=lambda *how: saved.append(how[1:]))
    monkeypatch.setattr(render, "board", lambda view, caption: image)

    def picture(view: object, caption: render.Caption) -> bytes:
        shapes.append(caption.shape)
        return bytes(next(sizes))

    monkeypatch.setattr(render, "picture", picture)
    spent = iter(([0.003, 0.012] * 6 + [0.006, 0.012] * 2) * 2)

    def spend(work: Any, times: int = 1) -> float:
        work()
        return next(spent)

    monkeypatch.setattr(pictures, "seconds", spend)
    figures = pictures.measure(scope())
    assert saved == [("PNG",)] * 16
    assert shapes == ["wide"] * 8 + ["tall"] * 8
    for shape, (time, late, middle, large) in (("wide", figures[:4]), ("tall", figures[4:8])):
        assert (time.what, late.what) == (f"{shape} picture of a board", f"{shape} picture of a board, 90th percentile")
        assert [time.value, late.value] == pytest.approx([25, 50])
        assert late.bar == 33
        assert (time.bar, time.goal, time.unit, time.rounds) == (33, 25, "%", 8)
        assert time.detail == "3 ms, Pillow's plain save of the same image 12 ms"
        assert (middle.value, middle.unit, middle.bar) == (5.5, "KiB", None)
        assert large.value == pytest.approx(8.65)
        assert (large.unit, large.bar) == ("KiB", 300)
        assert {(figure.rounds, figure.counted) for figure in (middle, large)} == {(8, "positions")}
