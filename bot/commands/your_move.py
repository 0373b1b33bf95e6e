"""Under Apps on any board's message: the reader's panel at that table, or for who only watches whose turn it is."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.naming import name
from bot.commands.since import ON_BOARDS, game_shown_by
from bot.delivery.alt_texts import acting
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.panel.actions import show_panel


async def your_move(interaction: Interaction, message: discord.Message) -> None:
    await acknowledge(interaction, ephemeral=True)
    game_id = (await game_shown_by(interaction, message)).game_id
    table = await services_of(interaction).tables.table(game_id)
    if (table.running or table.over) and interaction.user.id not in table.company:
        await answer(interaction, acting(table, (await texts_for(interaction)).at(table.game, table.names)))
    else:
        await show_panel(interaction, game_id, known=table)


MENUS = (app_commands.ContextMenu(name=name("Your move", "your_move"), callback=your_move, allowed_contexts=ON_BOARDS),)
