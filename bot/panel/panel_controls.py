"""Records of the buttons and selects of the move panel; it is the same for a table, a practice copy and a lesson."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from bot.interactions.components import Component, Field
from bot.interactions.controls import Digit, MaybeWords, Number, OfPanel, OfTable, ShapeButton, Words

LONGEST_TYPED = 70
"""Characters of a typed text that a custom id has room for."""


class SessionKind(StrEnum):
    """At what somebody decides with a move panel."""

    TABLE = "table"
    PRACTICE = "practice"
    """A copy of a table, with the plan for it."""
    LESSON = "lesson"


def _by_session(**begins: str) -> Field:
    """Return a session, by how the custom ids of a component begin in each."""
    sessions = {begin: SessionKind(kind) for kind, begin in begins.items()}
    return Field("|".join(sessions), sessions.__getitem__, begins.__getitem__)


class SayingWords(OfPanel):
    """Goes on with words."""

    words: Words


class WordsButton(SayingWords, id="pt:{session}:{game_id}:{version}:{words}"):
    """The next word, or a whole action."""

    session: Annotated[SessionKind, _by_session(table="w", practice="W", lesson="lw")] = SessionKind.TABLE


class WordsSelect(OfPanel, id="pt:{session}:{game_id}:{version}:{place}"):
    """The next word, or a whole action, out of up to 25; ``place`` tells the selects of a panel apart."""

    place: Digit = 0
    session: Annotated[SessionKind, _by_session(table="s", practice="S", lesson="ls")] = SessionKind.TABLE


class PartSelect(SayingWords, id="pt:{session}:{game_id}:{version}:{words}"):
    """One piece of an action that is put together: several choices at once."""

    session: Annotated[SessionKind, _by_session(table="x", practice="X", lesson="lx")] = SessionKind.TABLE


class PageButton(OfPanel, id="pt:{session}:{game_id}:{version}:{page}:{words}"):
    """Another page of choices, or back to fewer words."""

    page: Number
    words: MaybeWords
    session: Annotated[SessionKind, _by_session(table="p", practice="P", lesson="lp")] = SessionKind.TABLE


class ConfirmButton(SayingWords, id="pt:c:{game_id}:{version}:{words}"):
    """Yes, reveal it."""


class UndoButton(OfPanel, id="pt:u:{game_id}:{version}"):
    """Takes the own last decision back."""


class StartOverButton(OfPanel, id="pt:over:{game_id}:{version}:{sure}"):
    """Takes back all of the own turn that can freely be taken back, once it is ``sure``."""

    sure: Annotated[bool, Field("ask|yes", "yes".__eq__, lambda sure: "yes" if sure else "ask")] = False


class NudgeButton(OfTable, id="pt:n:{game_id}"):
    """Calls those for whom the table waits."""


class NextButton(OfTable, id="pt:next:{game_id}"):
    """Shows the panel of another table that waits for whoever presses it, in the place of this one."""


class PileButton(Component, id="pt:dp:{game_id}:{page}{new}"):
    """A page of the discard pile; ``new``: in a message of its own, from the panel."""

    game_id: Number
    page: Number = 0
    new: Annotated[bool, Field("n?", bool, lambda new: "n" if new else "")] = False


class PlanThisButton(OfTable, id="pt:planthis:{game_id}:{typed}"):
    """Adds what somebody typed out of turn to the own plan."""

    typed: Annotated[str, Field(rf".{{1,{LONGEST_TYPED}}}")]


class PanelShape(ShapeButton, id="pt:{session}:{shape}:{game_id}:{words}"):
    """Under the picture of a panel."""

    session: Annotated[SessionKind, _by_session(table="panelshape", practice="tryshape", lesson="lessonshape")] = (
        SessionKind.TABLE
    )


class HintButton(OfTable, id="pt:hint:{game_id}"):
    """In the panels of a first game: what somebody who plays well would do."""
