"""What is paid, said beside what it is paid for: nothing of it is lost."""

from __future__ import annotations

import pytest

from engines.macao.game import Macao
from engines.mmn.game import Mmn
from engines.record import parse
from storage.database import Database
from tests.bot.ear import EVERY_LANGUAGE, heard, played
from tests.bot.lobbies import sqlite
from tests.bot.room import room
from tests.bot.typing_words import told
from tests.engines.macao import positions as macao
from tests.engines.mmn import positions as mmn


def aboard(ship: str = "barcelona", stock: str = "GGGBB") -> Macao:
    return macao.position(me={"ship": ship, "hold": {"jade": 1, "spices": 1}, "stock": stock})


SAILED = {
    "en": ("two green: on to Lisboa and deliver the spices", "to Lisboa with my greens, then hand over the spices"),
    "de": ("mit zwei grünen nach Lisboa und die Gewürze abliefern", "nach Lisboa mit Grün und die Gewürze abliefern"),
    "nl": ("met twee groene naar Lisboa en lever de kruiden", "naar Lisboa met groen en lever de kruiden"),
}


ALIKE = {
    "en": ("greens", "pay with my greens", "two green cubes", "green both times"),
    "de": ("grüne", "mit grünen Steinen", "zwei grüne"),
    "nl": ("groene", "met groene blokjes", "twee groene"),
}
ONE = {"en": "a green one", "de": "einen grünen Stein", "nl": "één groene"}
THREE = {"en": "with three greens", "de": "mit drei grünen", "nl": "met drie groene"}


@EVERY_LANGUAGE
def test_cubes_of_one_colour_pay_all_that_is_due(language: str) -> None:
    game = aboard()
    game.play(0, parse("ship lisboa"))
    for typed in ALIKE[language]:
        assert played(game, language, typed) == "pay green green", typed
    assert played(game, language, ONE[language]) == "spend green"
    assert heard(game, language, THREE[language]).asked == [parse("pay green green")], "another number was said"


VIA = {
    "en": "use three reds to sail to Barcelona by way of Marseille and drop the jade there",
    "de": "mit drei roten über Marseille nach Barcelona segeln und dort die Jade abliefern",
    "nl": "met drie rode via Marseille naar Barcelona varen en daar de jade leveren",
}


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_behind_yes_the_payment_may_be_said_and_what_comes_then(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        said = ("with two greens on to Lisboa", "yes, greens, and then hand over the spices")
        last = await told(here, aboard(), *said)
        if "Pay green" in last:
            last = (await here.ask(await here.at(0), "play", move="yes")).content
        assert [move.words for move in await here.moves()][:2] == ["ship lisboa", "pay green green"]
        assert "Deliver" in last.split("?")[0], last


def storing() -> Mmn:
    """A city at brick 9, nugget 6 and lumber 12, and a settlement at brick 10."""
    return mmn.position(me={"hand": "2 lumber 2 wool", "buildings": ["city n25", "settlement n53"]})


STORED = {
    "en": (
        "put two lumber away in a store on the 12 forest next to my city",
        "a store with two lumber on the lumber 12, please",
        "two lumber into a store on lumber 12",
    ),
    "de": ("ein Rohstofflager mit zwei Holz auf Holz 12", "mit zwei Holz ein Rohstofflager auf dem Wald 12"),
    "nl": ("een opslag met twee hout op hout 12", "met twee hout een opslag op het bos 12"),
}


BEHIND = {
    "en": (
        ("a store on the nugget 6 with wool", "a store on the nugget 6", "with wool"),
        ("store on the lumber 12, two wool", "store on the lumber 12", "two wool"),
        ("a store at lumber 12 for two wool", "a store at lumber 12", "for two wool"),
    ),
    "de": (("ein Rohstofflager auf Holz 12, zwei Wolle", "ein rohstofflager auf holz 12", "zwei wolle"),),
    "nl": (("een opslag op hout 12, twee wol", "een opslag op hout 12", "twee wol"),),
}


FIELDS = {
    "en": ("a store on the 12 forest", "a store on the lumber", "a store on the brick"),
    "de": ("ein Rohstofflager auf dem Wald 12", "ein Rohstofflager auf Holz", "ein Rohstofflager auf Lehm"),
    "nl": ("een opslag op het bos 12", "een opslag op hout", "een opslag op baksteen"),
}


@EVERY_LANGUAGE
def test_a_store_is_called_by_a_field_alone(language: str) -> None:
    numbered, only, several = (heard(storing(), language, typed) for typed in FIELDS[language])
    assert numbered.action == only.action == parse("store n25 h11")
    assert set(several.asked) == {parse("store n25 h06"), parse("store n53 h18")}


BESIDE = {
    "en": "beside my city, on the lumber 12",
    "de": "bei meiner Stadt, auf Holz 12",
    "nl": "bij mijn stad, op hout 12",
}


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_what_is_not_understood_as_an_answer_leaves_the_question(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        asked = await told(here, storing(), "with the lumber I build a store", "the 7 one")
        assert asked.startswith("✗ I do not understand")
        assert "\nDid you mean **Store on" in asked
        await here.ask(await here.at(0), "play", move="the lumber")
        assert [move.words for move in await here.moves()] == ["store n25 h11", "pay lumber"]


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_what_is_paid_for_a_store_is_no_trade(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        said = await told(here, storing(), "a store with my two wool at the harbour town")
        assert said.startswith("Did you mean **Store on "), said


@sqlite
@pytest.mark.usefixtures("plain_pictures")
async def test_what_is_paid_may_be_all_that_is_answered(database: Database) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        said = await told(here, storing(), "store", "beside my city, on the lumber 12", "for two wool")
        assert said.startswith("✓ Store on ")
        assert [move.words for move in await here.moves()] == ["store n25 h11", "pay wool"]
