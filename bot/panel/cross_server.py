"""Playing from elsewhere than a table's server: in direct messages, or from another server.

Discord lets nobody press what stands in a server that they have left. What stands elsewhere they can go on pressing:
whether they are still there has to be asked.
"""

from __future__ import annotations

import time

from bot.delivery.attendance import Attendance
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table

MET_SECONDS = 600
"""So long nobody is asked for again."""
MOST_MET = 10_000


def is_afar(interaction: Interaction, table: Table) -> bool:
    """Return whether the interaction happened outside the table's server."""
    return table.row.guild_id is not None and table.row.guild_id != interaction.guild_id


async def check_there(interaction: Interaction, table: Table) -> None:
    """Raise Refused where the bot or the person has left the server of a table that is played from elsewhere; a seat
    of who has left is then free for a computer or a substitute."""
    services = services_of(interaction)
    server = table.row.guild_id
    seat = table.seat_of(interaction.user.id)
    if server is None or seat is None or not table.is_running or not is_afar(interaction, table):
        return
    met = services.met
    key = (interaction.user.id, server)
    now = time.monotonic()
    if key in met and now - met[key] < MET_SECONDS:
        return
    if server in await services.tables.servers.left_servers():
        raise Refused("error.bot_left")
    if await Attendance(services).call(table, [seat]):
        raise Refused("error.left_server")
    if len(met) >= MOST_MET:
        met.clear()
    met[key] = now
