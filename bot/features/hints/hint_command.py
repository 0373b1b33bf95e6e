"""/hint: what the strong player would do, for a person who is to decide."""

from __future__ import annotations

from discord import app_commands

from bot.features.hints.hint_panel import hint_panel
from bot.features.table_option import everywhere, table_about, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import pressed
from bot.interactions.faults import RefusedByRules
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply
from bot.interactions.services import Interaction, services_of
from bot.panel.actions import show_panel
from bot.panel.panel_controls import HintButton
from bot.panel.presenter import present
from bot.tables import Refused, Table
from bot.tables.analysis import hint_search


@app_commands.command(name=name("hint"), description=description("hint"))
@with_table()
@everywhere
async def hint(interaction: Interaction, table: int | None = None) -> None:
    await show_hint(interaction, await table_about(interaction, table))


@pressed(HintButton, reply=Reply.BESIDE)
async def show_hint_beside(interaction: Interaction, button: HintButton) -> None:
    """Show the hint in a message of its own; the panel stays."""
    await show_hint(interaction, await services_of(interaction).tables.table(button.game_id))


async def show_hint(interaction: Interaction, table: Table) -> None:
    """Think about what the person might do, and show it."""
    tables = services_of(interaction).tables
    texts = await texts_for(interaction)
    seat = seat_asking(table, interaction.user.id)
    hint_for_seat = await hint_search.find_hint(table, seat)
    current = await tables.table(table.row.id)  # it may have been deleted, paused or played on meanwhile
    current.check_not_paused()
    if current.row.version != table.row.version and not still_asked(table, current, seat, interaction.user.id):
        await show_panel(interaction, table.row.id, heading=texts.say("error.moved_on"))
        return
    if not hint_for_seat.ideas:
        raise Refused("error.no_hint")
    await present(interaction, current, hint_panel(current, texts, seat, hint_for_seat))


def seat_asking(table: Table, user_id: int) -> int:
    """Return the seat for which a person asks. Raises Refused if there is no hint for this person, with the reason."""
    seat = table.own_seat(user_id)
    table.check_not_paused()
    if not table.is_running:
        raise Refused(table.not_running_reason)
    # Where hints are off, that is the reason to give, even to somebody who has no decision.
    if table.row.hints and seat not in table.game.to_act:
        raise RefusedByRules(table.game.not_asked(seat), table.row.key, table.names)
    refusal = hint_search.refusal_id(table, seat)
    if refusal:
        raise Refused(refusal)
    return seat


def still_asked(before: Table, current: Table, seat: int, user_id: int) -> bool:
    """Return whether a seat is still asked the same, though others who decide now have answered meanwhile."""
    if not current.is_running or current.seat_of(user_id) != seat or not current.game.waits_for(seat):
        return False
    is_same_question = current.question_digest(seat) == before.question_digest(seat)
    return is_same_question and current.game.legal(seat) == before.game.legal(seat)


COMMANDS: tuple[AnyCommand, ...] = (hint,)
