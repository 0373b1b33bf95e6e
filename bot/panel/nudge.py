"""The panel's nudge button, which notifies the players for whom a table waits."""

from __future__ import annotations

from bot.delivery.attendance import Attendance
from bot.interactions.person import texts_for
from bot.interactions.services import Interaction, services_of
from bot.panel.actions import show_panel
from bot.panel.cross_server import check_there
from bot.tables import Refused


async def nudge(interaction: Interaction, game_id: int) -> None:
    """Notify the players for whom the table waits, and show the panel with their names."""
    services = services_of(interaction)
    texts = await texts_for(interaction)
    lines = await _who_is_gone(interaction, game_id)
    try:
        nudged = await services.tables.nudges.nudge(game_id, interaction.user.id)
    except Refused:
        if not lines:
            raise
        # The news that somebody has left is answer enough.
    else:
        names = [texts.player(nudged.table.names, seat) for seat in nudged.called]
        reasons = [texts.message(nudged.table.row.key, reason, nudged.table.names) for reason in nudged.refused]
        lines += [texts.say("panel.nudged", players=names), *reasons]
    await show_panel(interaction, game_id, heading="\n".join(lines))


async def _who_is_gone(interaction: Interaction, game_id: int) -> list[str]:
    """Return lines about awaited players who have left the server; the table no longer waits for them."""
    services = services_of(interaction)
    texts = await texts_for(interaction)
    table = await services.tables.table(game_id)
    await check_there(interaction, table)
    if not table.is_running or table.seat_of(interaction.user.id) is None:
        return []
    other_seats = [seat for seat in table.deciding_seats if table.user_at(seat) != interaction.user.id]
    freed_seats = await Attendance(services).free_absent_seats(table, other_seats)
    return [texts.say("say.gone", player=texts.player(table.names, seat)) for seat in freed_seats]
