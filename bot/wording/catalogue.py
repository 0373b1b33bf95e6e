"""The catalogues of texts, read with Babel. Message ids are keys (``error.not_your_turn``), not English sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from importlib.resources.abc import Traversable

from babel import Locale
from babel.messages.pofile import read_po

from bot.wording import languages
from bot.wording.languages import FALLBACK, LANGUAGES, about


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
    folders = [folder / name for folder in languages.FOLDERS if (folder / name).is_dir()]
    files = [file for folder in folders for file in folder.iterdir() if file.name.endswith(".po")]
    return sorted(files, key=lambda file: file.name)


def language(*wishes: str | None) -> str:
    """Return the language of the first Discord locale ("en-GB", or None) that has a catalogue, else FALLBACK."""
    for wish in wishes:
        name = (wish or "").replace("_", "-").split("-")[0].lower()
        if name in LANGUAGES:
            return name
    return FALLBACK
