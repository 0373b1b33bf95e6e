"""The words of a hint: why the best move is better than another, and what the other has instead."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.panel.hinting import ahead, instead
from engines import Message
from tests.bot.hinted import WORDS, idea, lines
from tests.bot.stubs import stub_game, stub_table

NAVEGADOR = stub_table(stub_game(), people=3)


@pytest.mark.parametrize(
    ("second", "third", "why", "others"),
    [
        (
            {"workers": 1.94, "near ships": 0.4},
            {},
            [
                "Later on better than move 2: more workers (about 1.9 points); "
                "a Ships space within reach (about 0.4 points)"
            ],
            [[], []],
        ),
        (
            {"workers": 1.9},
            {"money": 1.8},
            [
                "Later on better than move 2: more workers (about 1.9 points)",
                "Later on better than move 3: more money (about 1.8 points)",
            ],
            [[], []],
        ),
        (
            {"workers": 2.0, "money": -0.5},
            {"workers": 2.0, "money": -0.5},
            ["Later on better than moves 2 and 3: more workers (about 2.0 points)"],
            [["Instead it offers: more money (about 0.5 points)"]] * 2,
        ),
        (
            {"workers": 1.1, "money": 0.4},
            {"workers": 2.5, "near ships": -0.9},
            [
                "Later on better than moves 2 and 3: more workers (about 1.1 and 2.5 points)",
                "Later on better than move 2: more money (about 0.4 points)",
            ],
            [[], ["Instead it offers: a Ships space within reach (about 0.9 points)"]],
        ),
    ],
)
def test_what_is_weighed_is_told_for_the_one_that_has_more_of_it(
    second: dict[str, float], third: dict[str, float], why: list[str], others: list[list[str]]
) -> None:
    ideas = [idea({}), *(idea({}, behind=2.0, terms=terms) for terms in (second, third))]
    assert ahead(NAVEGADOR, WORDS, ideas) == why
    assert [instead(NAVEGADOR, WORDS, each) for each in ideas[1:]] == others
    assert lines(*ideas) == [why, *others]


def test_what_the_next_turn_brings_is_told_as_such_the_sources_of_its_points_first() -> None:
    scoring = idea({}, behind=1.0, terms={"workers": 0.2, "money": -0.3}, sources={"colony": 1.5})
    assert ahead(NAVEGADOR, WORDS, [idea({}), scoring]) == [
        "Later on better than move 2: more workers (about 0.2 points)",
        "After your next turn probably better than move 2: more for Colonies (about 1.5 points)",
    ]
    named = replace(
        scoring,
        coming=frozenset({"workers"}),
        scored={"colony": Message("navegador.fact.in_reach", {"n": 2, "other": 1})},
    )
    assert ahead(NAVEGADOR, WORDS, [idea({}), named]) == [
        "After your next turn probably better than move 2: ships and workers for 2 colonies, not 1; "
        "more workers (about 0.2 points)"
    ]


def test_of_various_things_one_is_an_example() -> None:
    one = Message("navegador.fact.in_reach", {"n": 2, "other": 1})
    other = idea({}, behind=1.0, terms={"workers": 0.9}, coming=frozenset({"workers"}), examples={"workers": one})
    assert ahead(NAVEGADOR, WORDS, [idea({}), other]) == [
        "After your next turn probably better than move 2: "
        "more workers, for example ships and workers for 2 colonies, not 1 (about 0.9 points)"
    ]


@pytest.mark.parametrize(
    ("behind", "points", "told"), [(2.4, 21, ""), (2.5, 21, " (about 3.0 points)"), (0.5, 23, " (about 3.0 points)")]
)
def test_a_reason_makes_no_more_points_than_the_moves_are_apart(behind: float, points: int, told: str) -> None:
    other = idea({}, behind=behind, points=(21, points, points), terms={"workers": 3.0})
    assert ahead(NAVEGADOR, WORDS, [idea({}, points=(21, 21, 21)), other]) == [
        f"Later on better than move 2: more workers{told}"
    ]


def test_how_many_points_a_reason_makes_is_not_told_of_things_that_are_named_nor_where_victory_counts() -> None:
    ships = Message("navegador.fact.in_reach", {"n": 2, "other": 1})
    known = idea({}, behind=1.0, terms={"workers": 0.2, "money": -0.3}, facts={"workers": ships})
    said = "Later on better than move 2: ships and workers for 2 colonies, not 1"
    assert (ahead(NAVEGADOR, WORDS, [idea({}), known]), instead(NAVEGADOR, WORDS, known)) == (
        [said],
        ["Instead it offers: more money (about 0.3 points)"],
    )
    likelier = replace(known, lacks="chances", facts={})
    assert (ahead(NAVEGADOR, WORDS, [idea({}), likelier]), instead(NAVEGADOR, WORDS, likelier)) == (
        ["Later on better than move 2: more workers"],
        ["Instead it offers: more money"],
    )


def test_reasons_make_no_more_points_together_than_the_moves_are_apart() -> None:
    other = idea({}, behind=3.0, terms={"workers": 2.0, "money": 1.5})
    assert ahead(NAVEGADOR, WORDS, [idea({}), other]) == [
        "Later on better than move 2: more workers (about 2.0 points); more money (about 1.5 points)"
    ]
    assert ahead(NAVEGADOR, WORDS, [idea({}), replace(other, behind=2.9)]) == [
        "Later on better than move 2: more workers (about 2.0 points); more money"
    ]


def test_less_than_a_twentieth_of_a_point_is_no_number() -> None:
    little = idea({}, behind=1.0, terms={"workers": 0.04, "money": -0.04})
    assert (ahead(NAVEGADOR, WORDS, [idea({}), little]), instead(NAVEGADOR, WORDS, little)) == (
        ["Later on better than move 2: more workers"],
        ["Instead it offers: more money"],
    )


def test_each_of_several_moves_has_its_number() -> None:
    others = [idea({}, behind=2.0, terms={"workers": by}) for by in (1.1, 2.5, 1.1)]
    assert ahead(NAVEGADOR, WORDS, [idea({}), *others]) == [
        "Later on better than moves 2, 3 and 4: more workers (about 1.1, 2.5 and 1.1 points)"
    ]
