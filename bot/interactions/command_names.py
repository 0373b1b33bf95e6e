"""Localised names and descriptions of commands."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import discord
from discord import app_commands

from bot.wording import LANGUAGES, language, texts_in
from bot.wording.texts import COMMAND_IDS

AnyCommand = app_commands.Command[Any, ..., Any]


def name(word: str, path: str = "") -> app_commands.locale_str:
    """Return the localised name of a command, group or option.

    Args:
        word: The English name.
        path: The id of the text between "command." and ".name"; needed where two commands share a ``word``.
    """
    return app_commands.locale_str(word, id=f"command.{path or word}.name")


def description(path: str) -> app_commands.locale_str:
    """Return the description of a command or option."""
    id = f"command.{path}.description"
    return app_commands.locale_str(texts_in("en").say(id), id=id)


def learn_command_ids(ids: Mapping[str, int]) -> None:
    """Set the ids of the commands by name, with which texts can mention a command as a link."""
    COMMAND_IDS.clear()
    COMMAND_IDS.update(ids)


def below_me(word: str) -> dict[str, Any]:
    """Return the keyword arguments for the name and the description of a command below /me."""
    return {"name": name(word, f"me.{word}"), "description": description(f"me.{word}")}


class Translator(app_commands.Translator):
    """A translator that takes names and descriptions of commands from the project's catalogues.

    Discord shows English where it returns None.
    """

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        id = string.extras.get("id")
        name = spoken(locale)
        if name is None or not isinstance(id, str):
            return None
        texts = texts_in(name)
        return texts.say(id) if texts.owns(id) else None


@cache
def spoken(locale: discord.Locale) -> str | None:
    """Return the catalogue for a locale; None for English and for locales without a catalogue.

    It is cached because every start asks once for every pair of a word and a locale.
    """
    name = language(str(locale))
    return name if name != "en" and str(locale).startswith(LANGUAGES) else None
