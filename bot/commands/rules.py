"""/rules: the section of a game's rules that answers what was asked, from the documents in ``docs/rules/``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import discord
from discord import app_commands

import engines
from bot.commands import cards
from bot.commands.about import everywhere
from bot.commands.completion import completion
from bot.commands.naming import AnyCommand, description, name
from bot.commands.topics import Topic, answering, card_title, cards_of, linked, overviews, questions, topic_of, topics
from bot.delivery.compose import CONTENT_LIMIT
from bot.interactions.components import Sent, chosen, pressed
from bot.interactions.custom_ids import LONGEST
from bot.interactions.limits import CHOICES, LABEL, OPTION
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.under_answers import NamedCards, TopicButton
from bot.tables import Refused, Table, TableBroken
from bot.wording import Texts, texts_in
from bot.wording.escaping import within
from bot.wording.rules import lines_of

SHOWN = 5
"""Topics that an answer offers: one stands there, of the others there are buttons."""
SUGGESTED = 8
"""Common questions that are offered to somebody who is typing, above the sections."""
MOST_LINKS = 10
"""Buttons for what a section names, and for its parts."""


async def _table_here(interaction: Interaction) -> Table | None:
    if interaction.channel_id is None:
        return None
    try:
        return await services_of(interaction).tables.latest_in(interaction.channel_id)
    except (Refused, TableBroken):
        return None


def _now(table: Table | None, texts: Texts, shown: Topic, user: int) -> str:
    """What the game that runs in the channel adds to a topic of its rules."""
    if table is None or table.row.key != shown.key or not table.running:
        return ""
    try:
        game = table.game
    except TableBroken:
        return ""
    added = game.now(shown.section.number, table.seat_of(user))
    facts = [texts.at(game).message(shown.key, message, table.names).removesuffix(".") for message in added]
    return texts.say("rules.now", facts="; ".join(facts)) if facts else ""


@completion
async def complete_topic(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What would answer, best first; before anything is typed, what there is to be asked about."""
    table, texts = await _table_here(interaction), await texts_for(interaction)
    title, language = texts.title, texts.name
    here = table.row.key if table else None
    if typed.strip():
        asked, found = await asyncio.to_thread(_begun, here, language, typed)
    else:
        asked, found = [], list(topics(here, language)) if here else overviews(here, language)
    choices = [
        (question if key == here else f"{title(key)}: {question}", f"{key}: {question}") for key, question in asked
    ]
    choices += [(each.title, each.id) for each in found]
    return [app_commands.Choice(name=within(name, OPTION), value=value) for name, value in choices[:CHOICES]]


def _begun(here: str | None, language: str, typed: str) -> tuple[list[tuple[str, str]], list[Topic]]:
    """Questions and sections that somebody may be looking for who is still typing."""
    return questions(here, language, typed)[:SUGGESTED], answering(here, language, typed, unfinished=True)


@app_commands.command(name=name("rules"), description=description("rules"))
@app_commands.rename(topic=name("topic"))
@app_commands.describe(topic=description("topic"))
@app_commands.autocomplete(topic=complete_topic)
@everywhere
async def rules(interaction: Interaction, topic: app_commands.Range[str, 0, OPTION]) -> None:
    await acknowledge(interaction, ephemeral=True)
    texts = await texts_for(interaction)
    table = await _table_here(interaction)
    here = table.row.key if table else None
    found = (await asyncio.to_thread(answering, here, texts.name, topic))[:SHOWN]
    if found:
        await show(interaction, texts, found[0], found, typed=topic)
    else:
        view = discord.ui.View(timeout=None)
        for each in overviews(here, texts.name)[:CHOICES]:
            view.add_item(topic_button(each, label=each.title))
        await answer(interaction, texts.say("rules.unknown"), view=view)


