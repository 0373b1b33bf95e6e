"""/record: the file of a game that has ended, with which it can be verified and played again."""

from __future__ import annotations

from discord import app_commands

from bot.commands.about import complete_finished, ended_table, everywhere, with_table
from bot.commands.naming import AnyCommand, description, name
from bot.delivery.compose import record_of
from bot.delivery.pictures import files_of
from bot.interactions.replies import acknowledge, answer, texts_for
from bot.interactions.services import Interaction, services_of
from bot.tables import drawing
from storage import moves


@app_commands.command(name=name("record"), description=description("record"))
@with_table(complete_finished, "ended_table")
@everywhere
async def record(interaction: Interaction, table: int | None = None) -> None:
    await acknowledge(interaction, ephemeral=True)
    services, words = services_of(interaction), await texts_for(interaction)
    ended = await ended_table(interaction, table, "error.no_record_yet")
    async with services.database.reading() as session:
        played, draw = await moves.effective(session, ended.row.id), await drawing.opened(session, ended.row)
    said = words.say("record.file", game=words.title(ended.row.key), table=str(ended.row.id))
    await answer(interaction, said, files=files_of([record_of(ended, played, draw)]))


COMMANDS: tuple[AnyCommand, ...] = (record,)
