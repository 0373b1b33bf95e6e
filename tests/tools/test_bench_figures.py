"""The bench's figures: what is divided by what, in which unit, and which bar it is held to. Nothing is timed here."""

from __future__ import annotations

from typing import Any

import pytest
from rich.progress import Progress

import engines
from engines.navegador.game import Navegador
from engines.players import PLAYERS
from tools.bench import report, taps
from tools.bench.measure import Figure, Scope, percentile


def scope() -> Scope:
    return Scope(Navegador, True, Progress(disable=True))


def cells(figure: Figure) -> list[str]:
    """Return the line of the report."""
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


def test_percentiles_lie_where_their_name_says() -> None:
    values = [float(value) for value in range(101)]
    assert [percentile(values, percent) for percent in (1, 50, 99)] == [1, 50, 99]


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

    created: list[Any] = []

    def new(key: str, seats: int, seed: int) -> Scripted:
        created.append((key, seats, seed))
        return Scripted()

    monkeypatch.setattr(engines, "new", new)
    monkeypatch.setitem(PLAYERS, "greedy", lambda game, seat, rng: ("x",))
    monkeypatch.setattr(taps, "count_taps", lambda legal, action: next(counts))
    monkeypatch.setattr(Scope, "count", lambda self, full, quick: 2)
    single, turns = taps.measure(scope())
    assert created == [("navegador", 4, 0), ("navegador", 4, 1)]
    assert (single.what, single.value, single.bar, single.rounds) == ("taps for a decision, median", 3, 1, 18)
    assert (turns.what, turns.value, turns.bar, turns.rounds) == ("taps for a turn, median", 6, 2, 6)
    assert (single.detail, turns.detail) == ("95th percentile 9, most 9", "95th percentile 6, most 6")
    assert (single.unit, single.high) == ("taps", False)