async def show(
    interaction: Interaction, texts: Texts, shown: Topic, among: Sequence[Topic] = (), *, typed: str = ""
) -> None:
    """A topic, with buttons for the others ``among`` which it answered, for its parts and for what it names."""
    view = discord.ui.View(timeout=None)
    others = [each for each in among if each.id != shown.id]
    links = [each for each in linked(shown) if each.id not in {one.id for one in among}][:MOST_LINKS]
    for each in others:
        view.add_item(topic_button(each, among, label=_label(each, shown), row=0))
    for number, each in enumerate(links):
        style = discord.ButtonStyle.secondary
        view.add_item(topic_button(each, among, label=_label(each, shown), style=style, row=1 + number // 5))
    if named := cards_of(shown, typed):
        options = [
            discord.SelectOption(label=within(card_title(texts, shown.key, card), OPTION), value=card)
            for card in named[:CHOICES]
        ]
        view.add_item(NamedCards(shown.key).select(options, texts.say("rules.cards")))
    now = _now(await _table_here(interaction), texts, shown, interaction.user.id)
    await answer(interaction, page(shown, now, texts.say("rules.or") if others else ""), view=view)


def page(shown: Topic, now: str = "", below: str = "") -> str:
    """A topic as a message: what it comes to now, then what of it answers, if there is more than that, then the rest;
    without what the position adds if there is no room for it."""
    title, text, texts = f"**{shown.title}**", shown.section.text, texts_in(shown.language)
    if shown.line not in ("", text):
        quoted = " ".join(filter(None, (introducing(text, shown.line), shown.line.removeprefix("- "))))
        text = f"> {quoted}\n{without(text, shown.line)}"
    text = options_named(texts, shown.key, text)
    for above in ((now,), ()):
        whole = "\n".join(filter(None, (title, *above, text, below)))
        if len(whole) <= CONTENT_LIMIT:
            break
    return whole


def options_named(texts: Texts, key: str, text: str) -> str:
    """A text in which options of a game, and what may be chosen for them, are called as a lobby calls them, not by
    their ids: "with `dice` `together`". A choice is one for the option before it, or else for the first that has it."""
    options, said = [option.id for option in engines.GAMES[key].options], list[str]()

    def named(found: re.Match[str]) -> str:
        word = found["id"]
        if word in options:
            said.insert(0, word)
            return f"*{texts.say(f'{key}.option.{word}')}*"
        ids = (f"{key}.option.{option}.{word}" for option in (*said, *options))
        return next((f"*{texts.say(id)}*" for id in ids if texts.has(id)), found[0])

    return re.sub(r"`(?P<id>\w+)`", named, text)


def introducing(text: str, quoted: str) -> str:
    """The sentence without end that a list is introduced with, of which something is quoted: "You get one"; empty where
    there is none."""
    before = text.partition(quoted)[0].splitlines() if quoted.startswith("- ") else []
    above = next((line.strip() for line in reversed(before) if line.strip() and not line.startswith("- ")), "")
    last = above and lines_of(above)[-1]
    return "" if last.endswith((".", "!", "?")) else last


def without(text: str, quoted: str) -> str:
    """The rest of a text of which something is quoted already; dots say where it is missing from a paragraph."""
    before, _, after = text.partition(quoted)
    if before.endswith(" ") and after.startswith(" "):
        return f"{before}…{after}"
    if not before.strip(" ") or before.endswith("\n"):
        after = after.removeprefix("\n").lstrip(" ")
    return re.sub(r" *\n{3,}", "\n\n", before.rstrip(" ") + after).strip()


def _label(each: Topic, shown: Topic) -> str:
    """On a button under another topic: which game it is of goes without saying if it is the same."""
    return each.heading if each.key == shown.key else each.title


def topic_button(
    topic: Topic,
    among: Sequence[Topic] = (),
    *,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.primary,
    row: int | None = None,
) -> Sent:
    """Leads to a topic, with as much of what else was offered as has room."""
    offered = [each.id.removeprefix(f"{topic.key}:") for each in among]
    while len((leads := TopicButton(topic.id, tuple(offered))).custom_id) > LONGEST:
        offered.pop()
    return leads.button(within(label, LABEL), style, row=row)


@pressed(TopicButton)
async def show_topic(interaction: Interaction, button: TopicButton) -> None:
    await acknowledge(interaction)
    texts, key = await texts_for(interaction), button.topic.partition(":")[0]
    shown = topic_of(button.topic, texts.name)
    if shown is None:
        raise Refused("error.damaged")
    ids = [each if ":" in each else f"{key}:{each}" for each in button.among[:SHOWN]]
    await show(interaction, texts, shown, [each for id in ids if (each := topic_of(id, texts.name))])


@chosen(NamedCards)
async def show_card(interaction: Interaction, select: NamedCards, values: list[str]) -> None:
    await acknowledge(interaction, ephemeral=True, thinking=True)
    await cards.show_known(interaction, await texts_for(interaction), select.key, values[0])


COMMANDS: tuple[AnyCommand, ...] = (rules,)
