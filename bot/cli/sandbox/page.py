"""The real bot against a simulated Discord, in a local browser page, with friends to switch between.

Everything is kept in an SQLite file. The running table continues at the next start, because the simulated people and
channels are the same each time.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import discord
import simcord
from rich.console import Console
from simcord.actors import MemberActor
from simcord.backend.cdn import CDN_BASE
from simcord.builders import ChannelHandle

import engines
from bot.cli.sandbox.background_work import BackgroundWork
from bot.cli.sandbox.later import later_command
from bot.cli.sandbox.simcord_internals import check_pictures_once
from bot.client.portolan import Portolan
from bot.drawing import drawers
from bot.interactions.emoji import KNOWN, all_pictures
from bot.thinking import pool
from storage import games
from storage.database import Database
from storage.models import Status

PEOPLE = ("Anna", "Ben", "Carla", "Dirk", "Emma", "Finn")
"""Simulated people; the first one manages the simulated server."""
SETTLE_SECONDS = 60
"""Seconds for the work that follows an action."""
CLOSING_SECONDS = 3
"""Seconds that a page may take to load at the end of the sandbox; its web server would wait a minute."""


async def sandbox(game: str | None, players: int | None, folder: Path, port: int) -> None:
    """Run the sandbox until the page's session is ended or the process is interrupted.

    Args:
        game: A game for which a table is opened at once.
        players: The number of simulated people at it, which the game must allow.
        folder: The folder of the database.
        port: The port of the page; 0 for any free one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_pictures_once()
    async with (
        Database.open(f"sqlite:///{folder / 'portolan.db'}") as database,
        drawers.in_processes(1),
        pool.in_processes(pool.Thinkers(1)),
    ):
        await database.migrate()
        all_pictures()  # drawn before the simulation starts, which gives a starting bot no more than five seconds
        background_work = BackgroundWork()
        # The simulated Discord is new each time, and does not know the commands.
        bot = Portolan(database, register_again=True, unhurried=background_work)
        bot.tree.add_command(later_command(bot))
        async with simulated(bot) as env:
            # The simulation reports every command that raises, although the bot's own handler has answered.
            with suppress(AttributeError):
                del bot.tree.on_error
            people, channel = await furnish(env, bot)
            await resume(bot, channel, fresh=game is not None)
            if game is not None:
                await seat(channel, people[: players or engines.GAMES[game].seats.start], game)
            await bot.worker.idle()
            await env.settle()
            await bot.wait_registered()
            async with env.preview(
                channel,
                viewers=people,
                layout="channel",
                width=1100,
                height=900,
                assets=signs(),
                port=port,
            ) as preview:
                background_work.preview = preview
                greet(preview.url, open_already=channel.last_message is not None)
                try:
                    await preview.wait_closed()
                finally:
                    asyncio.get_running_loop().call_later(CLOSING_SECONDS, cancel_other_tasks, asyncio.current_task())


def signs() -> dict[str, tuple[str, bytes]]:
    """Return the pictures of the bot's emoji by their addresses."""
    emoji = {KNOWN[key].id: drawing for key, drawing in all_pictures().items() if key in KNOWN}
    return {f"{CDN_BASE}/emojis/{id}.png": (f"{drawing.name}.png", drawing.png) for id, drawing in emoji.items()}


@asynccontextmanager
async def simulated(bot: Portolan) -> AsyncIterator[simcord.Env]:
    """Run the bot in a simulated Discord.

    The bot finds its server at once: it would count a server that appears later as left before.
    """
    env = simcord.Env(bot, settle_timeout=SETTLE_SECONDS, shard_count=1)
    env.create_guild("Portolan")
    await env.start()
    try:
        with env.time_context():
            yield env
    finally:
        await env.shutdown()


async def furnish(env: simcord.Env, bot: Portolan) -> tuple[list[MemberActor], ChannelHandle]:
    """Create people and a channel on the simulated server, and return them."""
    guild = env.guild
    manager = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    people = [guild.add_member(env.create_user(PEOPLE[0]), roles=[manager])]
    people += [guild.add_member(env.create_user(name)) for name in PEOPLE[1:]]
    channel = guild.create_text_channel("table")
    # Ids depend on the time: with that of the simulation, which is always the same, ids of clicks would repeat.
    env.backend.advance_clock((datetime.now(UTC) - env.backend.clock.now()).total_seconds())
    if bot.user is not None:
        await bot.user.edit(username="Portolan")
    return people, channel


def cancel_other_tasks(closing: asyncio.Task[None] | None) -> None:
    """Cancel all tasks that keep the sandbox from closing."""
    for task in asyncio.all_tasks():
        if task is not closing:
            task.cancel()


async def resume(bot: Portolan, channel: ChannelHandle, *, fresh: bool) -> None:
    """Post the running table's board again, because the simulated channel is empty at the start.

    Lobbies, and tables in threads, which this page cannot show, are closed; `fresh` closes all tables.
    """
    guild = channel.guild
    assert guild is not None
    async with bot.database.transaction() as session:
        rows = await games.open_everywhere(session)
        for row in rows:
            if fresh or row.status == Status.LOBBY or row.channel_id != channel.id:
                await games.advance(session, row.id, row.version, status=Status.ABANDONED)
            else:
                await games.move_to_channel(session, row.id, guild.id, channel.id)
    for row in rows:
        if row.status == Status.RUNNING and row.channel_id == channel.id and not fresh:
            await bot.tables.play.post_again(row.id)


async def seat(channel: ChannelHandle, people: list[MemberActor], game: str) -> None:
    """Open a table in the channel, seat everybody and start."""
    host, *guests = people
    await host.slash(channel, "game new", game=game, seats=len(people))
    lobby = channel.last_message
    assert lobby is not None
    for guest in guests:
        await guest.click(lobby, label="Join")
    await host.click(lobby, label="Start")


def greet(url: str, *, open_already: bool) -> None:
    """Print the address of the page and how to play there."""
    console = Console(soft_wrap=True)
    console.print(f"\n  Portolan's sandbox is open:  [bold]{url}[/]\n")
    console.print("  On this page: at the top you choose [bold]who you are[/], in the middle is the channel,")
    console.print("  below it a line to type in. Private answers appear in the channel, for you alone.\n")
    if open_already:
        console.print("  Become the player who is pinged, and press [bold]Your move[/] under the board.")
    else:
        console.print("  Type [bold]/game new[/] and choose a game. Become somebody else and press [bold]Join[/],")
        console.print("  or press [bold]Add computer[/]; as the host, press [bold]Start[/]. Then become the player")
        console.print("  who is pinged and press [bold]Your move[/]. [bold]/help[/] says what to do next.")
    console.print("  [bold]/later[/] moves the clock forward: reminders come, time limits end.")
    console.print("  The page shows only this channel, no threads. Ctrl+C ends it;")
    console.print("  your table continues next time.\n")
