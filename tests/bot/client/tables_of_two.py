"""Tables of Anna and Ben at the Discord that `tests.bot.fake_discord` simulates."""

from __future__ import annotations

from bot.client.portolan import Portolan
from bot.tables import Table, Tables
from tests.bot.fake_discord import CHANNEL, GUILD
from tests.bot.lobbies import next_click

ANNA = 1
BEN = 2


async def open_lobby_of_two(tables: Tables, guild_id: int = GUILD, channel_id: int = CHANNEL) -> Table:
    """Open a lobby that is full, so that it can be started."""
    lobby = tables.lobby
    table = await lobby.open(
        "navegador", guild_id=guild_id, channel_id=channel_id, host=(ANNA, "anna"), click=next_click(), seats_wanted=2
    )
    await lobby.join(table.row.id, BEN, "ben", click=next_click())
    return await tables.table(table.row.id)


async def start_table_of_two(tables: Tables, guild_id: int = GUILD, channel_id: int = CHANNEL) -> Table:
    """Start a table whose first board is still to be sent."""
    table = await open_lobby_of_two(tables, guild_id, channel_id)
    return await tables.lobby.start(table.row.id, user_id=ANNA)


async def start_announced_table(bot: Portolan, guild_id: int = GUILD, channel_id: int = CHANNEL) -> Table:
    """Start a table, and return it once its first board has been sent."""
    table = await start_table_of_two(bot.tables, guild_id, channel_id)
    await bot.worker.idle()
    return table
