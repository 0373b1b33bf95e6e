"""The records of all buttons and selects there are (``components``): what each says, in its custom id.

``game_id`` is a table's number; ``version`` the one of the table that somebody saw, ``revision`` that of what
somebody has tried and planned there; ``words`` are those of an action. Custom ids stand in messages for years: those of
old messages stay readable.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from bot.interactions.components import Component, Field, one_of
from bot.interactions.custom_ids import LONGEST, NUMBER, WORDS, join, split
from engines import Action
from render.shape import Shape
from storage.models import SeatOrder

LOBBY_VERBS = ("join", "leave", "computer", "start", "cancel")
CLOCK_PARTS = ("limit", "more")
SEAT_VERBS = ("leave", "back", "hand", "take", "agree", "open", "away", "host", "pause", "resume")
ANSWERS = ("agree", "refuse", "withdraw")
TRYING = ("back", "over", "turn", "instead", "keep", "plan", "try")
"""Takes the last step back, starts over, lets others decide until the own turn, asks for an alternative, keeps the
steps as a plan, shows the plan, shows the imagined table."""
PLANNING = ("go", "wait", "wishes", "strict", "drop")
"""The plan goes on or waits; what does not fit is passed over, or not; there is no plan any more."""
EDITING = ("first", "remove", "if")
"""Brings a move to the front, takes one out, makes conditions."""


def _maybe(pattern: str, before: str = "") -> Field:
    """A number that need not be there; ``before``: what it then begins with."""
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


# -- under boards ------------------------------------------------------------------------------------------------------


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


class VoteButton(Component, id="pt:vote:{game_id}:{vote_id}:{answer}"):
    """An answer to what the table is asked, or the proposer's withdrawal."""

    game_id: Number
    vote_id: Number
    answer: Annotated[str, one_of(ANSWERS)]


class OldConsentButton(Component, id="pt:v:{game_id}:{version}:{since}:{seat}:{agreed}:{answer}"):
    """Under a question of a version that kept the answers in its buttons: it has to be asked anew."""

    game_id: Number
    version: Number
    since: Number
    seat: Seat
    agreed: Number
    answer: Annotated[str, one_of(("agree", "refuse"))]


class SeatButton(Component, id="pt:seat:{game_id}:{verb}:{seat}:{user}"):
    """Something that may be done about a seat, or about the whole table. ``user``: the candidate it is about."""

    game_id: Number
    verb: Annotated[str, one_of(SEAT_VERBS)]
    seat: Seat
    user: MaybeUser


# -- lobbies -----------------------------------------------------------------------------------------------------------


class LobbyButton(Component, id="pt:l:{game_id}:{verb}"):
    """Join, Leave, Add computer, Start or Cancel."""

    game_id: Number
    verb: Annotated[str, one_of(LOBBY_VERBS)]


class PhoneButton(Component, id="pt:phone:{answer}"):
    """Whether somebody who has just joined looks at boards on a phone."""

    answer: Annotated[str, one_of(("yes", "no"))]


class OptionsButton(Component, id="pt:options:{game_id}:{page}"):
    """The host opens the form with the options of the game, or one of its pages."""

    game_id: Number
    page: Digit = 0


class OptionSelect(OfTable, id="pt:o:{game_id}"):
    """In lobbies of earlier versions: the host changes an option, every value that is not chosen yet was on offer."""


class ClockButton(OfTable, id="pt:clock:{game_id}"):
    """The host opens the form with the time limit and what goes with it."""


class ClockSelect(Component, id="pt:z:{game_id}:{part}"):
    """In lobbies of earlier versions: the host changes how long a decision may take, and what else belongs to it;
    ``more`` stands in those that had two of these."""

    game_id: Number
    part: Annotated[str, one_of(CLOCK_PARTS)]


class LobbyExtras(OfTable, id="pt:q:{game_id}"):
    """Whoever sits here chooses a colour; the host, for what the pictures of this table are made and whether hints may
    be asked for."""


