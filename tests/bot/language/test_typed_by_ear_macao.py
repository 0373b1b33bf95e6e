"""Sentences of people who know a board of Macao from its description."""

from __future__ import annotations

import pytest

from bot.language.read.possible_actions.refusals import refusal
from bot.wording import texts_in
from engines import Message
from engines.macao.game import Macao
from tests.bot.ear import NAMES, heard
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao


def sailing(cubes: int = 3) -> Macao:
    """The ship at the start, with so many cubes."""
    return macao.position(me={"stock": "R" * cubes})


SAILED = {
    "en": ("sail one step", "sail one step towards Antwerpen", "sail 2 steps towards Hamburg", "sail towards Hamburg"),
    "de": (
        *("segle einen Schritt", "einen Schritt Richtung Antwerpen segeln"),
        *("zwei Schritte Richtung Hamburg fahren", "fahre Richtung Hamburg"),
    ),
    "nl": (
        *("vaar een stap", "vaar één stap richting Antwerpen"),
        *("vaar 2 stappen richting Hamburg", "vaar richting Hamburg"),
    ),
}


WALL = {
    "en": "advance one space on the wall",
    "de": "ein Feld auf der Mauer vorrücken",
    "nl": "een vak vooruit op de muur",
}


def in_port() -> Macao:
    """In Lisboa, which takes spices, with two of them and a silk aboard, and as many cubes as it takes to Genova."""
    return macao.position(me={"ship": "lisboa", "hold": {"spices": 2, "silk": 1}, "stock": "RRRRRR"})


DELIVERED = {
    "en": ("deliver the spices", "deliver one spice", "deliver the silk", "deliver the tea"),
    "de": ("liefere die Gewürze ab", "ein Gewürz abliefern", "Seide abliefern", "Tee abliefern"),
    "nl": ("lever de kruiden", "één kruiden leveren", "lever de zijde", "lever de thee"),
}


def told(language: str, id: str, **args: str) -> str:
    return texts_in(language).message("macao", Message(id, args), NAMES)


CLAUSES = {
    "en": ("sail to Genova and pay with my red cubes", "unload the spices right here in Lisboa"),
    "de": ("nach Genova segeln und mit roten Würfeln zahlen", "liefere die Gewürze gleich hier in Lisboa ab"),
    "nl": ("vaar naar Genova en betaal met rode blokjes", "lever de kruiden meteen hier in Lisboa"),
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
    reading = heard(game, language, typed)
    assert reading.asked or refusal(game, 0, reading.action)


DISPLAYED = {
    "en": "take the {} on display",
    "de": "nimm {} aus der Auslage",
    "nl": "neem {} van de uitstalling",
}
