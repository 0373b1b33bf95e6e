"""The languages of the bot, each a folder: its properties from ``language.toml``, and its catalogue of texts.

Message ids are keys (``error.not_your_turn``), not English sentences. Catalogues are read with Babel.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable

from babel import Locale
from babel.messages.pofile import read_po

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
    """Pairs of letters that stand for an umlaut ("ae"), with the plain vowel ("a") by which words are compared."""
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
    text = read_file(code, FILE)
    return Language(**tomllib.loads(text or ""))


def read_file(code: str, name: str) -> str | None:
    """Return the text of a file in a language's folder; None if there is no such file."""
    for folder in FOLDERS:
        file = folder / code / name
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return None


@dataclass(frozen=True)
class Catalogue:
    """A language's texts by id; a text with a number in it has one form per plural category."""

    locale: Locale
    texts: Mapping[str, tuple[str, ...]]
    plural: Callable[[int], int]
    """A function that returns, for a number, the index of its plural form, from the catalogue's Plural-Forms."""

    def text(self, id: str, n: int | None = None) -> str | None:
        """Return the text of an id in the plural form for ``n``; None if the catalogue does not contain it.

        Without ``n``, a text with several forms is returned in its last form.
        """
        forms = self.texts.get(id)
        if forms is None:
            return None
        if n is None or len(forms) == 1:
            return forms[-1]
        return forms[self.plural(n)]


@cache
def catalogue(name: str) -> Catalogue:
    """Return the catalogue of one of LANGUAGES, which is empty if the language has no texts yet; it is read once.

    Entries that are marked as fuzzy are left out, as by gettext's own tools.

    Raises:
        ValueError: The files of the language have different Plural-Forms.
    """
    texts: dict[str, tuple[str, ...]] = {}
    plural_forms = set[str]()
    for file in catalogue_files(name):
        with file.open("rb") as opened:
            entries = read_po(opened, locale=name)
        plural_forms.add(entries.plural_expr)
        for entry in entries:
            if entry.id and not entry.fuzzy:
                id = entry.id if isinstance(entry.id, str) else entry.id[0]
                texts[id] = (entry.string,) if isinstance(entry.string, str) else tuple(entry.string or ())
    if len(plural_forms) > 1:
        raise ValueError(f"the .po files of {name!r} have different Plural-Forms: {'; '.join(sorted(plural_forms))}")
    plural_form = next(iter(plural_forms), "0")
    return Catalogue(Locale(name, about(name).territory), texts, c2py(plural_form))


def catalogue_files(name: str) -> list[Traversable]:
    """Return the files of a language's catalogue, by name."""
    # Games that exist only in tests have their texts in further folders.
    folders = [folder / name for folder in FOLDERS if (folder / name).is_dir()]
    files = [file for folder in folders for file in folder.iterdir() if file.name.endswith(".po")]
    return sorted(files, key=lambda file: file.name)


def language(*wishes: str | None) -> str:
    """Return the language of the first Discord locale ("en-GB", or None) that has a catalogue, else FALLBACK."""
    for wish in wishes:
        name = (wish or "").replace("_", "-").split("-")[0].lower()
        if name in LANGUAGES:
            return name
    return FALLBACK
