"""Practice tables: copies of a table for trying moves, on which everything that the person cannot know is redrawn."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import msgspec

from bot.tables.table import Refused, Table
from bot.tables.table_notes import MOST_ALTERNATIVES, MOST_DECISIONS, Plan, PlannedDecision, Practice, PracticeStep
from engines import Action, Event, Game, IllegalAction
from engines.players import PLAYERS
from engines.record import notation, parse

MOST_STEPS = 60
"""Steps of one practice."""
FUTURES = 8
"""Ways in which others may decide that are looked at for possible alternatives."""


@dataclass(frozen=True)
class PracticeTable:
    """A practice table after the steps that were tried."""

    table: Table
    viewer: int | None
    """The seat that looks at it; None for a spectator."""
    deciding: int | None
    """The seat that is to decide; None if the game is over or unknown things would be drawn."""
    events: Sequence[Event]
    """Events of the last step that the viewer may know."""
    is_revealing: bool
    """True if the last step draws or reveals something unknown: the table is shown as it was before."""

    @property
    def game(self) -> Game:
        return self.table.game


def begin_practice(table: Table) -> Practice:
    """Return a practice without steps; each one redraws what is hidden in another way."""
    return Practice(version=table.row.version, chance=secrets.token_hex(8))


def replay_practice(table: Table, practice: Practice, viewer: int | None) -> PracticeTable:
    """Return the practice table as the viewer may know it; `table` must have the version of the practice.

    Raises Refused if what is hidden cannot be redrawn now, or the steps do not fit.
    """
    if not table.game.imaginable(viewer):
        raise Refused("error.cannot_try_now")
    game = table.game.determinize(viewer, Random(practice.chance))
    events = list[Event]()
    is_revealing = False
    for step in practice.steps[:-1] if practice.choosing else practice.steps:
        before = game.copy()
        try:
            events = game.play(step.seat, parse(step.words[0]))
        except IllegalAction as fault:
            raise Refused("error.moved_on") from fault
        if _reveals(events):
            game = before
            events = []
            is_revealing = True
            break
    shown_events = [event for event in events if event.shown_to(viewer)]
    deciding = None if is_revealing else _deciding_seat(game, viewer)
    return PracticeTable(table.with_game(game), viewer, deciding, shown_events, is_revealing)


def _reveals(events: Sequence[Event]) -> bool:
    return any(event.barrier for event in events)


def _deciding_seat(game: Game, viewer: int | None) -> int | None:
    """Return the seat whose decision is tried, preferably the viewer's own."""
    if viewer in game.to_act:
        return viewer
    return next(iter((*game.blocking_seats, *game.to_act)), None)


def add_step(practice: Practice, seat: int, action: Action) -> Practice:
    """Return the practice with another step, or another alternative to the last one. Raises Refused at the limit."""
    if practice.choosing:
        last = practice.steps[-1]
        words = list(dict.fromkeys([*last.words, notation(action)]))[:MOST_ALTERNATIVES]
        steps = [*practice.steps[:-1], PracticeStep(last.seat, words)]
        return msgspec.structs.replace(practice, steps=steps, choosing=False)
    if len(practice.steps) >= MOST_STEPS:
        raise Refused("error.too_many_tried")
    return msgspec.structs.replace(practice, steps=[*practice.steps, PracticeStep(seat, [notation(action)])])


def undo_step(practice: Practice) -> Practice:
    """Return the practice without the last step, or without the search for an alternative to it."""
    steps = practice.steps if practice.choosing else practice.steps[:-1]
    return msgspec.structs.replace(practice, steps=steps, choosing=False)


