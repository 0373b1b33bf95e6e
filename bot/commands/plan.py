"""/try and /plan: moves on an imagined table, and what is to be played when the turn comes."""

from __future__ import annotations

from discord import app_commands

from bot.commands.naming import AnyCommand, description, name
from bot.panel.trying import show_panel, show_plan
from bot.replies import texts_for
from bot.services import Interaction, services_of
from bot.tables import Refused


@app_commands.command(name=name("try"), description=description("try"))
@app_commands.guild_only()
async def try_(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    assert interaction.channel_id is not None
    table = await services_of(interaction).tables.table_in(interaction.channel_id)
    await show_panel(interaction, table.row.id)


@app_commands.command(name=name("plan"), description=description("plan"))
@app_commands.guild_only()
async def plan(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    services, words = services_of(interaction), await texts_for(interaction)
    assert interaction.channel_id is not None
    table = await services.tables.table_in(interaction.channel_id)
    if table.running and table.seat_of(interaction.user.id) is None:
        raise Refused("error.not_seated")
    _, notes = await services.tables.plans.notes(table.row.id, interaction.user.id)
    if notes.plan:
        await show_plan(interaction, table.row.id)
    else:
        await show_panel(interaction, table.row.id, heading=words.say("panel.no_plan"))


COMMANDS: tuple[AnyCommand, ...] = (try_, plan)
