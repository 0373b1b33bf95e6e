"""Going back: which decisions may be taken back, and what the game was before them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from sqlmodel.ext.asyncio.session import AsyncSession

import engines
from bot.tables.table import Refused, Table
from engines import Action, Event, Game, record
from engines.messages import OVER
from storage.database import Database
from storage.models import MoveRow
from storage.moves import effective, since_turn

MOST_FOLLOWING = 400
"""Decisions of computers that are looked at for what comes after a person's."""


@dataclass(frozen=True)
class UndoPlan:
    """A decision that could be taken back. ``barrier``: why not without everybody's consent; None: freely."""

    seat: int
    version: int
    """The first version to be undone."""
    taken_back: int
    barrier: str | None
    turn: tuple[MoveRow, ...] = ()
    """Where there are several: the person's decisions of this turn that can freely be taken back together."""

    @property
    def whole(self) -> UndoPlan:
        """To take back all of these at once."""
        return replace(self, version=self.turn[0].version, taken_back=self.taken_back + len(self.turn) - 1)


async def plan_of(
    session: AsyncSession, table: Table, user_id: int, recent: Sequence[MoveRow] | None = None
) -> UndoPlan:
    """What taking back would mean for this person; ``recent``: the moves since the turn of the seat's last decision, if
    they have been read. Raises Refused when there is nothing to take back."""
    seat = table.own_seat(user_id)
    found = await since_turn(session, table.row.id, seat) if recent is None else recent
    since = since_decision(found, seat)
    plan = undo_plan(since, seat, user_id)
    return with_turn(plan, [move for move in found if move.turn == since[0].turn], user_id)


def since_decision(moves: Sequence[MoveRow], seat: int) -> Sequence[MoveRow]:
    """Of moves in order the last one that a person made on this seat and those after it; empty: there is none."""
    for place in range(len(moves) - 1, -1, -1):
        if moves[place].seat == seat and moves[place].by_user_id is not None:
            return moves[place:]
    return []


def undo_plan(moves: Sequence[MoveRow], seat: int, user_id: int) -> UndoPlan:
    """What stands in the way of this person's taking back the first of these moves, the last decision of a seat. Raises
    Refused when there is none.

    Computers that moved do not stand in the way; other people who did, be it on the same seat, whose owner is away, and
    anything drawn or revealed, do.
    """
    if not moves:
        raise Refused("error.nothing_to_undo")
    barrier = None
    if any(move.by_user_id not in (None, user_id) for move in moves):
        barrier = "others_moved"
    elif any(event.get("barrier") for move in moves for event in move.events):
        barrier = "revealed"
    return UndoPlan(seat, moves[0].version, len(moves), barrier)


def with_turn(plan: UndoPlan, moves: Sequence[MoveRow], user_id: int) -> UndoPlan:
    """The plan with the rest of the turn, out of the ``moves`` made in it: what the person has decided on end, without
    anything drawn or revealed and without anybody else's decision in between, be it a computer's."""
    if plan.barrier is not None:
        return plan
    found: list[MoveRow] = []
    for move in reversed([move for move in moves if move.version <= plan.version]):
        own = move.seat == plan.seat and move.by_user_id == user_id
        if not own or any(event.get("barrier") for event in move.events):
            break
        found.insert(0, move)
    return replace(plan, turn=tuple(found)) if len(found) > 1 else plan


class OtherRules(Refused):
    """A log does not lead to the stored state: the table was begun under other rules."""

    def __init__(self) -> None:
        super().__init__("error.other_rules")


def played_again(table: Table, moves: Sequence[MoveRow]) -> Iterator[tuple[MoveRow, Game]]:
    """The moves of a table with the game before each, played again from the seed. Raises OtherRules."""
    game = table.begun()
    try:
        for move in moves:
            yield move, game
            game.play(move.seat, record.parse(move.words))
    except engines.IllegalAction as fault:
        raise OtherRules from fault
    if game != table.game:
        raise OtherRules


def rebuild(table: Table, moves: Sequence[MoveRow], version: int) -> Game:
    """The game before the move of this version. Raises OtherRules."""
    before = table.begun()
    for move, game in played_again(table, moves):
        if move.version == version:
            before = game.copy()
    return before


async def game_before(database: Database, table: Table, version: int) -> Game:
    """The game before the move of this version, by the table's log. Raises OtherRules."""
    async with database.reading() as session:
        log = await effective(session, table.row.id)
    return await asyncio.to_thread(rebuild, table, log, version)


async def last_moves(session: AsyncSession, table: Table, count: int) -> Sequence[MoveRow]:
    """The decisions that going back so many would undo. Raises Refused where there are fewer, and where the log does
    not lead to the state."""
    log = await effective(session, table.row.id)
    if not log:
        raise Refused("error.nothing_to_go_back")
    if count > len(log):
        raise Refused("error.too_far_back", n=len(log))
    await asyncio.to_thread(rebuild, table, log, log[-count].version)
    return log[-count:]


def end_of_turn(table: Table, seat: int, action: Action) -> str | None:
    """Return what comes of an action before anybody else decides, so that it cannot freely be taken back.

    That is the kind of event with which the game turns up what is next, or OVER; None: neither.

    It is tried on a game whose hidden parts are redrawn, computers moving at random: the answer tells no secret.
    Raises IllegalAction.
    """
    if not table.game.imaginable(seat):
        return None
    rng = Random(table.question(seat))
    game = table.game.determinize(seat, rng)
    events = game.play(seat, action)
    for _ in range(MOST_FOLLOWING):
        if (found := _turned_up(game, events)) or not game.to_act:
            return found
        mover = next((other for other in game.blocking_seats if table.computer_at(other)), None)
        if mover is None:
            return None
        events = game.play(mover, game.sample(mover, rng))
    return None


def _turned_up(game: Game, events: Sequence[Event]) -> str | None:
    if game.state.over:
        return OVER
    return next(
        (event.kind for event in events if event.barrier and event.kind in game.presentation.revealing_events), None
    )
