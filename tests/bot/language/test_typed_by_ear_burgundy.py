"""Sentences of people who know a board of The Castles of Burgundy from its description."""

from __future__ import annotations

from tests.bot.ear import EVERY_LANGUAGE, played_action, understand_fully
from tests.engines.burgundy import positions as burgundy

BOTH = {
    "en": (
        "load both goods lying at depot 3",
        "load brown and orange from depot three",
        "take the two wares of depot 3",
    ),
    "de": ("beide Waren von Depot 3 laden", "Braun und Orange von Depot drei nehmen", "die zwei Waren aus Depot 3"),
    "nl": ("beide goederen van depot 3 laden", "bruin en oranje van depot drie", "de twee goederen van depot 3"),
}


PASSED = {
    "en": ("I pass for now", "I'll pass", "that's it, I pass"),
    "de": ("ich passe erst einmal", "ich passe"),
    "nl": ("ik pas voor nu", "ik pas"),
}


@EVERY_LANGUAGE
def test_who_passes_with_no_die_left_ends_the_turn(language: str) -> None:
    for typed in PASSED[language]:
        assert played_action(burgundy.position(me={"dice": [], "silverlings": 3}), language, typed) == "end", typed
        early = understand_fully(burgundy.position(me={"dice": [3], "silverlings": 3}), language, typed)
        assert [why.id for why in early.refused] == ["burgundy.refuse.dice_left"], typed


SPENT = {
    "en": "turn the three into a two with a worker",
    "de": "mit einem Arbeiter die Drei zu einer Zwei machen",
    "nl": "met een arbeider van de drie een twee maken",
}


TURNED = {
    "en": "turn the 4 into a 5 and place the ship",
    "de": "ich mache aus der 4 eine 5 und lege das Schiff",
    "nl": "maak van de 4 een 5 en plaats het schip",
}
