"""A person's private notes at a table: what the person tries, a plan, and written lines.

`observers.plan_execution` carries plans out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import msgspec

from bot.tables.stored_values import read_or_default
from bot.tables.table import Refused, Table
from engines import Action, Game, Message
from engines.record import parse
from storage import plans
from storage.database import Database
from storage.models import Json, PlanRow

MOST_DECISIONS = 20
"""Decisions of a plan."""
MOST_ALTERNATIVES = 8
"""Alternatives for one decision of a plan."""
LONGEST_LINE = 300
"""The largest number of characters of a line."""
MOST_LINES = 30
"""The largest number of lines of a person at a table."""


class StopReason(StrEnum):
    """A reason for which a plan is not carried out further. Stored, and part of the catalogue's ids."""

    NONE_FITS = "none_fits"
    CONDITION = "condition"
    REVEALED = "revealed"
    BY_HAND = "by_hand"
    UNDONE = "undone"
    WAITING = "waiting"
    """The owner has to say when the plan begins."""


class PlanStop(msgspec.Struct, frozen=True, kw_only=True):
    """The end of carrying out a plan. Stored."""

    why: StopReason
    condition: Message | None = None
    """The condition that does not hold."""
    now: Message | None = None
    """The present fact in place of the condition."""
    is_overtaken: bool = msgspec.field(default=False, name="overtaken")
    """True once the owner has decided by hand, so that only `/plan` still shows the stop."""


PlannedDecision = list[str]
"""A decision of a plan: actions in the game's notation, the most liked one first, then its alternatives."""


class PlayableDecision(NamedTuple):
    """The decision of a plan that comes next."""

    number: int
    """Its place in the plan, from 0."""
    action: Action


class BrokenCondition(NamedTuple):
    """A condition of a plan that does not hold."""

    condition: Message
    present: Message | None
    """The present fact in its place, if there is one."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions for a seat that are made automatically. Stored."""

    version: int
    """The version of the table for which the plan was made."""
    decisions: list[PlannedDecision]
    wishes: bool = False
    """True if decisions that do not fit are passed over; otherwise the order is strict."""
    conditions: list[Message] = []
    """Public facts that must hold when the first decision is made."""
    stopped: PlanStop | None = None

    @property
    def candidates(self) -> list[PlannedDecision]:
        """The decisions that may come next: the first one, or any of a plan of wishes."""
        return self.decisions if self.wishes else self.decisions[:1]

    def answers(self, kinds: Collection[str]) -> bool:
        """Return whether the next decision may answer a question that knows these kinds of answers.

        Other questions, such as an offer of trade before the own turn, are left to the owner.
        """
        return any(words.partition(" ")[0] in kinds for alternatives in self.candidates for words in alternatives)

    def next_decision(self, is_playable: Callable[[Action], bool]) -> PlayableDecision | None:
        """Return the next decision with a playable action, or None if nothing fits."""
        for number, alternatives in enumerate(self.candidates):
            for words in alternatives:
                action = parse(words)
                if is_playable(action):
                    return PlayableDecision(number, action)
        return None

    def without_decision(self, number: int) -> Plan | None:
        """Return the plan after this decision was made, or None if nothing remains."""
        remaining = [*self.decisions[:number], *self.decisions[number + 1 :]]
        return msgspec.structs.replace(self, decisions=remaining, conditions=[]) if remaining else None

    def stop(self, reason: StopReason, condition: Message | None = None, now: Message | None = None) -> Plan:
        """Return the plan as stopped for this reason."""
        return msgspec.structs.replace(self, stopped=PlanStop(why=reason, condition=condition, now=now))

    @property
    def is_overtaken(self) -> bool:
        """True if the owner has decided by hand since the plan stopped: panels do not mention it again."""
        return self.stopped is not None and self.stopped.is_overtaken

    def overtake(self) -> Plan:
        """Return the stopped plan as it is stored once its owner has decided without it."""
        if self.stopped is None:
            return self
        return msgspec.structs.replace(self, stopped=msgspec.structs.replace(self.stopped, is_overtaken=True))

    def resume(self) -> Plan:
        """Return the plan as not stopped."""
        return msgspec.structs.replace(self, stopped=None)

    def actions(self) -> Iterator[Action]:
        """Yield all actions of the plan."""
        return (parse(words) for alternatives in self.decisions for words in alternatives)

    def facts(self, game: Game, seat: int) -> list[Message]:
        """Return the facts on which the plan depends, each once, as they are now."""
        facts: list[Message] = []
        for action in self.actions():
            facts += [fact for fact in game.facts(seat, action) if fact not in facts]
        return facts

    def broken_condition(self, game: Game, seat: int) -> BrokenCondition | None:
        """Return the first condition that does not hold, or None if all do."""
        facts = self.facts(game, seat) if self.conditions else []
        for condition in self.conditions:
            if condition not in facts:
                return BrokenCondition(
                    condition, next((fact for fact in facts if _have_one_subject(fact, condition)), None)
                )
        return None


