"""The rules of the games as ``/rules`` shows them, read from ``docs/rules/<game>.md`` and its translations.

A document is a title and numbered sections. Comments in the code cite the numbers ("rules 5.6"). A heading may be
followed by a mark: ``## 15 Worked examples <!-- maintainers -->``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

HEADING = re.compile(r"^##+ (?P<number>\d+(?:\.\d+)*) (?P<title>.+?)(?: <!-- (?P<mark>\w+) -->)?$", re.MULTILINE)
REFERENCE = re.compile(
    r"(?<![\d.])(?P<part>\d{1,2}\.\d{1,2})(?!\.?\d)|\((?P<bare>\d{1,2})\)"
    r"|\b(?i:sections?|Abschnitte?n?|paragraaf|paragrafen|delen|deel) (?P<head>\d{1,2})\b(?!\.\d)"
)
"""Matches the number of another section in the text of one."""
MOST_BARE = 2
"""Largest number of bracketed numbers in a line that are taken for sections; more of them number something else."""
MAINTAINERS = "maintainers"
"""The mark of a section that is not for players."""
DETAILS = "details"
"""The mark of a section that only adds details to others."""
INSTALLED = files("bot.wording") / "rules"
CHECKOUT = Path(__file__).parents[2] / "docs" / "rules"
FOLDERS: list[Traversable] = [INSTALLED if INSTALLED.is_dir() else CHECKOUT]
"""Folders of the documents."""


class Section(NamedTuple):
    """A numbered section of a game's rules; its mark is MAINTAINERS, DETAILS or empty."""

    number: str
    title: str
    text: str
    mark: str = ""

    @property
    def head(self) -> str:
        """Return the number of the section that this one is a part of, or an empty text."""
        return self.number.rpartition(".")[0]


@cache
def sections(key: str, language: str) -> tuple[Section, ...]:
    """Return the sections of a game's rules in one of LANGUAGES; none for a game without a document."""
    for folder, name in _documents(key, language):
        return tuple(split((folder / f"{name}.md").read_text(encoding="utf-8")))
    return ()


def companion(key: str, language: str, ending: str) -> str | None:
    """Return the text of the file with another ending next to a game's rules in one of LANGUAGES, or None."""
    for folder, name in _documents(key, language):
        file = folder / f"{name}{ending}"
        return file.read_text(encoding="utf-8") if file.is_file() else None
    return None


def _documents(key: str, language: str) -> Iterator[tuple[Traversable, str]]:
    """Yield the folders and names of a game's rules, first those in the language."""
    for name in (f"{key}.{language}", key):
        yield from ((folder, name) for folder in FOLDERS if (folder / f"{name}.md").is_file())


def split(document: str) -> list[Section]:
    """Return the sections of a document; text before the first heading is left out."""
    headings = list(HEADING.finditer(document))
    ends = [*(heading.start() for heading in headings[1:]), len(document)]
    # A document without headings has an end, but no section: so the lengths may differ.
    return [
        Section(heading["number"], heading["title"], unfolded(document[heading.end() : end]), heading["mark"] or "")
        for heading, end in zip(headings, ends, strict=False)
    ]


def unfolded(text: str) -> str:
    """Return a text without the line breaks that only fold it: lists and blank lines keep theirs."""
    return re.sub(r"(?<!\n)\n(?!\n|- )\s*", " ", text.strip())


def lines_of(text: str) -> list[str]:
    """Return the parts of a section that can be quoted: items of lists, sentences of paragraphs."""
    return [line for paragraph in text.splitlines() for line in _sentences(paragraph.strip()) if line]


def _sentences(paragraph: str) -> list[str]:
    if paragraph.startswith("- "):
        return [paragraph]
    return re.split(r"(?<=[.!?])\s+(?=\W*[A-ZÄÖÜÉ])", paragraph)


def references(line: str) -> list[str]:
    """Return the numbers in a line that may be those of sections."""
    numbers = list(REFERENCE.finditer(line))
    bare = sum(number["bare"] is not None for number in numbers)
    return [
        number["part"] or number["head"] or number["bare"]
        for number in numbers
        if number["bare"] is None or bare <= MOST_BARE
    ]
