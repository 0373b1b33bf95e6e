"""What an engine says: messages, questions, events, points. Plain records without language."""

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
    """A text that the engine wants said: an id for the catalogues and what fills it.

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
    """Something that cannot be used: the text is for whoever programs, ``reason`` says the same to people."""

    def __init__(self, text: str, id: str, /, **args: int | str) -> None:
        super().__init__(text)
        self.reason = Message(id, args)


class Place(msgspec.Struct, frozen=True):
    """A place of the board that bears no name there, by what lies ``around`` it.

    ``kind``: its sort; the catalogue has ``<game>.place.<kind>`` for sentences about it. ``side``: where several are
    called the same, the direction in which this one lies, a word of the game; else empty.
    """

    kind: str
    around: tuple[Message, ...]
    side: str = ""


class InRow(msgspec.Struct, frozen=True):
    """Where a field lies on a board of rows: the ``row`` from the top, the ``number`` in it from the left, how many
    fields the row has (``length``), and the number that is ``printed`` on the field."""

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
    """Something that goes step by step from place to place: the first word of actions that move it, where it is, and
    how many ``steps`` apart any two places are."""

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
    """What a seat is being asked.

    ``optional``: the question may be declined (``pass`` or ``done`` is among the legal actions).
    ``open``: first words of actions too many to list; for these ``check`` alone decides. ``resources``: what the
    seat has to decide with (money, pieces), said beside the question. ``public_buttons``: first words of answers that
    are offered in public, where the question is asked.
    """

    message: Message
    optional: bool = False
    open: tuple[str, ...] = ()
    resources: Message | None = None
    public_buttons: tuple[str, ...] = ()


class PartialAction(msgspec.Struct, frozen=True):
    """The next piece of an action that is put together: up to ``most`` of the ``choices``, then the words ``after``.

    ``likely``: those of the choices that it starts from; ``about``: what the action answers.
    """

    message: Message
    choices: list[Action]
    most: int
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
        """Whether no engine has reported it: its kind is the whole id of a text, said at its place among events."""
        return "." in self.kind

    def shown_to(self, seat: int | None) -> bool:
        """Whether a seat (None: a spectator) may know of it."""
        return self.seen_by is None or seat in self.seen_by


class Score(msgspec.Struct, frozen=True):
    """A seat's points: ``sources`` by name add up to ``total``.

    ``remainder``: thousandths of a point already gathered that rounding keeps out of ``total`` (0 to 999); it tells
    apart positions of equal score and counts for nothing else.
    """

    seat: int
    total: int
    sources: dict[str, int]
    remainder: int = 0

    @classmethod
    def of(cls, seat: int, sources: dict[str, int], remainder: int = 0) -> Self:
        return cls(seat, sum(sources.values()), sources, remainder)


Law = tuple[bool, str]
"""What must hold of a state: whether it does, and the fault if it does not."""


def broken(laws: Iterable[Law]) -> list[str]:
    """The faults of laws that do not hold."""
    return [fault for holds, fault in laws if not holds]
