"""The question, at a person's first table, whether they look at boards on a phone.

The answer sets the shape of the person's private pictures. The first answers that people give are counted for their
server; as soon as two are equal, they set the shape of its public pictures.
"""

from __future__ import annotations

from typing import Annotated

import discord

from bot.interactions.components import Component, on_press, one_of
from bot.interactions.person import drop_cached_settings, person_of, texts_for
from bot.interactions.replies import answer, follow_up
from bot.interactions.services import Interaction, services_of
from bot.tables import Refused
from render.shape import Shape
from storage import people
from storage.models import Json

ENOUGH = 2
"""The number of equal answers that decide for a server: the majority of the first three."""
COUNTS = "phones"
"""The name of a server's setting that counts the answers "yes" and "no" until they decide."""


class PhoneButton(Component, id="pt:phone:{answer}"):
    """The button that answers the question."""

    answer: Annotated[str, one_of(("yes", "no"))]


async def question(interaction: Interaction) -> tuple[str, discord.ui.View] | None:
    """Return the question and its buttons; None if the person has answered it or is not on a server."""
    texts, preferences = await person_of(interaction)
    if preferences.phone is not None or interaction.guild_id is None:
        return None
    view = discord.ui.View(timeout=None)
    for reply in ("yes", "no"):
        view.add_item(PhoneButton(reply).button(texts.say(f"button.phone_{reply}")))
    return texts.say("phone.ask"), view


async def ask(interaction: Interaction) -> None:
    """Ask in another private message, if the person has not answered yet."""
    if message := await question(interaction):
        text, view = message
        await follow_up(interaction, text, view=view, ephemeral=True)


@on_press(PhoneButton)
async def keep_answer(interaction: Interaction, button: PhoneButton) -> None:
    """Store the answer, and count the person's first answer for the server."""
    if interaction.guild_id is None:
        raise Refused("error.damaged")
    phone = button.answer == "yes"
    shape = Shape.TALL if phone else Shape.WIDE
    is_first = False

    def answered(settings: Json) -> Json:
        nonlocal is_first
        is_first = settings.get("phone") is None
        return {"phone": phone, "shape": shape}

    async with services_of(interaction).database.transaction() as session:
        await people.change_settings(session, interaction.user.id, answered)
        if is_first:
            await people.change_guild_by(
                session, interaction.guild_id, lambda settings: counted(settings, button.answer)
            )
    drop_cached_settings(interaction)
    texts = await texts_for(interaction)
    await answer(interaction, texts.say(f"phone.kept_{button.answer}"), view=None)


def counted(settings: Json, reply: str) -> Json:
    """Return the settings of a server that an answer changes; none if the server has chosen a shape."""
    if settings.get("shape") is not None:
        return {}
    stored = settings.get(COUNTS)
    counts = stored if isinstance(stored, dict) else {}
    count = counts.get(reply, 0) if isinstance(counts.get(reply, 0), int) else 0
    if count + 1 >= ENOUGH:
        return {"shape": Shape.TALL if reply == "yes" else Shape.WIDE, COUNTS: None}
    return {COUNTS: {**counts, reply: count + 1}}
