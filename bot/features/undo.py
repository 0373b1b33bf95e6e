"""/undo: takes back decisions, freely up to the last barrier, and beyond it by a vote of the table.

A barrier is something that cannot be taken back alone, such as revealed information.
"""

from __future__ import annotations

from typing import Annotated

from discord import app_commands

from bot.features.table_option import everywhere, table_about, with_table
from bot.features.votes import ask_to_go_back
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import Component, on_press, one_of
from bot.interactions.controls import Number, Seat
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply
from bot.interactions.services import Interaction, services_of
from bot.panel.actions import show_panel, start_over_typed, take_back_typed
from bot.tables import Table
from bot.tables.observers.voting import Proposal
from bot.tables.repetition import repeats_undo


class OldConsentButton(Component, id="pt:v:{game_id}:{version}:{since}:{seat}:{agreed}:{answer}"):
    """The button below a vote of an early version, which kept the answers in its buttons and cannot be answered now."""

    game_id: Number
    version: Number
    since: Number
    seat: Seat
    agreed: Number
    answer: Annotated[str, one_of(("agree", "refuse"))]


async def take_back_or_ask(interaction: Interaction, table: Table, *, whole_turn: bool = False) -> None:
    """Undo the person's last decision, or after a question the ``whole_turn`` turn.

    If a barrier prevents that, ask the other players.
    """
    tables = services_of(interaction).tables
    game_id = table.row.id
    user = interaction.user.id
    plan = await tables.play.undo_plan(table, user)
    if plan.barrier is None and whole_turn:
        await start_over_typed(interaction, game_id)
    elif plan.barrier is None:
        await take_back_typed(interaction, game_id)
    elif await _is_decided_alone(interaction, table):
        await tables.play.undo(game_id, user, consented=plan.version)
        await show_panel(interaction, game_id, heading=(await texts_for(interaction)).say("panel.undone"))
    else:
        await ask_to_go_back(interaction, table, Proposal.UNDO, plan.taken_back, plan.barrier)


async def _is_decided_alone(interaction: Interaction, table: Table) -> bool:
    """Return whether the person may go back beyond a barrier alone: nobody else plays, and it is the first time."""
    services = services_of(interaction)
    user = interaction.user.id
    if not await services.tables.play.has_nobody_to_ask(table, user):
        return False
    return not await repeats_undo(services.database, table, user)


@on_press(OldConsentButton, reply=Reply.BY_HANDLER)
async def replace_old_question(interaction: Interaction, _button: OldConsentButton) -> None:
    texts = await services_of(interaction).public_texts(interaction.guild_id)
    await interaction.response.edit_message(content=texts.say("say.vote_of_before"), view=None)


@app_commands.command(name=name("undo"), description=description("undo"))
@app_commands.rename(turn=name("turn"))
@app_commands.describe(turn=description("turn"))
@with_table()
@everywhere
async def undo(
    interaction: Interaction,
    turn: bool = False,  # noqa: FBT001  # an option of the command
    table: int | None = None,
) -> None:
    await take_back_or_ask(interaction, await table_about(interaction, table, prefer_waiting=False), whole_turn=turn)


COMMANDS: tuple[AnyCommand, ...] = (undo,)
