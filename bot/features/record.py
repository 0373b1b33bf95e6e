"""/record: the file to verify and replay a finished game, and its result as a file for the app BG Stats."""

from __future__ import annotations

from datetime import UTC

from discord import app_commands

from bot.delivery import bgstats
from bot.delivery.compose import record_of
from bot.delivery.illustrating import files_of
from bot.features.table_option import complete_finished, ended_table, everywhere, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.person import person_of
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import fair_dice_log
from storage import moves, results


@app_commands.command(name=name("record"), description=description("record"))
@with_table(complete_finished, "ended_table")
@everywhere
async def record(interaction: Interaction, table: int | None = None) -> None:
    services = services_of(interaction)
    (texts, habits) = await person_of(interaction)
    ended = await ended_table(interaction, table, "error.no_record_yet")
    async with services.database.reading() as session:
        played = await moves.effective(session, ended.row.id)
        draw = await fair_dice_log.load_draw(session, ended.row)
        outcome = await results.outcome_of_game(session, ended.row.id)
        rows = await results.seats_of_game(session, ended.row.id)
    lines = [texts.say("record.file", game=texts.title(ended.row.key), table=str(ended.row.id))]
    files = [record_of(ended, played, draw)]
    if outcome is not None:
        zone = habits.clock(outcome.ended_at).tzinfo or UTC
        play = bgstats.play_of(outcome, rows, played[0].seat if played else None, zone, texts)
        link = bgstats.link_of(play)
        lines.append(texts.say("record.bgstats", link=link) if link else texts.say("record.bgstats_file"))
        files.append(bgstats.file_of(play))
    await answer(interaction, "\n".join(lines), files=files_of(files))


COMMANDS: tuple[AnyCommand, ...] = (record,)
