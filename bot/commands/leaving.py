"""Resigning, putting a computer in the place of somebody who is gone, ending a game: asked twice, never taken back."""

from __future__ import annotations

import re
from typing import Any, Self

import discord
from discord import app_commands

from bot.items import GAME, GuardedButton
from bot.replies import answer, is_admin, texts_for
from bot.services import Interaction, services_of
from bot.tables import Refused, Table, TableBroken
from bot.wording.texts import bold


async def complete_player(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """People who still play at the channel's table, by seat."""
    if interaction.channel_id is None:
        return []
    try:
        table = await services_of(interaction).tables.table_in(interaction.channel_id)
    except (Refused, TableBroken):
        return []
    people = [seat for seat in table.seats if table.user_at(seat.number) is not None]
    return [
        app_commands.Choice(name=seat.name, value=seat.number) for seat in people if typed.lower() in seat.name.lower()
    ]


async def ask_first(interaction: Interaction, what: str, seat: int | None = None) -> None:
    """Asks whether the person is sure. ``seat``: who is to resign, if it is not the person."""
    await interaction.response.defer(ephemeral=True)
    services, words = services_of(interaction), await texts_for(interaction)
    assert interaction.channel_id is not None
    table = await services.tables.table_in(interaction.channel_id)
    if not table.running:
        raise Refused("error.not_started")
    own = table.seat_of(interaction.user.id)
    seat = own if seat is None else seat
    check_allowed(table, interaction, what, seat)
    view = discord.ui.View(timeout=None)
    view.add_item(ConfirmLeavingButton(table.row.id, what, seat, words.say(f"button.{what}")))
    game = words.title(table.row.key)
    if what == "resign" and seat is not None and seat != own:
        question = words.say("reply.sure_replace", game=game, name=bold(table.names[seat]))
    else:
        question = words.say(f"reply.sure_{what}", game=game)
    await answer(interaction, question, view=view)


def check_allowed(table: Table, interaction: Interaction, what: str, seat: int | None) -> None:
    """Raises Refused for those who may not: people resign for themselves, the host also for others and ends games."""
    host = interaction.user.id == table.row.host_id or is_admin(interaction)
    if what == "resign":
        if seat is None or seat not in range(len(table.seats)) or table.user_at(seat) is None:
            raise Refused("error.not_seated" if seat is None else "error.nobody_there")
        if table.user_at(seat) == interaction.user.id:
            return
    if not host:
        raise Refused("error.not_host")


class ConfirmLeavingButton(GuardedButton, template=rf"pt:y:{GAME}:(?P<what>resign|end):(?P<seat>[0-9]{{0,2}})"):
    """Yes, resign; yes, end the game."""

    def __init__(self, game_id: int, what: str, seat: int | None, label: str = "…") -> None:
        self.game_id, self.what, self.seat = game_id, what, seat
        custom_id = f"pt:y:{game_id}:{what}:{'' if seat is None else seat}"
        super().__init__(discord.ui.Button(style=discord.ButtonStyle.danger, label=label, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: Any, match: re.Match[str], /) -> Self:
        return cls(int(match["game"]), match["what"], int(match["seat"]) if match["seat"] else None)

    async def press(self, interaction: Interaction) -> None:
        await interaction.response.defer()
        services, words = services_of(interaction), await texts_for(interaction)
        table = await services.tables.table(self.game_id)
        check_allowed(table, interaction, self.what, self.seat)
        if self.what == "resign":
            assert self.seat is not None
            leaving = table.user_at(self.seat)
            assert leaving is not None
            await services.tables.play.resign(self.game_id, leaving)
            own = leaving == interaction.user.id
            await answer(interaction, words.say("reply.done_resign" if own else "reply.done_replace"))
        else:
            await services.tables.play.end(self.game_id, interaction.user.id, admin=is_admin(interaction))
            await answer(interaction, words.say("reply.done_end"))


ITEMS = (ConfirmLeavingButton,)
