"""Whatever is typed, no more than its meaning can need reaches what compares."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any
from unittest import mock

import discord
import pytest
from discord import AppCommandOptionType as Kind
from discord import app_commands
from simcord.enums import InteractionType
from sqlalchemy import update

import engines
from bot import client
from bot.bench.strangers import COMPLETION, FORM, LONGEST_OPTION, Typed, everything, in_form
from bot.client import Portolan
from bot.commands import rules
from bot.commands.game import LONGEST_OPTIONS
from bot.items import Form
from bot.limits import CHOICES, OPTION
from bot.wording import texts
from bot.wording.folding import folded
from storage.database import Database
from storage.models import SeatRow
from tests.bot.room import Room, room


def forms(kind: type[Form] = Form) -> Iterator[type[Form]]:
    """Every form there is."""
    for each in kind.__subclasses__():
        yield each
        yield from forms(each)


async def reaching(here: Room, typed: Typed) -> list[str]:
    """The texts that come to the work which understands them."""
    reached: list[str] = []
    carry_out = getattr(typed.by, typed.work)

    async def noted(*given: Any) -> Any:
        named = given[-1] if isinstance(given[-1], dict) else {"typed": given[-1]}
        reached.extend(text for text in named.values() if isinstance(text, str))
        return await carry_out(*given)

    with mock.patch.object(typed.by, typed.work, noted):
        kind = InteractionType(typed.kind)
        await here.deliver(here._payload(kind, here["anna"], here.channel.id, typed.data)[1])
    return reached


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_whatever_is_typed_is_cut_to_what_its_meaning_can_need(database: Database, plain_pictures: None) -> None:
    text = "ab " * LONGEST_OPTION
    async with room(database, "anna", "ben") as here:
        await here.open_table("macao")
        for typed in everything(here.bot.tree, text):
            reached = await reaching(here, typed)
            if typed.kind == FORM:
                assert reached == [], "half of what was typed is not kept"
                reached = await reaching(here, in_form(typed.by, text[: typed.bound]))
            assert text[: typed.bound] in reached, typed.what
            assert all(len(each) <= typed.bound for each in reached), typed.what


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_discord_is_told_how_much_may_be_typed(database: Database) -> None:
    for command in Portolan(database).tree.walk_commands():
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            if option.type is Kind.string and not option.choices:
                assert option.max_value, f"/{command.qualified_name} {option.name}"


def test_every_form_is_known() -> None:
    assert {kind.custom_id for kind in forms()} == set(client.FORMS)


def test_forms_are_the_only_windows() -> None:
    assert not [kind for kind in discord.ui.Modal.__subclasses__() if kind.__module__.startswith("bot.")]


def test_all_options_of_a_game_can_be_typed_at_their_longest() -> None:
    for kind in engines.GAMES.values():
        assert len(", ".join(f"{each.id}={max(each.values, key=len)}" for each in kind.options)) < LONGEST_OPTIONS


def test_a_topic_is_compared_by_its_first_words_and_with_each_word_once(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[str, str]] = []

    class Counting(SequenceMatcher[str]):
        def ratio(self) -> float:
            compared.append((self.other, self.wanted))
            return super().ratio()

        def set_seq1(self, a: Any) -> None:
            self.other = str(a)
            super().set_seq1(a)

        def set_seq2(self, b: Any) -> None:
            self.wanted = str(b)
            super().set_seq2(b)

    monkeypatch.setattr(rules, "SequenceMatcher", Counting)
    known = [rules.all_of(key, texts("en")) for key in engines.GAMES]
    rules.nearest(known, " ".join(f"{word}ing" for word in range(3000)) + " advancing" * 3000)
    assert len({typed for _, typed in compared}) <= rules.MOST_WORDS
    assert len(compared) == len(set(compared))


def test_every_topic_fits_into_what_is_compared() -> None:
    for name in ("en", "de", "nl"):
        for key in engines.GAMES:
            for topic in rules.all_of(key, texts(name)):
                assert len(topic.title) <= OPTION
                assert len(folded(topic.title)) <= rules.MOST_WORDS, topic.title


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_completions_never_repeat_a_name(database: Database, plain_pictures: None) -> None:
    offered: list[list[app_commands.Choice[Any]]] = []
    async with room(database, "anna", "ben", "carla") as here:
        await here.open_table("macao")
        async with database.transaction() as session:
            await session.exec(update(SeatRow).values(name="twin"))
        for typed in everything(here.bot.tree, ""):
            if typed.kind == COMPLETION:
                carry_out = typed.by.autocomplete

                async def noted(*given: Any, carry_out: Any = carry_out) -> Any:
                    offered.append(await carry_out(*given))
                    return offered[-1]

                with mock.patch.object(typed.by, "autocomplete", noted):
                    kind = InteractionType(typed.kind)
                    await here.deliver(here._payload(kind, here["anna"], here.channel.id, typed.data)[1])
                names = [choice.name for choice in offered[-1]]
                assert len(names) == len(set(names)), f"{typed.what}: {names}"
    assert max(map(len, offered)) == CHOICES
    assert ["twin (A)", "twin (B)", "twin (C)"] in [[choice.name for choice in each] for each in offered]
