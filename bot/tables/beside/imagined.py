"""Imagined tables: moves are tried on a copy of which everything is redrawn that the person cannot know."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import msgspec

from bot.tables.beside.notebook import MOST_ALTERNATIVES, MOST_DECISIONS, Plan, Tried, TriedStep
from bot.tables.table import Refused, Table
from engines import Action, Event, Game, IllegalAction
from engines.players import PLAYERS
from engines.record import notation, parse

MOST_STEPS = 60
"""Tried in a row."""
FUTURES = 8
"""So many ways in which others may decide are looked at for what may be possible by then."""


@dataclass(frozen=True)
class Imagined:
    """An imagined table after what was tried."""

    table: Table
    viewer: int | None
    """Who looks at it; None: a spectator."""
    deciding: int | None
    """Who is to decide; None: nobody, since the game is over or unknown things would be drawn."""
    events: Sequence[Event]
    """What the last step did, as far as the viewer may know it."""
    revealed: bool
    """The last step draws or reveals something nobody knows: the table is shown as it was before."""

    @property
    def game(self) -> Game:
        return self.table.game


def begin(table: Table) -> Tried:
    """Nothing tried yet; each beginning redraws what is hidden in another way."""
    return Tried(version=table.row.version, chance=secrets.token_hex(8))


def replay(table: Table, tried: Tried, viewer: int | None) -> Imagined:
    """The imagined table, as ``viewer`` may know it. ``table``: of the version from which it was tried.

    Raises Refused where what is hidden cannot be redrawn just now, and where the steps do not fit.
    """
    if not table.game.imaginable(viewer):
        raise Refused("error.cannot_try_now")
    game, events, revealed = table.game.determinize(viewer, Random(tried.chance)), list[Event](), False
    for step in tried.steps[:-1] if tried.choosing else tried.steps:
        before = game.copy()
        try:
            events = game.play(step.seat, parse(step.words[0]))
        except IllegalAction as fault:
            raise Refused("error.moved_on") from fault
        if any(event.barrier for event in events):
            game, events, revealed = before, [], True
            break
    seen = [event for event in events if event.shown_to(viewer)]
    deciding = None if revealed else _deciding(game, viewer)
    return Imagined(table.imagined(game), viewer, deciding, seen, revealed)


def _deciding(game: Game, viewer: int | None) -> int | None:
    """Whose decision is tried: the viewer's own first."""
    if viewer in game.to_act:
        return viewer
    return next(iter((*game.blocking_seats, *game.to_act)), None)


def with_step(tried: Tried, seat: int, action: Action) -> Tried:
    """One step more, or one alternative more to the last one. Raises Refused when there are too many."""
    if tried.choosing:
        last = tried.steps[-1]
        words = list(dict.fromkeys([*last.words, notation(action)]))[:MOST_ALTERNATIVES]
        return msgspec.structs.replace(tried, steps=[*tried.steps[:-1], TriedStep(last.seat, words)], choosing=False)
    if len(tried.steps) >= MOST_STEPS:
        raise Refused("error.too_many_tried")
    return msgspec.structs.replace(tried, steps=[*tried.steps, TriedStep(seat, [notation(action)])])


def step_back(tried: Tried) -> Tried:
    """Without the last step, or without looking for an alternative to it."""
    steps = tried.steps if tried.choosing else tried.steps[:-1]
    return msgspec.structs.replace(tried, steps=steps, choosing=False)


def to_own_turn(table: Table, tried: Tried, viewer: int) -> Tried:
    """With what others might do until the viewer is to decide, as a computer would, but revealing nothing where that
    can be helped."""
    now, rng = replay(table, tried, viewer), Random(f"{tried.chance}:{len(tried.steps)}")
    game, seat = now.game, now.deciding
    while seat not in (None, viewer) and len(tried.steps) < MOST_STEPS:
        assert seat is not None
        action = _harmless(game, seat, rng)
        tried = with_step(tried, seat, action)
        if any(event.barrier for event in game.play(seat, action)):
            break
        seat = _deciding(game, viewer)
    return tried


def _harmless(game: Game, seat: int, rng: Random) -> Action:
    """What a computer would do, or something else if that reveals what nobody knows."""
    wanted, legal = PLAYERS["greedy"](game, seat, rng), game.legal(seat)
    for action in (wanted, *rng.sample(legal, min(len(legal), FUTURES))):
        if not any(event.barrier for event in game.copy().play(seat, action)):
            return action
    return wanted


def to_come(table: Table, viewer: int, planned: Sequence[Sequence[str]], chance: str) -> Iterator[Game]:
    """Where the viewer might decide next, each to be looked at before the next is taken: what is planned is played as
    soon as it can be, everything else as a computer would, and what nobody knows is drawn by ``chance``."""
    if not table.game.imaginable(viewer):
        return
    rng, left = Random(chance), [[parse(words) for words in alternatives] for alternatives in planned]
    game = table.game.determinize(viewer, rng)
    for _ in range(MOST_STEPS):
        seat = _deciding(game, viewer)
        if seat is None:
            return
        wanted = [action for action in left[0] if action in game.legal(seat)] if left and seat == viewer else []
        if wanted:
            left.pop(0)
        elif seat == viewer:
            yield game
        game.play(seat, wanted[0] if wanted else PLAYERS["greedy"](game, seat, rng))


def possible(table: Table, tried: Tried, viewer: int) -> list[Action]:
    """What the viewer might choose instead of the last step, if others decide otherwise than was tried."""
    now, last = replay(table, tried, viewer), tried.steps[-1]
    found = dict.fromkeys(now.game.legal(viewer))
    own = [step for step in tried.steps[:-1] if step.seat == viewer]
    if len(own) < len(tried.steps) - 1:
        for number in range(FUTURES):
            found |= dict.fromkeys(_options(table, tried.chance, viewer, own, Random(f"{tried.chance}/{number}")))
    return [action for action in found if notation(action) not in last.words]


def _options(table: Table, chance: str, viewer: int, own: Sequence[TriedStep], rng: Random) -> list[Action]:
    """What the viewer may choose after the ``own`` steps when others decide at random; nothing where they do not fit,
    or where something would be revealed."""
    game, left = table.game.determinize(viewer, Random(chance)), list(own)
    for _ in range(MOST_STEPS):
        seat = _deciding(game, viewer)
        if seat is None:
            return []
        if seat == viewer and not left:
            return game.legal(viewer)
        action = parse(left.pop(0).words[0]) if seat == viewer else game.sample(seat, rng)
        try:
            events = game.play(seat, action)
        except IllegalAction:
            return []
        if any(event.barrier for event in events):
            return []
    return []


def own_decisions(tried: Tried, seat: int) -> list[list[str]]:
    """What of it is for a seat to decide."""
    return [list(step.words) for step in tried.steps if step.seat == seat]


def kept(table: Table, tried: Tried, seat: int) -> Plan:
    """The own steps as a plan; where it is the seat's turn already, its owner says when it begins.

    Raises Refused when there are none, or too many.
    """
    decisions = own_decisions(tried, seat)
    if not decisions:
        raise Refused("error.nothing_tried")
    if len(decisions) > MOST_DECISIONS:
        raise Refused("error.plan_too_long", n=MOST_DECISIONS)
    return Plan(version=table.row.version, decisions=decisions)
