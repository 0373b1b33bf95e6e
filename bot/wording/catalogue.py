"""Reading the catalogues with Babel. A message id is a key (``error.not_your_turn``), not an English sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from babel import Locale
from babel.messages.pofile import read_po

LANGUAGES = ("en", "de", "nl")
FALLBACK = "en"
TERRITORIES = {"en": "GB"}
"""Whose way to write a list or a number it is."""
FOLDERS: list[Traversable] = [files("bot.wording") / "locale"]
"""Where catalogues are: each holds a folder per language with a file for every game and one for all else."""


@dataclass(frozen=True)
class Catalogue:
    """A language's texts by id; a text that counts has one form per plural category."""

    locale: Locale
    texts: Mapping[str, tuple[str, ...]]

    def text(self, id: str, n: int | None = None) -> str | None:
        """The text of an id in the form for ``n`` things; None when the catalogue lacks it."""
        forms = self.texts.get(id)
        if forms is None:
            return None
        if len(forms) == 1 or n == 1:
            return forms[0]
        return forms[-1]


@cache
def catalogue(name: str) -> Catalogue:
    """The catalogue of one of LANGUAGES, read once."""
    kept = {}
    for file in catalogue_files(name):
        with file.open("rb") as opened:
            entries = read_po(opened, locale=name)
        for entry in entries:
            if entry.id:
                id = entry.id if isinstance(entry.id, str) else entry.id[0]
                kept[id] = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    return Catalogue(Locale(name, TERRITORIES.get(name)), kept)


def catalogue_files(name: str) -> list[Traversable]:
    """The files that a language's catalogue is made of."""
    files = [file for folder in FOLDERS for file in (folder / name).iterdir() if file.name.endswith(".po")]
    return sorted(files, key=lambda file: file.name)


def language(*wishes: str | None) -> str:
    """The first of some wishes (Discord locales such as "en-GB", or None) for which there is a catalogue."""
    for wish in wishes:
        name = (wish or "").replace("_", "-").split("-")[0].lower()
        if name in LANGUAGES:
            return name
    return FALLBACK
