"""/rules: the sections of the rules documents, by title, by number and by completion."""

from __future__ import annotations

import pytest

from bot.commands import rules
from bot.commands.rules import Topic
from bot.wording import LANGUAGES, texts
from bot.wording.rules import Section, sections
from storage.database import Database
from tests.bot.room import room

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


async def test_an_unknown_topic_is_answered_with_those_there_are(database: Database) -> None:
    async with room(database) as here:
        told = (await here.ask(here["anna"], "rules", topic="castling")).content
        assert told.startswith("There is no such topic. Topics: Navegador: ")
        assert "…" in told
        assert len(told) < 2000


async def test_a_few_topics_are_all_named(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    few = [Topic(str(n), f"Some game: {n} topic", Section(str(n), "topic", "text")) for n in range(1, 4)]
    monkeypatch.setattr(rules, "topics", lambda words: few)
    async with room(database) as here:
        told = (await here.ask(here["anna"], "rules", topic="castling")).content
        assert told == "There is no such topic. Topics: Some game: 1 topic, Some game: 2 topic and Some game: 3 topic"


async def test_every_section_fits_into_a_message_with_its_title_in_every_language(database: Database) -> None:
    for topic in (topic for language in LANGUAGES for topic in rules.topics(texts(language))):
        assert len(f"**{topic.title}**\n{topic.section.text}") < 2000, topic.id
        assert len(topic.title) <= 100, topic.id
