"""Sentences of people who know a board of Macao from its description."""

from __future__ import annotations

from itertools import permutations

import pytest

from bot.wording import texts_in
from bot.wording.clauses import of_a_clause
from bot.wording.conversing import in_two, reason_of_a_part
from bot.wording.reasons import refusal
from bot.wording.typed import understand
from engines import Message
from engines.macao import board
from engines.macao.game import Macao
from engines.record import parse
from tests.bot.ear import EVERY_LANGUAGE, NAMES, heard, played, refused
from tests.engines.burgundy import positions as burgundy
from tests.engines.macao import positions as macao
from tools.bench import phrases as bench


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


@EVERY_LANGUAGE
def test_steps_towards_a_port_go_a_shortest_way_and_are_asked_about_where_there_are_several(language: str) -> None:
    game = sailing()
    one, antwerp, two, far = (heard(game, language, typed) for typed in SAILED[language])
    beside = [action for action in game.legal(0) if action[0] == "ship" and board.DISTANCE[board.START][action[1]] == 1]
    assert list(one.asked) == beside
    assert set(antwerp.asked) == {parse("ship s03"), parse("ship s05")}
    assert (two.action, two.asked) == (parse("ship s04"), ())
    assert list(far.asked) == [parse("ship genova")], "all cubes are spent by nobody who did not say so"


@pytest.mark.parametrize("named", [*permutations(("1", "3", "5"), 2), ("2", "1"), ("1", "2")])
def test_of_two_goals_the_nearest_is_asked_about_first_then_the_one_that_is_named_first(named: tuple[str, str]) -> None:
    """Spaces 1, 3 and 5 are one step away, space 2 is two."""
    nearest = sorted(named, key=lambda number: number == "2")
    asked = heard(sailing(), "en", f"sail to space {named[0]} or space {named[1]}").asked
    assert list(asked) == [("ship", f"s0{number}") for number in nearest]


@pytest.mark.parametrize(
    "typed",
    [
        "1 red, 2 blue",
        "red on 1 and blue on 2",
        "two blue and one red",
        "1 red cube on field 1, 2 blue cubes on field 2",
        "2 blue cubes on 2 and 1 red cube on 1",
    ],
)
def test_the_first_cubes_are_as_many_as_the_number_of_the_field_on_which_they_are_placed(typed: str) -> None:
    game = Macao.new(2, 7)
    while not any(action[0] == "place" for action in game.legal(game.to_act[0])):
        game.play(game.to_act[0], game.legal(game.to_act[0])[0])
    assert played(game, "en", typed, game.to_act[0]) == "place red blue"


def test_a_step_counts_and_a_space_has_a_number() -> None:
    game = sailing()
    assert played(game, "en", "sail to space 6") == "ship s06"
    assert played(game, "en", "move the ship 1 step to Lisboa") == "ship s01"
    assert played(in_port(), "en", "to Antwerp, but only one step on") == "ship s09"


WALL = {
    "en": "advance one space on the wall",
    "de": "ein Feld auf der Mauer vorrücken",
    "nl": "een vak vooruit op de muur",
}


@EVERY_LANGUAGE
def test_a_space_on_the_wall_is_the_only_reading(language: str) -> None:
    assert played(sailing(), language, WALL[language]) == "wall 1"


def in_port() -> Macao:
    """In Lisboa, which takes spices, with two of them and a silk aboard, and as many cubes as it takes to Genova."""
    return macao.position(me={"ship": "lisboa", "hold": {"spices": 2, "silk": 1}, "stock": "RRRRRR"})


DELIVERED = {
    "en": ("deliver the spices", "deliver one spice", "deliver the silk", "deliver the tea"),
    "de": ("liefere die Gewürze ab", "ein Gewürz abliefern", "Seide abliefern", "Tee abliefern"),
    "nl": ("lever de kruiden", "één kruiden leveren", "lever de zijde", "lever de thee"),
}


@EVERY_LANGUAGE
def test_what_is_delivered_is_named_by_its_ware(language: str) -> None:
    game, (all_of_it, one, other, none) = in_port(), DELIVERED[language]
    assert heard(game, language, all_of_it).action == parse("deliver 2")
    assert parse("deliver 1") in [*(found := heard(game, language, one)).asked, found.action]
    assert refused(game, language, other) == [told(language, "macao.refuse.other_ware", port="lisboa", ware="spices")]
    assert refused(game, language, none) == [told(language, "macao.refuse.not_aboard", ware="tea")]


def told(language: str, id: str, **args: str) -> str:
    return texts_in(language).message("macao", Message(id, args), NAMES)


CLAUSES = {
    "en": ("sail to Genova and pay with my red cubes", "unload the spices right here in Lisboa"),
    "de": ("nach Genova segeln und mit roten Würfeln zahlen", "liefere die Gewürze gleich hier in Lisboa ab"),
    "nl": ("vaar naar Genova en betaal met rode blokjes", "lever de kruiden meteen hier in Lisboa"),
}


