"""Sentences of people who know a board of Macao from its description."""

from __future__ import annotations

import pytest

from bot.language.read.possible_actions.refusals import refusal
from engines.macao.game import Macao
from tests.bot.ear import understand_fully
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao


def game_before_sailing(cubes: int = 3) -> Macao:
    """Return a game with the ship at the start, and so many cubes."""
    return macao.position(me={"stock": "R" * cubes})


WALL = {
    "en": "advance one space on the wall",
    "de": "ein Feld auf der Mauer vorrücken",
    "nl": "een vak vooruit op de muur",
}


OFFICE = {
    "en": ("use the Administration office: violet for gold", "use my Administration to turn a violet cube into gold"),
    "de": ("Verwaltung nutzen: violett für Gold", "nutze meine Verwaltung um einen violetten Stein zu tauschen"),
    "nl": ("gebruik Administratie: violet voor goud", "gebruik mijn Administratie om een violet blokje te ruilen"),
}


DIE = {"en": "the violet die", "de": "den violetten Würfel", "nl": "de paarse dobbelsteen"}


@pytest.mark.parametrize(
    ("language", "typed"), [("de", "Markt aus dem Spiel nehmen"), ("nl", "Markt uit het spel halen")]
)
def test_what_cannot_be_done_now_is_not_read_as_what_a_part_of_its_name_says(language: str, typed: str) -> None:
    game = burgundy.position(me={"dice": [1]}, depots={"1": ["market"]})
    assert ("take", "1", "market", "die", "1") in game.legal(0)
    reading = understand_fully(game, language, typed)
    assert reading.asked or refusal(game, 0, reading.action)
