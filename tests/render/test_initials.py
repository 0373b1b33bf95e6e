"""Badges and pieces carry the players' initials where these differ."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec
import pytest

import engines
import render
from engines import Game
from render.kit.initials import initials, named
from render.kit.ink import SEATS
from render.mmn.pieces import settlement
from render.shape import Shape
from tests.render.differences import positions
from tests.render.recording import NAMES, Drawing, caption, drawn

OTHERS = ("Zoe", "Yann", "Xenia", "Wanda", "Vera", "Uwe")
LETTERS = dict(zip(SEATS, "ZYXWVU", strict=True))
SIGNS = ("badge", "_done", "fleet", "ship", "merchant", "curse", "settlement", "city", "knight", "road")
"""What is drawn with the letter of a seat."""


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Ana", "Ben"), "AB"),
        (("zoë", "Émile", "Max"), "ZEM"),
        (("Łukasz", "Ørsted", "Ana"), "LOA"),
        (("Max", "Moritz", "Ana"), "BCA"),
        (("Easy 1", "Easy 2", "Ana", "Zoe", "Easy 3"), "BCAZD"),
        (("Max", "max"), "AB"),
        (("Emil", "Émile"), "AB"),
        (("1. FC", "Ana"), "BA"),
        (("", "Ana"), "BA"),
        (("花子", "Ana"), "BA"),
        (("ßen", "Ana"), "SA"),
        (("Anna", "Анна"), "AB"),
        (("Анна", "Anna"), "BA"),
        (("Ольга", "Omar"), "AO"),
        (("Ольга", "Олег", "Ben"), "ACB"),
        (("ランナ", "مريم", "지민", "ธิดา", "Анна"), "RMJTA"),
        (("Ａｎｎａ", "𝓑𝓮𝓷"), "AB"),
        (("🎲 Zoe", "\u3164", "\\"), "ZAB"),
    ],
)
def test_initials_stand_for_players_where_they_differ_and_can_be_drawn(names: tuple[str, ...], letters: str) -> None:
    assert initials(names) == letters


def pictures(game: Game, names: tuple[str, ...], shape: Shape) -> list[Drawing]:
    """The board, and what each seat has and decides about."""
    words = msgspec.structs.replace(caption(shape=shape), names=names)
    found = [drawn(render.board(game.view(None), words))]
    own = render.PICTURES[game.key]
    for seat in range(game.state.seats):
        view: Any = game.view(seat)
        with suppress(LookupError), named(names):
            found.append(drawn(own.hand(view, words))) if own.hand else None
        with suppress(LookupError), named(names):
            if own.decision and seat in game.to_act:
                found.append(drawn(own.decision(view, words, game.legal(seat))))
    return found


@pytest.mark.usefixtures("recorded")
@pytest.mark.parametrize(
    ("key", "shape"),
    [
        pytest.param(key, shape, marks=[pytest.mark.proof] if (number + place) % 2 else [])
        for number, key in enumerate(engines.GAMES)
        for place, shape in enumerate(Shape)
    ],
)
@pytest.mark.parametrize("steps", [3, pytest.param(5, marks=pytest.mark.proof)])
def test_everything_of_a_seat_has_its_letter(steps: int, key: str, shape: Shape) -> None:
    seats = max(engines.GAMES[key].seats)
    every = [*positions(key, seats, 3)]
    seen = set[str]()
    for game in every[len(every) // 2 :: len(every) // steps]:
        for plain, lettered in zip(pictures(game, NAMES, shape), pictures(game, OTHERS, shape), strict=True):
            told, other = ([mark for mark in one if mark.name in SIGNS and mark.text] for one in (plain, lettered))
            for one, two in zip(told, other, strict=True):
                letter = one.text[:1]
                rest = one.text[1:]
                assert two.text == LETTERS.get(letter, letter) + rest
                seen |= {letter} & set(SEATS)
            assert not [mark for mark in lettered if mark.name == "badge" and mark.text in (*SEATS,)]
    assert seen == set(SEATS[:seats])


def test_pieces_of_one_table_do_not_show_up_at_another() -> None:
    with named(OTHERS):
        one = settlement(0, 64)
    with named(NAMES):
        other = settlement(0, 64)
        assert settlement(0, 64) is other
    assert one.pieces() != other.pieces()
    with named(OTHERS):
        assert settlement(0, 64) is one


def test_letters_of_places_are_not_those_of_players() -> None:
    game = engines.new("mmn", 4, 2)
    view = game.view(game.to_act[0])
    actions = game.legal(game.to_act[0])
    for names, letters in ((NAMES[:4], SEATS), (("Gus", "Hans", "Jo", "Kim"), "GHJK")):
        found = render.marks(view, actions, names)
        assert found
        assert not {letter for mark in found.values() for letter in mark} & set(letters)
        assert len({*found.values()}) == len(found)
