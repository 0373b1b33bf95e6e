"""The rules as the engines play them: ``docs/rules/<game>.md`` and its translations, which ``/rules`` shows.

A document is a title and numbered sections. Comments in the code cite the numbers ("rules 5.6"). A mark may
stand behind a heading: ``## 15 Worked examples <!-- maintainers -->``.
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
"""How a section names another one."""
MOST_BARE = 2
"""Numbers in brackets of a line that are sections; where there are more they number something else."""
MAINTAINERS, DETAILS = "maintainers", "details"
"""Marks of sections that are not for players, and of those that only add to what others explain."""
INSTALLED = files("bot.wording") / "rules"
CHECKOUT = Path(__file__).parents[2] / "docs" / "rules"
FOLDERS: list[Traversable] = [INSTALLED if INSTALLED.is_dir() else CHECKOUT]
"""Where the documents are."""


class Section(NamedTuple):
    """One numbered section of a game's rules. ``mark``: MAINTAINERS, DETAILS or empty."""

    number: str
    title: str
    text: str
    mark: str = ""

    @property
    def head(self) -> str:
        """The number of the section that this one is a part of; empty for those that are parts of none."""
        return self.number.rpartition(".")[0]


@cache
def sections(key: str, language: str) -> tuple[Section, ...]:
    """A game's rules in one of LANGUAGES, in their order; of a game without document none."""
    for folder, name in _documents(key, language):
        return tuple(split((folder / f"{name}.md").read_text(encoding="utf-8")))
    return ()


def companion(key: str, language: str, ending: str) -> str | None:
    """The text of the file that stands beside a game's rules as they are read in one of LANGUAGES and has another
    ``ending``; None: there is none."""
    for folder, name in _documents(key, language):
        file = folder / f"{name}{ending}"
        return file.read_text(encoding="utf-8") if file.is_file() else None
    return None


def _documents(key: str, language: str) -> Iterator[tuple[Traversable, str]]:
    """Where a game's rules are and what they are called, those in the language first."""
    for name in (f"{key}.{language}", key):
        yield from ((folder, name) for folder in FOLDERS if (folder / f"{name}.md").is_file())


def split(document: str) -> list[Section]:
    """The sections of a document; what stands before the first belongs to none."""
    found = list(HEADING.finditer(document))
    ends = [*(heading.start() for heading in found[1:]), len(document)]
    return [
        Section(heading["number"], heading["title"], unfolded(document[heading.end() : end]), heading["mark"] or "")
        for heading, end in zip(found, ends, strict=False)
    ]


def unfolded(text: str) -> str:
    """Text without the line breaks that only fold it: lists and blank lines keep theirs."""
    return re.sub(r"(?<!\n)\n(?!\n|- )\s*", " ", text.strip())


def lines_of(text: str) -> list[str]:
    """What can be quoted of a section: each item of a list, each sentence of a paragraph."""
    return [line for paragraph in text.splitlines() for line in _sentences(paragraph.strip()) if line]


def _sentences(paragraph: str) -> list[str]:
    if paragraph.startswith("- "):
        return [paragraph]
    return re.split(r"(?<=[.!?])\s+(?=\W*[A-ZÄÖÜÉ])", paragraph)


def references(line: str) -> list[str]:
    """The numbers that a line may name sections by."""
    found = list(REFERENCE.finditer(line))
    bare = sum(reference["bare"] is not None for reference in found)
    return [
        reference["part"] or reference["head"] or reference["bare"]
        for reference in found
        if reference["bare"] is None or bare <= MOST_BARE
    ]
