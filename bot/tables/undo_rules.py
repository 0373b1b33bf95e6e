"""Undoing decisions: which ones may be taken back, and the game before them."""

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
"""Decisions of computers after a person's that are looked at."""


@dataclass(frozen=True)
class UndoPlan:
    """A decision that could be taken back."""

    seat: int
    version: int
    """The first version to be undone."""
    taken_back: int
    """The number of decisions that would be undone, those of computers among them."""
    barrier: str | None
    """The reason for which everybody must agree ("others_moved" or "revealed"); None if nobody has to."""
    own: int = 1
    """The number of decisions of the person among them."""
    turn: tuple[MoveRow, ...] = ()
    """The person's decisions of this turn that can freely be taken back together, if there are several."""

    @property
    def whole_turn(self) -> UndoPlan:
        """The plan to take back all decisions of the turn at once."""
        taken_back = self.taken_back + len(self.turn) - self.own
        return replace(self, version=self.turn[0].version, taken_back=taken_back, own=len(self.turn))


async def find_undo_plan(
    session: AsyncSession, table: Table, user_id: int, recent: Sequence[MoveRow] | None = None
) -> UndoPlan:
    """Return the last decision of a person that could be taken back.

    `recent` are the moves since the turn of the seat's last decision, if they have been read. Raises Refused when there
    is nothing to take back.
    """
    seat = table.own_seat(user_id)
    moves = await since_turn(session, table.row.id, seat) if recent is None else recent
    moves_since = moves_since_decision(moves, seat)
    plan = plan_undo(moves_since, seat, user_id)
    return with_whole_turn(plan, [move for move in moves if move.turn == moves_since[0].turn], user_id)


def moves_since_decision(moves: Sequence[MoveRow], seat: int) -> Sequence[MoveRow]:
    """Return the last move that a person made on this seat, and those after it; empty if there is none."""
    for place in range(len(moves) - 1, -1, -1):
        if moves[place].seat == seat and moves[place].by_user_id is not None:
            return moves[place:]
    return []


def plan_undo(moves: Sequence[MoveRow], seat: int, user_id: int) -> UndoPlan:
    """Return the plan to take back the first of these moves, the last decision of a seat.

    Moves of computers are no barrier. Moves of other people are, also on the same seat while its owner is away, and so
    is anything drawn or revealed. Raises Refused when there is no move.
    """
    if not moves:
        raise Refused("error.nothing_to_undo")
    barrier = None
    if any(move.by_user_id not in (None, user_id) for move in moves):
        barrier = "others_moved"
    elif any(_has_barrier(move) for move in moves):
        barrier = "revealed"
    return UndoPlan(seat, moves[0].version, len(moves), barrier)


def _has_barrier(move: MoveRow) -> bool:
    """Return whether a move drew or revealed something."""
    return any(event.get("barrier") for event in move.events)


def with_whole_turn(plan: UndoPlan, moves: Sequence[MoveRow], user_id: int) -> UndoPlan:
    """Return the plan with the person's decisions of the turn, given the `moves` made in it.

    They are those before the planned one without anything drawn or revealed, and without a decision of anybody else,
    including computers, in between.
    """
    if plan.barrier is not None:
        return plan
    decisions: list[MoveRow] = []
    for move in reversed([move for move in moves if move.version <= plan.version]):
        is_own = move.seat == plan.seat and move.by_user_id == user_id
        if not is_own or _has_barrier(move):
            break
        decisions.insert(0, move)
    return replace(plan, turn=tuple(decisions)) if len(decisions) > 1 else plan


class OtherRules(Refused):
    """A log does not lead to the stored state: the table began under other rules."""

    def __init__(self) -> None:
        super().__init__("error.other_rules")


def replay_moves(table: Table, moves: Sequence[MoveRow]) -> Iterator[tuple[MoveRow, Game]]:
    """Yield the moves of a table, each with the game before it, replayed from the seed. Raises OtherRules."""
    game = table.initial_game()
    try:
        for move in moves:
            yield move, game
            game.play(move.seat, record.parse(move.words))
    except engines.IllegalAction as fault:
        raise OtherRules from fault
    if game != table.game:
        raise OtherRules


def rebuild_game(table: Table, moves: Sequence[MoveRow], version: int) -> Game:
    """Return the game before the move of this version. Raises OtherRules."""
    before = table.initial_game()
    for move, game in replay_moves(table, moves):
        if move.version == version:
            before = game.copy()
    return before


async def load_game_before(database: Database, table: Table, version: int) -> Game:
    """Return the game before the move of this version, replayed from the stored log. Raises OtherRules."""
    async with database.reading() as session:
        log = await effective(session, table.row.id)
    return await asyncio.to_thread(rebuild_game, table, log, version)


async def load_last_moves(session: AsyncSession, table: Table, count: int) -> Sequence[MoveRow]:
    """Return the last `count` decisions. Raises Refused if there are fewer, or the log does not lead to the state."""
    log = await effective(session, table.row.id)
    if not log:
        raise Refused("error.nothing_to_go_back")
    if count > len(log):
        raise Refused("error.too_far_back", n=len(log))
    await asyncio.to_thread(rebuild_game, table, log, log[-count].version)
    return log[-count:]


def irreversible_event(table: Table, seat: int, action: Action) -> str | None:
    """Return what an action causes before anybody else decides, so that it cannot freely be taken back.

    The action is tried on a game whose hidden parts are redrawn, with computers that move at random: so the answer
    tells no secret.

    Returns:
        The kind of event with which the game reveals what is next, or OVER; None for neither.

    Raises:
        IllegalAction: The action is not allowed.
    """
    if not table.game.imaginable(seat):
        return None
    rng = Random(table.question_digest(seat))
    game = table.game.determinize(seat, rng)
    events = game.play(seat, action)
    for _ in range(MOST_FOLLOWING):
        event_kind = _revealing_event(game, events)
        if event_kind or not game.to_act:
            return event_kind
        mover = next((number for number in game.blocking_seats if table.computer_at(number)), None)
        if mover is None:
            return None
        events = game.play(mover, game.sample(mover, rng))
    return None


def _revealing_event(game: Game, events: Sequence[Event]) -> str | None:
    if game.state.over:
        return OVER
    revealing_kinds = game.presentation.revealing_events
    return next((event.kind for event in events if event.barrier and event.kind in revealing_kinds), None)
