"""The records that engines return: messages, questions, events and points. None of them holds text in a language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self

import msgspec

OVER = "over"
"""The kind of event with which every game ends."""
TURN = "turn"
"""The kind of event that tells whose turn begins."""
PASSED = "passed"
"""The kind of event that tells that a player ended a turn or declined."""
PAID = "paid"
"""The kind of event that tells the price of the next one."""

Action = tuple[str, ...]
"""The words of a decision, from the decision to its detail; joined by blanks they are its notation."""


class Message(msgspec.Struct, frozen=True):
    """A text of the catalogues: its id and its arguments.

    Arguments are plain: numbers are numbers, ``seat`` and every argument ending in ``_seat`` is a seat, ``seats`` is a
    list of them, and words (regions, goods, fields) are ids which the catalogue knows as ``<game>.word.<id>``.
    """

    id: str
    args: Mapping[str, int | str | list[str]] = {}


class Area(msgspec.Struct, frozen=True):
    """A part of the position in words: a heading, and a line for each thing in it."""

    heading: Message
    lines: list[Message]


class Fault(ValueError):
    """Raised for data that cannot be used: the text is for programmers, ``reason`` tells people the same."""

    def __init__(self, text: str, id: str, /, **args: int | str) -> None:
        super().__init__(text)
        self.reason = Message(id, args)


class Place(msgspec.Struct, frozen=True):
    """A place without a name on the board, described by what lies ``around`` it.

    ``kind`` is its sort; the catalogue has ``<game>.place.<kind>`` for sentences about it. ``side`` tells places with
    the same surroundings apart: the direction in which this one lies, a word of the game; else it is empty.
    """

    kind: str
    neighbours: tuple[Message, ...]
    side: str = ""


class InRow(msgspec.Struct, frozen=True):
    """The position of a field on a board of rows.

    ``row`` counts from the top, ``number`` from the left, ``length`` is the number of fields in the row; ``printed`` is
    the number on the field.
    """

    row: int
    number: int
    length: int
    printed: int

    def edges(self, rows: int) -> list[str]:
        """Return the words for where the field lies on a board of so many rows, as people call its edges and middle."""
        edges = {
            "row_start": self.number == 1,
            "row_end": self.number == self.length,
            "row_top": self.row == 1,
            "row_bottom": self.row == rows,
            "row_middle": 2 * self.row == rows + 1,
        }
        return [word for word, is_there in edges.items() if is_there]


class Journey(msgspec.Struct, frozen=True):
    """A piece that moves from place to place.

    ``verb`` moves it, ``start`` is where it stands, and ``steps`` are the distances between all places.
    """

    verb: str
    start: str
    steps: Mapping[str, Mapping[str, int]]


class Option(msgspec.Struct, frozen=True):
    """A choice made when the table opens; ids are catalogue ids of the game.

    The first value is the default. The order of values is stored in buttons, so a default that changes is named in
    ``new_default`` instead, with the version of the rules since which it holds: earlier games keep the first value.
    ``since``: the version of the rules that brought it; a game of an earlier one does not know it, plays the default.
    """

    id: str
    values: tuple[str, ...]
    since: int = 1
    new_default: tuple[int, str] | None = None

    @property
    def default(self) -> str:
        """The default of tables that are opened now."""
        return self.values[0] if self.new_default is None else self.new_default[1]

    def default_by(self, rules: int) -> str:
        """Return the default of a game that is played by version ``rules`` of the rules."""
        if self.new_default is None or rules < self.new_default[0]:
            return self.values[0]
        return self.new_default[1]


class Prompt(msgspec.Struct, frozen=True):
    """A question to a seat.

    ``optional`` is true if it may be declined, with ``pass`` or ``done``. ``open`` holds verbs of which more is legal
    than is listed. ``resources`` tells what the seat has at its disposal. ``public_buttons`` holds verbs that are
    offered in public, below the question.
    """

    message: Message
    optional: bool = False
    open: tuple[str, ...] = ()
    resources: Message | None = None
    public_buttons: tuple[str, ...] = ()


class PartialAction(msgspec.Struct, frozen=True):
    """The next part of an action that is chosen in parts: up to ``most`` of the ``choices``, then the words ``after``.

    ``likely`` are the choices that are selected at first; ``about`` says what the action answers.
    """

    message: Message
    choices: list[Action]
    maximum: int
    after: Action = ()
    likely: tuple[Action, ...] = ()
    about: Message | None = None


class Event(msgspec.Struct, frozen=True):
    """Something that happened.

    ``seat`` did it (None: the game itself). ``barrier``: something was drawn or revealed, so no undo crosses it.
    ``seen_by`` limits who may know; None means everybody.
    """

    kind: str
    seat: int | None = None
    data: dict[str, int | str | list[str]] = {}
    barrier: bool = False
    seen_by: tuple[int, ...] | None = None

    @property
    def is_remark(self) -> bool:
        """True if no engine reported it: its kind is the id of a text that is told among events."""
        return "." in self.kind

    def shown_to(self, seat: int | None) -> bool:
        """Return whether a seat (None: a spectator) may know of it."""
        return self.seen_by is None or seat in self.seen_by


REMAINDER_OF_A_POINT = 1000
"""The units of ``Score.remainder`` in a point."""


class Score(msgspec.Struct, frozen=True):
    """The points of a seat: ``sources`` by name, which add up to ``total``.

    ``remainder`` are the thousandths of a point (0 to 999) that rounding keeps out of ``total``; it only distinguishes
    positions with equal points.
    """

    seat: int
    total: int
    sources: dict[str, int]
    remainder: int = 0

    @classmethod
    def of(cls, seat: int, sources: dict[str, int], remainder: int = 0) -> Self:
        """Return the points of a seat with their total."""
        return cls(seat, sum(sources.values()), sources, remainder)


Law = tuple[bool, str]
"""A condition of a state: whether it holds, and the fault if it does not."""


def broken(laws: Iterable[Law]) -> list[str]:
    """Return the faults of laws that do not hold."""
    return [fault for holds, fault in laws if not holds]
