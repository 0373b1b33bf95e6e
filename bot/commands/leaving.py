"""Resigning, putting a computer in the place of somebody who is gone, ending a game: asked twice, never taken back."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.about import table_here
from bot.commands.completion import completion
from bot.interactions.components import pressed
from bot.interactions.replies import acknowledge, answer, manages, texts_for
from bot.interactions.services import Interaction, services_of
from bot.interactions.under_answers import ConfirmLeavingButton
from bot.tables import Refused, Table, TableBroken
from bot.tables.ending import check_may_end
from bot.wording.folding import folded
from render.kit.initials import told_apart
from render.names import isolated


@completion
async def complete_player(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """People who still play at the channel's table, by seat."""
    if interaction.channel_id is None:
        return []
    try:
        table = await services_of(interaction).tables.table_in(interaction.channel_id)
    except (Refused, TableBroken):
        return []
    people = [seat for seat in table.seats if seat.user_id is not None and not seat.resigned]
    names = (await texts_for(interaction)).visible(table.names)
    choices = [(told_apart(isolated(names[seat.number]), seat.number, table.names), seat.number) for seat in people]
    wanted = " ".join(folded(typed))
    return [app_commands.Choice(name=name, value=seat) for name, seat in choices if wanted in " ".join(folded(name))]


async def ask_first(interaction: Interaction, what: str, seat: int | None = None) -> None:
    """Asks whether the person is sure. ``seat``: who is to resign, if it is not the person."""
    table, texts = await table_here(interaction), await texts_for(interaction)
    if not table.running:
        raise Refused("error.not_started")
    own = table.seat_played_or_kept(interaction.user.id)
    seat = own if seat is None else seat
    await check_allowed(table, interaction, what, seat)
    view = discord.ui.View(timeout=None)
    yes = ConfirmLeavingButton(table.row.id, what, seat)
    view.add_item(yes.button(texts.say(f"button.{what}"), discord.ButtonStyle.danger))
    view.add_item(ConfirmLeavingButton(table.row.id, "stay", seat).button(texts.say("button.stay")))
    game = texts.title(table.row.key)
    if what == "resign" and seat is not None and seat != own:
        question = texts.say("reply.sure_replace", game=game, name=texts.player(table.names, seat))
    else:
        question = texts.say(f"reply.sure_{what}", game=game)
    await answer(interaction, question, view=view)


async def check_allowed(table: Table, interaction: Interaction, what: str, seat: int | None) -> None:
    """Raises Refused for those who may not: people resign for themselves, the host for those who are gone."""
    user, admin = interaction.user.id, manages(interaction, table)
    if what == "end":
        check_may_end(table, user, admin=admin)
    elif seat is None:
        raise table.no_seat(user)
    elif seat != table.seat_played_or_kept(interaction.user.id):
        await services_of(interaction).tables.seating.check_replaceable(table, seat, user, admin=admin)


@pressed(ConfirmLeavingButton)
async def leave(interaction: Interaction, button: ConfirmLeavingButton) -> None:
    await acknowledge(interaction)
    services, texts = services_of(interaction), await texts_for(interaction)
    if button.what == "stay":
        await answer(interaction, texts.say("reply.done_stay"))
        return
    table = await services.tables.table(button.game_id)
    await check_allowed(table, interaction, button.what, button.seat)
    if button.what == "resign":
        assert button.seat is not None
        seating, user = services.tables.seating, interaction.user.id
        if button.seat == table.seat_played_or_kept(interaction.user.id):
            await seating.resign(button.game_id, user)
            await answer(interaction, texts.say("reply.done_resign"))
        else:
            await seating.replace(button.game_id, button.seat, user, admin=manages(interaction, table))
            await answer(interaction, texts.say("reply.done_replace"))
    else:
        await services.tables.play.end(button.game_id, interaction.user.id, admin=manages(interaction, table))
        await answer(interaction, texts.say("reply.done_end"))
