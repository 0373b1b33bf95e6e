"""Confirmation before a player resigns, ends the game, or leaves in the middle of a turn; /game resign and /game end.

A computer plays on for a player who resigns. The host and people who manage the server can also resign for an absent
player; if that is a substitute, the computer only plays until the owner of the seat is back. ``seats`` has /game leave.
"""

from __future__ import annotations

from typing import Annotated

import discord
from discord import app_commands

from bot.features.table_option import complete_player, table_here
from bot.interactions.command_names import AnyCommand, description, name
from bot.interactions.components import Component, on_press, one_of
from bot.interactions.controls import MaybeSeat, Number
from bot.interactions.permissions import manages
from bot.interactions.person import texts_for
from bot.interactions.replies import answer
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused, Table
from bot.tables.seating import seat_to_resign


class ConfirmLeavingButton(Component, id="pt:y:{game_id}:{what}:{seat}"):
    """The buttons of the confirmation: resign, end the game, leave for now, or do none of these."""

    game_id: Number
    what: Annotated[str, one_of(("resign", "end", "leave", "stay"))]
    seat: MaybeSeat


@app_commands.command(name=name("resign", "game.resign"), description=description("game.resign"))
@app_commands.rename(player=name("player"))
@app_commands.describe(player=description("player"))
@app_commands.autocomplete(player=complete_player)
async def resign(interaction: Interaction, player: int | None = None) -> None:
    await ask_first(interaction, "resign", player)


@app_commands.command(name=name("end", "game.end"), description=description("game.end"))
async def end(interaction: Interaction) -> None:
    await ask_first(interaction, "end")


async def ask_first(interaction: Interaction, step: str, seat: int | None = None) -> None:
    """Ask for confirmation.

    Args:
        interaction: The command.
        step: "resign", "end" or "leave", as in ``ConfirmLeavingButton``.
        seat: The seat of the player who is to resign; None: the person themself.
    """
    table = await table_here(interaction)
    texts = await texts_for(interaction)
    if not table.is_running:
        raise Refused("error.not_started")
    own_seat = table.played_or_kept_seat(interaction.user.id)
    seat = own_seat if seat is None else seat
    await check_allowed(table, interaction, step, seat)
    view = discord.ui.View(timeout=None)
    confirm_button = ConfirmLeavingButton(table.row.id, step, seat)
    label = texts.say("button.seats.leave" if step == "leave" else f"button.{step}")
    view.add_item(confirm_button.button(label, discord.ButtonStyle.danger))
    view.add_item(ConfirmLeavingButton(table.row.id, "stay", seat).button(texts.say("button.stay")))
    game = texts.title(table.row.key)
    if step == "resign" and seat is not None and seat != own_seat:
        player = texts.player(table.names, seat)
        if table.seats[seat].owner_id is None:
            question = texts.say("reply.sure_replace", game=game, name=player)
        else:
            owner = texts.player(table.owner_names, seat)
            question = texts.say("reply.sure_replace_substitute", game=game, name=player, owner=owner)
    else:
        question = texts.say(f"reply.sure_{step}", game=game)
    await answer(interaction, question, view=view)


async def check_allowed(table: Table, interaction: Interaction, step: str, seat: int | None) -> None:
    """Check that the person may end the game, or resign for a seat: their own or that of an absent player.

    Args:
        table: The table.
        interaction: The person's command or click.
        step: "resign", "end" or "leave".
        seat: The seat to resign for; None if the person has none.

    Raises:
        Refused: The person may not.
    """
    user = interaction.user.id
    admin = manages(interaction, table)
    if step == "end":
        table.check_may_end(user, admin=admin)
    elif seat is None:
        raise table.no_seat_refusal(user)
    elif step == "leave":
        table.own_seat(user)
    elif seat == table.played_or_kept_seat(user):
        seat_to_resign(table, user)
    else:
        await services_of(interaction).tables.seating.check_replaceable(table, seat, user, admin=admin)


@on_press(ConfirmLeavingButton)
async def leave_or_end(interaction: Interaction, button: ConfirmLeavingButton) -> None:
    services = services_of(interaction)
    texts = await texts_for(interaction)
    if button.what == "stay":
        await answer(interaction, texts.say("reply.done_stay"))
        return
    table = await services.tables.table(button.game_id)
    await check_allowed(table, interaction, button.what, button.seat)
    if button.what == "resign":
        assert button.seat is not None
        seating = services.tables.seating
        user = interaction.user.id
        if button.seat == table.played_or_kept_seat(user):
            await seating.resign(button.game_id, user)
            await answer(interaction, texts.say("reply.done_resign"))
        else:
            await seating.replace(button.game_id, button.seat, user, admin=manages(interaction, table))
            await answer(interaction, texts.say("reply.done_replace"))
    elif button.what == "leave":
        await services.tables.seating.leave(button.game_id, interaction.user.id)
        await answer(interaction, texts.say("reply.seats.leave"))
    else:
        await services.tables.play.end(button.game_id, interaction.user.id, admin=manages(interaction, table))
        await answer(interaction, texts.say("reply.done_end"))


GAME_COMMANDS: tuple[AnyCommand, ...] = (resign, end)
