"""Asking people who open or join their first table whether they look at boards on a phone.

The answer shapes the pictures that the person is shown, and the public ones once most of the first three people of
a server agree.
"""

from __future__ import annotations

from typing import Annotated

import discord

from bot.interactions.components import Component, one_of, pressed
from bot.interactions.person import forget_person, person_of, texts_for
from bot.interactions.replies import answer, follow_up
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from render.shape import Shape
from storage import people
from storage.models import Json

ENOUGH = 2
"""So many equal answers of a server decide: most of the first three."""
SETTING = "phones"
"""Under this name a server's settings count the answers "yes" and "no", until they decide."""


class PhoneButton(Component, id="pt:phone:{answer}"):
    """Whether somebody who has just joined looks at boards on a phone."""

    answer: Annotated[str, one_of(("yes", "no"))]


async def question(interaction: Interaction) -> tuple[str, discord.ui.View] | None:
    """Return the question for the person and its buttons; None: the answer is known."""
    texts, habits = await person_of(interaction)
    if habits.phone is not None or interaction.guild_id is None:
        return None
    view = discord.ui.View(timeout=None)
    for reply in ("yes", "no"):
        view.add_item(PhoneButton(reply).button(texts.say(f"button.phone_{reply}")))
    return texts.say("phone.ask"), view


async def ask(interaction: Interaction) -> None:
    """Ask in a message of its own, where the person was shown something else."""
    if phone := await question(interaction):
        text, view = phone
        await follow_up(interaction, text, view=view, ephemeral=True)


@pressed(PhoneButton)
async def keep(interaction: Interaction, button: PhoneButton) -> None:
    """Keep the answer, and count the first one of each person for the server."""
    if interaction.guild_id is None:
        raise Refused("error.damaged")
    first = (await person_of(interaction)).habits.phone is None
    phone = button.answer == "yes"
    shape = Shape.TALL if phone else Shape.WIDE
    async with services_of(interaction).database.transaction() as session:
        await people.change_settings(session, interaction.user.id, lambda _: {"phone": phone, "shape": shape})
        if first:
            await people.change_guild_by(session, interaction.guild_id, lambda stands: counted(stands, button.answer))
    forget_person(interaction)
    texts = await texts_for(interaction)
    await answer(interaction, texts.say(f"phone.kept_{button.answer}"), view=None)


def counted(settings: Json, reply: str) -> Json:
    """Return the settings of the server that an answer changes: none where a shape is chosen."""
    if settings.get("shape") is not None:
        return {}
    stands = settings.get(SETTING)
    before = stands if isinstance(stands, dict) else {}
    count = before.get(reply, 0) if isinstance(before.get(reply, 0), int) else 0
    if count + 1 >= ENOUGH:
        return {"shape": Shape.TALL if reply == "yes" else Shape.WIDE, SETTING: None}
    return {SETTING: {**before, reply: count + 1}}
