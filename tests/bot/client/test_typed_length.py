"""Typed text is cut to the length that its meaning can need before anything compares it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest import mock

import discord
import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands
from simcord.enums import InteractionType
from sqlalchemy import update

import engines
from bot.client.portolan import Portolan
from bot.features import FORMS
from bot.features.lobby.new_table import LONGEST_OPTIONS
from bot.features.rules import topics
from bot.interactions.forms import Form, TypedForm
from bot.interactions.limits import CHOICES, OPTION
from bot.language import rules_search, rules_words
from bot.language.common_questions import MOST_WORDS
from bot.wording import LANGUAGES
from bot.wording.synonyms import LONGEST as LONGEST_WORD
from bot.wording.word_forms import stem
from storage.database import Database
from storage.models import SeatRow
from tests.bot.room import Room, open_room
from tools.bench.strangers import COMPLETION, FORM, LONGEST_OPTION, Typed, everything, in_form


def all_forms(kind: type[Form] = Form) -> Iterator[type[Form]]:
    """Yield every form there is."""
    for subclass in kind.__subclasses__():
        yield subclass
        yield from all_forms(subclass)


async def texts_reaching(room: Room, typed: Typed) -> list[str]:
    """Return the texts that come to the work which understands them."""
    texts: list[str] = []
    carry_out = getattr(typed.handler, typed.method)

    async def note_and_carry_out(*arguments: Any) -> Any:
        options = arguments[-1] if isinstance(arguments[-1], dict) else {"typed": arguments[-1]}
        texts.extend(text for text in options.values() if isinstance(text, str))
        return await carry_out(*arguments)

    with mock.patch.object(typed.handler, typed.method, note_and_carry_out):
        kind = InteractionType(typed.kind)
        await room.deliver(room._payload(kind, room["anna"], room.channel.id, typed.data)[1])
    return texts


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_whatever_is_typed_is_cut_to_what_its_meaning_can_need(database: Database, plain_pictures: None) -> None:
    text = "ab " * LONGEST_OPTION
    async with open_room(database, "anna", "ben") as room:
        await room.open_table("macao")
        for typed in everything(room.bot.tree, text):
            reached = await texts_reaching(room, typed)
            if typed.kind == FORM:
                assert reached == [], "half of what was typed is not kept"
                reached = await texts_reaching(room, in_form(typed.handler, text[: typed.bound]))
            assert text[: typed.bound] in reached, typed.what
            assert all(len(reached_text) <= typed.bound for reached_text in reached), typed.what


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_discord_is_told_how_much_may_be_typed(database: Database) -> None:
    for command in Portolan(database).tree.walk_commands():
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            if option.type is Kind.string and not option.choices:
                assert option.max_value, f"/{command.qualified_name} {option.name}"


def test_every_form_is_known() -> None:
    assert {kind.custom_id for kind in all_forms() if kind is not TypedForm} == set(FORMS)


def test_forms_are_the_only_windows() -> None:
    assert not [kind for kind in discord.ui.Modal.__subclasses__() if kind.__module__.startswith("bot.")]


def test_all_options_of_a_game_can_be_typed_at_their_longest() -> None:
    for kind in engines.GAMES.values():
        assert len(", ".join(f"{option.id}={max(option.values, key=len)}" for option in kind.options)) < LONGEST_OPTIONS


def test_a_question_about_the_rules_is_read_by_its_first_words(monkeypatch: pytest.MonkeyPatch) -> None:
    stemmed: set[str] = set()

    def stem_and_note(word: str, language: str) -> str:
        stemmed.add(word)
        return stem(word, language)

    for language in LANGUAGES:  # words of the other languages are looked up as well
        rules_search.index("macao", language)
    monkeypatch.setattr(rules_words, "stem", stem_and_note)
    rules_search.search("macao", "en", " ".join(f"advancing{word}" + "x" * 500 for word in range(3000)))
    assert len(stemmed) == MOST_WORDS
    assert max(map(len, stemmed)) == LONGEST_WORD


def test_every_topic_fits_into_a_completion() -> None:
    for language in ("en", "de", "nl"):
        for key in engines.GAMES:
            for topic in topics(key, language):
                assert len(topic.title) <= OPTION


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_completions_never_repeat_a_name(database: Database, plain_pictures: None) -> None:
    completions: list[list[app_commands.Choice[Any]]] = []
    async with open_room(database, "anna", "ben", "carla") as room:
        await room.open_table("macao")
        async with database.transaction() as session:
            await session.exec(update(SeatRow).values(name="twin"))
        for typed in everything(room.bot.tree, ""):
            if typed.kind == COMPLETION:
                carry_out = typed.handler.autocomplete

                async def complete_and_note(*arguments: Any, carry_out: Any = carry_out) -> Any:
                    completions.append(await carry_out(*arguments))
                    return completions[-1]

                with mock.patch.object(typed.handler, "autocomplete", complete_and_note):
                    kind = InteractionType(typed.kind)
                    await room.deliver(room._payload(kind, room["anna"], room.channel.id, typed.data)[1])
                names = [choice.name for choice in completions[-1]]
                assert len(names) == len(set(names)), f"{typed.what}: {names}"
    assert max(map(len, completions)) == CHOICES
    assert ["twin (A)", "twin (B)", "twin (C)"] in [
        [choice.name for choice in completion] for completion in completions
    ]
