"""The language of a server's public posts."""

from __future__ import annotations

from bot.wording import language
from storage import people
from storage.models import GuildSettings

FIRST_OPENER = "first_opener"
"""Server setting that holds the language of the person who opened its first table."""
DISCORDS_DEFAULT = "en-US"
"""The language of a server in which nobody has set one; only community servers can set it."""


def public_language(settings: GuildSettings | None, preferred: str | None) -> str:
    """Return the language of public posts in a server.

    That is the server's choice, else the language that is set for it in Discord (`preferred`), else the language of
    the person who opened its first table there, else English.
    """
    locale = settings.locale if settings else None
    set_in_discord = None if preferred == DISCORDS_DEFAULT else preferred
    return language(locale, set_in_discord, first_opener(settings), preferred)


def first_opener(settings: GuildSettings | None) -> str | None:
    """Return the language of the person who opened a server's first table, if the server follows that."""
    value = people.readable_settings(settings).get(FIRST_OPENER)
    return value if isinstance(value, str) else None
