"""/log: the events of a table, as far as the reader may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord
from discord import app_commands

from bot.features.table_option import latest_table_and_texts
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import on_press
from bot.interactions.controls import LONGEST_PAGE, OfPage
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Table, event_log
from bot.tables.analysis.seat_knowledge import PUBLIC_KNOWLEDGE, SeatKnowledge, knowledge_of
from bot.wording import Texts
from bot.wording.escaping import within
from engines import Event
from storage.models import MoveKind, MoveRow

LINES = 18
"""The largest number of lines on a page."""


class LogButton(OfPage, id="pt:g:{game_id}:{page}"):
    """The button to another page of the log."""


@app_commands.command(name=name("log"), description=description("log"))
@app_commands.guild_only()
async def log_command(interaction: Interaction) -> None:
    table, texts = await latest_table_and_texts(interaction)
    await show_log(interaction, table, texts, 0)


async def show_log(interaction: Interaction, table: Table, texts: Texts, page: int) -> None:
    """Show a page of the log. The first page has the newest lines; on each page the oldest line is on top."""
    table.check_has_moves()
    if table.row.state is not None:
        texts = texts.at(table.game, table.names)
    entries = await services_of(interaction).tables.log(table.row.id)
    lines = log_lines(table, entries, texts, knowledge_of(table, entries, interaction.user.id))
    pages = pages_from_end(lines)
    page = min(page, len(pages) - 1)
    view = discord.ui.View(timeout=None)
    for number, label in ((page + 1, "◀"), (page - 1, "▶")):
        if 0 <= number < len(pages):
            view.add_item(LogButton(table.row.id, number).button(label))
    await answer(interaction, pages[page] or texts.say("log.empty"), view=view)


def pages_from_end(lines: Sequence[str]) -> list[str]:
    """Return lines as pages, the page with the newest lines first; there is at least one page.

    >>> pages_from_end([f"line {number}" for number in range(19)])[1]
    'line 0'
    """
    pages: list[list[str]] = [[]]
    for line in reversed(lines):
        cut_line = within(line, LONGEST_PAGE)
        if len(pages[-1]) == LINES or len("\n".join((cut_line, *pages[-1]))) > LONGEST_PAGE:
            pages.append([])
        pages[-1].insert(0, cut_line)
    return ["\n".join(page) for page in pages]


def log_lines(
    table: Table, entries: Sequence[MoveRow], texts: Texts, knows: SeatKnowledge = PUBLIC_KNOWLEDGE
) -> list[str]:
    """Return the lines of the log.

    A line names the turn of its decision and the person who then played the seat; undone decisions are struck out.

    Args:
        table: The table.
        entries: The stored moves, in order.
        texts: The reader's texts, adapted to the table's game (``Texts.at``) if its state is stored.
        knows: The knowledge of the reader; by default what everybody knows.
    """
    return [line for _, lines in lines_by_entry(table, entries, texts, knows) for line in lines]


def lines_by_entry(
    table: Table, entries: Sequence[MoveRow], texts: Texts, knows: SeatKnowledge = PUBLIC_KNOWLEDGE, *, after: int = -1
) -> Iterator[tuple[MoveRow, list[str]]]:
    """Yield each entry with its lines, as in ``log_lines``; entries up to version ``after`` are left out."""
    names = list(table.owner_names)
    for entry in entries:
        lines = list[str]()
        if entry.kind != MoveKind.MOVE and not entry.events:  # it has no events of the game to describe it
            name = table.present_name_of(entry.words) if entry.words else names[entry.seat]
            sentence = texts.say(f"log.{entry.kind}", name=texts.person(name, entry.seat + 1))
            lines.append(f"`{entry.turn:>3}` {sentence}")
        names = event_log.names_after(table, names, entry)
        if entry.version <= after:
            continue
        visible_events = knows.events(entry.version, entry.events)
        for place, (turn, text) in enumerate(_by_turn(table, entry.turn, visible_events, texts, names)):
            line = text
            if entry.planned and place == 0:  # the planned move itself; the other lines are its consequences
                line = texts.say("log.planned", line=text)
            lines.append(f"`{turn:>3}` " + (f"~~{line}~~" if entry.undone else line))
        yield entry, lines


def _by_turn(
    table: Table, turn: int, events: Sequence[Event], texts: Texts, names: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Yield a line for each event with its turn: ``turn``, or a later one if an event began it."""
    key = table.row.key
    begins = table.kind.presentation.turn_start_events
    events = list(map(table.with_present_names_in, events))
    # Events may share a line, so the line of an event is found by wording all events up to it.
    # A new round and its first turn are one beginning.
    first_lines = [
        len(texts.events(key, events[: place + 1], names)) - 1
        for place, event in enumerate(events)
        if event.kind in begins and (place == 0 or events[place - 1].kind not in begins)
    ]
    for place, text in enumerate(texts.events(key, events, names)):
        yield turn + sum(start <= place for start in first_lines), text


@on_press(LogButton)
async def turn_log_page(interaction: Interaction, button: LogButton) -> None:
    table = await services_of(interaction).tables.table(button.game_id)
    await show_log(interaction, table, await texts_for(interaction), button.page)


COMMANDS: tuple[AnyCommand, ...] = (log_command,)