def _have_one_subject(fact: Message, condition: Message) -> bool:
    """Return whether a fact and a condition are about the same thing: only numbers differ."""

    def subject(message: Message) -> object:
        return message.id, {name: value for name, value in message.args.items() if not isinstance(value, int)}

    return subject(fact) == subject(condition)


class PracticeStep(msgspec.Struct, frozen=True):
    """A decision on a practice table. Stored."""

    seat: int
    words: list[str]
    """The action that was tried, then alternatives in case that it is not possible."""


class Practice(msgspec.Struct, frozen=True, kw_only=True):
    """The steps that a person tries on a practice table. Stored."""

    version: int
    """The version of the table from which they are tried."""
    chance: str
    """Seed for what is hidden, so that it is always redrawn in the same way."""
    steps: list[PracticeStep] = []
    choosing: bool = False
    """True if the next choice is an alternative to the last step."""


class NoteLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line that a person wrote in a `turn` of the game. Stored."""

    text: str
    turn: int


class Notes(msgspec.Struct, frozen=True, kw_only=True):
    """The notes of a person at a table. Stored."""

    practice: Practice | None = msgspec.field(default=None, name="tried")
    plan: Plan | None = None
    lines: list[NoteLine] = []
    """The oldest line first; lines stay after the end of the game."""

    def with_plan(self, plan: Plan | None) -> Notes:
        return msgspec.structs.replace(self, plan=plan)

    def with_practice(self, practice: Practice | None) -> Notes:
        return msgspec.structs.replace(self, practice=practice)

    def with_lines(self, lines: Sequence[NoteLine]) -> Notes:
        return msgspec.structs.replace(self, lines=list(lines))

    def data(self) -> Json:
        """Return the notes as they are stored."""
        data: Json = msgspec.to_builtins(self)
        return data


def read_notes(row: PlanRow | None) -> Notes:
    """Return the stored notes; empty ones if they are missing or damaged."""
    return read_or_default(row.data if row else {}, Notes, Notes())


class NoteLines:
    """The written lines of all people."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add_line(self, table: Table, user_id: int, text: str) -> Sequence[NoteLine]:
        """Add a line to a person's notes, and return all of them. Raises Refused if there are too many."""
        turn = table.game.state.turn

        def add(lines: Sequence[NoteLine]) -> Sequence[NoteLine]:
            if len(lines) >= MOST_LINES:
                raise Refused("error.notes_full", n=MOST_LINES)
            return [*lines, NoteLine(text=text, turn=turn)]

        return await self._change_lines(table.row.id, user_id, add)

    async def remove_line(self, game_id: int, user_id: int, number: int) -> Sequence[NoteLine]:
        """Remove the line of this number, from 1, and return the others. Raises Refused if there is none."""

        def remove(lines: Sequence[NoteLine]) -> Sequence[NoteLine]:
            if not 1 <= number <= len(lines):
                raise Refused("error.no_such_note", number=number)
            return [line for place, line in enumerate(lines, 1) if place != number]

        return await self._change_lines(game_id, user_id, remove)

    async def _change_lines(
        self, game_id: int, user_id: int, change: Callable[[Sequence[NoteLine]], Sequence[NoteLine]]
    ) -> Sequence[NoteLine]:
        # It is repeated since a plan of the same person may be carried out meanwhile.
        while True:
            async with self.database.transaction() as session:
                row = await plans.of_person(session, game_id, user_id)
                notes = read_notes(row)
                notes = notes.with_lines(change(notes.lines))
                seat = row.seat if row else None
                revision = row.revision if row else 0
                if await plans.write(session, game_id, user_id, revision, notes.data(), seat=seat):
                    return notes.lines
