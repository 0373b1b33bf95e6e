"""Discord's limits, checked on what the bot really sends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import engines
from bot.client.portolan import Portolan
from bot.features import ANSWERING
from bot.features.portolan_group import StatusButton
from bot.interactions.command_names import Translator
from bot.interactions.components import HANDLERS, KINDS, Component, on_press, register_handlers
from bot.interactions.services import Interaction
from storage.database import Database
from tests.bot.panels_fit import check_panels
from tests.engines.contract_suite import Case, sample

CHAT = 1
ON_MESSAGES = 3
"""Kinds of commands: typed, and offered on messages."""
DIRECTLY = (
    "The board in words",
    "Replay from here",
    "What happened since my last move",
    "Your move",
    "describe",
    "games",
    "help",
    "hint",
    "learn",
    "me",
    "note",
    "plan",
    "play",
    "portolan",
    "record",
    "replay",
    "review",
    "rules",
    "try",
    "undo",
    "verify",
)
"""Commands that work in direct messages, too."""
NAME = re.compile(r"^[-_'\w]{1,32}$")


async def command_payloads(database: Database) -> list[dict[str, Any]]:
    bot = Portolan(database)
    await bot.tree.set_translator(Translator())
    return [await command.get_translated_payload(bot.tree, Translator()) for command in bot.tree.get_commands()]


def all_options(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for option in command.get("options", []):
        yield option
        yield from all_options(option)


def longest_text(entry: dict[str, Any], field: str) -> int:
    translations = (entry.get(f"{field}_localizations") or {}).values()
    return max(len(text) for text in (entry.get(field) or "", *translations))


def weight(command: dict[str, Any]) -> int:
    """Return the characters that Discord counts: names, descriptions and choices, each in its longest localisation."""
    characters = longest_text(command, "name") + longest_text(command, "description")
    characters += sum(longest_text(choice, "name") + len(str(choice["value"])) for choice in command.get("choices", []))
    return characters + sum(weight(option) for option in command.get("options", []))


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_commands_stay_within_discords_limits(database: Database) -> None:
    payloads = await command_payloads(database)
    assert len(payloads) <= 100
    for command in payloads:
        assert weight(command) <= 8000
        for entry in (command, *all_options(command)):
            assert len(entry.get("options", [])) <= 25
            assert len(entry.get("choices", [])) <= 25
            assert longest_text(entry, "description") <= 100
            for name in (entry["name"], *(entry.get("name_localizations") or {}).values()):
                assert len(name) <= 32, name
                assert kind_of(command) != CHAT or (NAME.match(name) and name == name.lower()), name


def kind_of(command: dict[str, Any]) -> int:
    kind: int = command.get("type", CHAT)
    return kind


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_what_is_offered_on_messages_is_five_at_most_and_has_no_description(database: Database) -> None:
    menus = [command for command in await command_payloads(database) if kind_of(command) != CHAT]
    assert 0 < len(menus) <= 5
    for menu in menus:
        assert kind_of(menu) == ON_MESSAGES
        assert not menu.get("description")
        assert not menu.get("options")


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_commands_come_with_the_bot_to_servers_and_with_no_user(database: Database) -> None:
    server = 0
    direct_messages = 1
    for command in await command_payloads(database):
        assert command["integration_types"] == [server], command["name"]
        everywhere = command["name"] in DIRECTLY
        assert command["contexts"] == ([server, direct_messages] if everywhere else [server]), command["name"]


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_commands_and_options_are_localised(database: Database) -> None:
    for command in await command_payloads(database):
        for entry in (command, *all_options(command)):
            assert {"de", "nl"} <= set(entry.get("name_localizations") or {}), entry["name"]
            if kind_of(command) == CHAT:
                assert {"de", "nl"} <= set(entry.get("description_localizations") or {}), entry["name"]


@pytest.mark.usefixtures("emoji_learnt")
@pytest.mark.parametrize("case", [*sample(engines.GAMES.values())], ids=str)
def test_panels_and_alt_texts_of_whole_games_stay_within_discords_limits(case: Case) -> None:
    """Panels for trying are checked at the largest tables, once a question; ``make proof`` checks all of them."""
    check_panels(case, seed=2, watch_every=60, tried=case.seats == case.game.seats[-1])


def test_every_button_and_select_there_is_does_something() -> None:
    register_handlers(*ANSWERING)
    for key, kind in KINDS.items():
        assert re.fullmatch(kind.PATTERN.pattern.split(":")[1], key)
    assert HANDLERS.keys() == set(KINDS.values())


def test_a_button_is_answered_by_one_handler_alone() -> None:
    @on_press(StatusButton)
    async def another(interaction: Interaction, button: StatusButton) -> None:
        """Another handler."""

    register_handlers(*ANSWERING)
    register_handlers(*ANSWERING)
    module = ModuleType("another")
    vars(module)["another"] = another
    with pytest.raises(ValueError, match="StatusButton is answered already, and not by another"):
        register_handlers(module)


def test_no_custom_id_begins_as_another_one() -> None:
    with pytest.raises(ValueError, match="begins as another"):
        type("Another", (Component,), {"__module__": __name__}, id="pt:m:again")


@pytest.mark.parametrize("backend", ["sqlite"], indirect=True)
async def test_no_privileged_intent_is_asked_for(database: Database) -> None:
    intents = Portolan(database).intents
    assert not any((intents.members, intents.presences, intents.message_content))
