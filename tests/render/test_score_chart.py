"""The chart's lines are the players' points, in their colours, from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image

import render
from render import score_chart
from render.kit.ink import PLAIN
from render.macao.inks import PALETTE
from tests.render.recording import NAMES, Drawing, caption, drawn, recording

SERIES = [[0, 6, 15, 21], [0, 9, 12, 33], [2, -4, 8, 20]]


@pytest.mark.parametrize(
    "series",
    [
        [[], []],
        [[16], [16]],
        [[16, 20, 31], [16, 16, 40], [16, 18, 40]],
        [[16 + seat + turn for turn in range(157)] for seat in range(5)],
        [[0] * 9, [-7] * 9],
        [[5000, 90000], [1, 2, 3]],
    ],
)
def test_any_game_has_a_chart(series: list[list[int]]) -> None:
    data = render.chart(series, caption(), "Navegador \U0001f3b2")
    assert Image.open(BytesIO(data)).width == 1600
    assert len(data) < 100 * 1024


def show(series: Sequence[Sequence[int]]) -> Drawing:
    with recording():
        return drawn(score_chart.draw(series, caption(), "Title", PALETTE))


def line(shown: Drawing, seat: int) -> list[tuple[float, float]]:
    """The corners of a seat's line, in pixels of the finished picture."""
    (path,) = (mark for mark in shown if mark.kind == "path" and mark.inks == (PALETTE.player[seat],))
    ends = path.how[-1]
    return [(x / 2, y / 2) for x, y in zip(ends[::2], ends[1::2], strict=True)]


@pytest.mark.parametrize(
    ("most", "step"), [(8, 5), (40, 5), (41, 10), (81, 20), (161, 25), (201, 50), (401, 100), (801, 200), (1601, 500)]
)
def test_the_scale_has_at_most_eight_levels_at_round_numbers(most: int, step: int) -> None:
    assert score_chart._step(most) == step


@pytest.mark.parametrize(("turns", "step"), [(9, 1), (10, 2), (18, 2), (19, 5), (46, 10), (91, 20), (181, 25)])
def test_turns_are_numbered_at_round_numbers(turns: int, step: int) -> None:
    below = show([[0] * turns] * 2).texts((0, score_chart._BOTTOM + 20, 1600, 40))
    assert [int(text) for text in below if text.isdecimal()] == list(range(step, turns + 1, step))


def test_every_line_goes_through_its_player_s_points_on_the_scale() -> None:
    shown = show(SERIES)
    levels = {
        int(mark.text): mark.at[1]
        for mark in shown
        if mark.kind == "text" and mark.box[0] < 105 and mark.text != "Title"
    }
    assert sorted(levels) == sorted(levels, key=lambda level: -levels[level])
    assert {0, 30} <= set(levels)
    scale = (levels[30] - levels[0]) / 30
    turns = [shown.text(str(turn), (100, 870, 1110, 40)).at[0] for turn in range(1, 5)]
    for seat, points in enumerate(SERIES):
        assert [round((y - levels[0]) / scale) for _, y in line(shown, seat)] == points
        assert all(abs(x - turn) < 2 for (x, _), turn in zip(line(shown, seat), turns, strict=True))


def test_every_line_ends_at_its_player_s_badge_points_and_name() -> None:
    shown = show(SERIES)
    ends = sorted((mark for mark in shown if mark.name == "badge" and mark.box[2] == 50), key=lambda mark: mark.at[1])
    assert [mark.text for mark in ends] == ["B", "A", "C"]
    for mark, seat in zip(ends, (1, 0, 2), strict=True):
        assert PALETTE.player[seat] in mark.colours()
        beside = shown.texts((mark.at[0], mark.at[1] - 20, 340, 40))
        assert beside == [str(SERIES[seat][-1]), NAMES[seat]]
    assert all(one.at[1] + 50 <= other.at[1] for one, other in pairwise(ends))
    assert shown.texts()[0] == "Title"


def test_letters_along_a_line_lie_on_it() -> None:
    series = [[seat * 3 + turn * (seat + 1) for turn in range(20)] for seat in range(3)]
    shown = show(series)
    for seat in range(3):
        along = [mark for mark in shown if mark.name == "badge" and mark.box[2] == 40 and mark.text == "ABC"[seat]]
        assert len(along) == 2
        for mark in along:
            assert any(abs(mark.at[0] - x) <= 1 and abs(mark.at[1] - y) <= 1 for x, y in line(shown, seat))


def test_without_a_game_the_colours_are_plain() -> None:
    with recording():
        shown = drawn(score_chart.draw(SERIES, caption(), ""))
    assert {PLAIN.player[seat] for seat in range(3)} <= set().union(*(mark.colours() for mark in shown))
