"""/note: private lines of a player, which are shown at the top of the panel in their next turns."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.delivery.compose import fit
from bot.features.table_option import everywhere, find_table, number_of, table_about, with_table
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.panel.private_notes import note_line
from bot.tables import Refused, Table, TableBroken
from bot.tables.table_notes import LONGEST_LINE, NoteLine
from bot.wording import Texts
from bot.wording.escaping import within


@completion
async def complete_done(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Offer the person's lines, any of which can be removed."""
    if interaction.channel_id is None:
        return []
    tables = services_of(interaction).tables
    try:
        table = await find_table(interaction, number_of(interaction), prefer_waiting=False)
    except (Refused, TableBroken):
        return []
    _, notes = await tables.plans.load_notes(table.row.id, interaction.user.id)
    choices = [(f"{number}. {line.text}", number) for number, line in enumerate(notes.lines, 1)]
    choices = [(text, number) for text, number in choices if typed.lower() in text.lower()]
    return [app_commands.Choice(name=within(text, OPTION), value=number) for text, number in choices][:CHOICES]


@app_commands.command(name=name("note"), description=description("note"))
@app_commands.rename(text=name("text", "note.text"), done=name("done", "note.done"))
@app_commands.describe(text=description("note.text"), done=description("note.done"))
@app_commands.autocomplete(done=complete_done)
@with_table()
@everywhere
async def note(
    interaction: Interaction,
    text: app_commands.Range[str, 1, LONGEST_LINE] | None = None,
    done: app_commands.Range[int, 1, 99] | None = None,
    table: int | None = None,
) -> None:
    tables = services_of(interaction).tables
    texts = await texts_for(interaction)
    user = interaction.user.id
    about = await table_about(interaction, table, prefer_waiting=False)
    lines = None
    if done is not None:
        lines = await tables.note_lines.remove_line(about.row.id, user, done)
    if text is not None:
        if about.played_or_kept_seat(user) is None:
            raise about.no_seat_refusal(user)
        lines = await tables.note_lines.add_line(about, user, " ".join(text.split()))
    if lines is None:
        lines = (await tables.plans.load_notes(about.row.id, user))[1].lines
    await answer(interaction, all_lines(about, texts, lines))


COMMANDS: tuple[AnyCommand, ...] = (note,)


def all_lines(table: Table, texts: Texts, lines: Sequence[NoteLine]) -> str:
    """Return all lines with their numbers, and an explanation of how to remove them."""
    blanks = {"game": texts.title(table.row.key), "table": str(table.row.id)}
    if not lines:
        return texts.say("note.none", **blanks)
    numbered = [f"{number}. {note_line(table, texts, line)}" for number, line in enumerate(lines, 1)]
    return fit([texts.say("note.kept", **blanks), *numbered])
