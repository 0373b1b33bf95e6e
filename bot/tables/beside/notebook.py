"""What a person keeps at a table for nobody else: what is tried, a plan, lines (what becomes of plans: ``plans``)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum

import msgspec

from bot.tables.stored import readable
from engines import Action, Game, Message
from engines.record import parse
from storage.models import Json, PlanRow

MOST_DECISIONS, MOST_ALTERNATIVES = 20, 8
"""Of a plan, and of one of its decisions."""


class Why(StrEnum):
    """Why a plan is not carried out further. Stored, and part of the catalogue's ids."""

    NONE_FITS = "none_fits"
    CONDITION = "condition"
    REVEALED = "revealed"
    BY_HAND = "by_hand"
    UNDONE = "undone"
    WAITING = "waiting"
    """The owner has to say when."""


class Stopped(msgspec.Struct, frozen=True, kw_only=True):
    """``condition``: the one that does not hold; ``now``: what is true instead.

    ``overtaken``: the owner has decided by hand since, so that only ``/plan`` still tells of it.
    """

    why: Why
    condition: Message | None = None
    now: Message | None = None
    overtaken: bool = False


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions for a seat, each with what is to be played in the game's notation, what is liked best first.

    ``version``: that of the table when it was kept. ``wishes``: what does not fit is passed over, else the order is
    strict. ``conditions``: public facts that must hold when the first decision is made. ``stopped``: why it waits.
    """

    version: int
    decisions: list[list[str]]
    wishes: bool = False
    conditions: list[Message] = []
    stopped: Stopped | None = None

    @property
    def candidates(self) -> list[list[str]]:
        """The decisions of which the next one is made: the first alone, of wishes any."""
        return self.decisions if self.wishes else self.decisions[:1]

    def answers(self, kinds: Collection[str]) -> bool:
        """Whether a question that knows these kinds of answers is one that the next decision may answer; another one,
        such as an offer of trade before the own turn, the plan leaves to its owner."""
        return any(words.partition(" ")[0] in kinds for each in self.candidates for words in each)

    def next_of(self, is_playable: Callable[[Action], bool]) -> tuple[int, Action] | None:
        """The number of the decision that comes next and what is played; None: nothing fits."""
        for number, alternatives in enumerate(self.candidates):
            for words in alternatives:
                if is_playable(parse(words)):
                    return number, parse(words)
        return None

    def after(self, number: int) -> Plan | None:
        """What is left once this decision has been made; None: nothing."""
        left = [*self.decisions[:number], *self.decisions[number + 1 :]]
        return msgspec.structs.replace(self, decisions=left, conditions=[]) if left else None

    def halted(self, why: Why, condition: Message | None = None, now: Message | None = None) -> Plan:
        return msgspec.structs.replace(self, stopped=Stopped(why=why, condition=condition, now=now))

    @property
    def is_overtaken(self) -> bool:
        """Whether its owner has decided by hand since it stopped: then no panel tells of it again."""
        return self.stopped is not None and self.stopped.overtaken

    def overtaken(self) -> Plan:
        """Return the stopped plan as it is kept once its owner has decided without it."""
        if self.stopped is None:
            return self
        return msgspec.structs.replace(self, stopped=msgspec.structs.replace(self.stopped, overtaken=True))

    def going_on(self) -> Plan:
        return msgspec.structs.replace(self, stopped=None)

    def actions(self) -> Iterator[Action]:
        """Everything that may be played."""
        return (parse(words) for alternatives in self.decisions for words in alternatives)

    def facts(self, game: Game, seat: int) -> list[Message]:
        """What the plan depends on, each once, as it is now."""
        found: list[Message] = []
        for action in self.actions():
            found += [fact for fact in game.facts(seat, action) if fact not in found]
        return found

    def broken(self, game: Game, seat: int) -> tuple[Message, Message | None] | None:
        """The first condition that does not hold, and what is true instead where that can be said; None: all hold."""
        facts = self.facts(game, seat) if self.conditions else []
        for condition in self.conditions:
            if condition not in facts:
                return condition, next((fact for fact in facts if _alike(fact, condition)), None)
        return None


def _alike(fact: Message, other: Message) -> bool:
    """Whether both speak of the same thing: only numbers differ."""

    def named(message: Message) -> object:
        return message.id, {name: value for name, value in message.args.items() if not isinstance(value, int)}

    return named(fact) == named(other)


class TriedStep(msgspec.Struct, frozen=True):
    """A decision on an imagined table: what was tried, then what would be liked if that is not possible."""

    seat: int
    words: list[str]


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody tries, from the table's ``version`` on. ``chance`` redraws what is hidden, always the same.

    ``choosing``: what is chosen next is an alternative to the last step.
    """

    version: int
    chance: str
    steps: list[TriedStep] = []
    choosing: bool = False


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """A line that a person keeps for nobody else, written at a ``turn`` of the game."""

    text: str
    turn: int


class Notes(msgspec.Struct, frozen=True, kw_only=True):
    """What is stored for a person and a table. ``lines``: the oldest first; they stay after the end."""

    tried: Tried | None = None
    plan: Plan | None = None
    lines: list[Line] = []

    def with_plan(self, plan: Plan | None) -> Notes:
        return msgspec.structs.replace(self, plan=plan)

    def with_tried(self, tried: Tried | None) -> Notes:
        return msgspec.structs.replace(self, tried=tried)

    def with_lines(self, lines: Sequence[Line]) -> Notes:
        return msgspec.structs.replace(self, lines=list(lines))

    def data(self) -> Json:
        """As it is stored."""
        data: Json = msgspec.to_builtins(self)
        return data


def read(row: PlanRow | None) -> Notes:
    """What is stored; nothing where that is missing or damaged."""
    return readable(row.data if row else {}, Notes, Notes())
