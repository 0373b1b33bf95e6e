"""The languages there are, each a folder of texts, and what a language is besides: its ``language.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

FALLBACK = "en"
"""Whose text is shown where a language lacks one."""
FOLDERS: list[Traversable] = [files("bot.wording") / "locale"]
"""Where texts are: each holds a folder per language with a file for every game and one for all else."""
FILE = "language.toml"


@dataclass(frozen=True)
class Language:
    """Describe a language besides its texts: how its words are written, and how dates are."""

    name: str
    """In the language itself."""
    date: str = "yyyy-MM-dd"
    """How a day is written, as a pattern of Unicode (CLDR)."""
    soon: str = "in 2 hours"
    """A coming moment as Discord shows it relatively."""
    ago: str = "3 hours ago"
    """A past moment as Discord shows it relatively."""
    territory: str | None = None
    """Whose way to write lists and numbers it is; None: no country's."""
    stemmer: str = ""
    """The name of its Snowball stemmer; empty: words are compared whole."""
    compounds: bool = False
    """Whether compounds are written as one word."""
    links: Sequence[str] = ()
    """Letters that may join the parts of a compound, most usual first."""
    ordinals: Sequence[str] = ()
    """Letters behind a figure that make it an ordinal number."""
    respelled: Mapping[str, str] = field(default_factory=dict)
    """Pairs of letters that stand for an umlaut, with its vowel."""
    transliterated: Mapping[str, str] = field(default_factory=dict)
    """Letters that English lacks, with what is typed for them."""
    since: Sequence[str] = ()
    """What is typed before the first day of a period."""
    until: Sequence[str] = ()
    """What is typed before the last day of a period."""
    months: Mapping[str, int] = field(default_factory=dict)
    """Other names of months, with their numbers."""


def _found() -> tuple[str, ...]:
    codes = {folder.name for place in FOLDERS for folder in place.iterdir() if (folder / FILE).is_file()}
    return (FALLBACK, *sorted(codes - {FALLBACK}))


LANGUAGES = _found()


@cache
def about(code: str) -> Language:
    """What is known of one of LANGUAGES."""
    text = lines_of(code, FILE)
    return Language(**tomllib.loads(text or ""))


def lines_of(code: str, name: str) -> str | None:
    """The text of a file in a language's folder; None: it has no such file."""
    for place in FOLDERS:
        if (file := place / code / name).is_file():
            return file.read_text(encoding="utf-8")
    return None
