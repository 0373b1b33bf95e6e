"""The real bot against a simulated Discord, in a local browser page: with friends to switch between.

What happens is kept in an SQLite file; running tables go on at the next start, since the simulated people and
channels are the same each time.
"""

from __future__ import annotations

from pathlib import Path

import simcord
from rich.console import Console
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

import engines
from bot.client import Portolan
from bot.tables import Refused
from storage import games
from storage.database import Database
from storage.models import Status

PEOPLE = ("Anna", "Ben", "Carla", "Dirk", "Emma", "Finn")
CHANNELS = ("table-one", "table-two")
SETTLE_SECONDS = 60


async def sandbox(game: str | None, players: int | None, folder: Path, port: int) -> None:
    """Runs until the page's session is ended or the process is interrupted.

    ``game`` opens a table at once, ``players`` (a number that the game allows) seats so many friends at it.
    ``port`` 0: any free one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    async with Database.open(f"sqlite:///{folder / 'portolan.db'}") as database:
        await database.migrate()
        bot = Portolan(database)
        async with simcord.run(bot, settle_timeout=SETTLE_SECONDS) as env:
            guild = env.create_guild("Portolan")
            people = [guild.add_member(env.create_user(name)) for name in PEOPLE]
            channels = [guild.create_text_channel(name) for name in CHANNELS]
            await resume(bot, channels, fresh=game is not None)
            if game is not None:
                await seat(channels[0], people[: players or engines.GAMES[game].seats.start], game)
            await bot.delivery.idle()
            await env.settle()
            async with env.preview(
                channels[0], viewers=people, layout="channel", width=1100, height=900, port=port or None
            ) as preview:
                greet(preview.url)
                await preview.wait_closed()


async def resume(bot: Portolan, channels: list[ChannelHandle], *, fresh: bool) -> None:
    """Posts the boards of running tables anew (the simulated channels begin empty); closes lobbies.

    ``fresh``: the first channel is cleared for a new table.
    """
    for channel in channels:
        try:
            table = await bot.tables.table_in(channel.id)
        except Refused:
            continue
        async with bot.database.transaction() as session:
            if table.row.status == Status.LOBBY or (fresh and channel is channels[0]):
                await games.advance(session, table.row.id, table.row.version, status=Status.ABANDONED)
                continue
            await games.move_to_channel(session, table.row.id, table.row.guild_id, channel.id)
        await bot.tables.play.post_again(table.row.id)


async def seat(channel: ChannelHandle, people: list[MemberActor], game: str) -> None:
    """Opens a table in the channel, seats everybody and starts."""
    host, *guests = people
    await host.slash(channel, "game new", game=game, seats=len(people))
    lobby = channel.last_message
    assert lobby is not None
    for guest in guests:
        await guest.click(lobby, label="Join")
    await host.click(lobby, label="Start")


def greet(url: str) -> None:
    """Tells where the page is and what to do there."""
    console = Console()
    console.print(f"\n  Portolan's sandbox is open:  [bold]{url}[/]\n", soft_wrap=True)
    console.print("  Choose a player at the top of the page, type [bold]/game new[/] in the channel, press Join as")
    console.print("  others, Start as the host, and [bold]Your move[/] whenever it is a player's turn.")
    console.print("  Ctrl+C ends it; running tables go on next time.\n")
