"""/rules: the section of a game's rules that answers what was asked, from the documents in ``docs/rules/``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Self

import discord
from discord import app_commands

from bot.commands import cards
from bot.commands.naming import AnyCommand, description, name
from bot.commands.topics import Topic, answering, card_title, cards_of, linked, overviews, topic_of, topics
from bot.custom_ids import LONGEST
from bot.delivery.compose import CONTENT_LIMIT
from bot.items import GuardedButton, GuardedSelect
from bot.limits import CHOICES, LABEL, OPTION
from bot.replies import acknowledge, answer, texts_for
from bot.services import Interaction, services_of
from bot.tables import Refused, Table, TableBroken
from bot.wording import Texts
from bot.wording.texts import within

SHOWN = 5
"""Topics that an answer offers: one stands there, of the others there are buttons."""
MOST_LINKS = 10
"""Buttons for what a section names, and for its parts."""
ID = r"\w{1,32}:[0-9.]{1,12}"
"""What the id of a topic looks like."""


async def _table_here(interaction: Interaction) -> Table | None:
    if interaction.channel_id is None:
        return None
    try:
        return await services_of(interaction).tables.latest_in(interaction.channel_id)
    except (Refused, TableBroken):
        return None


def _now(table: Table | None, words: Texts, shown: Topic, user: int) -> str:
    """What the game that runs in the channel adds to a topic of its rules."""
    if table is None or table.row.key != shown.key or not table.running:
        return ""
    try:
        game = table.game
    except TableBroken:
        return ""
    added = game.now(shown.section.number, table.seat_of(user))
    facts = [words.at(game).message(shown.key, message, table.names).removesuffix(".") for message in added]
    return words.say("rules.now", facts="; ".join(facts)) if facts else ""


async def complete_topic(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What would answer, best first; before anything is typed, what there is to be asked about."""
    table, language = await _table_here(interaction), (await texts_for(interaction)).name
    here = table.row.key if table else None
    if typed.strip():
        found = await asyncio.to_thread(answering, here, language, typed, unfinished=True)
    else:
        found = list(topics(here, language)) if here else overviews(here, language)
    return [app_commands.Choice(name=within(each.title, OPTION), value=each.id) for each in found[:CHOICES]]


@app_commands.command(name=name("rules"), description=description("rules"))
@app_commands.rename(topic=name("topic"))
@app_commands.describe(topic=description("topic"))
@app_commands.autocomplete(topic=complete_topic)
@app_commands.guild_only()
async def rules(interaction: Interaction, topic: app_commands.Range[str, 0, OPTION]) -> None:
    await acknowledge(interaction, ephemeral=True)
    words = await texts_for(interaction)
    table = await _table_here(interaction)
    here = table.row.key if table else None
    found = (await asyncio.to_thread(answering, here, words.name, topic))[:SHOWN]
    if found:
        await show(interaction, words, found[0], found, typed=topic)
    else:
        view = discord.ui.View(timeout=None)
        for each in overviews(here, words.name)[:CHOICES]:
            view.add_item(TopicButton(each.id, label=each.title))
        await answer(interaction, words.say("rules.unknown"), view=view)


async def show(
    interaction: Interaction, words: Texts, shown: Topic, among: Sequence[Topic] = (), *, typed: str = ""
) -> None:
    """A topic, with buttons for the others ``among`` which it answered, for its parts and for what it names."""
    view = discord.ui.View(timeout=None)
    others = [each for each in among if each.id != shown.id]
    links = [each for each in linked(shown) if each.id not in {one.id for one in among}][:MOST_LINKS]
    for each in others:
        view.add_item(TopicButton(each.id, among, label=_label(each, shown), row=0))
    for number, each in enumerate(links):
        style = discord.ButtonStyle.secondary
        view.add_item(TopicButton(each.id, among, label=_label(each, shown), style=style, row=1 + number // 5))
    if named := cards_of(shown, typed):
        view.add_item(NamedCards(shown.key, {card: card_title(words, shown.key, card) for card in named}, words))
    now = _now(await _table_here(interaction), words, shown, interaction.user.id)
    await answer(interaction, page(shown, now, words.say("rules.or") if others else ""), view=view)


def page(shown: Topic, now: str = "", below: str = "") -> str:
    """A topic as a message: what it comes to now, then the line that fits, if there is more than that; as much of this
    as there is room for."""
    title, text = f"**{shown.title}**", shown.section.text
    first = f"> {shown.line.removeprefix('- ')}" if shown.line not in ("", text) else ""
    for above in ((now, first), (now,), ()):
        whole = "\n".join(filter(None, (title, *above, text, below)))
        if len(whole) <= CONTENT_LIMIT:
            break
    return whole


def _label(each: Topic, shown: Topic) -> str:
    """On a button under another topic: which game it is of goes without saying if it is the same."""
    return each.heading if each.key == shown.key else each.title


class TopicButton(GuardedButton, template=rf"pt:rules:(?P<topic>{ID})(?:/(?P<among>[\w:.,]{{1,80}}))?"):
    """Shows another topic. ``among``: what else was offered, which it goes on to offer."""

    def __init__(
        self,
        topic: str,
        among: Sequence[Topic] = (),
        *,
        label: str = "…",
        style: discord.ButtonStyle = discord.ButtonStyle.primary,
        row: int | None = None,
    ) -> None:
        self.topic, self.among = topic, [each.id for each in among]
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=within(label, LABEL), custom_id=_custom_id(topic, self.among), style=style, row=row
        )
        super().__init__(button)

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        button = cls(match["topic"])
        key = match["topic"].partition(":")[0]
        button.among = [each if ":" in each else f"{key}:{each}" for each in (match["among"] or "").split(",") if each]
        return button

    async def press(self, interaction: Interaction) -> None:
        await acknowledge(interaction)
        words = await texts_for(interaction)
        shown = topic_of(self.topic, words.name)
        if shown is None:
            raise Refused("error.damaged")
        among = [each for id in self.among[:SHOWN] if (each := topic_of(id, words.name))]
        await show(interaction, words, shown, among)


def _custom_id(topic: str, among: Sequence[str]) -> str:
    """Of a button; as much of what else was offered as fits into it, a topic of the same game without its game."""
    key = topic.partition(":")[0]
    short = [each.removeprefix(f"{key}:") for each in among]
    while len(id := f"pt:rules:{topic}/{','.join(short)}".removesuffix("/")) > LONGEST:
        short.pop()
    return id


class NamedCards(GuardedSelect, template=r"pt:named:(?P<key>\w{1,32})"):
    """Under a topic: cards or tiles that it names, to be looked at as with /card and /tile."""

    def __init__(self, key: str, named: dict[str, str] | None = None, texts: Texts | None = None) -> None:
        self.key = key
        options = [
            discord.SelectOption(label=within(title, OPTION), value=card)
            for card, title in list((named or {"-": "…"}).items())[:CHOICES]
        ]
        asked = texts.say("rules.cards") if texts else None
        super().__init__(discord.ui.Select(custom_id=f"pt:named:{key}", options=options, placeholder=asked, row=4))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(match["key"])

    async def choose(self, interaction: Interaction) -> None:
        await acknowledge(interaction, ephemeral=True, thinking=True)
        await cards.show_known(interaction, await texts_for(interaction), self.key, self.chosen[0])


COMMANDS: tuple[AnyCommand, ...] = (rules,)
ITEMS = (TopicButton, NamedCards)
