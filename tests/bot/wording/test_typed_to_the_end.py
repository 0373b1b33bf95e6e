"""The end of a turn said beside something: where it ends by itself, and what is done no more."""

from __future__ import annotations

import pytest

from storage.database import Database
from tests.bot.ear import EVERY_LANGUAGE, played
from tests.bot.lobbies import sqlite
from tests.bot.panel.test_typed_words_at_the_table import seated
from tests.bot.room import room
from tests.engines.mmn import positions as mmn
from tests.engines.navegador.moves import on

BUILDER = {"workers": 6, "money": 500}
HAND = {"hand": "3 wool 1 brick 1 lumber", "buildings": ["city n12"]}
AND_DONE = {
    "en": (
        "church, done",
        "church and then done",
        "build a church, then I'm done",
        "a church, that's all",
        "church, pass",
    ),
    "de": ("Kirche und fertig", "Kirche, fertig", "baue eine Kirche, dann passe ich", "Kirche und Schluss"),
    "nl": ("kerk en klaar", "kerk en dan klaar", "bouw een kerk, dan ben ik klaar"),
}


@sqlite
@pytest.mark.usefixtures("plain_pictures")
@pytest.mark.parametrize(
    ("typed", "done"), [("church, done", "build church"), ("done, no building", "done"), ("done, no church", "done")]
)
async def test_no_more_than_that_is_done_and_nothing_is_said_against_it(
    database: Database, typed: str, done: str
) -> None:
    async with room(database, "anna", "ben", "carla") as here:
        person = await seated(here, on("builder", me=BUILDER), "en")
        assert "✗" not in (await here.ask(person, "play", move=typed)).content
        assert [move.words for move in await here.moves()] == [done]


NO_MORE = {
    "en": ("build nothing", "no building"),
    "de": ("nichts bauen", "nix bauen", "ich baue nichts"),
    "nl": ("niks bouwen", "niets bouwen", "ik bouw niks"),
}
WITHOUT = {
    "en": ("end turn without building", "end my turn, no building"),
    "de": ("Zug beenden ohne zu bauen", "Zug beenden, kein Bau"),
    "nl": ("beurt beëindigen zonder te bouwen", "beurt beëindigen, geen gebouw"),
}


@EVERY_LANGUAGE
def test_who_builds_nothing_is_done(language: str) -> None:
    for typed in NO_MORE[language]:
        assert played(on("builder", me=BUILDER), language, typed) == "done", typed


@EVERY_LANGUAGE
def test_what_is_done_without_ends_the_turn_all_the_same(language: str) -> None:
    for typed in WITHOUT[language]:
        assert played(mmn.position(me=HAND), language, typed) == "pass", typed
