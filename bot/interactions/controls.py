"""What records of buttons and selects are made of, and those records that messages of ``delivery`` carry.

``components`` explains records; those of a feature stand in its module, those of the move panel in
``panel/panel_controls``. ``game_id`` is a table's number; ``version`` is that of the table that somebody saw,
``revision`` that of what somebody has tried and planned there; ``words`` are those of an action. Custom ids stand in
messages for years: those of old messages stay readable.
"""

from __future__ import annotations

from typing import Annotated

from bot.interactions.components import Component, Field, one_of
from bot.interactions.custom_ids import LONGEST, NUMBER, WORDS, join, split
from engines import Action
from render.shape import Shape


def _maybe(pattern: str, before: str = "") -> Field:
    """Return a number that need not be there; ``before``: what it then begins with."""
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
Key = Annotated[str, Field(r"\w{1,32}")]


class OfTable(Component):
    """Says no more than which table."""

    game_id: Number


class OfPage(OfTable):
    """Another page of what is shown of a table."""

    page: Number


class MoveButton(OfTable, id="pt:m:{game_id}"):
    """Opens the move panel of whoever presses it."""


class AnswerButton(Component, id="pt:a:{game_id}:{mark}:{words}"):
    """Under a question asked in public: an answer for whoever may give it; what comes of it only they see.

    It holds as long as the same question stands (``mark``), whatever others have answered meanwhile.
    """

    game_id: Number
    mark: Name
    words: Words


class RematchButton(OfTable, id="pt:rematch:{game_id}"):
    """Under the end of a game: opens a lobby for the same people, with the computers that played."""


class FairDiceButton(OfTable, id="pt:fair:{game_id}"):
    """In the lobby and under the first board of a game: shows whoever presses it what is fixed, in full."""


class OfPanel(Component):
    """Belongs to what a person saw: in a lesson ``game_id`` is its number, ``version`` how much is decided.

    On a practice copy ``version`` is the revision of the person's notes.
    """

    game_id: Number
    version: Number


class ShapeButton(Component):
    """From now on the other shape. ``words``: those chosen so far, in a panel; a page, of a review."""

    shape: Annotated[Shape, one_of(Shape, Shape)]
    game_id: Number
    words: MaybeWords = ()


class BoardButton(OfTable, id="pt:board:{game_id}"):
    """Under a board of which a message shows a part: the whole of it, in private."""


class LegendButton(OfTable, id="pt:legend:{game_id}"):
    """Under the own look at the board, and in the panels of a first game: what the parts of the board are."""


class MissedButton(OfTable, id="pt:missed:{game_id}"):
    """Shows whoever presses it what has happened since their own last move."""
