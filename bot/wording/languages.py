"""The languages of the bot, each a folder of texts, and their properties, from ``language.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

FALLBACK = "en"
"""The language of texts that are missing in another language."""
FOLDERS: list[Traversable] = [files("bot.wording") / "locale"]
"""Folders of texts. Each has a folder per language, with a file for every game and one for all other texts."""
FILE = "language.toml"


@dataclass(frozen=True)
class Language:
    """The properties of a language besides its texts: how its words and dates are written."""

    name: str
    """The name of the language in the language itself."""
    date: str = "yyyy-MM-dd"
    """The pattern of a day (Unicode CLDR)."""
    soon: str = "in 2 hours"
    """A coming moment as Discord shows it relatively."""
    ago: str = "3 hours ago"
    """A past moment as Discord shows it relatively."""
    territory: str | None = None
    """The country by whose conventions lists and numbers are formatted; None: those of the language in general."""
    stemmer: str = ""
    """The name of its Snowball stemmer; empty: words are compared whole."""
    compounds: bool = False
    """True if compounds are written as one word."""
    links: Sequence[str] = ()
    """Letters that may join the parts of a compound, most usual first."""
    diminutives: Sequence[str] = ()
    """Endings that make a thing small, the longest first."""
    ordinals: Sequence[str] = ()
    """Letters that follow a figure in ordinal numbers ("th")."""
    plurals: Sequence[str] = ()
    """Letters that follow a figure of which there are several ("s" in "two 6s")."""
    respelled: Mapping[str, str] = field(default_factory=dict)
    """Pairs of letters that stand for an umlaut, with its vowel."""
    transliterated: Mapping[str, str] = field(default_factory=dict)
    """Letters that English lacks, with the English letters that people type for them."""
    elided: Sequence[str] = ()
    """Words that lose their vowel and are joined to the next word by an apostrophe, as they are then written ("l")."""
    since: Sequence[str] = ()
    """Words before the first day of a period."""
    until: Sequence[str] = ()
    """Words before the last day of a period."""
    months: Mapping[str, int] = field(default_factory=dict)
    """Other names of months, with their numbers."""


def _languages() -> tuple[str, ...]:
    folders = (folder for texts in FOLDERS for folder in texts.iterdir())
    codes = {folder.name for folder in folders if (folder / FILE).is_file()}
    return (FALLBACK, *sorted(codes - {FALLBACK}))


LANGUAGES = _languages()


@cache
def about(code: str) -> Language:
    """Return the properties of one of LANGUAGES."""
    text = lines_of(code, FILE)
    return Language(**tomllib.loads(text or ""))


def lines_of(code: str, name: str) -> str | None:
    """Return the text of a file in a language's folder; None if there is no such file."""
    for folder in FOLDERS:
        file = folder / code / name
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return None
