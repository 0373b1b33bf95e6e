"""Long answers in pages, with buttons that turn them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.interactions.components import Component

LONGEST_PAGE = 1950
"""The largest number of characters on a page; Discord's limit for a message is 2,000."""


@dataclass(frozen=True)
class Page:
    """One of several pages; ``number`` counts from 0."""

    text: str
    number: int
    pages: int

    def add_buttons(self, view: discord.ui.View, button_to: Callable[[int], Component]) -> None:
        """Add buttons to the previous and to the next page, if there are such pages."""
        for number, label in ((self.number - 1, "◀"), (self.number + 1, "▶")):
            if 0 <= number < self.pages:
                view.add_item(button_to(number).button(label))


def page_of(lines: Sequence[str], number: int) -> Page:
    """Return page ``number`` of some lines; the last page if the number is too large.

    Pages end between lines; a line longer than a page is cut.

    >>> page_of(["a" * 1900, "b" * 100, "c"], 5).number
    1
    """
    pages = [""]
    for line in lines:
        shown = line[:LONGEST_PAGE]
        longer = f"{pages[-1]}\n{shown}" if pages[-1] else shown
        if len(longer) <= LONGEST_PAGE:
            pages[-1] = longer
        else:
            pages.append(shown)
    number = min(number, len(pages) - 1)
    return Page(pages[number], number, len(pages))
