"""Questions are asked about, and nothing is done that somebody says is not meant."""

from __future__ import annotations

import pytest

from bot.language.read.decisions.declining import NOTHING_DONE
from bot.wording import texts_in
from engines import Game
from engines.record import notation
from tests.bot.ear import EVERY_LANGUAGE, NAMES, played_action, understand_fully
from tests.bot.reading import Outcome as Understood
from tests.bot.reading import understand
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn
from tests.engines.navegador.moves import on

BUILDER = {"workers": 6, "money": 500}
WOOL = {"hand": "3 wool 1 brick", "buildings": ["city n12"]}


def outcome_of(game: Game, language: str, typed: str) -> Understood:
    return understand(texts_in(language), game, 0, NAMES, typed)


ENOUGH = {
    "en": ("nothing more", "no more", "done", "I don't want to do anything else", "that's all"),
    "de": ("nicht mehr", "fertig", "nichts mehr", "sonst nichts"),
    "nl": ("niet meer", "klaar", "verder niets"),
}


@EVERY_LANGUAGE
def test_who_has_enough_ends_the_turn_still(language: str) -> None:
    for game, end in ((on("builder", me=BUILDER), "done"), (macao.position(), "pass"), (mmn.position(me=WOOL), "pass")):
        for typed in ENOUGH[language]:
            assert understand_fully(game, language, typed).action == (end,), (game.key, typed)


THE_CHEAPEST = {
    "en": ("build the cheapest, done", "build the cheapest and that's all"),
    "de": ("baue das billigste, fertig", "bau das billigste und das ist alles"),
    "nl": ("bouw de goedkoopste, klaar", "bouw de goedkoopste en dat is alles"),
}


@EVERY_LANGUAGE
def test_an_end_after_a_superlative_does_not_end_what_comes_before(language: str) -> None:
    for typed in THE_CHEAPEST[language]:
        asked = outcome_of(on("builder", me=BUILDER), language, typed).asked
        assert ("build", "factory_sugar") in asked, typed
        assert ("done",) not in asked, typed


TAKE_THE_CHEAPEST = {
    "en": "take the cheapest, done",
    "de": "nimm das billigste, fertig",
    "nl": "neem de goedkoopste, klaar",
}


@EVERY_LANGUAGE
def test_a_superlative_without_a_thing_is_no_mere_end(language: str) -> None:
    for game, end in ((on("builder", me=BUILDER), "done"), (macao.position(), "pass"), (mmn.position(me=WOOL), "pass")):
        assert outcome_of(game, language, TAKE_THE_CHEAPEST[language]).action != (end,), game.key


NOT_THAT = {
    "en": (
        "anything but the church",
        "everything except a church",
        "don't build the church",
        "not the church",
        "no church",
    ),
    "de": (
        "alles außer Kirche",
        "keine Kirche",
        "nicht die Kirche",
        "die Kirche baue ich nicht",
        "ich baue keine Kirche",
    ),
    "nl": ("alles behalve de kerk", "geen kerk", "niet de kerk", "de kerk bouw ik niet", "ik bouw geen kerk"),
}


@EVERY_LANGUAGE
def test_what_is_denied_is_neither_done_nor_asked_about(language: str) -> None:
    for typed in NOT_THAT[language]:
        assert outcome_of(on("builder", me=BUILDER), language, typed).refused == [NOTHING_DONE], typed


QUESTIONS = {
    "en": (
        *(
            "should I build a church?",
            "what does the church do",
            "church?",
            "can I build a church?",
            "what about a church",
        ),
        *("is the church good", "how about a church", "so, should I build the church", "are churches better?"),
    ),
    "de": (
        *("soll ich eine Kirche bauen?", "was bringt die Kirche", "Kirche?", "kann ich eine Kirche bauen"),
        *("lohnt die Kirche", "ist die Kirche gut", "was ist mit der Kirche", "darf ich eine Kirche bauen?"),
    ),
    "nl": (
        *("zal ik een kerk bouwen?", "wat doet de kerk", "kerk?", "kan ik een kerk bouwen", "hoe is de kerk"),
        *("is de kerk goed", "mag ik een kerk bouwen?"),
    ),
}
PLAIN = {
    "en": ("do the church", "is fine, church", "church", "I would like to build a church"),
    "de": ("Ist gut, Kirche", "Kirche", "ich kann eine Kirche bauen", "ja kann ich machen, Kirche"),
    "nl": ("is goed, kerk", "kerk", "ik kan een kerk bouwen"),
}


@EVERY_LANGUAGE
def test_a_question_is_asked_about(language: str) -> None:
    for typed in QUESTIONS[language]:
        outcome = outcome_of(on("builder", me=BUILDER), language, typed)
        assert [notation(action) for action in outcome.asked] == ["build church"], typed


@EVERY_LANGUAGE
def test_a_plain_sentence_is_no_question(language: str) -> None:
    for typed in PLAIN[language]:
        assert played_action(on("builder", me=BUILDER), language, typed) == "build church", typed


@pytest.mark.parametrize("typed", ["should I pass?", "can I pass now", "do I pass"])
def test_of_the_end_of_a_turn_it_is_asked_too(typed: str) -> None:
    assert outcome_of(macao.position(), "en", typed).asked == [("pass",)]
