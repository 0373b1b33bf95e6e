"""Sentences of people who know a board of The Castles of Burgundy from its description."""

from __future__ import annotations

from engines import Game
from engines.record import parse
from tests.bot.ear import EVERY_LANGUAGE, heard, played
from tests.engines.burgundy import positions as burgundy


def loading() -> Game:
    """A ship is placed, and brown and orange lie at depot 3."""
    lying = {"3": {"brown": 1, "orange": 1}, "2": {"pink": 1}}
    game = burgundy.position(me={"storage": ["ship"], "dice": [3], "workers": 2}, lying=lying)
    game.play(0, next(action for action in game.legal(0) if action[:2] == ("place", "ship")))
    return game


BOTH = {
    "en": (
        "load both goods lying at depot 3",
        "load brown and orange from depot three",
        "take the two wares of depot 3",
    ),
    "de": ("beide Waren von Depot 3 laden", "Braun und Orange von Depot drei nehmen", "die zwei Waren aus Depot 3"),
    "nl": ("beide goederen van depot 3 laden", "bruin en oranje van depot drie", "de twee goederen van depot 3"),
}


@EVERY_LANGUAGE
def test_two_goods_of_one_depot_are_not_two_depots(language: str) -> None:
    for typed in BOTH[language]:
        assert played(loading(), language, typed) == "goods 3", typed


PASSED = {
    "en": ("I pass for now", "I'll pass", "that's it, I pass"),
    "de": ("ich passe erst einmal", "ich passe"),
    "nl": ("ik pas voor nu", "ik pas"),
}


@EVERY_LANGUAGE
def test_who_passes_with_no_die_left_ends_the_turn(language: str) -> None:
    for typed in PASSED[language]:
        assert played(burgundy.position(me={"dice": [], "silverlings": 3}), language, typed) == "end", typed
        early = heard(burgundy.position(me={"dice": [3], "silverlings": 3}), language, typed)
        assert [why.id for why in early.refused] == ["burgundy.refuse.dice_left"], typed


SPENT = {
    "en": "turn the three into a two with a worker",
    "de": "mit einem Arbeiter die Drei zu einer Zwei machen",
    "nl": "met een arbeider van de drie een twee maken",
}


@EVERY_LANGUAGE
def test_who_only_turns_a_die_is_told_that_this_belongs_to_what_it_is_used_for(language: str) -> None:
    found = heard(burgundy.position(me={"dice": (2, 3), "workers": 1}), language, SPENT[language])
    assert [reason.id for reason in found.refused] == ["burgundy.spent.workers"]
    taking = {
        "en": "take workers with the three",
        "de": "mit der Drei Arbeiter nehmen",
        "nl": "arbeiders nemen met de drie",
    }
    assert heard(burgundy.position(me={"dice": (2, 3)}), language, taking[language]).action == parse("workers die 3")


ABSENT = {
    "en": ("take knowledge 3 from depot 2", "take sheep 4 from depot 3"),
    "de": ("Wissen 3 von Depot 2 nehmen", "Schafe 4 von Depot 3 nehmen"),
    "nl": ("kennis 3 van depot 2 nemen", "schapen 4 van depot 3 nemen"),
}


@EVERY_LANGUAGE
def test_the_number_of_a_tile_that_is_not_there_is_not_taken_for_that_of_a_depot(language: str) -> None:
    game = burgundy.position(me={"dice": [2, 3]})
    for typed, tile, depot in zip(ABSENT[language], ("k3", "sheep4"), "23", strict=True):
        (why,) = heard(game, language, typed).refused
        assert (why.id, why.args) == ("burgundy.refuse.not_in_depot", {"tile": tile, "depot": depot}), typed


def test_so_many_more_workers_are_no_depot() -> None:
    found = heard(burgundy.position(me={"dice": [4, 1], "workers": 3}), "de", "nimm die Bank mit 2 weiteren Arbeitern")
    assert found.asked[0] == ("take", "3", "bank", "die", "1", "workers", "2")


def test_who_only_says_that_a_worker_is_paid_takes_none() -> None:
    found = heard(burgundy.position(me={"dice": [2, 3], "workers": 3}), "en", "I pay a worker")
    assert [reason.id for reason in found.refused] == ["burgundy.spent.workers"]


TURNED = {
    "en": "turn the 4 into a 5 and place the ship",
    "de": "ich mache aus der 4 eine 5 und lege das Schiff",
    "nl": "maak van de 4 een 5 en plaats het schip",
}


@EVERY_LANGUAGE
def test_what_a_die_is_turned_to_says_where_a_tile_is_placed(language: str) -> None:
    game = burgundy.position(me={"storage": ["ship"], "dice": [4], "workers": 3})
    assert list(heard(game, language, TURNED[language]).asked) == [parse("place ship d5 die 4 workers 1")]
