"""/rules: a section of a game's rules, from the documents in ``docs/rules/``."""

from __future__ import annotations

from typing import NamedTuple

from discord import app_commands

import engines
from bot.commands.naming import AnyCommand, description, name
from bot.replies import answer, texts_for
from bot.services import Interaction
from bot.wording import Texts
from bot.wording.rules import Section, sections
from bot.wording.texts import within

LIMIT = 1850
"""Characters of a list of topics."""


class Topic(NamedTuple):
    """A section of a game's rules, as it is offered: ``title`` is "Macao: 5.3 The city wall"."""

    id: str
    title: str
    section: Section

    def answers(self, typed: str) -> bool:
        """Whether this is what was chosen or typed: the whole title, or the section's with or without its number."""
        number, title = self.section.number, self.section.title
        return typed == self.id or typed.lower() in (self.title.lower(), f"{number} {title}".lower(), title.lower())


def topics(words: Texts) -> list[Topic]:
    """The sections of all games' rules."""
    return [
        Topic(f"{key}:{section.number}", f"{words.title(key)}: {section.number} {section.title}", section)
        for key in engines.GAMES
        for section in sections(key, words.name)
    ]


async def complete_topic(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Topics whose title holds what was typed."""
    found = [topic for topic in topics(await texts_for(interaction)) if typed.lower() in topic.title.lower()]
    return [app_commands.Choice(name=within(topic.title, 100), value=topic.id) for topic in found[:25]]


@app_commands.command(name=name("rules"), description=description("rules"))
@app_commands.rename(topic=name("topic"))
@app_commands.describe(topic=description("topic"))
@app_commands.autocomplete(topic=complete_topic)
@app_commands.guild_only()
async def rules(interaction: Interaction, topic: str) -> None:
    await interaction.response.defer(ephemeral=True)
    words = await texts_for(interaction)
    known = topics(words)
    for each in known:
        if each.answers(topic):
            await answer(interaction, f"**{each.title}**\n{each.section.text}")
            return
    titles = [each.title for each in known]
    while len(", ".join(titles)) > LIMIT:
        titles[-2:] = ["…"]
    await answer(interaction, words.say("rules.unknown", topics=titles))


COMMANDS: tuple[AnyCommand, ...] = (rules,)
