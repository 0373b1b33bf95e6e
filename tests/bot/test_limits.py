"""Discord's limits, counted on what we really send."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import discord
import pytest

import engines
from bot import client
from bot.client import Portolan
from bot.commands.naming import Translator
from bot.delivery.pictures import ALT_LIMIT, alt_text
from bot.panel.layout import confirm_panel, move_panel
from bot.tables import Table
from bot.tables.undoing import UndoPlan
from bot.wording import LANGUAGES, texts
from storage.database import Database
from storage.models import GameRow, SeatRow, Status
from tests.engines.contract_suite import Case, sample

LONG_NAME = "Maximiliane-Theodora von Hohenst"
NAME = re.compile(r"^[-_'\w]{1,32}$")
BIG = 9_999_999


async def commands(database: Database) -> list[dict[str, Any]]:
    bot = Portolan(database)
    await bot.tree.set_translator(Translator())
    return [await command.get_translated_payload(bot.tree, Translator()) for command in bot.tree.get_commands()]


def options(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for option in command.get("options", []):
        yield option
        yield from options(option)


def longest(entry: dict[str, Any], field: str) -> int:
    translated = (entry.get(f"{field}_localizations") or {}).values()
    return max(len(text) for text in (entry.get(field) or "", *translated))


def weight(command: dict[str, Any]) -> int:
    """Characters that Discord counts: names, descriptions and choices, of every localisation the longest."""
    own = longest(command, "name") + longest(command, "description")
    own += sum(longest(choice, "name") + len(str(choice["value"])) for choice in command.get("choices", []))
    return own + sum(weight(option) for option in command.get("options", []))


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_commands_stay_within_discords_limits(database: Database) -> None:
    found = await commands(database)
    assert len(found) <= 100
    for command in found:
        assert weight(command) <= 8000
        for entry in (command, *options(command)):
            assert len(entry.get("options", [])) <= 25
            assert len(entry.get("choices", [])) <= 25
            assert longest(entry, "description") <= 100
            for name in (entry["name"], *(entry.get("name_localizations") or {}).values()):
                assert NAME.match(name), name
                assert name == name.lower(), name


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_commands_and_options_are_localised(database: Database) -> None:
    for command in await commands(database):
        for entry in (command, *options(command)):
            assert {"de", "nl"} <= set(entry.get("name_localizations") or {}), entry["name"]
            assert {"de", "nl"} <= set(entry.get("description_localizations") or {}), entry["name"]


def table_of(case: Case, seed: int) -> Table:
    game = case.new(seed)
    row = GameRow(
        id=BIG,
        key=case.game.key,
        channel_id=1,
        status=Status.RUNNING,
        host_id=1,
        seats=case.seats,
        seed="0" * 32,
        commitment="0" * 64,
        rules_version=1,
        state=game.dump(),
        version=BIG,
    )
    return Table(row, [SeatRow(game_id=BIG, number=n, user_id=n + 1, name=LONG_NAME) for n in range(case.seats)])


def check_view(view: discord.ui.View) -> None:
    rows = view.to_components()
    assert len(rows) <= 5
    for row in rows:
        assert 1 <= len(row["components"]) <= 5
        for item in row["components"]:
            assert len(item["custom_id"]) <= 100, item
            assert 1 <= len(item.get("label", "x")) <= 80
            matching = [
                kind for kind in client.ITEMS if kind.__discord_ui_compiled_template__.fullmatch(item["custom_id"])
            ]
            assert len(matching) == 1, item["custom_id"]
            for option in item.get("options", []):
                assert 1 <= len(option["label"]) <= 100
                assert 1 <= len(option["value"]) <= 100
                assert len(option.get("description") or "") <= 100
            assert len(item.get("options", [])) <= 25


def check_panels(case: Case, seed: int, watch_every: int) -> None:
    """A random game of people with long names: the panels of every so manieth decision, and of the first times that a
    question is asked, in all languages in turn, with every way into them."""
    rng, table = Random(seed), table_of(case, seed)
    back = UndoPlan(0, BIG, 1, None)
    turn, asked = 0, Counter[str]()
    while table.game.to_act:
        words = texts(LANGUAGES[turn % len(LANGUAGES)])
        turn += 1
        seat = rng.choice(table.game.to_act)
        legal = table.game.legal(seat)
        action = rng.choice(legal)
        asked[question := table.game.prompt(seat).message.id] += 1
        if turn % watch_every == 0 or asked[question] <= len(LANGUAGES):
            for prefix in {(), *(each[:1] for each in legal), *(each[:2] for each in legal if len(each) > 2)}:
                panel = move_panel(table, seat, words, back, prefix, heading="x" * 200)
                assert len(panel.content) <= 2000
                check_view(panel.view)
            assert 40 < len(alt_text(table, words)) <= ALT_LIMIT
        if action[0] in table.game.needs_confirmation:
            check_view(confirm_panel(table, seat, words, action).view)
        table.game.play(seat, action)


@pytest.mark.parametrize("case", [*sample(engines.GAMES.values())], ids=str)
def test_panels_and_alt_texts_of_whole_games_stay_within_discords_limits(case: Case) -> None:
    check_panels(case, seed=2, watch_every=10)


def test_templates_exclude_each_other() -> None:
    letters = [kind.__discord_ui_compiled_template__.pattern[:5] for kind in client.ITEMS]
    assert len(set(letters)) == len(letters)
    assert all(letter.startswith("pt:") for letter in letters)


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_no_privileged_intent_is_asked_for(database: Database) -> None:
    intents = Portolan(database).intents
    assert not any((intents.members, intents.presences, intents.message_content))