def advance_to_own_turn(table: Table, practice: Practice, viewer: int) -> Practice:
    """Return the practice with steps of others until the viewer is to decide.

    They decide as computers would, but reveal nothing if that can be helped.
    """
    practice_table = replay_practice(table, practice, viewer)
    rng = Random(f"{practice.chance}:{len(practice.steps)}")
    game = practice_table.game
    seat = practice_table.deciding
    while seat not in (None, viewer) and len(practice.steps) < MOST_STEPS:
        assert seat is not None
        action = _unrevealing_action(game, seat, rng)
        practice = add_step(practice, seat, action)
        if _reveals(game.play(seat, action)):
            break
        seat = _deciding_seat(game, viewer)
    return practice


def _unrevealing_action(game: Game, seat: int, rng: Random) -> Action:
    """Return the action of a computer, or another one if that reveals something unknown."""
    preferred = PLAYERS["greedy"](game, seat, rng)
    legal = game.legal(seat)
    for action in (preferred, *rng.sample(legal, min(len(legal), FUTURES))):
        if not _reveals(game.copy().play(seat, action)):
            return action
    return preferred


def future_positions(table: Table, viewer: int, planned: Sequence[Sequence[str]], chance: str) -> Iterator[Game]:
    """Yield positions in which the viewer might decide next; each is to be looked at before the next is taken.

    Planned decisions are played as soon as they are possible, all others as a computer would. What nobody knows is
    drawn by the seed `chance`.
    """
    if not table.game.imaginable(viewer):
        return
    rng = Random(chance)
    remaining = [[parse(words) for words in alternatives] for alternatives in planned]
    game = table.game.determinize(viewer, rng)
    for _ in range(MOST_STEPS):
        seat = _deciding_seat(game, viewer)
        if seat is None:
            return
        positions = []
        if remaining and seat == viewer:
            legal = game.legal(seat)
            positions = [action for action in remaining[0] if action in legal]
        if positions:
            remaining.pop(0)
        elif seat == viewer:
            yield game
        game.play(seat, positions[0] if positions else PLAYERS["greedy"](game, seat, rng))


def possible_alternatives(table: Table, practice: Practice, viewer: int) -> list[Action]:
    """Return the actions that the viewer might choose instead of the last step, if others decide otherwise."""
    practice_table = replay_practice(table, practice, viewer)
    last = practice.steps[-1]
    actions = dict.fromkeys(practice_table.game.legal(viewer))
    own_steps = [step for step in practice.steps[:-1] if step.seat == viewer]
    has_steps_of_others = len(own_steps) < len(practice.steps) - 1
    if has_steps_of_others:
        for number in range(FUTURES):
            rng = Random(f"{practice.chance}/{number}")
            actions |= dict.fromkeys(_actions_after(table, practice.chance, viewer, own_steps, rng))
    return [action for action in actions if notation(action) not in last.words]


def _actions_after(
    table: Table, chance: str, viewer: int, own_steps: Sequence[PracticeStep], rng: Random
) -> list[Action]:
    """Return the viewer's legal actions after own steps while others decide at random.

    There are none if the steps do not fit, or something would be revealed.
    """
    game = table.game.determinize(viewer, Random(chance))
    remaining = list(own_steps)
    for _ in range(MOST_STEPS):
        seat = _deciding_seat(game, viewer)
        if seat is None:
            return []
        if seat == viewer and not remaining:
            return game.legal(viewer)
        action = parse(remaining.pop(0).words[0]) if seat == viewer else game.sample(seat, rng)
        try:
            events = game.play(seat, action)
        except IllegalAction:
            return []
        if _reveals(events):
            return []
    return []


def own_decisions(practice: Practice, seat: int) -> list[PlannedDecision]:
    """Return the steps of a seat, each with its alternatives."""
    return [list(step.words) for step in practice.steps if step.seat == seat]


def make_plan(table: Table, practice: Practice, seat: int) -> Plan:
    """Return the steps of a seat as a plan. Raises Refused if there are none, or too many."""
    decisions = own_decisions(practice, seat)
    if not decisions:
        raise Refused("error.nothing_tried")
    if len(decisions) > MOST_DECISIONS:
        raise Refused("error.plan_too_long", n=MOST_DECISIONS)
    return Plan(version=table.row.version, decisions=decisions)
