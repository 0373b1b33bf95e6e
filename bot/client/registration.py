"""Telling Discord which commands there are: once for each change of them, by one process, beside all other work."""

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
from storage import kept
from storage.database import Database

log = structlog.get_logger()

SYNC_SECONDS = 90
"""How long Discord may take; what it asks to wait for less than half a minute is waited for within that time."""
LEASE = timedelta(seconds=120)
"""How long one process may be at it; then it has died, and another one does it."""
LOOK_AGAIN_SECONDS = 60
"""After so long a process looks whether the other one has done it."""

COMMANDS = "commands:"
"""Part of every name under which the database remembers what Discord knows."""


class Registration:
    """``keep`` sees to it that Discord knows the commands of ``tree``; which it knows is remembered in the database.

    ``anew``: what is remembered does not hold, as for a Discord that has forgotten.
    """

    def __init__(self, database: Database, tree: app_commands.CommandTree[Any], *, anew: bool = False) -> None:
        self.database, self.tree, self.anew = database, tree, anew

    async def keep(self) -> None:
        """Returns once Discord knows the commands as they are now; a failure only delays that. The client is logged in.

        Discord goes on with the commands it knows in the meantime.
        """
        name, failures = kept_name(self.tree.client.application_id), 0
        while True:
            wait = timedelta(seconds=LOOK_AGAIN_SECONDS)
            try:
                wanted = await fingerprint(self.tree)
                if self.anew:
                    async with self.database.transaction() as session:
                        await kept.forget(session, name)
                        await kept.forget(session, ids_name(name))
                    self.anew = False
                await self._learn(name)
                if await self._claim(name, wanted):
                    await self._sync(name, wanted)
                if await self._known(name) == wanted:
                    await self._learn(name)
                    return
            except Exception as fault:  # the bot plays on with the commands that Discord knows
                wait = timedelta(seconds=wait_after(fault, failures))
                failures += 1
                trace = None if isinstance(fault, discord.RateLimited) else fault
                log.warning("commands not registered yet", reason=str(fault), wait=str(wait), exc_info=trace)
                await self._release(name, wait)
            await asyncio.sleep(wait.total_seconds())

    async def _sync(self, name: str, wanted: str) -> None:
        try:
            async with asyncio.timeout(SYNC_SECONDS):
                synced = await self.tree.sync()
        except asyncio.CancelledError:  # the bot stops; the next start need not wait for the end of the lease
            await self._release(name, timedelta(0))
            raise
        async with self.database.transaction() as session:
            await kept.settle(session, name, wanted)
            await kept.remember(session, ids_name(name), json.dumps({each.name: each.id for each in synced}))

    async def _learn(self, name: str) -> None:
        """Texts mention the commands by the numbers that this or another process was told last."""
        if numbers := await self._known(ids_name(name)):
            learn_command_ids(json.loads(numbers))

    async def _claim(self, name: str, wanted: str) -> bool:
        if await self._known(name) == wanted:
            return False
        async with self.database.transaction() as session:
            return await kept.claim(session, name, wanted, LEASE)

    async def _known(self, name: str) -> str | None:
        async with self.database.reading() as session:
            return await kept.value(session, name)

    async def _release(self, name: str, wait: timedelta) -> None:
        try:
            async with self.database.transaction() as session:
                await kept.release(session, name, wait)
        except Exception:
            log.exception("the claim of the commands could not be given back; it ends by itself")


def kept_name(application_id: int | None) -> str:
    """Under which name the database remembers what Discord knows of this application."""
    return f"{COMMANDS}{application_id}"


def ids_name(name: str) -> str:
    """Under which name the numbers of these commands are remembered."""
    return f"ids of {name}"


async def fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """Of all that ``tree.sync`` sends: commands, options and their names in every language."""
    translator = tree.translator
    sent = [
        await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        for command in tree.get_commands()
    ]
    return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()