class ComputerButton(Component, id="pt:k:{game_id}:{kind}"):
    """Which kind of computer player takes the next seat."""

    game_id: Number
    kind: Name


class DismissButton(Component, id="pt:kx:{game_id}:{called}"):
    """The computer of a lobby with this name, as a number, gets up: others may sit at its seat by now."""

    game_id: Number
    called: Number


class ThreadButton(Component, id="pt:t:{game}:{seats}:{order}:{options}{after}"):
    """Opens a thread in the channel and the table in it. ``options``: as digits, one each; ``after``: the table of
    which it is a rematch."""

    game: Key
    seats: MaybeSeat
    order: Annotated[str, one_of(SeatOrder)]
    options: Annotated[str, Field("[0-9]{0,20}")]
    after: MaybeTable = None


# -- the move panel ----------------------------------------------------------------------------------------------------


class SessionKind(StrEnum):
    """At what somebody decides with a move panel."""

    TABLE = "table"
    PRACTICE = "practice"
    """A copy of a table, with the plan for it."""
    LESSON = "lesson"


def _by_session(**begins: str) -> Field:
    """A session, by how the custom ids of a component begin in each."""
    sessions = {begin: SessionKind(kind) for kind, begin in begins.items()}
    return Field("|".join(sessions), sessions.__getitem__, begins.__getitem__)


class OfPanel(Component):
    """Belongs to what a person saw: in a lesson ``game_id`` is its number, ``version`` how much is decided.

    On a practice copy ``version`` is the revision of the person's notes.
    """

    game_id: Number
    version: Number


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


# -- imagined tables and plans -----------------------------------------------------------------------------------------


class OfNotes(Component):
    """Belongs to what a person has tried and planned at a table."""

    game_id: Number
    revision: Number


class TryButton(OfNotes, id="pt:T:{game_id}:{revision}:{what}"):
    """Does something with what was tried."""

    what: Annotated[str, one_of(TRYING)]


class PlanButton(OfNotes, id="pt:N:{game_id}:{revision}:{what}"):
    """Changes the own plan."""

    what: Annotated[str, one_of(PLANNING)]


LONGEST_TYPED = 70
"""Characters of a typed text that a custom id has room for."""


class PlanThisButton(OfTable, id="pt:planthis:{game_id}:{typed}"):
    """Adds what somebody typed out of turn to the own plan."""

    typed: Annotated[str, Field(rf".{{1,{LONGEST_TYPED}}}")]


class PlanSelect(OfNotes, id="pt:E:{game_id}:{revision}:{what}"):
    """Changes one move of the own plan, or its conditions."""

    what: Annotated[str, one_of(EDITING)]


# -- under private pictures --------------------------------------------------------------------------------------------


class ShapeButton(Component):
    """From now on the other shape. ``words``: those chosen so far, in a panel; a page, of a review."""

    shape: Annotated[Shape, one_of(Shape, Shape)]
    game_id: Number
    words: MaybeWords = ()


class PanelShape(ShapeButton, id="pt:{session}:{shape}:{game_id}:{words}"):
    """Under the picture of a panel."""

    session: Annotated[SessionKind, _by_session(table="panelshape", practice="tryshape", lesson="lessonshape")] = (
        SessionKind.TABLE
    )


class HandShape(ShapeButton, id="pt:handshape:{shape}:{game_id}:{words}"):
    """Under the own hand."""


class BoardShape(ShapeButton, id="pt:boardshape:{shape}:{game_id}:{words}"):
    """Under the own look at the board."""


class BoardButton(OfTable, id="pt:board:{game_id}"):
    """Under a board of which a message shows a part: the whole of it, in private."""


class LegendButton(OfTable, id="pt:legend:{game_id}"):
    """Under the own look at the board, and in the panels of a first game: what the parts of the board are."""


class HintButton(OfTable, id="pt:hint:{game_id}"):
    """In the panels of a first game: what somebody who plays well would do."""
