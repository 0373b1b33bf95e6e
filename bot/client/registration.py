"""Registration of the commands with Discord: once for each change of them, by one process, in the background."""

from __future__ import annotations

import asyncio
import hashlib
import json
from datetime import timedelta
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.interactions.command_names import learn_command_ids
from bot.interactions.error_codes import wait_after
from storage import named_values
from storage.database import Database

log = structlog.get_logger()

SYNC_SECONDS = 90
"""Seconds for Discord's answer, including rate limits of less than half a minute."""
LEASE = timedelta(seconds=120)
"""Time for which one process claims the registration; after that it counts as dead, and another one takes over."""
LOOK_AGAIN_SECONDS = 60
"""Seconds after which a process looks whether another one has finished."""

COMMANDS = "commands:"
"""Beginning of the keys under which the database stores what Discord knows."""


class Registration:
    """Register the commands of a tree with Discord; the database stores which ones it knows."""

    def __init__(self, database: Database, tree: app_commands.CommandTree[Any], *, ignore_stored: bool = False) -> None:
        """Create the registration; `ignore_stored` registers the commands even if they have not changed."""
        self.database = database
        self.tree = tree
        self.ignore_stored = ignore_stored

    async def keep(self) -> None:
        """Return once Discord knows the present commands; the client must be logged in.

        Failures only delay that, and Discord offers the earlier commands in the meantime.
        """
        name = kept_name(self.tree.client.application_id)
        failures = 0
        while True:
            wait = timedelta(seconds=LOOK_AGAIN_SECONDS)
            try:
                target = await fingerprint(self.tree)
                if self.ignore_stored:
                    async with self.database.transaction() as session:
                        await named_values.forget(session, name)
                        await named_values.forget(session, ids_name(name))
                    self.ignore_stored = False
                await self._learn(name)
                if await self._claim(name, target):
                    await self._sync(name, target)
                if await self._stored_fingerprint(name) == target:
                    await self._learn(name)
                    return
            except Exception as fault:  # the bot works with the earlier commands
                wait = timedelta(seconds=wait_after(fault, failures))
                failures += 1
                trace = None if isinstance(fault, discord.RateLimited) else fault
                log.warning("commands not registered yet", reason=str(fault), wait=str(wait), exc_info=trace)
                await self._release(name, wait)
            await asyncio.sleep(wait.total_seconds())

    async def _sync(self, name: str, target: str) -> None:
        try:
            async with asyncio.timeout(SYNC_SECONDS):
                synced = await self.tree.sync()
        except asyncio.CancelledError:  # the bot stops, and the next start need not wait
            await self._release(name, timedelta(0))
            raise
        async with self.database.transaction() as session:
            await named_values.settle(session, name, target)
            await named_values.remember(
                session, ids_name(name), json.dumps({command.name: command.id for command in synced})
            )

    async def _learn(self, name: str) -> None:
        """Learn the ids of the commands, which this or another process has stored, for mentions in texts."""
        ids = await self._stored_fingerprint(ids_name(name))
        if ids:
            learn_command_ids(json.loads(ids))

    async def _claim(self, name: str, target: str) -> bool:
        if await self._stored_fingerprint(name) == target:
            return False
        async with self.database.transaction() as session:
            return await named_values.claim(session, name, target, LEASE)

    async def _stored_fingerprint(self, name: str) -> str | None:
        async with self.database.reading() as session:
            return await named_values.value(session, name)

    async def _release(self, name: str, wait: timedelta) -> None:
        try:
            async with self.database.transaction() as session:
                await named_values.release(session, name, wait)
        except Exception:
            log.exception("the claim of the commands could not be given back; it ends by itself")


def kept_name(application_id: int | None) -> str:
    """Return the key under which the database stores the fingerprint of an application's registered commands."""
    return f"{COMMANDS}{application_id}"


def ids_name(name: str) -> str:
    """Return the key under which the ids of these commands are stored."""
    return f"ids of {name}"


async def fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """Return a hash of all that `tree.sync` sends: commands, options and their names in all languages."""
    translator = tree.translator
    payloads = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(payloads, sort_keys=True).encode()).hexdigest()
