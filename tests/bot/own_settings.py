"""The panel of /me settings and its forms, as a person uses them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
from simcord.actors import MemberActor

from bot.features import preferences
from bot.features.preferences import FORMER_BUTTONS, HabitButton
from bot.tables.player_preferences import Call, Remind
from bot.wording import Texts
from storage import people
from storage.models import Json
from tests.bot.parts import shown
from tests.bot.room import Room

NOW = datetime(2026, 11, 22, 14, 5, tzinfo=UTC)
"""A Sunday afternoon, in Berlin an hour later."""


CHRISTMAS = [["2026-12-24", "2027-01-02"]]


async def kept(channel_room: Room, person: MemberActor) -> Json:
    async with channel_room.database.reading() as session:
        return await people.settings(session, person.id)


async def opened(channel_room: Room, person: MemberActor, **settings: Any) -> discord.Message:
    """The panel of somebody who has chosen this before."""
    async with channel_room.database.transaction() as session:
        await people.change_settings(session, person.id, lambda stands: settings)
    return await channel_room.ask(person, "me settings")


async def typed(person: MemberActor, panel: discord.Message, setting: str, text: str) -> discord.Message:
    """Open a form of the panel, submit a text, and return the message that answers it."""
    form = await person.click(panel, custom_id=f"pt:f:{setting}")
    return shown(await person.submit_modal(form, {"typed": text}))


def earlier_panel(_: Texts) -> discord.ui.View:
    """Return the controls that the panel had in earlier versions."""
    view = discord.ui.View(timeout=None)
    for setting, values in (
        ("call", Call),
        ("remind", Remind),
        ("from", [preferences.NEVER, *preferences.HOURS]),
        ("to", preferences.HOURS),
    ):
        view.add_item(preferences.habit_select(setting, {str(value): str(value) for value in values}, None))
    for setting in ("zone", "holidays", "tall", *FORMER_BUTTONS):
        view.add_item(HabitButton(setting).button(setting))
    return view


def line(panel: discord.Message, head: str) -> str:
    return next(line for line in panel.content.splitlines() if line.startswith(f"**{head}"))