@EVERY_LANGUAGE
def test_what_is_said_beside_a_decision_does_not_make_it_impossible(language: str) -> None:
    """It is asked about."""
    game = in_port()
    for typed, meant in zip(CLAUSES[language], ("ship genova", "deliver 2"), strict=True):
        found = understand(texts_in(language), game, 0, NAMES, typed)
        asked = found.asked or of_a_clause(texts_in(language), game, 0, NAMES, typed).actions or [found.action]
        assert parse(meant) in asked, typed


def test_what_stands_behind_what_is_asked_about_is_kept() -> None:
    typed = "sail to Genova for my red cubes and then pass"
    actions, rest, _ = of_a_clause(texts_in("en"), in_port(), 0, NAMES, typed)
    assert list(actions) == [parse("ship genova")]
    assert rest == "my red cubes and then pass"


def test_against_what_a_sentence_begins_with_the_rules_may_have_a_reason() -> None:
    typed = "deliver the silk and then advance one space on the wall"
    assert of_a_clause(texts_in("en"), in_port(), 0, NAMES, typed).actions == ()
    assert [why.id for why in reason_of_a_part(texts_in("en"), in_port(), 0, NAMES, typed)] == [
        "macao.refuse.other_ware"
    ]


OFFICE = {
    "en": ("use the Administration office: violet for gold", "use my Administration to turn a violet cube into gold"),
    "de": ("Verwaltung nutzen: violett für Gold", "nutze meine Verwaltung um einen violetten Stein zu tauschen"),
    "nl": ("gebruik Administratie: violet voor goud", "gebruik mijn Administratie om een violet blokje te ruilen"),
}


@EVERY_LANGUAGE
def test_of_equal_cards_the_one_that_is_there_is_meant(language: str) -> None:
    """Whatever else is said of what it does."""
    game = macao.position(me={"activated": ["verwaltung_2"], "stock": "VVVRR"})
    for typed in OFFICE[language]:
        found = understand(texts_in(language), game, 0, NAMES, typed)
        asked = found.asked or of_a_clause(texts_in(language), game, 0, NAMES, typed).actions
        assert list(asked) == [parse("use verwaltung_2")], typed


DIE = {"en": "the violet die", "de": "den violetten Würfel", "nl": "de paarse dobbelsteen"}


@EVERY_LANGUAGE
def test_a_die_that_nobody_is_asked_about_is_not_refused_as_a_joker(language: str) -> None:
    """Both are named by a colour."""
    (reason,) = refused(sailing(), language, DIE[language])
    assert DIE[language].lower() in reason


@pytest.mark.parametrize(
    ("language", "typed"), [("de", "Markt aus dem Spiel nehmen"), ("nl", "Markt uit het spel halen")]
)
def test_what_cannot_be_done_now_is_not_read_as_what_a_part_of_its_name_says(language: str, typed: str) -> None:
    game = burgundy.position(me={"dice": [1]}, depots={"1": ["market"]})
    assert ("take", "1", "market", "die", "1") in game.legal(0)
    found = heard(game, language, typed)
    assert found.asked or refusal(game, 0, found.action)


DISPLAYED = {
    "en": "take the {} on display",
    "de": "nimm {} aus der Auslage",
    "nl": "neem {} van de uitstalling",
}


@EVERY_LANGUAGE
def test_a_card_on_display_is_taken_in_the_words_of_the_description(language: str) -> None:
    game = next(
        each.game
        for each in bench.played("macao", 3)
        if ("decline",) not in each.game.legal(each.seat)
        and each.game.prompt(each.seat).message.id == "macao.prompt.takecard"
    )
    seat = game.to_act[0]
    for action in game.legal(seat):
        if action[0] == "take":
            name = texts_in(language).at(game).word("macao", action[1])
            assert heard(game, language, DISPLAYED[language].format(name), seat).action == action


def test_where_something_else_is_done_with_a_colour_that_is_asked_about() -> None:
    found = heard(macao.position(phase="dice"), "en", "pay one blue cube")
    assert len(found.asked) == 3
    assert all(action[0] == "dice" and "blue" in action for action in found.asked)


@pytest.mark.parametrize("typed", ["skip buying, I pass", "no buying, I skip and pass"])
def test_what_is_said_twice_is_asked_about_before_what_is_said_once(typed: str) -> None:
    found = heard(macao.position(me={"stock": "VVVRR"}), "en", typed)
    assert list(found.asked) == [("pass",), ("tribute",)]


@pytest.mark.parametrize(("language", "typed"), [("en", "wall 1 space"), ("en", "wall space"), ("nl", "muur 1 vak")])
def test_the_space_of_a_step_up_the_wall_is_no_second_decision(language: str, typed: str) -> None:
    game = macao.position(me={"stock": "BG"})
    assert in_two(texts_in(language), game, 0, NAMES, typed) is None
    assert played(game, language, typed) == "wall 1"
