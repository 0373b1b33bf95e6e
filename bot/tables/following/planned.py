"""What somebody tries and has planned at a table: the records, and what changes of the table do to plans.

They are kept in the transaction of the change that concerns them; ``bot.tables.following.plans`` carries plans out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import StrEnum
from functools import partial

import msgspec
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.tables.change import Change, Decision, Happened
from bot.tables.table import Table
from engines import Action, Game, IllegalAction, Message
from engines.record import parse
from storage import plans, timers
from storage.models import Json, PlanRow
from storage.timers import Kind

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
    """``condition``: the one that does not hold; ``now``: what is true instead."""

    why: Why
    condition: Message | None = None
    now: Message | None = None


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

    def next_of(self, playable: Callable[[Action], bool]) -> tuple[int, Action] | None:
        """The number of the decision that comes next and what is played; None: nothing fits."""
        for number, alternatives in enumerate(self.candidates):
            for words in alternatives:
                if playable(parse(words)):
                    return number, parse(words)
        return None

    def after(self, number: int) -> Plan | None:
        """What is left once this decision has been made; None: nothing."""
        left = [*self.decisions[:number], *self.decisions[number + 1 :]]
        return msgspec.structs.replace(self, decisions=left, conditions=[]) if left else None

    def halted(self, why: Why, condition: Message | None = None, now: Message | None = None) -> Plan:
        return msgspec.structs.replace(self, stopped=Stopped(why=why, condition=condition, now=now))

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
    try:
        return msgspec.convert(row.data if row else {}, Notes)
    except msgspec.ValidationError:
        return Notes()


async def write(session: AsyncSession, row: PlanRow, notes: Notes) -> bool:
    """Stores notes in place of those that were read. False: they have changed since."""
    seat = row.seat if notes.plan else None
    return await plans.write(session, row.game_id, row.user_id, row.revision, notes.data(), seat=seat)


def going_on(row: PlanRow) -> Plan | None:
    """The plan of a row, unless it has stopped."""
    plan = read(row).plan
    return plan if plan and plan.stopped is None else None


def active(row: PlanRow, table: Table) -> Plan | None:
    """The same, if it is to be carried out: it is the plan of who plays its seat now."""
    mine = row.seat is not None and row.seat < len(table.seats) and table.user_at(row.seat) == row.user_id
    return going_on(row) if mine else None


def due(row: PlanRow, table: Table) -> Plan | None:
    """The same, if what its seat is asked now is for the plan to answer."""
    plan = active(row, table)
    return plan if plan and row.seat is not None and plan.answers(table.game.answers(row.seat)) else None


async def ready(session: AsyncSession, table: Table) -> list[int]:
    """The seats that have something to decide and a plan for it."""
    return _ready(await plans.planned(session, table.row.id), table) if _goes_on(table) else []


def _ready(rows: Sequence[PlanRow], table: Table) -> list[int]:
    return [row.seat for row in rows if row.seat is not None and due(row, table)]


def _goes_on(table: Table) -> bool:
    return table.running and not table.paused


async def call(session: AsyncSession, table: Table, seats: Collection[int]) -> None:
    """The plans of these seats are to be carried out."""
    for seat in seats:
        await timers.start(session, table.row.id, Kind.PLAN, seat=seat)


async def _over(session: AsyncSession, game_id: int) -> None:
    """Nobody tries or plans anything any more; what people have written down stays."""
    written = {row.user_id: lines for row in await plans.of_game(session, game_id) if (lines := read(row).lines)}
    await plans.forget(session, game_id)
    for user, lines in written.items():
        await plans.write(session, game_id, user, 0, Notes(lines=lines).data())


async def follow(change: Change, happened: Happened) -> None:
    """After a change of a table: what its people did by hand leaves their plans or stops them, what was taken back
    stops them; plans whose time has come are carried out, and a table that is over has none."""
    session, table = change.session, change.table
    if not table.running:
        await _over(session, table.row.id)
        change.ready = []
        return
    if happened.moved_here:
        return
    rows = await plans.planned(session, table.row.id)
    by_hand = [decision for decision in happened.decided if not decision.planned]
    kept = list[PlanRow]()
    for row in rows:
        mine = [decision for decision in by_hand if decision.seat == row.seat]
        if mine:
            kept += await _amend(session, row, partial(_after_hand, decided=mine))
        elif row.seat in happened.undone:
            kept += await _amend(session, row, lambda plan: plan.halted(Why.UNDONE))
        else:
            kept.append(row)
    change.ready = _ready(kept, table) if _goes_on(table) else []
    await call(session, table, change.ready)


def _after_hand(plan: Plan, decided: Sequence[Decision]) -> Plan | None:
    """What is left of a plan whose owner has decided without waiting for it: what was planned so is done, any other
    answer to such a question stops it."""
    for decision in decided:
        found = plan.next_of(decision.action.__eq__)
        if found is None:
            if plan.answers(decision.kinds):
                return plan.halted(Why.BY_HAND)
            continue
        left = plan.after(found[0])
        if left is None:
            return None
        plan = left
    return plan


async def _amend(session: AsyncSession, row: PlanRow, change: Callable[[Plan], Plan | None]) -> list[PlanRow]:
    """Changes a plan that has not stopped, whatever its owner does to it in the same moment; also the plan of somebody
    who is away, lest it is carried out weeks later at another table than it was made for. The row as it is then, if it
    still holds a plan that goes on."""
    now: PlanRow | None = row
    while now and (plan := going_on(now)):
        after = change(plan)
        if after == plan:
            return [now]
        if await write(session, now, read(now).with_plan(after)):
            left = await plans.of_person(session, row.game_id, row.user_id) if after and not after.stopped else None
            return [left] if left else []
        now = await plans.of_person(session, row.game_id, row.user_id)
    return []


def playable(game: Game, seat: int) -> Callable[[Action], bool]:
    """What the seat may play now."""

    def fits(action: Action) -> bool:
        try:
            game.check(seat, action)
        except IllegalAction:
            return False
        return True

    return fits
