"""The chart's lines are the players' points, in their colours, from turn to turn."""

from __future__ import annotations

import math
from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise

import pytest
from msgspec.structs import replace
from PIL import Image

import render
from render import score_chart
from render.kit.initials import named
from render.kit.ink import PLAIN
from render.mmn.inks import PALETTE
from tests.render.recording import NAMES, Drawing, caption, drawn, recording

AXIS = "Rounds"
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


def show(series: Sequence[Sequence[int]], names: Sequence[str] = NAMES) -> Drawing:
    with recording(), named(names):
        words = replace(caption(), names=tuple(names))
        return drawn(score_chart.draw(series, words, "Title", PALETTE, AXIS))


@pytest.mark.parametrize("first", [0, 1, 4])
def test_every_number_stands_below_the_points_after_its_turn(first: int) -> None:
    with recording(), named(NAMES):
        image = score_chart.draw(SERIES, replace(caption(), names=NAMES), "Title", PALETTE, AXIS, first)
        shown = drawn(image)
    below = {mark.text: mark.at[0] for mark in shown if mark.kind == "text" and mark.at[1] > score_chart._BOTTOM + 20}
    corners = [x for x, _ in line(shown, 2)]
    numbers = [str(first + place) for place in range(len(corners))]
    assert below.keys() == {AXIS, *numbers} - {"0"}, "before the first turn there is none"
    assert all(abs(below[number] - x) < 2 for number, x in zip(numbers, corners, strict=True) if number != "0")


def line(shown: Drawing, seat: int) -> list[tuple[float, float]]:
    """Return the corners of a seat's line, in pixels of the finished picture."""
    paths = [mark for mark in shown if mark.kind == "path" and mark.inks == (PALETTE.player[seat],)]
    (path,) = (mark for mark in paths if mark.how[0] == min(path_mark.how[0] for path_mark in paths))
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
    turns = [shown.text(str(turn), (100, 870, 1340, 40)).at[0] for turn in range(1, 5)]
    for seat, points in enumerate(SERIES):
        assert [round((y - levels[0]) / scale) for _, y in line(shown, seat)] == points
        assert all(abs(x - turn) < 2 for (x, _), turn in zip(line(shown, seat), turns, strict=True))


def test_every_line_ends_at_its_player_s_badge_points_and_name() -> None:
    shown = show(SERIES)
    ends = sorted((mark for mark in shown if mark.name == "badge" and mark.box[2] == 50), key=lambda mark: mark.at[1])
    assert [mark.text for mark in ends] == ["B", "A", "C"]
    for mark, seat in zip(ends, (1, 0, 2), strict=True):
        assert PALETTE.player[seat] in mark.colours()
        texts = shown.texts((mark.at[0], mark.at[1] - 40, 340, 80))
        assert texts == [str(SERIES[seat][-1]), NAMES[seat]]
    assert all(end.at[1] + 50 <= next_end.at[1] for end, next_end in pairwise(ends))
    assert shown.texts()[0] == "Title"


def test_letters_along_a_line_lie_on_it() -> None:
    series = [[seat * 3 + turn * (seat + 1) for turn in range(20)] for seat in range(3)]
    shown = show(series)
    for seat in range(3):
        along = [mark for mark in shown if mark.name == "badge" and mark.box[2] == 40 and mark.text == "ABC"[seat]]
        assert len(along) == 2
        for mark in along:
            assert any(abs(mark.at[0] - x) <= 1 and abs(mark.at[1] - y) <= 1 for x, y in line(shown, seat))


@pytest.mark.parametrize("turns", [1, 2])
def test_a_line_with_no_turn_between_its_ends_has_a_letter_behind_it_alone(turns: int) -> None:
    shown = show([[7 * seat, 9 * seat][:turns] for seat in range(6)])
    assert [mark.box[2] for mark in shown if mark.name == "badge"] == [50] * 6


def test_without_a_game_the_colours_are_plain() -> None:
    with recording():
        shown = drawn(score_chart.draw(SERIES, caption(), ""))
    assert {PLAIN.player[seat] for seat in range(3)} <= set().union(*(mark.colours() for mark in shown))


def thick(shown: Drawing, seat: int) -> list[list[tuple[float, float]]]:
    """Return the corners of the thick parts of a seat's line."""
    paths = [mark for mark in shown if mark.kind == "path" and mark.inks == (PALETTE.player[seat],)]
    most = max(mark.how[0] for mark in paths)
    return [
        [(x / 2, y / 2) for x, y in zip(mark.how[-1][::2], mark.how[-1][1::2], strict=True)]
        for mark in paths
        if mark.how[0] == most
    ]


