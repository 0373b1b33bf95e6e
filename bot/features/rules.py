"""/rules: the section of a game's rules that answers a question, from the documents in ``docs/rules/``."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, zip_longest
from math import inf
from typing import Annotated, NamedTuple

import discord
from discord import app_commands

import engines
from bot.delivery.compose import CONTENT_LIMIT
from bot.features import cards
from bot.features.table_option import everywhere
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.components import Component, Field, Sent, on_choice, on_press
from bot.interactions.controls import Key
from bot.interactions.custom_ids import LONGEST
from bot.interactions.limits import CHOICES, LABEL, OPTION
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, answer
from bot.interactions.services import Interaction, services_of
from bot.language.rules_search import index, search
from bot.tables import Refused, Table, TableBroken
from bot.wording import LANGUAGES, Texts, texts_in
from bot.wording.escaping import within
from bot.wording.rule_documents import DETAILS, MAINTAINERS, Section, lines_of, references, sections
from bot.wording.synonyms import words_of
from bot.wording.word_forms import Folded, folded

SHOWN = 5
"""The largest number of topics in an answer: the best one in full, the others as buttons.

If a topic that the answer only refers to is opened, all of them are buttons, in one row: no more than 5 fit.
"""
SUGGESTED = 8
"""The largest number of common questions among the completions; they come before the sections."""
MOST_LINKS = 10
"""The largest number of buttons to the parts of a section and to the sections that it refers to."""
OVERVIEW = "0"
"""The number of the section that says what a game is about."""
LINKS_IN_A_ROW = 5
"""The number of buttons in a row, Discord's limit."""
TOPIC = r"\w{1,32}:[0-9.]{1,12}"
"""Pattern of a topic's id: the key of the game and the number of the section."""


class Topic(NamedTuple):
    """A section of a game's rules in a language."""

    key: str
    language: str
    section: Section
    line: str = ""
    """The part of the section that answers the question best; "" if none stands out."""

    @property
    def id(self) -> str:
        return f"{self.key}:{self.section.number}"

    @property
    def heading(self) -> str:
        """Return number and title, such as "5.3 Advancing on the wall"; an overview has no number."""
        number = self.section.number
        title = self.section.title
        return title if number == OVERVIEW else f"{number} {title}"

    @property
    def title(self) -> str:
        """Return game, number and title, such as "Macao: 5.3 Advancing on the wall"."""
        return f"{texts_in(self.language).title(self.key)}: {self.heading}"

    def is_named(self, typed: str) -> bool:
        """Return whether the typed text names this topic.

        It may be the id, the number, the whole title, or the section's title with its number. A section's title alone
        names it too, unless the section only adds details to others.
        """
        number = self.section.number
        title = self.section.title
        if typed.strip() == number or typed.strip().lower() == self.id:
            return True
        titles = [self.title, f"{number} {title}"]
        if self.section.mark != DETAILS:
            titles.append(title)
        return folded(typed) in map(folded, titles)


@cache
def topics(key: str, language: str) -> Sequence[Topic]:
    """Return the sections of a game's rules that are for players."""
    return [Topic(key, language, section) for section in sections(key, language) if section.mark != MAINTAINERS]


def _topics(text: str) -> tuple[str, ...]:
    """Return the topics that `_joined_topics` has written into a custom id."""
    return tuple(filter(None, text.removeprefix("/").split(",")))


def _joined_topics(topics: tuple[str, ...]) -> str:
    """Return topics as a part of a custom id, such as "/5.3,macao:2"; "" if there are none."""
    return f"/{','.join(topics)}" if topics else ""


class TopicButton(Component, id="pt:rules:{topic}{among}"):
    """The button that shows another topic.

    ``among`` lists the other topics on offer, which the new page offers again; a topic of the same game is named
    without its game.
    """

    topic: Annotated[str, Field(TOPIC)]
    among: Annotated[
        tuple[str, ...],
        Field(r"(?:/[\w:.,]{1,80})?", _topics, _joined_topics),
    ] = ()


