"""How boxes lie in each other: rows, columns, stacks, room around them, units, and what does not fit."""

from __future__ import annotations

import re

import pytest

from render.kit.boxes import Node, arrange, column, fitted, inset, leaf, margin, row, scaled, space, stack
from render.kit.canvas import Box
from render.kit.part import Part

A = leaf("a", 30, 20)
B = leaf("b")


def boxes(node: Node, width: float = 100, height: float = 60) -> dict[str, Box]:
    return {name: part.box for name, part in arrange(node, (width, height)).items()}


def test_a_box_without_a_size_takes_what_the_others_leave_of_a_row() -> None:
    assert boxes(row(A, B, leaf("c", 20), gap=5)) == {
        "a": (0, 0, 30, 60),
        "b": (35, 0, 40, 60),
        "c": (80, 0, 20, 60),
    }


def test_a_column_does_with_heights_what_a_row_does_with_widths() -> None:
    assert boxes(column(A, B, leaf("c", 0, 10), gap=5)) == {
        "a": (0, 0, 100, 20),
        "b": (0, 25, 100, 20),
        "c": (0, 50, 100, 10),
    }


def test_boxes_without_a_size_divide_the_room_by_their_shares() -> None:
    assert boxes(row(leaf("a", share=3), leaf("b"), gap=20)) == {"a": (0, 0, 60, 60), "b": (80, 0, 20, 60)}


def test_a_box_with_a_share_has_its_least_width_and_its_share_of_what_is_left_over() -> None:
    placed = boxes(row(leaf("a", 30, share=1), leaf("b", share=1), leaf("c", 10)))
    assert [placed[name][2] for name in "abc"] == [60, 30, 10]


def test_a_row_of_boxes_without_a_size_takes_its_share_of_a_column() -> None:
    placed = boxes(column(A, row(B, leaf("c"))))
    assert placed["b"] == (0, 20, 50, 40)
    assert placed["c"] == (50, 20, 50, 40)


@pytest.mark.parametrize(
    ("node", "is_elastic"),
    [
        (A, (False, False)),
        (B, (True, True)),
        (leaf("a", 30), (False, True)),
        (leaf("a", 30, share=1), (False, True)),
        (row(leaf("a", 30, 20, share=1)), (True, False)),
        (row(leaf("a", 30), B), (True, True)),
        (row(A, B), (True, False)),
        (row(B, width=30), (False, True)),
        (column(leaf("a", 0, 20), B), (True, True)),
        (column(A, B), (False, True)),
        (stack(leaf("a", 30), B), (False, True)),
        (margin(10, A), (False, False)),
        (margin(10, B), (True, True)),
        (scaled(2, B), (True, True)),
        (scaled(2, B, height=20), (True, False)),
        (fitted(A, 2), (True, True)),
        (space(), (True, True)),
    ],
)
def test_a_box_can_be_stretched_where_its_contents_can(node: Node, is_elastic: tuple[bool, bool]) -> None:
    assert (node.is_elastic(0), node.is_elastic(1)) == is_elastic


def test_a_margin_leaves_a_box_its_share() -> None:
    placed = boxes(row(margin(5, leaf("a", share=3)), B))
    assert [placed[name][2] for name in "ab"] == [67.5, 22.5]


def test_an_empty_box_keeps_room_free() -> None:
    assert boxes(row(A, space(), leaf("c", 20))) == {"a": (0, 0, 30, 60), "c": (80, 0, 20, 60)}
    assert boxes(row(space(width=25), B)) == {"b": (25, 0, 75, 60)}


def test_boxes_of_a_stack_cover_the_same_room() -> None:
    assert boxes(stack(A, row(B, leaf("c")))) == {"a": (0, 0, 100, 60), "b": (0, 0, 50, 60), "c": (50, 0, 50, 60)}


@pytest.mark.parametrize(
    ("edges", "box"),
    [
        ({"left": 5, "top": 7}, (5, 7, 30, 20)),
        ({"right": 5, "bottom": 7}, (65, 33, 30, 20)),
        ({}, (35, 20, 30, 20)),
        ({"left": 5, "right": 10, "bottom": 7}, (5, 33, 85, 20)),
        ({"left": 5, "top": 7, "right": 10, "bottom": 13}, (5, 7, 85, 40)),
        ({"left": 0, "top": 0}, (0, 0, 30, 20)),
    ],
)
def test_a_box_lies_at_the_edges_that_it_is_tied_to(edges: dict[str, float], box: Box) -> None:
    assert boxes(inset(A, **edges)) == {"a": box}


