"""Taking back: freely up to the last barrier, beyond it when everybody at the table agrees."""

from __future__ import annotations

from bot.commands.votes import ask_to_go_back
from bot.interactions.components import pressed
from bot.interactions.controls import OldConsentButton
from bot.interactions.replies import texts_for
from bot.interactions.services import Interaction, services_of
from bot.panel.actions import show_panel, start_over_typed, take_back_typed
from bot.tables import Table
from bot.tables.following.consent import Proposal
from bot.tables.repetition import repeats_undo


async def take_back_or_ask(interaction: Interaction, table: Table, *, whole: bool = False) -> None:
    """Undoes the person's last decision, or the ``whole`` turn, which the person is asked about first; asks the others
    when something stands in the way."""
    tables, game_id, user = services_of(interaction).tables, table.row.id, interaction.user.id
    plan = await tables.play.undo_plan(table, user)
    if plan.barrier is None and whole:
        await start_over_typed(interaction, game_id)
    elif plan.barrier is None:
        await take_back_typed(interaction, game_id)
    elif await _is_decided_alone(interaction, table):
        await tables.play.undo(game_id, user, consented=plan.version)
        await show_panel(interaction, game_id, heading=(await texts_for(interaction)).say("panel.undone"))
    else:
        await ask_to_go_back(interaction, table, Proposal.UNDO, plan.taken_back, plan.barrier)


async def _is_decided_alone(interaction: Interaction, table: Table) -> bool:
    """Return whether the person goes back beyond a barrier unasked: nobody else plays, and it is no repetition."""
    services, user = services_of(interaction), interaction.user.id
    if not await services.tables.play.nobody_to_ask(table, user):
        return False
    return not await repeats_undo(services.database, table, user)


@pressed(OldConsentButton)
async def ask_anew(interaction: Interaction, button: OldConsentButton) -> None:
    texts = await services_of(interaction).public_texts(interaction.guild_id)
    await interaction.response.edit_message(content=texts.say("say.vote_of_before"), view=None)