class NamedCards(Component, id="pt:named:{key}"):
    """The select of cards or tiles that a topic names; it shows one as /card and /tile do."""

    key: Key


async def _table_here(interaction: Interaction) -> Table | None:
    """Return the newest table of the channel; None if there is none that can be read."""
    if interaction.channel_id is None:
        return None
    try:
        return await services_of(interaction).tables.latest_in(interaction.channel_id)
    except (Refused, TableBroken):
        return None


def _position_facts(table: Table | None, texts: Texts, topic: Topic, user: int) -> str:
    """Return facts of the channel's game that belong to a topic, as the user's seat sees them; "" if there are none."""
    if table is None or table.row.key != topic.key or not table.is_running:
        return ""
    try:
        game = table.game
    except TableBroken:
        return ""
    messages = game.now(topic.section.number, table.seat_of(user))
    facts = [texts.at(game).message(topic.key, message, table.names).removesuffix(".") for message in messages]
    return texts.say("rules.now", facts="; ".join(facts)) if facts else ""


@completion
async def complete_topic(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer common questions and topics that answer the typed text, best first; all topics if nothing is typed."""
    table = await _table_here(interaction)
    texts = await texts_for(interaction)
    language = texts.name
    channel_game = table.row.key if table else None
    common_questions: list[tuple[str, str]] = []
    if typed.strip():
        common_questions, topics_found = await asyncio.to_thread(_suggestions, channel_game, language, typed)
    elif channel_game:
        topics_found = list(topics(channel_game, language))
    else:
        topics_found = overviews(channel_game, language)
    choices = list[tuple[str, str]]()  # what is shown, and what the command then gets
    for key, question in common_questions:
        label = question if key == channel_game else f"{texts.title(key)}: {question}"
        choices.append((label, f"{key}: {question}"))
    choices += [(topic.title, topic.id) for topic in topics_found]
    return [app_commands.Choice(name=within(label, OPTION), value=value) for label, value in choices[:CHOICES]]


def _suggestions(channel_game: str | None, language: str, typed: str) -> tuple[list[tuple[str, str]], list[Topic]]:
    """Return the common questions, as `questions` does, and the topics for an unfinished question."""
    common_questions = questions(channel_game, language, typed)[:SUGGESTED]
    return common_questions, answering(channel_game, language, typed, unfinished=True)


@app_commands.command(name=name("rules"), description=description("rules"))
@app_commands.rename(topic=name("topic"))
@app_commands.describe(topic=description("topic"))
@app_commands.autocomplete(topic=complete_topic)
@everywhere
async def rules(interaction: Interaction, topic: app_commands.Range[str, 0, OPTION]) -> None:
    texts = await texts_for(interaction)
    table = await _table_here(interaction)
    channel_game = table.row.key if table else None
    matches = (await asyncio.to_thread(answering, channel_game, texts.name, topic))[:SHOWN]
    if matches:
        await show(interaction, texts, matches[0], matches, typed=topic)
    else:
        view = discord.ui.View(timeout=None)
        for overview in overviews(channel_game, texts.name)[:CHOICES]:
            view.add_item(topic_button(overview, label=overview.title))
        await answer(interaction, texts.say("rules.unknown"), view=view)


async def show(
    interaction: Interaction, texts: Texts, topic_shown: Topic, among: Sequence[Topic] = (), *, typed: str = ""
) -> None:
    """Show a topic with buttons for its parts and for other topics, and a select of the cards that it names.

    Args:
        interaction: The interaction.
        texts: The texts in the person's language.
        topic_shown: The topic.
        among: All topics that answer the question; they have buttons in the first row.
        typed: The question; cards that it names come first in the select.
    """
    view = discord.ui.View(timeout=None)
    offered_ids = {topic.id for topic in among}
    other_topics = [topic for topic in among if topic.id != topic_shown.id]
    links = [topic for topic in linked(topic_shown) if topic.id not in offered_ids][:MOST_LINKS]
    for topic in other_topics:
        view.add_item(topic_button(topic, among, label=_label(topic, topic_shown), row=0))
    for place, topic in enumerate(links):
        row = 1 + place // LINKS_IN_A_ROW
        style = discord.ButtonStyle.secondary
        view.add_item(topic_button(topic, among, label=_label(topic, topic_shown), style=style, row=row))
    if named := cards_of(topic_shown, typed):
        options = [
            discord.SelectOption(label=within(card_title(texts, topic_shown.key, card), OPTION), value=card)
            for card in named[:CHOICES]
        ]
        view.add_item(NamedCards(topic_shown.key).select(options, texts.say("rules.cards")))
    facts = _position_facts(await _table_here(interaction), texts, topic_shown, interaction.user.id)
    await answer(interaction, page(topic_shown, facts, texts.say("rules.or") if other_topics else ""), view=view)


def page(topic: Topic, facts: str = "", footer: str = "") -> str:
    """Return a topic as a message: facts of the position if they fit, the best line as a quotation, then the rest.

    Args:
        topic: The topic.
        facts: The facts of the position; "" if there are none.
        footer: The last line of the message; "" if there is none.
    """
    title = f"**{topic.title}**"
    text = topic.section.text
    texts = texts_in(topic.language)
    if topic.line not in ("", text):
        quoted = f"{introducing(text, topic.line)} {topic.line.removeprefix('- ')}".strip()
        text = f"> {quoted}\n{without_quotation(text, topic.line)}"
    text = options_named(texts, topic.key, text)
    with_facts = "\n".join(filter(None, (title, facts, text, footer)))
    if len(with_facts) <= CONTENT_LIMIT:
        return with_facts
    return "\n".join(filter(None, (title, text, footer)))


def options_named(texts: Texts, key: str, text: str) -> str:
    """Return a text in which options of a game and their values have the names of a lobby, not their ids.

    In "with `dice` `together`" a value belongs to the option before it, or else to the first option that has it.
    """
    options = [option.id for option in engines.GAMES[key].options]
    mentioned_options = list[str]()  # the latest first

    def named(match: re.Match[str]) -> str:
        word = match["id"]
        if word in options:
            mentioned_options.insert(0, word)
            return f"*{texts.say(f'{key}.option.{word}')}*"
        value_ids = (f"{key}.option.{option}.{word}" for option in (*mentioned_options, *options))
        return next((f"*{texts.say(id)}*" for id in value_ids if texts.has(id)), match[0])

    return re.sub(r"`(?P<id>\w+)`", named, text)


def introducing(text: str, quoted: str) -> str:
    """Return the sentence fragment that introduces the list with a quoted item, like "You get one"; "" if none does."""
    if not quoted.startswith("- "):
        return ""
    lines_before = text.partition(quoted)[0].splitlines()
    paragraph = next((line for line in reversed(lines_before) if line.strip() and not line.startswith("- ")), "")
    if not paragraph:
        return ""
    last_sentence = lines_of(paragraph.strip())[-1]
    return "" if last_sentence.endswith((".", "!", "?")) else last_sentence


def without_quotation(text: str, quoted: str) -> str:
    """Return a text without its quoted part; an ellipsis marks the gap in the middle of a paragraph."""
    before, _, after = text.partition(quoted)
    if before.endswith(" ") and after.startswith(" "):
        return f"{before}…{after}"
    is_line_start = not before.strip(" ") or before.endswith("\n")
    if is_line_start:
        after = after.removeprefix("\n").lstrip(" ")
    # No more than one empty line is left where the part was.
    return re.sub(r" *\n{3,}", "\n\n", before.rstrip(" ") + after).strip()


def _label(topic: Topic, open_topic: Topic) -> str:
    """Return the label of a button to ``topic`` below ``open_topic``; it names the game only if the games differ."""
    return topic.heading if topic.key == open_topic.key else topic.title


def topic_button(
    topic: Topic,
    among: Sequence[Topic] = (),
    *,
    label: str,
    style: discord.ButtonStyle = discord.ButtonStyle.primary,
    row: int | None = None,
) -> Sent:
    """Return a button to a topic that also holds as many of the other offered topics as fit into a custom id."""
    offered = [other_topic.id.removeprefix(f"{topic.key}:") for other_topic in among]
    button = TopicButton(topic.id, tuple(offered))
    while len(button.custom_id) > LONGEST:
        offered.pop()
        button = TopicButton(topic.id, tuple(offered))
    return button.button(within(label, LABEL), style, row=row)


@on_press(TopicButton)
async def show_topic(interaction: Interaction, button: TopicButton) -> None:
    texts = await texts_for(interaction)
    key = button.topic.partition(":")[0]
    found_topic = topic_of(button.topic, texts.name)
    if found_topic is None:
        raise Refused("error.damaged")
    ids = [id if ":" in id else f"{key}:{id}" for id in button.among[:SHOWN]]
    offered = [topic_of(id, texts.name) for id in ids]
    await show(interaction, texts, found_topic, [topic for topic in offered if topic is not None])


@on_choice(NamedCards, reply=Reply.BESIDE)
async def show_card(interaction: Interaction, select: NamedCards, values: list[str]) -> None:
    await cards.show_known(interaction, await texts_for(interaction), select.key, values[0])


def topic_of(id: str, language: str) -> Topic | None:
    """Return a topic by its id ("macao:5.3"); None if there is no such topic."""
    key, _, number = id.partition(":")
    all_topics = topics(key, language) if key in engines.GAMES else ()
    return next((candidate for candidate in all_topics if candidate.section.number == number), None)


def overviews(channel_game: str | None, language: str) -> list[Topic]:
    """Return the overview of each game, that of the channel's game first."""
    return [topics(key, language)[0] for key in _games(channel_game) if topics(key, language)]


def answering(channel_game: str | None, language: str, typed: str, *, unfinished: bool = False) -> list[Topic]:
    """Return the topics that answer a question, best first.

    They are sections of the game that the question names, else of the channel's game. Without a named game, the other
    games are searched too if nothing fits.

    Args:
        channel_game: The key of the game in the channel; None: there is no table.
        language: The language of the documents.
        typed: The question, or the id, number or title of a section.
        unfinished: True while the person is still typing.
    """
    topic_by_id = topic_of(typed.strip().lower(), language)
    if topic_by_id is not None:
        return [topic_by_id]
    named_game, rest = _of_game(typed)
    if named_game and not folded(rest):
        return list(topics(named_game, language))
    # The channel's game may also be a word of the question.
    about = typed if named_game == channel_game else rest
    game = named_game or channel_game
    matches = _matches(game, language, about, rest, unfinished=unfinished) if game else []
    if not matches and not named_game:
        matches_by_game = [
            _matches(key, language, about, rest, unfinished=unfinished)
            for key in _games(channel_game)
            if key != channel_game
        ]
        # In turn the best topic of each game, then the second of each; the game with the best one comes first.
        matches_by_game.sort(key=_best_rank, reverse=True)
        matches = [match for row in zip_longest(*matches_by_game) for match in row if match]
    return [topic for topic, _ in matches]


def questions(channel_game: str | None, language: str, typed: str) -> list[tuple[str, str]]:
    """Return the common questions that resemble an unfinished one, with the keys of their games, best first.

    They are about the game that is named, else about the channel's game, else about all games.
    """
    named_game, rest = _of_game(typed)
    about = rest if named_game else typed
    if not folded(about):
        return []
    game = named_game or channel_game
    matches = [
        (likeness, key, question)
        for key in ([game] if game else engines.GAMES)
        if sections(key, language)
        for likeness, question in index(key, language).suggested(words_of(about))
    ]
    matches.sort(key=lambda match: match[0], reverse=True)
    return [(key, question) for _, key, question in matches]


def _games(channel_game: str | None) -> list[str]:
    """Return the keys of all games, that of the channel's game first."""
    return sorted(engines.GAMES, key=lambda key: key != channel_game)


def _best_rank(matches: Sequence[tuple[Topic, float]]) -> float:
    """Return the rank of the first match; 0 if there is none."""
    return matches[0][1] if matches else 0


def _matches(key: str, language: str, typed: str, rest: str, *, unfinished: bool) -> list[tuple[Topic, float]]:
    """Return the topics of a game that answer a question, with their ranks (the higher, the better).

    Topics that are named come first.

    Args:
        key: The key of the game.
        language: The language of the documents.
        typed: The question.
        rest: The question without the name of a game.
        unfinished: True while the person is still typing.
    """
    # A common question is known by its exact words, to which the name of the game does not belong.
    is_common = index(key, language).bank.exact(words_of(rest)) is not None
    matches = [
        (Topic(key, language, answer.section, answer.line), answer.rank)
        for answer in search(key, language, rest if is_common else typed, unfinished=unfinished)
    ]
    named = [(topic, inf) for topic in topics(key, language) if topic.is_named(typed) or topic.is_named(rest)]
    named_numbers = {topic.section.number for topic, _ in named}
    return named + [(topic, rank) for topic, rank in matches if topic.section.number not in named_numbers]


def _of_game(typed: str) -> tuple[str | None, str]:
    """Return the game at the beginning or end of a typed text (None if there is none) and the rest of the text."""
    words = typed.replace(":", " ").split()
    plain = [" ".join(folded(word)) for word in words]
    for key, names in _names().items():
        for title in map(list, names):
            if plain[: len(title)] == title:
                return key, " ".join(words[len(title) :])
            if plain[-len(title) :] == title:
                return key, " ".join(words[: -len(title)])
    return None, typed


@cache
def _names() -> dict[str, list[Folded]]:
    """Return the names of each game in all languages and its key, split into words, the longest name first."""
    names_by_game = dict[str, list[Folded]]()
    for key in engines.GAMES:
        names = {folded(key), *(folded(texts_in(language).title(key)) for language in LANGUAGES)}
        names_by_game[key] = sorted(names, key=len, reverse=True)
    return names_by_game


def linked(topic: Topic) -> list[Topic]:
    """Return the parts of a section, then the sections that it refers to; an overview has all main sections."""
    topics_by_number = {candidate.section.number: candidate for candidate in topics(topic.key, topic.language)}
    own_number = topic.section.number
    parts = [number for number, candidate in topics_by_number.items() if candidate.section.head == own_number]
    if own_number == OVERVIEW:
        parts = [
            number
            for number, candidate in topics_by_number.items()
            if not candidate.section.head and number != own_number
        ]
    referred = (number for line in topic.section.text.splitlines() for number in references(line))
    numbers = dict.fromkeys(chain(parts, referred))
    return [topics_by_number[number] for number in numbers if number in topics_by_number and number != own_number]


@cache
def _card_names(key: str, language: str) -> dict[Folded, str]:
    """Return the ids of cards and tiles by their folded names; the first one if several have the same name."""
    texts = texts_in(language)
    names_found = dict[Folded, str]()
    for card in engines.GAMES[key].presentation.cards:
        names_found.setdefault(folded(texts.say(f"{key}.card.{card}.name")), card)
    return names_found


def cards_of(topic: Topic, typed: str = "") -> list[str]:
    """Return the cards and tiles that the typed text names, in any language, then those that the section names."""
    named = chain.from_iterable(_cards_in(topic.key, language, typed) for language in (topic.language, *LANGUAGES))
    return list(dict.fromkeys(chain(named, _cards_in(topic.key, topic.language, f"{topic.line} {topic.section.text}"))))


def _cards_in(key: str, language: str, text: str) -> Iterator[str]:
    """Yield the ids of the cards that a text names, at each place the one with the longest name."""
    card_names = _card_names(key, language)
    words = folded(re.sub(r"[^\w\s'’-]", " ", text))
    longest = max(map(len, card_names), default=0)
    for place in range(len(words)):
        for count in range(longest, 0, -1):
            if (card_id := card_names.get(words[place : place + count])) is not None:
                yield card_id
                break


def card_title(texts: Texts, key: str, card: str) -> str:
    return texts.say(f"{key}.card.{card}.name")


COMMANDS: tuple[AnyCommand, ...] = (rules,)
