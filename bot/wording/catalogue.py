"""Reading the catalogues with Babel. A message id is a key (``error.not_your_turn``), not an English sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable

from babel import Locale
from babel.messages.pofile import read_po

from bot.wording import languages
from bot.wording.languages import FALLBACK, LANGUAGES, about


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
    return Catalogue(Locale(name, about(name).territory), kept)


def catalogue_files(name: str) -> list[Traversable]:
    """The files that a language's catalogue is made of."""
    folders = [folder / name for folder in languages.FOLDERS if (folder / name).is_dir()]
    files = [file for folder in folders for file in folder.iterdir() if file.name.endswith(".po")]
    return sorted(files, key=lambda file: file.name)


def language(*wishes: str | None) -> str:
    """The first of some wishes (Discord locales such as "en-GB", or None) for which there is a catalogue."""
    for wish in wishes:
        name = (wish or "").replace("_", "-").split("-")[0].lower()
        if name in LANGUAGES:
            return name
    return FALLBACK
