"""Field types and bases for records of components, and the records of buttons that several parts of the bot use.

``components`` explains records. Those of a feature stand in its module, those of the move panel in
``panel/panel_controls``. Common fields: ``game_id`` is the number of the table; ``version`` the version of the table
that the person saw; ``revision`` the revision of the person's notes (tried moves and plans) there; ``words`` the words
of an action. Messages keep their custom ids for years, so templates of old messages must stay readable.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated

import discord

from bot.interactions.components import Component, Field, one_of
from bot.interactions.custom_ids import LONGEST, NUMBER, WORDS, join, split
from engines import Action
from render.shape import Shape

LONGEST_PAGE = 1950
"""The largest number of characters on a page; Discord's limit for a message is 2,000."""


def _maybe(pattern: str, before: str = "") -> Field:
    """Return a field for an optional number; ``before`` is written in front of the number if there is one.

    Without ``before`` the pattern itself must match the empty text.
    """
    written = rf"(?:{before}{pattern})?" if before else pattern
    return Field(
        written,
        lambda text: int(text.removeprefix(before)) if text else None,
        lambda number: "" if number is None else f"{before}{number}",
    )


Number = Annotated[int, Field(NUMBER, int)]
Digit = Annotated[int, Field("[0-9]", int)]
Seat = Annotated[int, Field("[0-9]{1,2}", int)]
MaybeSeat = Annotated[int | None, _maybe("[0-9]{0,2}")]
MaybeUser = Annotated[int | None, _maybe("[0-9]{0,20}")]
MaybeTable = Annotated[int | None, _maybe(NUMBER, ":")]
Words = Annotated[Action, Field(WORDS, split, join)]
MaybeWords = Annotated[Action, Field(rf".{{0,{LONGEST}}}", split, join)]
Name = Annotated[str, Field(r"\w{1,40}")]
"""Any single word: a kind, a digest."""
Key = Annotated[str, Field(r"\w{1,32}")]
"""The key of a game."""


class OfTable(Component):
    """A base of components that belong to a table."""

    game_id: Number


class OfPage(OfTable):
    """A base of buttons that show another page of something about a table."""

    page: Number


class MoveButton(OfTable, id="pt:m:{game_id}"):
    """The button that opens the move panel for the person who presses it."""


class AnswerButton(Component, id="pt:a:{game_id}:{mark}:{words}"):
    """A button below a public question that gives one answer; the person sees the result in private.

    It stays valid while the same question is open, even if other players have answered meanwhile: ``mark`` identifies
    the question.
    """

    game_id: Number
    mark: Name
    words: Words


class RematchButton(OfTable, id="pt:rematch:{game_id}"):
    """The button below the end of a game that opens a lobby for the same people and computer players."""


class FairDiceButton(OfTable, id="pt:fair:{game_id}"):
    """The button in the lobby and below the first board that shows the full commitment to the dice, in private."""


class OfPanel(Component):
    """A base of components in a panel, which are valid only for the state that the person saw.

    In a lesson ``game_id`` is the number of the lesson and ``version`` the number of decisions made; on a practice copy
    ``version`` is the revision of the person's notes.
    """

    game_id: Number
    version: Number


class ShapeButton(Component):
    """A base of buttons that change the shape of a person's pictures."""

    shape: Annotated[Shape, one_of(Shape, parse=Shape)]
    game_id: Number
    words: MaybeWords = ()
    """What is needed to show the same thing again: in a panel the words chosen so far; subclasses say what else."""


class BoardButton(OfTable, id="pt:board:{game_id}"):
    """The button below a message with a part of the board that shows the whole board in private."""


class LegendButton(OfTable, id="pt:legend:{game_id}"):
    """The button that explains the parts of the board, below private boards and in the panels of a first game."""


class MissedButton(OfTable, id="pt:missed:{game_id}"):
    """The button that shows a person, in private, what has happened since their own last move."""


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
        visible_line = line[:LONGEST_PAGE]
        longer = f"{pages[-1]}\n{visible_line}" if pages[-1] else visible_line
        if len(longer) <= LONGEST_PAGE:
            pages[-1] = longer
        else:
            pages.append(visible_line)
    number = min(number, len(pages) - 1)
    return Page(pages[number], number, len(pages))
