"""The lobby of a game with many options names those that differ from the usual, and says how to see the others."""

from __future__ import annotations

import pytest

import engines
from bot.features.lobby.lobby_text import MANY_OPTIONS, lobby_text, shown_options
from bot.features.lobby.option_forms import option_pages, options_part
from bot.tables import Table
from bot.wording import LANGUAGES, texts_in
from engines.mmn.game import Mmn
from storage.models import Status
from tests.bot.room import Room
from tests.bot.stubs import stub_game, stub_table

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
EVERY_GAME = pytest.mark.parametrize("key", engines.GAMES)


def lobby(key: str, **options: str) -> Table:
    rules = engines.GAMES[key].rules_version
    return stub_table(stub_game(), key=key, status=Status.LOBBY, options=options, rules_version=rules)


@EVERY_LANGUAGE
def test_mmn_names_only_what_differs_from_the_usual(language: str) -> None:
    texts = texts_in(language)
    default_lobby = lobby("mmn")
    changed_lobby = lobby("mmn", gold_mode="choice")
    assert shown_options(default_lobby) == {}
    assert texts.say("mmn.option.gold_mode") not in lobby_text(default_lobby, texts)
    button = texts.say("lobby.button.options").rstrip(" …")
    assert texts.say("lobby.usual.all", button=button) in lobby_text(default_lobby, texts)
    changed_text = lobby_text(changed_lobby, texts)
    assert shown_options(changed_lobby) == {"gold_mode": "choice"}
    assert texts.say("mmn.option.gold_mode") in changed_text
    assert f"-# {texts.say('mmn.option.gold_mode.about')}" in changed_text
    assert texts.say("lobby.usual.rest", button=button) in changed_text


def test_what_was_usual_by_earlier_rules_is_not_named() -> None:
    table = lobby("mmn", **Mmn.defaults(8))
    table.row.rules_version = 8
    assert shown_options(table) == {}


@EVERY_LANGUAGE
def test_the_form_explains_each_option_of_mmn_in_a_sentence(language: str) -> None:
    texts = texts_in(language)
    table = lobby("mmn")
    for options in [options for page in option_pages(table) for options in page]:
        part = str(options_part(table, options, texts).to_component_dict())
        for option in options:
            assert texts.say(f"mmn.option.{option.id}.about") in part


@EVERY_GAME
@EVERY_LANGUAGE
def test_every_lobby_says_how_long_the_game_takes(key: str, language: str) -> None:
    texts = texts_in(language)
    time = texts.say("lobby.playing_time", time=texts.say(f"{key}.playing_time"))
    assert time in lobby_text(lobby(key), texts).split("\n")


@pytest.mark.parametrize("key", [key for key, game in engines.GAMES.items() if len(game.options) <= MANY_OPTIONS])
def test_a_game_of_few_options_names_all_of_them(key: str) -> None:
    table = lobby(key)
    assert shown_options(table) == table.kind.defaults()


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_learn_opens_a_lesson_of_the_game_in_private(room: Room) -> None:
    await room["anna"].slash(room.channel, "game new", game="macao")
    lesson = await room["ben"].click(room.last, label="Learn")
    assert "Lesson 1 of" in str(lesson.followups or lesson)
