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
    """What a language is besides its texts.

    ``name``: in the language itself; ``date``: how a day is written (a pattern of Unicode); ``soon``, ``ago``: a moment
    as Discord shows it relatively; ``territory``: whose way to write lists and numbers it is, None: no country's;
    ``stemmer``: what snowball calls the language, empty: its words are compared whole; ``compounds``: whether they are
    written as one word; ``respelled``: the letters that stand for an umlaut, with its vowel. ``since``, ``until``: what
    is typed before the first and the last day of a stretch; ``months``: other names of months, with their numbers.
    """

    name: str
    date: str = "yyyy-MM-dd"
    soon: str = "in 2 hours"
    ago: str = "3 hours ago"
    territory: str | None = None
    stemmer: str = ""
    compounds: bool = False
    respelled: Mapping[str, str] = field(default_factory=dict)
    since: Sequence[str] = ()
    until: Sequence[str] = ()
    months: Mapping[str, int] = field(default_factory=dict)


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
