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

    async def register(self) -> None:
        """Register the commands, and return once Discord knows them; the client must be logged in.

        Failures only delay that, and Discord offers the earlier commands in the meantime.
        """
        key = fingerprint_key(self.tree.client.application_id)
        failures = 0
        while True:
            wait = timedelta(seconds=LOOK_AGAIN_SECONDS)
            try:
                wanted = await fingerprint(self.tree)
                if self.ignore_stored:
                    async with self.database.transaction() as session:
                        await named_values.forget(session, key)
                        await named_values.forget(session, command_ids_key(key))
                    self.ignore_stored = False
                await self._learn_ids(key)  # of the earlier commands, for texts until the new ones are registered
                if await self._claim(key, wanted):
                    await self._sync(key, wanted)
                if await self._stored_value(key) == wanted:
                    await self._learn_ids(key)
                    return
            except Exception as fault:  # the bot works with the earlier commands
                wait = timedelta(seconds=wait_after(fault, failures))
                failures += 1
                trace = None if isinstance(fault, discord.RateLimited) else fault
                log.warning("commands not registered yet", reason=str(fault), wait=str(wait), exc_info=trace)
                await self._release(key, wait)
            await asyncio.sleep(wait.total_seconds())

    async def _sync(self, key: str, wanted: str) -> None:
        try:
            async with asyncio.timeout(SYNC_SECONDS):
                synced = await self.tree.sync()
        except asyncio.CancelledError:  # the bot stops, and the next start need not wait
            await self._release(key, timedelta(0))
            raise
        async with self.database.transaction() as session:
            await named_values.settle(session, key, wanted)
            ids = {command.name: command.id for command in synced}
            await named_values.remember(session, command_ids_key(key), json.dumps(ids))

    async def _learn_ids(self, key: str) -> None:
        """Learn the ids of the commands, which this or another process has stored, for mentions in texts."""
        ids = await self._stored_value(command_ids_key(key))
        if ids:
            learn_command_ids(json.loads(ids))

    async def _claim(self, key: str, wanted: str) -> bool:
        # Most starts find the commands registered, and need not wait for other writers.
        if await self._stored_value(key) == wanted:
            return False
        async with self.database.transaction() as session:
            return await named_values.claim(session, key, wanted, LEASE)

    async def _stored_value(self, key: str) -> str | None:
        async with self.database.reading() as session:
            return await named_values.value(session, key)

    async def _release(self, key: str, wait: timedelta) -> None:
        try:
            async with self.database.transaction() as session:
                await named_values.release(session, key, wait)
        except Exception:
            log.exception("the claim of the commands could not be given back; it ends by itself")


def fingerprint_key(application_id: int | None) -> str:
    """Return the key under which the database stores the fingerprint of an application's registered commands."""
    return f"{COMMANDS}{application_id}"


def command_ids_key(key: str) -> str:
    """Return the key under which the database stores the ids of the commands whose fingerprint has the given key."""
    return f"ids of {key}"


async def fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """Return a hash of all that `tree.sync` sends: commands, options and their names in all languages."""
    translator = tree.translator
    payloads = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(payloads, sort_keys=True).encode()).hexdigest()
