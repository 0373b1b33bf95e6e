"""/language, and the names of commands in each language, without Discord."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.features import server_settings
from bot.interactions.command_names import Translator, description, name
from bot.tables import Refused
from bot.wording import texts_in
from storage import people
from storage.database import Database
from storage.models import GuildSettings
from tests.bot.clicking import Click, call
from tests.bot.lobbies import refusal, sqlite
from tests.storage.databases import locale_of

WORDS = texts_in("en")
ANNA = 11
BEN = 12
CARLA = 13
ZOE = 99


@sqlite
async def test_a_language_is_chosen_for_oneself_or_by_who_manages_for_the_server(database: Database) -> None:
    async def stored_locales() -> tuple[str | None, str | None]:
        async with database.reading() as session:
            return await locale_of(session, ANNA), (await people.guild(session, 9) or GuildSettings(guild_id=9)).locale

    anna = Click(database, ANNA)
    await call(server_settings.language, anna, "de")
    assert await stored_locales() == ("de", None)
    assert anna.said[0].startswith(texts_in("de").say("reply.language_me"))
    with pytest.raises(Refused) as raised:
        await call(server_settings.language, Click(database, ANNA), "nl", "server")
    assert (refusal(raised), await stored_locales()) == ("error.not_admin", ("de", None))
    await call(server_settings.language, Click(database, ANNA, manages=True), "nl", "server")
    assert await stored_locales() == ("de", "nl")
    await call(server_settings.language, Click(database, ANNA, admin=True), "auto", "server")
    assert await stored_locales() == ("de", None)
    dutch = Click(database, ANNA, locale=discord.Locale.dutch)
    await call(server_settings.language, dutch, "auto")
    assert await stored_locales() == (None, None)
    assert dutch.said[0].startswith(texts_in("nl").say("reply.language_me"))


@sqlite
@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize(
    ("manages", "advice"), [(False, "reply.language_public"), (True, "reply.language_public_yours")]
)
async def test_who_chooses_another_language_than_the_servers_learns_how_that_is_changed(
    database: Database, language: str, manages: bool, advice: str
) -> None:
    click = Click(database, ANNA, manages=manages)
    await call(server_settings.language, click, language)
    texts = texts_in(language)
    assert click.said == [f"{texts.say('reply.language_me')}\n{texts.say(advice, language=texts.language_name('en'))}"]


@sqlite
async def test_who_chooses_the_language_of_the_server_is_told_no_more(database: Database) -> None:
    click = Click(database, ANNA, locale=discord.Locale.dutch)
    await call(server_settings.language, click, "en")
    assert click.said == [WORDS.say("reply.language_me")]


async def test_names_of_commands_are_translated_where_there_is_a_catalogue() -> None:
    translate = Translator().translate
    context = Any
    word = name("board")
    assert await translate(word, discord.Locale.german, context) == texts_in("de").say("command.board.name")  # type: ignore[arg-type]
    assert await translate(word, discord.Locale.dutch, context) == texts_in("nl").say("command.board.name")  # type: ignore[arg-type]
    for locale in (discord.Locale.british_english, discord.Locale.french, discord.Locale.japanese):
        assert await translate(word, locale, context) is None  # type: ignore[arg-type]
    unknown_string = discord.app_commands.locale_str("x", id="command.nothing.name")
    string_without_id = discord.app_commands.locale_str("x")
    for string in (unknown_string, string_without_id):
        assert await translate(string, discord.Locale.german, context) is None  # type: ignore[arg-type]
    assert description("board").message == WORDS.say("command.board.description")
    assert name("name", "card.name").extras == {"id": "command.card.name.name"}
