"""Corners and paths of MMN's map by what lies around them, as people at a table call them."""

from __future__ import annotations

import pytest

import engines
from bot.wording import texts
from bot.wording.typed import Understood, understand
from engines import Game

NAMES = ("Anna", "Ben", "Carla")


@pytest.fixture
def opening() -> Game:
    """The first settlement: n10 lies between grain 11, grain 6 and brick 9, n14 between grain 11, brick 9, nugget 8."""
    return engines.new("mmn", seats=3, seed=7)


def typed(game: Game, language: str, text: str) -> Understood:
    return understand(texts(language), game, game.to_act[0], NAMES, text)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "settlement between the 6 wheat, the 9 hills and the 11 wheat"),
        ("en", "settle 11 grain / 9 clay / 6 grain"),
        ("de", "Siedlung Hügel 9, Acker 11 und Acker 6"),
        ("nl", "dorp tussen de 9 heuvels, akker 6 en akker 11"),
    ],
)
def test_a_corner_is_called_by_its_fields_in_any_order(opening: Game, language: str, text: str) -> None:
    assert typed(opening, language, text) == Understood(("settlement", "n10"))


def test_two_fields_that_several_corners_share_are_asked_about(opening: Game) -> None:
    found = typed(opening, "en", "settlement at the 9 hills and the 11 wheat")
    assert set(found.asked) == {("settlement", "n10"), ("settlement", "n14")}


def test_a_path_is_called_by_the_fields_beside_it(opening: Game) -> None:
    opening.play(opening.to_act[0], ("settlement", "n10"))
    assert typed(opening, "en", "road between the 9 hills and the 11 wheat") == Understood(("road", "n10-n14"))


def test_a_corner_that_is_taken_is_refused_and_never_another(opening: Game) -> None:
    opening.play(opening.to_act[0], ("settlement", "n10"))
    opening.play(opening.to_act[0], ("road", "n10-n14"))
    found = typed(opening, "en", "settlement at 6 wheat, 9 hills, 11 wheat")
    assert found.refused
    assert not found.asked


def test_a_number_too_much_names_no_corner(opening: Game) -> None:
    found = typed(opening, "en", "settlement between the 6 wheat, the 9 hills, the 11 wheat and 4")
    assert found.action not in opening.legal(opening.to_act[0])
