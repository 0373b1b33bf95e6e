"""/rules: the sections of the rules documents, by title, by number and by completion."""

from __future__ import annotations

import pytest

import engines
from bot.commands import rules
from bot.wording import LANGUAGES, texts
from bot.wording.rules import sections
from storage.database import Database
from tests.bot.room import labels, room, shown

pytestmark = pytest.mark.parametrize("backend", ["sqlite"], indirect=True)


async def test_a_section_is_found_by_title_by_number_and_by_completion(database: Database) -> None:
    section = next(each for each in sections("navegador", "en") if each.number == "7.7")
    async with room(database) as here:
        anna = here["anna"]
        title = f"Navegador: 7.7 {section.title}"
        found = await anna.autocomplete(here.channel, "rules", "topic", f"navegador: 7.7 {section.title[:4].upper()}")
        assert [(choice["name"], choice["value"]) for choice in found] == [(title, "navegador:7.7")]
        shown = f"**{title}**\n{section.text}"
        for typed in ("navegador:7.7", title, title.lower(), f"7.7 {section.title}", section.title.upper()):
            assert (await here.ask(anna, "rules", topic=typed)).content == shown
        assert len(await anna.autocomplete(here.channel, "rules", "topic", "")) == 25


async def test_the_rules_are_shown_in_the_persons_language(database: Database) -> None:
    async with room(database) as here:
        for language in ("de", "nl", "en"):
            await here.ask(here["anna"], "language", language=language)
            told = (await here.ask(here["anna"], "rules", topic="macao:5.3")).content
            section = next(each for each in sections("macao", language) if each.number == "5.3")
            assert told == f"**Macao: 5.3 {section.title}**\n{section.text}"


async def test_a_topic_that_there_is_not_leads_to_the_nearest_as_buttons(database: Database) -> None:
    async with room(database) as here:
        anna = here["anna"]
        told = await here.ask(anna, "rules", topic="advansing wal")
        assert told.content == "There is no such topic. Did you mean one of these?"
        assert labels(told)[0] == "Macao: 5.3 Advancing on the wall"
        section = next(each for each in sections("macao", "en") if each.number == "5.3")
        told = shown(await anna.click(told, label="Macao: 5.3 Advancing on the wall"))
        assert told.content == f"**Macao: 5.3 Advancing on the wall**\n{section.text}"
        assert labels(told) == []


async def test_a_word_that_no_title_has_leads_to_the_sections_of_the_channels_game_that_say_it(
    database: Database,
) -> None:
    async with room(database) as here:
        await here.ask(here["anna"], "game new", game="macao")
        told = await here.ask(here["anna"], "rules", topic="cubes")
        found = [label.removeprefix("Macao: ").partition(" ")[0] for label in labels(told)]
        said = {each.number: each.text for each in sections("macao", "en")}
        assert len(found) == 4
        assert all("cubes" in said[number] for number in found)


async def test_slips_are_forgiven_while_one_types(database: Database) -> None:
    async with room(database) as here:
        for typed in ("advansing wal", "relgion"):
            found = await here["anna"].autocomplete(here.channel, "rules", "topic", typed)
            suggested = labels(await here.ask(here["anna"], "rules", topic=typed))
            assert [choice["name"] for choice in found] == suggested, typed
        assert await here["anna"].autocomplete(here.channel, "rules", "topic", "qqqqqq") == []


async def test_what_is_like_nothing_leads_to_the_beginnings_of_all_games(database: Database) -> None:
    async with room(database) as here:
        told = await here.ask(here["anna"], "rules", topic="0")
        assert [label.partition(":")[0] for label in labels(told)] == [texts("en").title(key) for key in engines.GAMES]


async def test_the_game_of_the_channel_comes_first_and_no_game_is_left_out(database: Database) -> None:
    async with room(database) as here:
        anna = here["anna"]
        for key in ("macao", "mmn"):
            await here.ask(anna, "game new", game=key)
            found = await anna.autocomplete(here.channel, "rules", "topic", "")
            keys = [choice["value"].partition(":")[0] for choice in found]
            assert keys[0] == key
            assert set(keys) == set(engines.GAMES)
            assert keys == sorted(keys, key=keys.index), "each game's topics stand together"
            await anna.click(here.last, label="Cancel")


async def test_every_section_fits_into_a_message_with_its_title_in_every_language(database: Database) -> None:
    for topic in (topic for name in LANGUAGES for key in engines.GAMES for topic in rules.all_of(key, texts(name))):
        assert len(f"**{topic.title}**\n{topic.section.text}") < 2000, topic.id
        assert len(topic.title) <= 100, topic.id
