"""Who presses or types: the language and the settings of that person."""

from __future__ import annotations

from typing import NamedTuple

from bot.interactions.services import Interaction, services_of
from bot.tables import Table
from bot.tables.player_preferences import Preferences, read_preferences
from bot.wording import Texts, language, texts_in
from bot.work.handling import incidental
from storage import people
from storage.models import User

_PERSON = "person"
"""Under which name an interaction remembers who it is: most of what is done for it asks more than once."""
PUBLIC_BUTTONS = {
    "join": "lobby.button.join",
    "start": "lobby.button.start",
    "computer": "lobby.button.computer",
    "move": "button.move",
    "withdraw": "button.withdraw",
}
"""Buttons under public messages, by the blanks of the texts that name them to one person."""


class Person(NamedTuple):
    """Who presses or types: the language chosen here, else that of the person's Discord, and what else was chosen."""

    texts: Texts
    habits: Preferences


async def person_of(interaction: Interaction) -> Person:
    """Return what is known of the person of an interaction, read once."""
    known: Person | None = interaction.extras.get(_PERSON)
    if known is None:
        async with services_of(interaction).database.reading() as session:
            row = await people.user(session, interaction.user.id)
        await _note_client_locale(interaction, row)
        texts = texts_in(language(row.locale if row else None, str(interaction.locale)))
        known = interaction.extras[_PERSON] = Person(texts, read_preferences(people.chosen(row)))
    return known


async def _note_client_locale(interaction: Interaction, row: User | None) -> None:
    """Keep the language of the person's Discord, for direct messages, which come without one."""
    seen = language(str(interaction.locale))
    if row is not None and row.client_locale == seen:
        return
    with incidental():
        async with services_of(interaction).database.transaction() as session:
            await people.note_client_locale(session, interaction.user.id, seen)


def forget_person(interaction: Interaction) -> None:
    """Read the person's settings again for the rest of the interaction, since they have changed."""
    interaction.extras.pop(_PERSON, None)


async def texts_for(interaction: Interaction) -> Texts:
    """Return the person's language."""
    return (await person_of(interaction)).texts


async def public_buttons(interaction: Interaction, table: Table | None = None) -> dict[str, str]:
    """Return what these buttons say: they are in the language of the server, or of that of a ``table``."""
    texts = await services_of(interaction).public_texts(table.row.guild_id if table else interaction.guild_id)
    return {blank: texts.say(id) for blank, id in PUBLIC_BUTTONS.items()}
