"""Checks for people who play from outside a table's server: in direct messages, or from another server.

People who have left a server can no longer press buttons there, but they can still press those in direct messages. So
the bot has to ask Discord whether they are still members.
"""

from __future__ import annotations

import time

from bot.delivery.attendance import Attendance
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table

MEMBER_SECONDS = 600
"""Seconds for which the answer that a person is a member counts."""
MOST_MEMBERS = 10_000
"""The largest number of such answers in memory."""


def is_cross_server(interaction: Interaction, table: Table) -> bool:
    """Return whether the interaction happened outside the table's server."""
    return table.row.guild_id is not None and table.row.guild_id != interaction.guild_id


async def check_there(interaction: Interaction, table: Table) -> None:
    """Check that the bot and the person are still in the table's server, if the interaction is from outside it.

    The seat of a person who has left becomes free for a computer player or a substitute.

    Raises:
        Refused: The bot or the person has left the server.
    """
    services = services_of(interaction)
    server = table.row.guild_id
    seat = table.seat_of(interaction.user.id)
    if server is None or seat is None or not table.is_running or not is_cross_server(interaction, table):
        return
    seen_members = services.seen_members
    key = (interaction.user.id, server)
    now = time.monotonic()
    if key in seen_members and now - seen_members[key] < MEMBER_SECONDS:
        return
    if server in await services.tables.servers.left_servers():
        raise Refused("error.bot_left")
    vacated = await Attendance(services).free_absent_seats(table, [seat])
    if vacated:
        raise Refused("error.left_server")
    if len(seen_members) >= MOST_MEMBERS:
        seen_members.clear()
    seen_members[key] = now
