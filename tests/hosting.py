"""Tables hosted to their ends where nothing but the package is installed: ``python hosting.py DATABASE_URL TABLES``.

The bot is the one that is served, in a process of its own, at a stand-in for Discord; at each table people press what
they are shown, at random, until the game is over. What it says last is a line a table; it fails if the bot has logged
a fault, or a board has not arrived.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.tables import Tables
from storage.database import Database
from tools.bench.load import Load, all_shown, logged_in, open_tables
from tools.bench.load.bots import Bot
from tools.bench.load.discord import StandIn
from tools.bench.load.people import Place, Player

PATIENCE_SECONDS = 60
GLANCE_SECONDS = 3
"""Between two looks whether a game is over."""


async def to_the_end(tables: Tables, discord: StandIn, place: Place) -> str:
    """Play on until the game is over, and return the result as a line."""
    player = Player(place, place.number)
    clock = asyncio.get_running_loop().time
    while (table := await tables.table(place.game_id)).is_running:
        await player.play(discord, 0, clock() + GLANCE_SECONDS)
    points = ", ".join(str(score.total) for score in table.game.scores())
    return (
        f"{place.game}: {table.row.status} after {table.row.version} decisions, {len(player.clicks)} clicks; {points}"
    )


async def host(url: str, number: int) -> list[str]:
    """Play games on a served bot until their end, and return the errors."""
    async with Database.open(url) as database:
        await database.migrate()
        tables = Tables(database)
        places = await open_tables(tables, Load(tables=number))
        with TemporaryDirectory() as folder:
            async with StandIn([place.guild for place in places], 1) as discord:
                bot = await Bot.start(
                    discord.url, url, Path(folder), shards=None, pictures=True, drawing=1, pondering=False
                )
                try:
                    await logged_in(discord)
                    played = await asyncio.gather(*(to_the_end(tables, discord, place) for place in places))
                    versions = {place.game_id: (await tables.table(place.game_id)).row.version for place in places}
                    arrived = await all_shown([bot], places, PATIENCE_SECONDS, versions)
                finally:
                    await bot.stop()
    sys.stdout.writelines(f"{line}\n" for line in played)
    return [*bot.faults(), *(["the last board has not arrived"] if arrived is None else [])]


if __name__ == "__main__":
    wrong = asyncio.run(host(sys.argv[1], int(sys.argv[2])))
    sys.exit("; ".join(wrong) or 0)
