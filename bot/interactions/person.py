"""Language and settings of the person of an interaction."""

from __future__ import annotations

from typing import NamedTuple

from bot.interactions.services import Interaction, services_of
from bot.tables import Table
from bot.tables.player_preferences import Preferences, read_preferences
from bot.wording import Texts, language, texts_in
from bot.work.log_context import incidental
from storage import people
from storage.models import User

_PERSON = "person"
"""The key in an interaction's ``extras`` that holds its ``Person``, so that it is read once per interaction."""
PUBLIC_BUTTONS = {
    "join": "lobby.button.join",
    "start": "lobby.button.start",
    "computer": "lobby.button.computer",
    "move": "button.move",
    "withdraw": "button.withdraw",
}
"""The text ids of labels of public buttons, by the placeholder that stands for the label in private texts."""


class Person(NamedTuple):
    """The language and the preferences of a person."""

    texts: Texts
    """The texts in the language that the person has chosen, or in that of their Discord."""
    preferences: Preferences


async def person_of(interaction: Interaction) -> Person:
    """Return language and preferences of the person of an interaction; they are read once per interaction."""
    person: Person | None = interaction.extras.get(_PERSON)
    if person is None:
        async with services_of(interaction).database.reading() as session:
            row = await people.user(session, interaction.user.id)
        await _note_client_locale(interaction, row)
        texts = texts_in(language(row.locale if row else None, str(interaction.locale)))
        person = interaction.extras[_PERSON] = Person(texts, read_preferences(people.readable_settings(row)))
    return person


async def _note_client_locale(interaction: Interaction, row: User | None) -> None:
    """Store the language of the person's Discord; direct messages are written later, without an interaction."""
    locale = language(str(interaction.locale))
    if row is not None and row.client_locale == locale:
        return
    # The person has not asked for this change, so no message about a lost answer mentions it.
    with incidental():
        async with services_of(interaction).database.transaction() as session:
            await people.note_client_locale(session, interaction.user.id, locale)


def drop_cached_settings(interaction: Interaction) -> None:
    """Drop the cached settings after a change, so that the rest of the interaction reads them again."""
    interaction.extras.pop(_PERSON, None)


async def texts_for(interaction: Interaction) -> Texts:
    """Return the texts in the person's language."""
    return (await person_of(interaction)).texts


async def public_buttons(interaction: Interaction, table: Table | None = None) -> dict[str, str]:
    """Return the labels of public buttons, which are in the server's language, by the placeholder in texts.

    Args:
        interaction: The interaction.
        table: The table whose server's language counts; None: the server of the interaction.
    """
    texts = await services_of(interaction).public_texts(table.row.guild_id if table else interaction.guild_id)
    return {placeholder: texts.say(id) for placeholder, id in PUBLIC_BUTTONS.items()}
