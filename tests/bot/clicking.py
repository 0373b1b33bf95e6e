"""Interactions without Discord: what a callback is given, and what it answers."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.client.portolan import Portolan
from bot.interactions.answer_path import REPLY
from bot.interactions.replies import Reply, acknowledge
from bot.interactions.services import Interaction
from storage.database import Database
from tests.bot.lobbies import NAMES

_IDS = count(1)
PUBLIC = discord.InteractionResponseType.deferred_message_update
PRIVATE = discord.InteractionResponseType.channel_message


class Click:
    """Stands for an interaction with the bot. ``said`` has what the person was shown, oldest first."""

    def __init__(
        self,
        database: Database,
        user: int = 11,
        *,
        channel: int | None = 5,
        guild: int | None = 9,
        admin: bool = False,
        manages: bool = False,
        locale: discord.Locale = discord.Locale.american_english,
        lacks: tuple[str, ...] = (),
        done: discord.InteractionResponseType | None = None,
        namespace: Any = None,
        message: Any = None,
        type: discord.InteractionType | None = None,
        client: Portolan | None = None,
        called: str | None = None,
    ) -> None:
        self.said: list[str] = []
        self.options: list[dict[str, Any]] = []
        self.followups: list[tuple[str, dict[str, Any]]] = []
        self.client = client or Portolan(database)
        self.client.tables.repository.committed = lambda: None  # what is queued stays queued
        self.id = next(_IDS)
        self.guild_id = guild
        self.channel_id = channel
        self.locale = locale
        self.user = SimpleNamespace(id=user, display_name=called or NAMES.get(user, f"user {user}"))
        self.permissions = discord.Permissions(administrator=admin, manage_guild=manages)
        self.app_permissions = discord.Permissions.all()
        self.app_permissions.update(**dict.fromkeys(lacks, False))
        self.channel: Any = None
        self.command: Any = None
        self.data: Any = None
        self.namespace = namespace or SimpleNamespace()
        self.message = message
        self.type = type
        self.extras: dict[str, Any] = {}
        self.response: Any = SimpleNamespace(
            type=done, is_done=lambda: self.response.type is not None, defer=self._defer, send_message=self._answer
        )
        self.followup = SimpleNamespace(send=self._follow)

    @property
    def given(self) -> Interaction:
        """Return the interaction with the type that callbacks expect."""
        return cast("Interaction", self)

    async def _defer(self, **options: Any) -> None:
        self.response.type = discord.InteractionResponseType.deferred_channel_message

    async def _answer(self, content: str, **options: Any) -> None:
        self.response.type = discord.InteractionResponseType.channel_message
        self.said.append(content)
        self.options.append(options)

    async def _follow(self, content: str, **options: Any) -> None:
        self.followups.append((content, options))

    async def edit_original_response(self, *, content: str = "", **options: Any) -> None:
        self.said.append(content)
        self.options.append(options)


async def call(command: Any, click: Click, *given: Any) -> None:
    """Carry out a slash command, which the tree acknowledges."""
    reply = command.extras.get(REPLY, Reply.BESIDE)
    if reply is not Reply.BY_HANDLER:
        await acknowledge(click.given, reply)
    await command.callback(click.given, *given)
