"""/board: the board as the person may see it, an enlarged part of it, and a legend of its parts."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.delivery.board_description import alt_text
from bot.delivery.illustrating import AT_ONCE, as_far_as_drawn, board_picture, files_of
from bot.delivery.parts import legend_lines, legend_picture, part_names, place_names, zoomed_picture
from bot.features.table_option import latest_table_and_texts
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.completion import completion
from bot.interactions.components import on_press
from bot.interactions.controls import BoardButton, LegendButton, ShapeButton
from bot.interactions.limits import CHOICES, OPTION
from bot.interactions.person import texts_for
from bot.interactions.replies import Reply, answer
from bot.interactions.services import Interaction, services_of
from bot.interactions.shapes import legend_button, other_shape, own_shape, redrawn_in_shape, shape_button
from bot.tables import Refused, Table
from bot.wording import Texts
from bot.wording.escaping import plain, within
from render.names import displayed_name
from render.shape import Shape


class BoardShape(ShapeButton, id="pt:boardshape:{shape}:{game_id}:{words}"):
    """The button below a private board that changes its shape."""


@app_commands.command(name=name("board"), description=description("board"))
@app_commands.rename(part=name("part", "board.part"))
@app_commands.describe(part=description("board.part"))
@app_commands.guild_only()
async def board(interaction: Interaction, part: app_commands.Range[str, 0, OPTION] | None = None) -> None:
    table, words = await latest_table_and_texts(interaction)
    if part:
        await show_part(interaction, table, words, part)
    else:
        await show_board(interaction, table, words)


async def show_board(interaction: Interaction, table: Table, texts: Texts) -> None:
    """Show the board as the person may see it."""
    seat = table.seat_of(interaction.user.id)
    shape = await own_shape(interaction)
    table.check_game()  # before anything is drawn
    picture = await as_far_as_drawn(lambda: board_picture(table, texts, shape, (), seat, time_limit=AT_ONCE))
    if not picture:
        await answer(interaction, alt_text(table, texts, seat, formatted=True))
        return
    view = discord.ui.View(timeout=None)
    view.add_item(shape_button(BoardShape(other_shape(shape), table.row.id), texts))
    view.add_item(legend_button(table.row.id, texts))
    await answer(interaction, "", files=files_of(picture), view=view)


async def show_part(interaction: Interaction, table: Table, texts: Texts, typed: str) -> None:
    """Show only the part of the board with the typed name, or the surroundings of a place with that name.

    An equal name comes first, then a name that begins with the typed text, then one that contains it.
    """
    seat = table.seat_of(interaction.user.id)
    shape = await own_shape(interaction)
    titles = part_names(table, texts, shape, seat) | place_names(table, texts, shape, seat)
    called = {part: displayed_name(name).casefold() for part, name in titles.items()}
    searched_name = displayed_name(typed).casefold()
    fitting = (str.__eq__, str.startswith, str.__contains__)
    matches = next(
        filter(None, ([part for part, name in called.items() if fits(name, searched_name)] for fits in fitting)), []
    )
    if not matches:
        raise Refused("error.no_part", typed=plain(typed))
    picture = await as_far_as_drawn(lambda: zoomed_picture(table, texts, shape, seat, matches[0]))
    words = "" if picture else alt_text(table, texts, seat, formatted=True)
    await answer(interaction, words, files=files_of(picture), view=_back_button(table, texts, shape))


def _back_button(table: Table, texts: Texts, shape: Shape) -> discord.ui.View:
    """Return a button that leads to the whole board."""
    view = discord.ui.View(timeout=None)
    view.add_item(BoardShape(shape, table.row.id).button(texts.say("button.whole_board")))
    return view


@board.autocomplete("part")
@completion
async def complete_part(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the names of parts and places of the channel's board; a player's part has the player's name."""
    assert interaction.channel_id is not None
    texts = await texts_for(interaction)
    try:
        table = await services_of(interaction).tables.latest_in(interaction.channel_id)
        shape = await own_shape(interaction)
        seat = table.seat_of(interaction.user.id)
        titles = [*part_names(table, texts, shape, seat).values(), *place_names(table, texts, shape, seat).values()]
    except Refused:
        return []
    searched_name = displayed_name(typed).casefold()
    fitting = dict.fromkeys(
        within(title, OPTION) for title in titles if searched_name in displayed_name(title).casefold()
    )
    return [app_commands.Choice(name=title, value=title) for title in list(fitting)[:CHOICES]]


@redrawn_in_shape(BoardShape)
async def show_board_anew(interaction: Interaction, button: BoardShape) -> None:
    table = await services_of(interaction).tables.table(button.game_id)
    await show_board(interaction, table, await texts_for(interaction))


@on_press(BoardButton, reply=Reply.BESIDE)
async def show_whole_board(interaction: Interaction, button: BoardButton) -> None:
    """Show the whole board in a new private message; the channel's message shows only a part of it."""
    table = await services_of(interaction).tables.table(button.game_id)
    await show_board(interaction, table, await texts_for(interaction))


@on_press(LegendButton, reply=Reply.BESIDE)
async def show_legend(interaction: Interaction, button: LegendButton) -> None:
    """Show the board with numbered parts in a new private message, and explain each number."""
    table = await services_of(interaction).tables.table(button.game_id)
    texts = await texts_for(interaction)
    seat = table.seat_of(interaction.user.id)
    shape = await own_shape(interaction)
    legend = "\n".join(legend_lines(table, texts, shape, seat))
    picture = await as_far_as_drawn(lambda: legend_picture(table, texts, shape, seat, legend))
    await answer(interaction, legend, files=files_of(picture))


COMMANDS: tuple[AnyCommand, ...] = (board,)
