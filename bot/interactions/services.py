"""What buttons, commands and the delivery need of the running bot; an interaction leads to it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, MutableMapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import discord

from bot.interactions.emoji import KNOWN
from bot.interactions.moderation import Moderation
from bot.interactions.send_pause import SendPause
from bot.interactions.visibility import HiddenChannels
from bot.tables import Tables
from bot.tables.public_language import DISCORDS_DEFAULT, FIRST_OPENER, public_language
from bot.tables.timers import PlayedTurns
from bot.wording import Texts, language, texts_in
from bot.work.admission import Admission
from bot.work.handling import incidental
from bot.work.log_limits import LogLimit
from bot.work.lru import LruDict
from bot.work.underway import Underway
from engines import Action
from storage import games, people
from storage.columns import utcnow
from storage.database import Database
from storage.models import GuildSettings, Json

Interaction = discord.Interaction[Any]
Unhurried = Callable[[Coroutine[Any, Any, None]], Awaitable[None]]
"""Carries out work that nobody waits for."""

MOST_PENDING_QUESTIONS = 10_000
"""Questions of panels that are remembered, a few hundred bytes each; to one that is forgotten buttons still answer."""
FILLED_LOBBIES = 1_000
"""Private panels of lobbies that are remembered; Discord lets the bot reach one for a quarter of an hour."""


async def at_once(work: Coroutine[Any, Any, None]) -> None:
    """Carry out work where it stands."""
    await work


@dataclass(frozen=True)
class PendingQuestion:
    """The question of a panel to a person, kept so that its answer may be typed as well as pressed.

    It stands while the table is at its version. It is kept in memory alone: after a restart only the buttons below the
    question answer it.
    """

    version: int
    candidates: tuple[Action, ...] = ()
    """The actions of which the person is asked whether, or which of them, is meant."""
    is_confirmation: bool = False
    """True if the question is asked once more before an action that cannot be taken back."""
    repeated: bool = False
    """True if the person has typed the same a moment ago: typing it a third time is no answer."""
    begun: Action = ()
    """The words of an action that were chosen already."""
    rest: str = ""
    """The rest of the text behind the action in question."""
    undoing: bool = False
    """True if the question is whether one more decision is to be taken back."""


class Server(NamedTuple):
    """A server as messages need it: their language, what else was chosen, and whether the bot has been removed."""

    texts: Texts
    settings: Json
    left: bool


@dataclass(frozen=True)
class Operator:
    """Who runs the bot, and where that one can be reached; empty: not said."""

    name: str = ""
    contact: str = ""


@dataclass(frozen=True)
class Services:
    """The parts of a running bot, tied together once by the client."""

    client: discord.Client
    database: Database
    tables: Tables
    turns: PlayedTurns
    operator: Operator = field(default_factory=Operator)
    started_at: datetime = field(default_factory=utcnow)
    forget_emoji: Callable[[], None] = KNOWN.clear
    """Has the bot do without emoji, one of which Discord has just refused, until it knows which there are."""
    unhurried: Unhurried = at_once
    """Carries out what takes long and nobody waits for; the sandbox keeps its page free meanwhile."""
    underway: Underway = field(default_factory=Underway)
    admission: Admission = field(default_factory=Admission)
    hidden: HiddenChannels = field(default_factory=HiddenChannels)
    """Channels that the bot may not view."""
    log_limit: LogLimit = field(default_factory=LogLimit)
    """Keeps what fails at every click, as while the database is away, from filling the log."""
    late_maps: dict[tuple[int, int], asyncio.Task[None]] = field(default_factory=dict)
    """Maps that are still drawn for a panel that is already shown, by person and table."""
    drawn_ahead: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """What is drawn before somebody looks at it, by person."""
    pending_questions: MutableMapping[tuple[int, int], PendingQuestion] = field(
        default_factory=partial(LruDict, MOST_PENDING_QUESTIONS)
    )
    """What the panel that a person saw last asks, by person and table."""
    filling: MutableMapping[tuple[int, int], Interaction] = field(default_factory=partial(LruDict, FILLED_LOBBIES))
    """The private panel in which somebody last filled a lobby with computers, by person and table: one of each.
    Kept in memory alone: after a restart the panel of before stays beside the next."""
    moderation: Moderation = field(default_factory=Moderation)
    choosing_computer: set[tuple[int, int]] = field(default_factory=set)
    """Who has asked for a computer player and has not said how strong it is to be, by person and table."""
    send_pause: SendPause = field(default_factory=SendPause)
    unwritable: dict[int, float] = field(default_factory=dict)
    """The people who took no direct message lately: when that was, by the monotonic clock."""
    met: dict[tuple[int, int], float] = field(default_factory=dict)
    """Who plays from elsewhere and was in the server, by person and server: when that was last asked, by the monotonic
    clock."""

    async def public_texts(self, guild_id: int | None) -> Texts:
        """Return the language of public posts in a server, or elsewhere."""
        return (await self.server(guild_id)).texts

    async def server(self, guild_id: int | None) -> Server:
        """Return what is known of a server, or of direct messages.

        The language that Discord names for it is noted for processes that do not see the server.
        """
        if guild_id is None:
            return await self.server_as_chosen(None, None)
        async with self.database.reading() as session:
            known = await people.guild(session, guild_id)
        return await self.server_as_chosen(guild_id, known)

    async def server_as_chosen(self, guild_id: int | None, known: GuildSettings | None) -> Server:
        """Return what is known of a server by the settings that have been read for it (None: there are none)."""
        if guild_id is None:
            return Server(texts_in(language()), {}, False)
        guild = self.client.get_guild(guild_id)
        preferred = known.preferred_locale if known else None
        if guild and str(guild.preferred_locale) != preferred:
            preferred = str(guild.preferred_locale)
            with incidental():
                async with self.database.transaction() as session:
                    await people.note_preferred_locale(session, guild_id, preferred)
        return Server(texts_in(public_language(known, preferred)), people.chosen(known), bool(known and known.left_at))

    async def note_opener(self, guild_id: int | None, spoken: str) -> None:
        """Note the language that whoever opens a server's first table speaks, where nobody has set one for the server.

        Only a community server can set its language in Discord; of others Discord always names American English.
        """
        guild = self.client.get_guild(guild_id) if guild_id is not None else None
        is_set = guild is None or "COMMUNITY" in guild.features or str(guild.preferred_locale) != DISCORDS_DEFAULT
        if guild_id is None or is_set or spoken == language():
            return
        async with self.database.reading() as session:
            known = await people.guild(session, guild_id)
            is_first = not await games.has_tables(session, guild_id)
        if is_first and not (known and known.locale):
            async with self.database.transaction() as session:
                await people.change_guild_settings(session, guild_id, {FIRST_OPENER: spoken})

    def channel(self, channel_id: int, guild_id: int | None) -> discord.PartialMessageable:
        """Return a channel to write to, known or not."""
        return self.client.get_partial_messageable(channel_id, guild_id=guild_id)


class ServiceClient(discord.AutoShardedClient):
    """A client that carries the services, with some or all of the bot's shards."""

    services: Services

    def table_used(self, game_id: int) -> None:
        """Notice that somebody presses or types something about a table."""


def services_of(interaction: Interaction) -> Services:
    """Return the services of the bot that received the interaction."""
    client = interaction.client
    assert isinstance(client, ServiceClient)
    return client.services
