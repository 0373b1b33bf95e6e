"""/rules: a section of a game's rules, from the documents in ``docs/rules/``; the channel's game comes first."""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_left
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache
from itertools import chain, zip_longest
from typing import Any, NamedTuple, Self

import discord
from discord import app_commands

import engines
from bot.commands.naming import AnyCommand, description, name
from bot.items import GuardedButton
from bot.limits import CHOICES, LABEL, OPTION
from bot.replies import acknowledge, answer, texts_for
from bot.services import Interaction, services_of
from bot.tables import Refused, TableBroken
from bot.wording import Texts
from bot.wording.folding import folded
from bot.wording.rules import Section, sections
from bot.wording.texts import within

"""What Discord takes: so many completions, so many characters on a button."""
NEAREST = 4
"""Topics that are suggested for one that there is not."""
MOST_WORDS = 12
"""Words that are compared; no title has more."""
SIMILAR = 0.4
"""How much of what was typed a suggested topic has in common with it, from 0 to 1."""
SAID, SHORTEST = 0.9, 3
"""What it counts that a word of so many letters stands in a section: less than in its title, more than a likeness."""


class Topic(NamedTuple):
    """A section of a game's rules, as it is offered: ``title`` is "Macao: 5.3 The city wall"."""

    id: str
    title: str
    section: Section

    def answers(self, typed: str) -> bool:
        """Whether this is what was chosen or typed: the whole title, or the section's with or without its number."""
        number, title = self.section.number, self.section.title
        return typed == self.id or typed.lower() in (self.title.lower(), f"{number} {title}".lower(), title.lower())


async def topics(interaction: Interaction, words: Texts) -> list[list[Topic]]:
    """The sections of each game's rules, those of the channel's game first."""
    here = await _game_here(interaction)
    keys = sorted(engines.GAMES, key=lambda key: key != here)
    return [all_of(key, words) for key in keys]


def all_of(key: str, words: Texts) -> list[Topic]:
    """The sections of a game's rules."""
    return [
        Topic(f"{key}:{section.number}", f"{words.title(key)}: {section.number} {section.title}", section)
        for section in sections(key, words.name)
    ]


async def _game_here(interaction: Interaction) -> str | None:
    if interaction.channel_id is None:
        return None
    try:
        return (await services_of(interaction).tables.latest_in(interaction.channel_id)).row.key
    except (Refused, TableBroken):
        return None


def offered(by_game: Sequence[Sequence[Topic]], typed: str) -> list[Topic]:
    """Topics whose title holds what was typed, in the order of the games; where there are too many, the games in turn
    give up their last ones, so that each is there."""
    fitting = [[topic for topic in game if typed.lower() in topic.title.lower()] for game in by_game]
    in_turn = [topic for row in zip_longest(*fitting) for topic in row if topic is not None]
    kept = {topic.id for topic in in_turn[:CHOICES]}
    return [topic for topic in chain.from_iterable(fitting) if topic.id in kept]


def nearest(by_game: Sequence[Sequence[Topic]], typed: str) -> list[Topic]:
    """What may have been meant, the likeliest first; of equals that of the channel's game."""
    wanted = [_Wanted(word) for word in dict.fromkeys(re.findall(r"\w+", typed.casefold())[:MOST_WORDS])]
    known = list(chain.from_iterable(by_game))
    likely = sorted(((_likeness(wanted, topic), topic) for topic in known), key=lambda pair: -pair[0])
    return [topic for likeness, topic in likely[:NEAREST] if likeness >= SIMILAR]


def _likeness(wanted: Sequence[_Wanted], topic: Topic) -> float:
    """From 0 to 1: of each word typed, how much the word of the title that is most like it is so, or that it stands in
    the section."""
    title = _title_words(topic.title)
    likeness = [max(word.said(topic.section.text), *map(word.alike, title)) for word in wanted]
    return sum(likeness) / len(likeness) if likeness else 0


class _Wanted:
    """A word that was typed; it is compared once with each word there is."""

    def __init__(self, word: str) -> None:
        self.word = word
        self._matcher = SequenceMatcher(None, b="".join(folded(word)), autojunk=False)
        self._known: dict[str, float] = {}

    def alike(self, other: str) -> float:
        """How much another word is like it, from 0 to 1; 0: less than counts."""
        if other not in self._known:
            self._matcher.set_seq1(other)
            near = self._matcher.real_quick_ratio() >= SIMILAR and self._matcher.quick_ratio() >= SIMILAR
            self._known[other] = self._matcher.ratio() if near else 0
        return self._known[other]

    def said(self, text: str) -> float:
        """What it counts that a word of a text begins like this."""
        if len(self.word) < SHORTEST:
            return 0
        there = _words(text)
        place = bisect_left(there, self.word)
        return SAID if place < len(there) and there[place].startswith(self.word) else 0


@cache
def _title_words(title: str) -> Sequence[str]:
    return folded(title)


@cache
def _words(text: str) -> Sequence[str]:
    """The words of a section, sorted."""
    return sorted(set(re.findall(r"\w+", text.casefold())))


async def complete_topic(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    by_game = await topics(interaction, await texts_for(interaction))
    found = offered(by_game, typed) or await asyncio.to_thread(
        nearest, by_game, typed
    )  # slips are forgiven as when it is sent
    return [app_commands.Choice(name=within(topic.title, OPTION), value=topic.id) for topic in found]


@app_commands.command(name=name("rules"), description=description("rules"))
@app_commands.rename(topic=name("topic"))
@app_commands.describe(topic=description("topic"))
@app_commands.autocomplete(topic=complete_topic)
@app_commands.guild_only()
async def rules(interaction: Interaction, topic: app_commands.Range[str, 0, OPTION]) -> None:
    await acknowledge(interaction, ephemeral=True)
    await show(interaction, topic)


async def show(interaction: Interaction, typed: str) -> None:
    """The section that was chosen or typed, else buttons for what is most like it."""
    words = await texts_for(interaction)
    by_game = await topics(interaction, words)
    for topic in chain.from_iterable(by_game):
        if topic.answers(typed):
            await answer(interaction, f"**{topic.title}**\n{topic.section.text}")
            return
    near = await asyncio.to_thread(nearest, by_game, typed) or [game[0] for game in by_game if game]
    view = discord.ui.View(timeout=None)
    for topic in near:
        view.add_item(TopicButton(topic.id, topic.title))
    await answer(interaction, words.say("rules.unknown"), view=view)


class TopicButton(GuardedButton, template=r"pt:rules:(?P<topic>\w{1,32}:[0-9.]{1,12})"):
    """Under the answer that there is no such topic: one that may have been meant."""

    def __init__(self, topic: str, label: str = "…") -> None:
        self.topic = topic
        super().__init__(discord.ui.Button(label=within(label, LABEL), custom_id=f"pt:rules:{topic}"))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["topic"])

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        await show(interaction, self.topic)


COMMANDS: tuple[AnyCommand, ...] = (rules,)
ITEMS = (TopicButton,)