def test_a_margin_belongs_to_the_least_size_of_a_box() -> None:
    assert margin(10, A).least == (50, 40)
    assert boxes(row(margin(10, A), margin(10, B))) == {"a": (10, 10, 30, 40), "b": (60, 10, 30, 40)}


@pytest.mark.parametrize(
    ("node", "least"),
    [
        (row(A, B, leaf("c", 10, 50), gap=5), (50, 50)),
        (column(A, B, leaf("c", 10, 50), gap=5), (30, 80)),
        (stack(A, leaf("c", 10, 50)), (30, 50)),
        (row(A, width=40), (40, 20)),
        (row(A, width=10, height=10), (30, 20)),
        (inset(A, left=3, bottom=4), (33, 24)),
        (scaled(2, A), (60, 40)),
        (scaled(2, A, width=70), (70, 40)),
        (fitted(A, 2), (0, 0)),
    ],
)
def test_a_box_needs_what_its_contents_need(node: Node, least: tuple[float, float]) -> None:
    assert node.least == least


def test_a_scaled_box_is_placed_in_units_of_its_own() -> None:
    placed = arrange(row(space(width=10), scaled(0.5, row(leaf("a", 40), B, gap=20))), (100, 60))
    assert placed == {"a": Part(10, 0, 40, 120, 0.5), "b": Part(40, 0, 120, 120, 0.5)}


def test_units_within_units_are_multiplied() -> None:
    placed = arrange(scaled(2, margin(5, scaled(0.5, B))), (100, 60))
    assert placed == {"b": Part(10, 10, 80, 40, 1)}


def test_a_scaled_box_with_a_width_of_its_own_takes_no_share() -> None:
    placed = boxes(row(scaled(2, leaf("a"), width=40), B))
    assert placed == {"a": (0, 0, 40, 60), "b": (40, 0, 60, 60)}


@pytest.mark.parametrize(
    ("most", "part"),
    [
        (9, Part(5, 0, 30, 20, 3)),
        (2, Part(20, 10, 30, 20, 2)),
    ],
)
def test_a_fitted_box_is_as_large_as_room_and_limit_allow_and_lies_in_the_middle(most: float, part: Part) -> None:
    assert arrange(fitted(A, most), (100, 60)) == {"a": part}


@pytest.mark.parametrize(
    ("node", "claims"),
    [
        (row(A, leaf("c", 71)), "a width of 101 does not fit into 100: a 30; c 71"),
        (row(A, leaf("c", 71), gap=2), "a width of 103 does not fit into 100: a 30; c 71, gaps 2"),
        (column(A, leaf("c", 0, 41)), "a height of 61 does not fit into 60: a 20; c 41"),
        (column(A, leaf("c", 101)), "a width of 101 does not fit into 100: c 101"),
        (stack(A, row(leaf("c", 101), space(2))), "a width of 103 does not fit into 100: c 101; space 2"),
        (margin(40, A), "a width of 110 does not fit into 100: a 30, edges 80"),
        (scaled(4, A), "a width of 120 does not fit into 100: 4 × (a 30)"),
    ],
)
def test_a_picture_that_is_too_small_is_refused_with_what_the_boxes_claim(node: Node, claims: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(claims)}$"):
        arrange(node, (100, 60))


def test_room_that_no_box_takes_is_an_error() -> None:
    with pytest.raises(ValueError, match="left over"):
        arrange(row(A, leaf("c", 50)), (100, 60))


def test_two_leaves_of_one_name_are_an_error() -> None:
    with pytest.raises(ValueError, match="same name"):
        arrange(row(leaf("a"), leaf("a")), (100, 60))


def test_errors_of_rounding_are_forgiven() -> None:
    third = leaf("a", 100 / 3 + 1e-9)
    assert len(arrange(row(third, leaf("b", 100 / 3), leaf("c", 100 / 3)), (100, 60))) == 3