def test_equal_lines_run_side_by_side_around_where_they_would_be() -> None:
    alone = line(show([[0, 5, 5, 9]]), 0)
    shown = show([[0, 5, 5, 9], [0, 5, 5, 9], [0, 1, 5, 9]])
    lines = [line(shown, seat) for seat in range(3)]
    for turn in (0, 2, 3):
        heights = [corners[turn][1] for corners in lines]
        assert [round(lower - upper) for upper, lower in pairwise(heights)] == [score_chart._APART] * 2
        assert abs(heights[1] - alone[turn][1]) < 1
    assert round(lines[1][1][1] - lines[0][1][1]) == score_chart._APART
    assert abs((lines[0][1][1] + lines[1][1][1]) / 2 - alone[1][1]) < 1
    assert lines[2][1][1] - lines[1][1][1] > 5 * score_chart._APART, "it is where its points are"


def test_every_seat_has_a_pattern_of_its_own() -> None:
    assert len(set(score_chart._PATTERNS)) == len(score_chart._PATTERNS) == len(NAMES)
    shown = show([[10 * seat] * 9 for seat in range(6)])
    patterns = []
    for seat in range(6):
        parts = sorted(thick(shown, seat))
        assert all(abs(y - line(shown, seat)[0][1]) < 1 for part in parts for _, y in part)
        first = parts[0][0][0]
        patterns.append(tuple((round(part[0][0] - first), round(part[-1][0] - first)) for part in parts[:4]))
    assert len(set(patterns)) == 6
    assert len(thick(shown, 0)) == 1


def test_a_thick_part_goes_around_a_corner_in_one_piece() -> None:
    parts = score_chart._dashes([(0, 0), (4, 0), (8, 0), (8, 40)], 10, 10, 0)
    assert parts[0] == [(0, 0), (4, 0), (8, 0), (8, 2)]
    assert parts[1] == [(8, 12), (8, 22)]
    late = score_chart._dashes([(0, 0), (4, 0), (8, 0), (8, 40)], 10, 10, 6)
    assert late[0] == [(6, 0), (8, 0), (8, 8)]


LONG = (
    "W" * 32,
    "Maximiliane-Theodora von Hohenfel",
    "Donaudampfschifffahrtskapitaenin",
    "Christopher Alexander van Buren",
    "Fay",
    "Gus",
)


@pytest.mark.parametrize("names", [LONG, ("Ana", "Christopher-Alexander van Buren"), LONG[:1] * 6])
def test_names_stand_whole_and_apart_at_lines_that_end_together(names: tuple[str, ...]) -> None:
    shown = show([[0, 7, 12]] * len(names), names)
    ends = sorted((mark for mark in shown if mark.name == "badge" and mark.box[2] == 50), key=lambda mark: mark.at[1])
    assert len(ends) == len(names)
    assert all(end.at[1] + 50 <= next_end.at[1] for end, next_end in pairwise(ends))
    bounds = [0.0, *((end.at[1] + next_end.at[1]) / 2 for end, next_end in pairwise(ends)), 940.0]
    for top, bottom, name in zip(bounds, bounds[1:], names, strict=False):
        left = ends[0].at[0] + 25
        texts = [mark for mark in shown if mark.kind == "text" and mark.box[0] > left and top < mark.at[1] < bottom]
        lines = [mark.text for mark in sorted(texts, key=lambda mark: mark.at[1]) if mark.text != AXIS]
        assert "".join(lines).replace(" ", "") == "12" + name.replace(" ", ""), "below the points"
        assert all(mark.box[0] + mark.box[2] <= score_chart.WIDTH - 30 for mark in texts)


def test_a_word_is_broken_only_where_it_is_longer_than_any_room() -> None:
    assert score_chart._broken("Christopher-Alexander van Buren", 330) == ["Christopher-", "Alexander van Buren"]
    assert not score_chart._fits("Christopher-Alexander van Buren", 180)
    assert score_chart._fits("Fay", 180)


def test_every_end_is_joined_to_its_letter() -> None:
    shown = show([[0, 12]] * 6)
    for seat in range(6):
        (mark,) = (each for each in shown if each.name == "badge" and each.box[2] == 50 and each.text == NAMES[seat][0])
        left = mark.at[0] - 25
        joins = [
            [each / 2 for each in path.how[-1]]
            for path in shown
            if path.kind == "path" and path.inks == (PALETTE.of(seat).shade,) and len(path.how[-1]) == 4
        ]
        assert any(x == line(shown, seat)[-1][0] and x2 > left and abs(y2 - mark.at[1]) < 1 for x, _, x2, y2 in joins)


def test_letters_along_the_lines_lie_on_no_other_where_there_is_room() -> None:
    shown = show([[turn // 3 for turn in range(90)]] * 6)
    along = [mark.at for mark in shown if mark.name == "badge" and mark.box[2] == 40]
    assert len(along) == 12
    assert all(
        math.dist(letter_place, earlier_place) > 38
        for number, letter_place in enumerate(along)
        for earlier_place in along[:number]
    )
