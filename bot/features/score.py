"""/score: the points of everybody at a table, projected or final."""

from __future__ import annotations

from discord import app_commands

from bot.delivery.result import about_sources, score_table
from bot.features.table_option import latest_table_and_texts
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.replies import answer
from bot.interactions.services import Interaction


@app_commands.command(name=name("score"), description=description("score"))
@app_commands.guild_only()
async def score(interaction: Interaction) -> None:
    table, texts = await latest_table_and_texts(interaction)
    view = table.game.view(None)
    scores = table.game.scores()
    heading_id = "score.final" if table.is_over else "score.projected"
    heading = texts.say(heading_id, turn=texts.turn_name(table.row.key, table.game.state.turn))
    rows = ["```", *score_table(view, scores, table, texts), "```", *about_sources(scores, table, texts)]
    await answer(interaction, "\n".join([heading, *rows]))


COMMANDS: tuple[AnyCommand, ...] = (score,)
