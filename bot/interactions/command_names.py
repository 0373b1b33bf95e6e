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
    """Return the name of a command, group or option; ``path`` tells apart equal words."""
    return app_commands.locale_str(word, id=f"command.{path or word}.name")


def description(path: str) -> app_commands.locale_str:
    """Return the description of a command or option."""
    id = f"command.{path}.description"
    return app_commands.locale_str(texts_in("en").say(id), id=id)


def learn_command_ids(ids: Mapping[str, int]) -> None:
    """Have texts mention commands by these numbers, which Discord makes links of."""
    COMMAND_IDS.clear()
    COMMAND_IDS.update(ids)


def below_me(word: str) -> dict[str, Any]:
    """Return the name and the description of a command below /me."""
    return {"name": name(word, f"me.{word}"), "description": description(f"me.{word}")}


class Translator(app_commands.Translator):
    """Asks the catalogues; Discord shows English where there is no translation."""

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
    """Return the language other than English that this locale is told something in; None: there is none.

    Each start asks for each of them, of each word.
    """
    name = language(str(locale))
    return name if name != "en" and str(locale).startswith(LANGUAGES) else None
