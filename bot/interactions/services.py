"""The parts of the running bot that buttons, commands and the delivery need; every interaction leads to them."""

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
from bot.work.in_flight import Underway
from bot.work.log_context import incidental
from bot.work.log_limits import LogLimit
from bot.work.lru import LruDict
from engines import Action
from storage import games, people
from storage.columns import utcnow
from storage.database import Database
from storage.models import GuildSettings, Json

Interaction = discord.Interaction[Any]
Unhurried = Callable[[Coroutine[Any, Any, None]], Awaitable[None]]
"""A function that carries out work that nobody waits for."""

MOST_PENDING_QUESTIONS = 10_000
"""The largest number of panel questions in memory, a few hundred bytes each.

A question that was dropped can still be answered by its buttons, but no longer by typing.
"""
MOST_COMPUTER_PANELS = 1_000
"""The largest number of panels for computer players in memory; Discord lets the bot delete one for 15 minutes."""


async def at_once(work: Coroutine[Any, Any, None]) -> None:
    """Carry out work now; the default of ``Services.unhurried``."""
    await work


@dataclass(frozen=True)
class PendingQuestion:
    """The question of a panel to a person, kept so that its answer may be typed as well as pressed.

    It is valid while the table is at ``version``. It is kept in memory only: after a restart only the buttons below the
    question answer it.
    """

    version: int
    candidates: tuple[Action, ...] = ()
    """The actions that the person may have meant: one to confirm, or several to choose from."""
    is_confirmation: bool = False
    """True if it asks for confirmation of an action that cannot be taken back."""
    is_repetition: bool = False
    """True if the person typed the same text twice already: typing it a third time does not answer the question."""
    begun: Action = ()
    """The first words of an action, which are chosen already."""
    rest: str = ""
    """The text that the person typed after the decision in question; it is played afterwards."""
    is_undo: bool = False
    """True if the question is whether one more decision is to be taken back."""


class Server(NamedTuple):
    """A server's language and settings, as messages need them."""

    texts: Texts
    settings: Json
    bot_was_removed: bool


@dataclass(frozen=True)
class Operator:
    """The name and contact of the person who runs the bot; empty if not configured."""

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
    """A function that stops the use of emoji after Discord refused one, until the list of emoji is read again."""
    unhurried: Unhurried = at_once
    """A function for long work that nobody waits for; the sandbox runs it later, so that its page stays responsive."""
    underway: Underway = field(default_factory=Underway)
    """The interactions in progress, which a stopping bot finishes first."""
    admission: Admission = field(default_factory=Admission)
    """A limit on the clicks that are handled at once."""
    hidden: HiddenChannels = field(default_factory=HiddenChannels)
    """Channels that the bot may not view."""
    log_limit: LogLimit = field(default_factory=LogLimit)
    """A limit on log entries about faults that recur with every click, such as an unreachable database."""
    late_maps: dict[tuple[int, int], asyncio.Task[None]] = field(default_factory=dict)
    """Tasks that draw the map for a panel that is already shown, by person and table."""
    drawn_ahead: dict[int, asyncio.Task[None]] = field(default_factory=dict)
    """Tasks that draw a picture before the person asks for it, by person."""
    pending_questions: MutableMapping[tuple[int, int], PendingQuestion] = field(
        default_factory=partial(LruDict, MOST_PENDING_QUESTIONS)
    )
    """The question in the panel that a person saw last, by person and table."""
    computer_panels: MutableMapping[tuple[int, int], Interaction] = field(
        default_factory=partial(LruDict, MOST_COMPUTER_PANELS)
    )
    """The interaction that last showed a person's private panel for adding computer players to a lobby.

    The keys are person and table. Through the interaction the panel is deleted when the person opens another one, or
    when the game begins or is cancelled. A panel from before a restart stays, since this is in memory only.
    """
    moderation: Moderation = field(default_factory=Moderation)
    """The servers that the operator allows, and the people whom the operator has excluded."""
    choosing_computer: set[tuple[int, int]] = field(default_factory=set)
    """Pairs of person and table for which a person asked for a computer player and has not yet chosen its strength."""
    send_pause: SendPause = field(default_factory=SendPause)
    """A pause of what the bot sends on its own, after Discord has refused the whole bot."""
    direct_message_refusals: dict[int, float] = field(default_factory=dict)
    """Seconds on the monotonic clock at which a direct message to a person was last refused, by person."""
    seen_members: dict[tuple[int, int], float] = field(default_factory=dict)
    """Seconds on the monotonic clock of the last check that a player from elsewhere is a member, by person and server.

    It saves requests to Discord for players who take part across servers.
    """

    async def public_texts(self, guild_id: int | None) -> Texts:
        """Return the texts in the language of public messages in a server, or in the default language for None."""
        return (await self.server(guild_id)).texts

    async def note_preferred_locale(self, guild_id: int) -> None:
        """Store a server's language at Discord if it has changed."""
        await self.server(guild_id)

    async def server(self, guild_id: int | None) -> Server:
        """Return language and settings of a server; the defaults for None (direct messages).

        The server's language at Discord is stored if it has changed, for processes that do not see the server.
        """
        if guild_id is None:
            return await self.server_from_row(None, None)
        async with self.database.reading() as session:
            row = await people.guild(session, guild_id)
        return await self.server_from_row(guild_id, row)

    async def server_from_row(self, guild_id: int | None, row: GuildSettings | None) -> Server:
        """Return language and settings of a server from its stored row (None: there is none)."""
        if guild_id is None:
            return Server(texts_in(language()), {}, False)
        guild = self.client.get_guild(guild_id)
        preferred = row.preferred_locale if row else None
        if guild and str(guild.preferred_locale) != preferred:
            preferred = str(guild.preferred_locale)
            with incidental():
                async with self.database.transaction() as session:
                    await people.note_preferred_locale(session, guild_id, preferred)
        return Server(
            texts_in(public_language(row, preferred)), people.readable_settings(row), bool(row and row.left_at)
        )

    async def note_opener(self, guild_id: int | None, locale: str) -> None:
        """Store the language ``locale`` of the person who opens a server's first table, if the server has set none.

        Only a community server can set its language in Discord; for all others Discord reports American English.
        """
        guild = self.client.get_guild(guild_id) if guild_id is not None else None
        is_set = guild is None or "COMMUNITY" in guild.features or str(guild.preferred_locale) != DISCORDS_DEFAULT
        if guild_id is None or is_set or locale == language():
            return
        async with self.database.reading() as session:
            record = await people.guild(session, guild_id)
            is_first = not await games.has_tables(session, guild_id)
        if is_first and not (record and record.locale):
            async with self.database.transaction() as session:
                await people.change_guild_settings(session, guild_id, {FIRST_OPENER: locale})

    def channel(self, channel_id: int, guild_id: int | None) -> discord.PartialMessageable:
        """Return a channel to write to, even if the client does not know it."""
        return self.client.get_partial_messageable(channel_id, guild_id=guild_id)


class ServiceClient(discord.AutoShardedClient):
    """A Discord client with the services of the bot; it runs some or all of the bot's shards."""

    services: Services

    def table_used(self, game_id: int) -> None:
        """React to the use of a table by a person; does nothing unless overridden."""


def services_of(interaction: Interaction) -> Services:
    """Return the services of the bot that received the interaction."""
    client = interaction.client
    assert isinstance(client, ServiceClient)
    return client.services
