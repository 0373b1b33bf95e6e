"""/try and /plan: moves on a practice copy of a table, and moves that are played when the player's turn comes."""

from __future__ import annotations

from discord import app_commands

from bot.features.plans import plan_session, practice_session
from bot.features.plans.plan_layout import PlanButton, PlanSelect, TryButton, no_plan
from bot.features.play import choices
from bot.features.table_option import everywhere, find_table, number_of, table_about, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.components import on_choice, on_press
from bot.interactions.person import texts_for
from bot.interactions.services import Interaction, services_of
from bot.language.read.tokens.utterance import LONGEST
from bot.panel.panel_controls import PlanThisButton
from bot.panel.typed_moves import deciding, play_typed
from bot.tables import Refused, Table, TableBroken


@app_commands.command(name=name("try"), description=description("try"))
@with_table()
@everywhere
async def try_(interaction: Interaction, table: int | None = None) -> None:
    await practice_session.PracticeSession(interaction, (await table_about(interaction, table)).row.id).show()


@completion
async def complete_plan(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the legal actions at the point that the practice copy has reached."""
    if interaction.channel_id is None:
        return []
    texts = await texts_for(interaction)
    try:
        table = await find_table(interaction, number_of(interaction), prefer_waiting=False)
        legal = await plan_session.offered(interaction, table)
    except (Refused, TableBroken):
        return []
    return choices(texts, table, table.seat_of(interaction.user.id), legal, typed)


@app_commands.command(name=name("plan"), description=description("plan"))
@app_commands.rename(move=name("move", "plan.move"))
@app_commands.describe(move=description("plan.move"))
@app_commands.autocomplete(move=complete_plan)
@with_table()
@everywhere
async def plan(
    interaction: Interaction, move: app_commands.Range[str, 0, LONGEST] | None = None, table: int | None = None
) -> None:
    await show_or_add(interaction, await table_about(interaction, table, prefer_waiting=False), move)


async def show_or_add(interaction: Interaction, table: Table, move: str | None) -> None:
    """Add the typed ``move`` to the person's plan; without one, show the plan or the practice copy."""
    services = services_of(interaction)
    texts = await texts_for(interaction)
    if table.is_running and table.seat_of(interaction.user.id) is None:
        raise table.no_seat_refusal(interaction.user.id)
    if move is not None:
        await plan_session.add_typed(interaction, table.row.id, move)
        return
    _, notes = await services.tables.plans.load_notes(table.row.id, interaction.user.id)
    if notes.plan:
        await plan_session.show_plan(interaction, table.row.id)
    else:
        await practice_session.PracticeSession(interaction, table.row.id).show(heading=no_plan(table, texts))


@on_press(TryButton)
async def work_on_tried(interaction: Interaction, button: TryButton) -> None:
    await practice_session.press(interaction, button.game_id, button.what, revision=button.revision)


@on_press(PlanThisButton)
async def plan_this(interaction: Interaction, button: PlanThisButton) -> None:
    """Plan what was typed, or play it if the person's turn has come meanwhile."""
    table = await services_of(interaction).tables.table(button.game_id)
    seat = deciding(table, interaction.user.id)
    if seat is not None and table.game.has_turn(seat):
        await play_typed(interaction, button.game_id, button.typed)
        return
    await plan_session.add_typed(interaction, button.game_id, button.typed)


@on_press(PlanButton)
async def change_plan(interaction: Interaction, button: PlanButton) -> None:
    await plan_session.change(interaction, button.game_id, button.what, (), revision=button.revision)


@on_choice(PlanSelect, maybe_none=True)
async def edit_plan(interaction: Interaction, select: PlanSelect, values: list[str]) -> None:
    """Edit the plan: any number of conditions (also none), or exactly one move."""
    if select.what != "if" and not values:
        raise Refused("error.damaged")
    changed = values if select.what == "if" else values[:1]
    await plan_session.change(interaction, select.game_id, select.what, changed, revision=select.revision)


COMMANDS: tuple[AnyCommand, ...] = (try_, plan)
