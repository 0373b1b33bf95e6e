"""/games: the person's tables, and a select that shows the events missed at one of them."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import discord
from discord import app_commands

from bot.features.catch_up import MissedSelect
from bot.features.table_option import everywhere, table_name
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import Component, on_press
from bot.interactions.controls import Number, page_of
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.links import board_link
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Table
from bot.wording import Texts
from bot.wording.dates import time_left
from bot.wording.escaping import within
from bot.wording.texts import Argument
from storage.models import GameRow, SeatRow


class GamesButton(Component, id="pt:games:{page}"):
    """The button to another page of the person's tables."""

    page: Number


@app_commands.command(name=name("games"), description=description("games"))
@everywhere
async def games(interaction: Interaction) -> None:
    await show_games(interaction, 0)


@on_press(GamesButton)
async def turn_games_page(interaction: Interaction, button: GamesButton) -> None:
    await show_games(interaction, button.page)


class _TableLine(NamedTuple):
    text: str
    is_urgent: bool
    """True if the person has to do something at the table."""


class _ListedTable(NamedTuple):
    row: GameRow
    line: _TableLine
    has_missed: bool
    """True if there is something to catch up on, which can be shown."""


async def show_games(interaction: Interaction, number: int) -> None:
    """Show a page of the person's tables; those that wait for the person come first."""
    texts = await texts_for(interaction)
    tables = services_of(interaction).tables
    user_id = interaction.user.id
    left_servers = await tables.servers.left_servers()
    seats = await tables.tables_of_user(user_id)
    missed = await tables.missed_decisions(user_id, [row.id for row, _, _ in seats])
    listed = list[_ListedTable]()
    for row, seat, table in seats:
        line = await _table_line(
            interaction,
            texts,
            row,
            seat,
            table,
            missed=missed.get(row.id, 0),
            has_left_server=row.guild_id in left_servers,
        )
        listed.append(_ListedTable(row, line, row.id in missed and table is not None))
    listed.sort(key=lambda entry: not entry.line.is_urgent)
    lines = [entry.line.text for entry in listed] or [texts.say("games.none")]
    page = page_of(lines, number)
    view = discord.ui.View(timeout=None)
    options = [
        discord.SelectOption(label=within(table_name(interaction, entry.row, texts), OPTION), value=str(entry.row.id))
        for entry in listed
        if entry.has_missed
    ]
    if options:
        view.add_item(MissedSelect().select(options[:CHOICES], texts.say("games.missed_at")))
    page.add_buttons(view, GamesButton)
    await answer(interaction, page.text, view=view)


async def _table_line(
    interaction: Interaction,
    texts: Texts,
    row: GameRow,
    seat: SeatRow,
    table: Table | None,
    *,
    missed: int,
    has_left_server: bool,
) -> _TableLine:
    """Return the line about a person's table; ``table`` is None if its state cannot be read."""
    tables = services_of(interaction).tables
    args: dict[str, Argument] = {
        "game": texts.title(row.key),
        "table": str(row.id),
        "turn": texts.turn_name(row.key, row.turn),
        "link": board_link(row),
    }
    if missed and table is not None:
        # The number of missed moves follows the link in every line.
        args["link"] = texts.say("games.missed", link=board_link(row), n=missed)
    if has_left_server:
        return _TableLine(texts.say("games.paused", **args), is_urgent=False)
    if await tables.is_unreachable(row.id):
        # Somebody has to move the table to another channel.
        return _TableLine(texts.say("games.unreachable", **args), is_urgent=True)
    if table is None:
        return _TableLine(texts.say("games.broken", **args), is_urgent=False)
    if table.is_paused:
        pauser = texts.person(table.pauser_name, table.seat_number_of(table.pauser_name))
        return _TableLine(texts.say("games.on_pause", **args, player=pauser), is_urgent=False)
    if table.user_at(seat.number) is None:
        # The person is away, and a computer decides for the seat.
        return _TableLine(texts.say("games.away", **args), is_urgent=False)
    if seat.owner_id == interaction.user.id:
        # A substitute plays the person's seat.
        player = texts.player(table.names, seat.number)
        return _TableLine(texts.say("games.lent", **args, player=player), is_urgent=False)
    deadlines = await tables.deadlines(table)
    if table.game.waits_for(seat.number):
        deadline = deadlines.get(seat.number)
        text_id = "games.yours" if table.game.has_turn(seat.number) else "games.asked"
        return _TableLine(texts.say(text_id, **args) + _time_left(deadline), is_urgent=True)
    players = [texts.player(table.names, blocking_seat) for blocking_seat in table.game.blocking_seats]
    deadline = min(deadlines.values(), default=None)
    return _TableLine(texts.say("games.waiting", **args, players=players) + _time_left(deadline), is_urgent=False)


def _time_left(deadline: datetime | None) -> str:
    return time_left(deadline) if deadline is not None else ""


COMMANDS: tuple[AnyCommand, ...] = (games,)
