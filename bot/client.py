"""The bot: a Discord client with the tables, the commands, the lasting buttons and the delivery."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import tasks

from bot import commands, lobby, panel
from bot.commands.naming import Translator
from bot.delivery import Delivery
from bot.items import AnswerButton, MoveButton
from bot.replies import Interaction, explain
from bot.tables import Tables
from bot.wording import Texts, language, texts
from storage import people
from storage.database import Database

log = structlog.get_logger()

ITEMS = (MoveButton, AnswerButton, *panel.ITEMS, *lobby.ITEMS, *commands.ITEMS)
HEARTBEAT_SECONDS = 30
RATE_LIMIT_SECONDS = 30
"""A channel that must rest for longer gets its message later, instead of holding up those of other tables."""


class Tree(app_commands.CommandTree[Any]):
    """Commands; whatever one raises becomes a sentence for the person."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("autocomplete failed", exc_info=cause)
            return
        await explain(interaction, cause)


class Portolan(discord.Client):
    """Needs no privileged intent: everything it learns comes with interactions."""

    def __init__(self, database: Database, *, health_file: Path | None = None, **options: Any) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=RATE_LIMIT_SECONDS,
            **options,
        )
        self.database = database
        self.health_file = health_file
        self.tree = Tree(self)
        self.tables = Tables(database)
        self.delivery = Delivery(self, self.tables)
        self.tables.desk.committed = self.delivery.wake
        commands.add_commands(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*ITEMS)
        await self.tree.set_translator(Translator())
        try:
            await self.tree.sync()
        except (discord.HTTPException, app_commands.AppCommandError):
            log.exception("the commands could not be registered; those known to Discord keep working")
        self.delivery.start()
        self.heartbeat.start()

    async def close(self) -> None:
        self.heartbeat.cancel()
        await self.delivery.stop()
        await super().close()

    async def public_texts(self, guild_id: int | None) -> Texts:
        """The language of public posts: the server's choice, else the one Discord names."""
        if guild_id is None:
            return texts(language())
        async with self.database.reading() as session:
            chosen = await people.guild_locale(session, guild_id)
        guild = self.get_guild(guild_id)
        return texts(language(chosen, str(guild.preferred_locale) if guild else None))

    @tasks.loop(seconds=HEARTBEAT_SECONDS)
    async def heartbeat(self) -> None:
        """Touches the health file while there is a connection to Discord."""
        if self.health_file is not None and self.is_ready() and not self.is_closed():
            self.health_file.touch()
