"""/record: the file of the game that ended in a channel last, with which it can be verified and played again."""

from __future__ import annotations

from discord import app_commands

from bot.commands.naming import AnyCommand, description, name
from bot.delivery.compose import record_of
from bot.delivery.pictures import files_of
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.tables import drawing
from storage import moves


@app_commands.command(name=name("record"), description=description("record"))
@app_commands.guild_only()
async def record(interaction: Interaction) -> None:
    await acknowledge(interaction, ephemeral=True)
    assert interaction.channel_id is not None
    services, words = services_of(interaction), await texts_for(interaction)
    table = await services.tables.reviews.last_in(interaction.channel_id, "error.no_record_yet")
    async with services.database.reading() as session:
        played, draw = await moves.effective(session, table.row.id), await drawing.opened(session, table.row)
    said = words.say("record.file", game=words.title(table.row.key), table=str(table.row.id))
    await answer(interaction, said, files=files_of([record_of(table, played, draw)]))


COMMANDS: tuple[AnyCommand, ...] = (record,)
