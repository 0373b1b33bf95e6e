"""The panel of /me settings and its forms, as a person uses them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import discord
from simcord.actors import MemberActor

from bot.features import preferences
from bot.features.preferences import SWITCHES, HabitButton
from bot.tables.player_preferences import Call, Remind
from bot.wording import Texts
from storage import people
from storage.models import Json
from tests.bot.parts import shown
from tests.bot.room import Room

NOW = datetime(2026, 11, 22, 14, 5, tzinfo=UTC)
"""A Sunday afternoon, in Berlin an hour later."""


CHRISTMAS = [["2026-12-24", "2027-01-02"]]


async def kept(here: Room, person: MemberActor) -> Json:
    async with here.database.reading() as session:
        return await people.settings(session, person.id)


async def opened(here: Room, person: MemberActor, **settings: Any) -> discord.Message:
    """The panel of somebody who has chosen this before."""
    async with here.database.transaction() as session:
        await people.change_settings(session, person.id, lambda stands: settings)
    return await here.ask(person, "me settings")


async def typed(person: MemberActor, panel: discord.Message, what: str, text: str) -> discord.Message:
    """What the person is shown after a form was opened, filled in and sent."""
    form = await person.click(panel, custom_id=f"pt:f:{what}")
    return shown(await person.submit_modal(form, {"typed": text}))


def earlier_panel(_: Texts) -> discord.ui.View:
    """What stood below the panel in earlier versions."""
    view = discord.ui.View(timeout=None)
    for what, values in (
        ("call", Call),
        ("remind", Remind),
        ("from", [preferences.NEVER, *preferences.HOURS]),
        ("to", preferences.HOURS),
    ):
        view.add_item(preferences.habit_select(what, {str(value): str(value) for value in values}, None))
    for what in ("zone", "holidays", "tall", *SWITCHES):
        view.add_item(HabitButton(what).button(what))
    return view


def line(panel: discord.Message, head: str) -> str:
    return next(line for line in panel.content.splitlines() if line.startswith(f"**{head}"))
