"""/games: the person's tables, and a select that shows the events missed at one of them."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.features.catch_up import MissedSelect
from bot.features.table_option import everywhere, table_name
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import Component, pressed
from bot.interactions.controls import Number
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.links import board_link
from bot.interactions.pages import page_of
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.wording.dates import until
from bot.wording.escaping import within
from bot.wording.texts import Argument


class GamesButton(Component, id="pt:games:{page}"):
    """The button to another page of the person's tables."""

    page: Number


@app_commands.command(name=name("games"), description=description("games"))
@everywhere
async def games(interaction: Interaction) -> None:
    await show_games(interaction, 0)


@pressed(GamesButton)
async def turn_games_page(interaction: Interaction, button: GamesButton) -> None:
    await show_games(interaction, button.page)


async def show_games(interaction: Interaction, number: int) -> None:
    """Show a page of the person's tables; those that wait for the person come first."""
    texts = await texts_for(interaction)
    mine = []
    others = []
    tables = services_of(interaction).tables
    user_id = interaction.user.id
    left_servers = await tables.servers.left_servers()
    sitting = await tables.tables_of_user(user_id)
    missed = await tables.missed_decisions(user_id, [row.id for row, _, _ in sitting])
    for row, seat, table in sitting:
        args: dict[str, Argument] = {
            "game": texts.title(row.key),
            "table": str(row.id),
            "turn": texts.when(row.key, row.turn),
            "link": board_link(row),
        }
        if row.id in missed and table is not None:
            args["link"] = texts.say("games.missed", link=board_link(row), n=missed[row.id])
        if row.guild_id in left_servers:
            others.append(texts.say("games.paused", **args))
        elif await tables.is_unreachable(row.id):
            mine.append(texts.say("games.unreachable", **args))
        elif table is None:
            others.append(texts.say("games.broken", **args))
        elif table.is_paused:
            others.append(
                texts.say(
                    "games.on_pause",
                    **args,
                    player=texts.person(table.pauser_name, table.seat_number_of(table.pauser_name)),
                )
            )
        elif table.user_at(seat.number) is None:
            others.append(texts.say("games.away", **args))
        elif seat.owner_id == interaction.user.id:
            others.append(texts.say("games.lent", **args, player=texts.player(table.names, seat.number)))
        else:
            running = await tables.deadlines(table)
            if table.game.waits_for(seat.number):
                due = running.get(seat.number)
                yours = "games.yours" if table.game.has_turn(seat.number) else "games.asked"
                mine.append(texts.say(yours, **args) + (until(due) if due else ""))
            else:
                args["players"] = [
                    texts.player(table.names, blocking_seat) for blocking_seat in table.game.blocking_seats
                ]
                due = min(running.values(), default=None)
                others.append(texts.say("games.waiting", **args) + (until(due) if due else ""))
    lines = [*mine, *others] or [texts.say("games.none")]
    page = page_of(lines, number)
    view = discord.ui.View(timeout=None)
    options = [
        discord.SelectOption(label=within(table_name(interaction, row, texts), OPTION), value=str(row.id))
        for row, _, table in sitting
        if row.id in missed and table is not None
    ]
    if options:
        view.add_item(MissedSelect().select(options[:CHOICES], texts.say("games.missed_at")))
    page.add_buttons(view, GamesButton)
    await answer(interaction, page.text, view=view)


COMMANDS: tuple[AnyCommand, ...] = (games,)
