"""Moving the clock forward, for the sandbox, where nobody waits for days, and for tests of deadlines."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from discord import app_commands

from bot.client.portolan import Portolan
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.wording.dates import seconds
from bot.work.worker import JobWorker
from storage import clock, jobs
from storage.database import Database

MOST_HOURS = 14 * 24
"""Largest number of hours in a call of `/later`: two weeks."""


class Process(Protocol):
    """A process that shares a database."""

    database: Database
    worker: JobWorker


async def settle(bots: Sequence[Process]) -> None:
    """Carry out all jobs that are due now, and those that follow from them."""
    while True:
        for bot in bots:
            bot.worker.wake()
            await bot.worker.idle()
        if not any(bot.worker.busy for bot in bots):
            return


async def pass_time(bots: Sequence[Process], amount: timedelta) -> None:
    """Move the clock of processes that share a database; jobs are carried out at their moments on the way."""
    until = await now(bots[0]) + amount
    await settle(bots)
    while (moment := await next_moment(bots[0])) is not None and moment <= until:
        await _set_clock(bots, moment)
    await _set_clock(bots, until)


async def now(bot: Process) -> datetime:
    """Return the present moment by the clock of the bot's database."""
    async with bot.database.reading() as session:
        return await clock.now(session)


async def next_moment(bot: Process) -> datetime | None:
    """Return when the next job becomes due that is not due yet, or None."""
    async with bot.database.reading() as session:
        present = await clock.now(session)
        wait = (await jobs.look(session, now=present)).next
    return None if wait is None else present + wait


async def _set_clock(bots: Sequence[Process], moment: datetime) -> None:
    advance = max(moment - await now(bots[0]), timedelta(0))
    for bot in bots:
        bot.database.ahead += advance
    await settle(bots)


def later_command(bot: Portolan) -> AnyCommand:
    """Return the command `/later`, which only the sandbox has."""

    @app_commands.command(name=name("later"), description=description("later"))
    @app_commands.describe(hours=description("later.hours"))
    @app_commands.rename(hours=name("hours", "later.hours"))
    async def later(interaction: Interaction, hours: app_commands.Range[int, 1, MOST_HOURS]) -> None:
        assert services_of(interaction).client is bot
        await pass_time([bot], timedelta(hours=hours))
        moment = seconds(await now(bot))
        await answer(interaction, (await texts_for(interaction)).say("sandbox.later", n=hours, moment=moment))

    return later
