"""Records of the move panel's buttons and selects, which tables, practice copies and lessons share."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from bot.interactions.components import Component, Field
from bot.interactions.controls import Digit, MaybeWords, Number, OfPanel, OfTable, ShapeButton, Words

LONGEST_TYPED = 70
"""The largest number of characters of a typed text in a custom id."""


class SessionKind(StrEnum):
    """The kind of thing that a move panel is used for."""

    TABLE = "table"
    PRACTICE = "practice"
    """A practice copy of a table, on which a person tries moves and makes a plan."""
    LESSON = "lesson"


def _by_session(**begins: str) -> Field:
    """Return a field for the session, given the beginning of the custom id for each kind of session."""
    sessions = {begin: SessionKind(kind) for kind, begin in begins.items()}
    return Field("|".join(sessions), sessions.__getitem__, begins.__getitem__)


class SayingWords(OfPanel):
    """A base of components that hold words of an action."""

    words: Words


class WordsButton(SayingWords, id="pt:{session}:{game_id}:{version}:{words}"):
    """The button that chooses the next word or a whole action."""

    session: Annotated[SessionKind, _by_session(table="w", practice="W", lesson="lw")] = SessionKind.TABLE


class WordsSelect(OfPanel, id="pt:{session}:{game_id}:{version}:{place}"):
    """The select that chooses the next word or a whole action out of up to 25."""

    place: Digit = 0
    """The index among the selects of a panel; Discord needs different custom ids."""
    session: Annotated[SessionKind, _by_session(table="s", practice="S", lesson="ls")] = SessionKind.TABLE


class PartSelect(SayingWords, id="pt:{session}:{game_id}:{version}:{words}"):
    """The select of the next part of an action that is built in parts; several options can be chosen at once."""

    session: Annotated[SessionKind, _by_session(table="x", practice="X", lesson="lx")] = SessionKind.TABLE


class PageButton(OfPanel, id="pt:{session}:{game_id}:{version}:{page}:{words}"):
    """The button to another page of choices, or back to fewer words."""

    page: Number
    words: MaybeWords
    session: Annotated[SessionKind, _by_session(table="p", practice="P", lesson="lp")] = SessionKind.TABLE


class ConfirmButton(SayingWords, id="pt:c:{game_id}:{version}:{words}"):
    """The button that confirms an action before which the person is asked."""


class UndoButton(OfPanel, id="pt:u:{game_id}:{version}"):
    """The button that undoes the person's last decision."""


class StartOverButton(OfPanel, id="pt:over:{game_id}:{version}:{sure}"):
    """The button that undoes all decisions of the person's turn that can be undone freely."""

    sure: Annotated[bool, Field("ask|yes", "yes".__eq__, lambda sure: "yes" if sure else "ask")] = False
    """True if the person has confirmed it; False: ask first."""


class NudgeButton(OfTable, id="pt:n:{game_id}"):
    """The button that notifies the players for whom the table waits."""


class NextButton(OfTable, id="pt:next:{game_id}"):
    """The button that replaces the panel by that of another table that waits for the person."""


class PileButton(Component, id="pt:dp:{game_id}:{page}{new}"):
    """The button to a page of the discard pile."""

    game_id: Number
    page: Number = 0
    new: Annotated[bool, Field("n?", bool, lambda new: "n" if new else "")] = False
    """True in the move panel: the page is shown in a new private message."""


class PlanThisButton(OfTable, id="pt:planthis:{game_id}:{typed}"):
    """The button that adds a move that the person typed out of turn to their plan."""

    typed: Annotated[str, Field(rf".{{1,{LONGEST_TYPED}}}")]


class PanelShape(ShapeButton, id="pt:{session}:{shape}:{game_id}:{words}"):
    """The button that changes the shape of a panel's picture."""

    session: Annotated[SessionKind, _by_session(table="panelshape", practice="tryshape", lesson="lessonshape")] = (
        SessionKind.TABLE
    )


class HintButton(OfTable, id="pt:hint:{game_id}"):
    """The button in the panels of a person's first game that shows a hint."""
