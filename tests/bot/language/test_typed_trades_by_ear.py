"""MMN's trades as friends propose them in a chat: who gives what, who wants what, and who is asked."""

from __future__ import annotations

import pytest

from bot.wording import texts_in
from engines.record import parse
from tests.bot.ear import EVERY_LANGUAGE, heard, played, refused
from tests.engines.mmn import positions as mmn

ALL = "offer 1 brick for 1 ore"
CARLA = "offer 1 brick for 1 ore to seat3"
PROPOSED = {
    "en": (
        ("I give 1 brick, I want 1 ore, from anybody", ALL),
        ("would either of you give me an ore for one of my bricks?", ALL),
        ("I want ore, I offer brick", ALL),
        ("would anyone want a brick for an ore?", ALL),
        ("ore for my brick, anyone?", ALL),
        ("has anybody got an ore? I've got bricks", ALL),
        ("can I get an ore off Carla for a brick", CARLA),
        ("give a brick to Carla for her ore", CARLA),
        ("Carla, can I have one ore for my brick?", CARLA),
        ("Carla, may I have an ore for a brick?", CARLA),
        ("Carla, will you trade your ore for my brick?", CARLA),
        ("Carla, want a brick? for one ore", CARLA),
        ("does Carla want a brick for an ore?", CARLA),
    ),
    "de": (
        ("Kann mir jemand ein Erz für einen Lehm geben?", ALL),
        ("Kann mir jemand ein Erz geben, für einen Lehm?", ALL),
        ("hat jemand ein Erz? ich habe Lehm", ALL),
        ("wer will einen Lehm für ein Erz?", ALL),
        ("gib Carla einen Lehm für ihr Erz", CARLA),
        ("Carla, kann ich ein Erz für meinen Lehm haben?", CARLA),
        ("darf ich ein Erz haben, Carla, für einen Lehm?", CARLA),
        ("Carla, tauschst du dein Erz gegen meinen Lehm?", CARLA),
        ("Carla, möchtest du einen Lehm für ein Erz?", CARLA),
    ),
    "nl": (
        ("wil iemand mij een erts geven voor een baksteen?", ALL),
        ("heeft iemand een erts? ik heb baksteen", ALL),
        ("wil iemand een baksteen voor een erts?", ALL),
        ("geef Carla een baksteen voor haar erts", CARLA),
        ("Carla, mag ik een erts voor mijn baksteen?", CARLA),
        ("Carla, ruil je je erts voor mijn baksteen?", CARLA),
    ),
}


@pytest.mark.parametrize(
    ("language", "typed", "meant"), [(name, *each) for name, said in PROPOSED.items() for each in said]
)
def test_who_gives_what_is_read_from_who_speaks_not_from_the_order(language: str, typed: str, meant: str) -> None:
    assert played(mmn.position(me={"hand": "2 brick 1 wool"}), language, typed) == meant


LACKING = {
    "en": "would anybody give me a brick for my ore?",
    "de": "gibt mir jemand einen Lehm für mein Erz?",
    "nl": "geeft iemand mij een baksteen voor mijn erts?",
}


@EVERY_LANGUAGE
def test_what_is_missing_is_what_the_speaker_would_give(language: str) -> None:
    texts = texts_in(language)
    (told,) = refused(mmn.position(me={"hand": "2 brick"}), language, LACKING[language])
    assert texts.word("mmn", "ore").lower() in told.lower()
    assert texts.word("mmn", "brick").lower() not in told.lower()


BANK = {"en": "give the bank four bricks, I want an ore", "de": "der Bank vier Lehm geben, ich möchte ein Erz"}


@pytest.mark.parametrize("language", BANK)
def test_the_bank_gives_what_is_wanted(language: str) -> None:
    assert played(mmn.position(me={"hand": "4 brick"}), language, BANK[language]) == "bank 4 brick for ore"


EITHER = {
    "en": "does anyone fancy my lumber for a brick or a wool?",
    "de": "Wer will mein Holz für einen Lehm oder eine Wolle?",
    "nl": "wil iemand mijn hout voor een baksteen of een wol?",
}


@EVERY_LANGUAGE
def test_of_two_cards_of_which_one_would_do_it_is_asked_which(language: str) -> None:
    reading = heard(mmn.position(me={"hand": "1 lumber"}), language, EITHER[language])
    assert set(reading.asked) == {parse("offer 1 lumber for 1 brick"), parse("offer 1 lumber for 1 wool")}


BOTH = {
    "en": "could anybody spare an ore for my wool and grain?",
    "de": "kann jemand ein Erz abgeben? Ich gebe Wolle und Getreide",
    "nl": "kan iemand een erts missen voor mijn wol en graan?",
}


@EVERY_LANGUAGE
def test_who_is_asked_to_spare_something_gives_it(language: str) -> None:
    game = mmn.position(me={"hand": "1 wool 1 grain"})
    assert played(game, language, BOTH[language]) == "offer 1 wool 1 grain for 1 ore"


def test_a_place_may_be_called_by_its_number_in_words() -> None:
    game = mmn.position(me={"hand": "1 brick 1 lumber", "buildings": ["settlement n25"]})
    texts = texts_in("en").at(game)
    road = next(action for action in game.legal(0) if action[0] == "road")
    said = texts.word("mmn", road[1])
    named = (
        said.replace("12", "twelve").replace("10", "ten").replace("6", "six").replace("9", "nine").replace("3", "three")
    )
    assert named != said
    assert parse(played(game, "en", f"a road on {named}"))[0] == "road"


@pytest.mark.parametrize("typed", ["could I have an ore for a brick", "can I have an ore for a brick, please?"])
def test_what_somebody_would_have_is_never_offered(typed: str) -> None:
    game = mmn.position(me={"hand": "2 brick 1 ore"})
    reading = heard(game, "en", typed)
    assert [*reading.asked, reading.action][0] == parse(ALL)
