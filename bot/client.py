"""The bot: a Discord client with the tables, the commands, the lasting buttons and the delivery."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import structlog
from discord import app_commands
from discord.ext import tasks

from bot import commands, lobby
from bot.commands.naming import Translator
from bot.delivery import OutboxWorker
from bot.items import AnswerButton, MoveButton
from bot.panel import actions
from bot.panel.items import ITEMS as PANEL_ITEMS
from bot.presence import Presence, own_shards
from bot.replies import explain
from bot.services import Interaction, ServiceClient, Services
from bot.tables import Refused, Tables
from storage.database import Database

log = structlog.get_logger()

ITEMS = (MoveButton, AnswerButton, *PANEL_ITEMS, *lobby.ITEMS, *commands.ITEMS)
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


class Portolan(ServiceClient):
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
        self.connected_shards: set[int] = set()
        self.tree = Tree(self)
        self.tables = Tables(database)
        self.services = Services(client=self, database=database, tables=self.tables, panel=actions)
        self.presence = Presence(self, self.tables)
        self.outbox_worker = OutboxWorker(self.services)
        self.tables.repository.committed = self.outbox_worker.wake
        commands.add_commands(self.tree)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*ITEMS)
        await self.tree.set_translator(Translator())
        try:
            await self.tree.sync()
        except (discord.HTTPException, app_commands.AppCommandError):
            log.exception("the commands could not be registered; those known to Discord keep working")
        self.outbox_worker.start(self.presence.known)
        self.heartbeat.start()

    async def on_interaction(self, interaction: Interaction) -> None:
        """Refuses what no button or select understands: damaged, forged, or of a version with other templates."""
        if interaction.type is not discord.InteractionType.component:
            return
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        if not any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in ITEMS):
            await explain(interaction, Refused("error.damaged"))

    async def on_shard_disconnect(self, shard_id: int) -> None:
        self.connected_shards.discard(shard_id)

    async def on_shard_connect(self, shard_id: int) -> None:
        self.connected_shards.add(shard_id)
        self.presence.session_began(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.connected_shards.add(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        await self.presence.session_complete(shard_id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.presence.available(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.presence.joined(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self.presence.removed(guild.id)

    @property
    def connected_now(self) -> bool:
        """Whether every shard of this process is connected to Discord."""
        return self.is_ready() and not self.is_closed() and self.connected_shards.issuperset(own_shards(self))

    async def close(self) -> None:
        self.heartbeat.cancel()
        await self.outbox_worker.stop()
        await super().close()

    @tasks.loop(seconds=HEARTBEAT_SECONDS)
    async def heartbeat(self) -> None:
        """Touches the health file while there is a connection to Discord for every shard."""
        if self.health_file is not None and self.connected_now:
            self.health_file.touch()
