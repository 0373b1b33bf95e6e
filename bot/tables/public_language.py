"""Which language the public posts of a server are in."""

from __future__ import annotations

from bot.wording import language
from storage import people
from storage.models import GuildSettings

FIRST_OPENER = "first_opener"
"""The setting of a server that holds the language of whoever opened its first table."""
DISCORDS_DEFAULT = "en-US"
"""The language of a server in which nobody has set one; only community servers can set it."""


def public_language(known: GuildSettings | None, preferred: str | None) -> str:
    """Return the language of public posts in a server.

    That is the server's choice, else the language that is set for it in Discord (``preferred``), else that of whoever
    opened its first table there, else English.
    """
    chosen = known.locale if known else None
    set_in_discord = None if preferred == DISCORDS_DEFAULT else preferred
    return language(chosen, set_in_discord, first_opener(known), preferred)


def first_opener(known: GuildSettings | None) -> str | None:
    """Return the language of whoever opened a server's first table, if that is what it follows."""
    value = people.chosen(known).get(FIRST_OPENER)
    return value if isinstance(value, str) else None
