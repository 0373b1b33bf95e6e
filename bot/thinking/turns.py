"""Turns of a seat, played and improved in imagined worlds in which what is hidden was redrawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from random import Random
from typing import NamedTuple

from engines import Action, Game
from engines.players.beam import Beam, Line, imagined
from engines.players.greedy import after_playing
from engines.players.skills import SKILLS, turn_played

SEARCHES_TO_THE_END = 8
"""Most searches that are chained to play one turn, as each covers only a part; after the last it stays unfinished."""
ROUNDING = 1e-6
"""Points; differences below this are rounding errors of the sums."""
LEAST_TRADE_GAIN = 0.25
"""Points that a trade with the bank must bring to count as useful: the cards given away might have served later."""

Step = tuple[Action, ...]
"""An action with those that complete it."""


class Turn(NamedTuple):
    """A turn in an imagined world."""

    world: Game
    """The position before the turn."""
    end: Game
    """The position after its actions; still in mid-turn if the turn is unfinished."""
    actions: tuple[Action, ...]

    def value(self, seat: int) -> float:
        """Return the value of the end to the seat."""
        return SKILLS[self.end.key].strong.plan.value(self.end, seat)


def play_turn(game: Game, seat: int, actions: Sequence[Action], world_seed: float) -> Turn:
    """Play a turn in the world of a seed: these actions up to the first illegal one, then the best that searches find.

    It does not go on into the next turn of the seat, whose dice nobody knows.
    """
    rng = Random(world_seed)
    world = imagined(game, seat, rng)
    position = world
    actions_played = list[Action]()
    planned = actions
    for _ in range(SEARCHES_TO_THE_END):
        for action in planned:
            if not position.is_legal(seat, action):
                break
            position = after_playing(position, seat, action)
            actions_played.append(action)
            if _is_over(world, position, seat):
                return Turn(world, position, tuple(actions_played))
        line = _best_line(SKILLS[game.key].strong.rest, position, seat, rng)
        if line is None:
            break
        planned = line.actions
    return Turn(world, position, tuple(actions_played))


def improved_by_the_best(turns: Sequence[Turn], seat: int) -> list[Turn]:
    """Return each turn of one world, or a better one that begins alike and goes on with the steps of the best turn.

    Its own search may have overlooked these steps.
    """
    best = max(turns, key=lambda turn: turn.value(seat), default=None)
    return [_with_steps_of(best, turn, seat) for turn in turns] if best else []


def can_begin_with(turn: Turn, action: Action, seat: int) -> bool:
    """Return whether a later step of the turn begins with the action and may as well be its first step."""
    step = next((step for step in _steps(turn)[1:] if step[0] == action), None)
    variant = _begun_with([step], turn, seat) if step else None
    return variant is not None and variant.value(seat) >= turn.value(seat) - ROUNDING


def without_idle_steps(turn: Turn, seat: int) -> Turn:
    """Return the turn without the idle steps after its first one.

    A search keeps a useless step if it stopped early, or if the turn without it is worth the same.
    """
    for place in range(1, len(_steps(turn))):
        shorter = _without_idle_step(turn, place, seat)
        if shorter:
            return without_idle_steps(shorter, seat)
    return turn


def begins_idly(turn: Turn, seat: int) -> bool:
    """Return whether the first step of the turn is idle, and does not just end it."""
    return _without_idle_step(turn, 0, seat) is not None


def steps_made_possible(game: Game, seat: int, offer: Action, rng: Random) -> list[Step]:
    """Return those steps possible right after a trade with others that are illegal even after one with the bank."""
    world = imagined(game, seat, rng)
    skill = SKILLS[game.key]
    after_trade = skill.traded(world, seat, offer)
    line = _best_line(skill.strong.rest, after_trade, seat, rng)
    if line is None:
        return []
    steps = _steps_before_the_end(Turn(after_trade, line.position, line.actions))
    untraded = [replay_legal(position, seat, line.actions) for position in _after_exchanges(world, seat)]
    legal_actions = {action for turn in untraded if turn for action in turn.actions}
    return [step for step in steps if after_trade.is_legal(seat, step[0]) and step[0] not in legal_actions]


def replay_legal(world: Game, seat: int, actions: Iterable[Action]) -> Turn | None:
    """Play these actions without a search, skip those that are illegal when their turn comes, and end the turn.

    An illegal payment is replaced by a legal one. None: the turn cannot be ended there, or no action is legal.
    """
    position = world.copy()
    planned = list(actions)
    legal_actions = list[Action]()
    while action := _next_action(position, seat, planned):
        position.follow(seat, action)
        legal_actions.append(action)
        if _is_over(world, position, seat):
            return Turn(world, position, tuple(legal_actions))
    if not legal_actions:
        return None
    for ending in filter(position.presentation.is_ending, position.considered(seat)):
        after = after_playing(position, seat, ending)
        if _is_over(world, after, seat):
            return Turn(world, after, (*legal_actions, ending))
    return None


def _next_action(position: Game, seat: int, planned: list[Action]) -> Action | None:
    """Take the first legal action out of those planned, or return a payment that is due before it; None: no action."""
    payments = position.presentation.follow_ups.payments
    payment_actions = (action for action in position.considered(seat) if action[0] in payments)
    while planned and not position.is_legal(seat, planned[0]):
        if payment := next(payment_actions, None):
            return payment
        planned.pop(0)
    return planned.pop(0) if planned else next(payment_actions, None)


def _after_exchanges(position: Game, seat: int) -> Iterator[Game]:
    """Yield the position, and those that a trade with the bank leads to."""
    yield position
    follow_ups = position.presentation.follow_ups
    for trade in position.considered(seat):
        if trade[0] == follow_ups.trade:
            after_trade = after_playing(position, seat, trade)
            choices = [choice for choice in after_trade.considered(seat) if follow_ups.is_trade_choice(trade, choice)]
            yield from (after_playing(after_trade, seat, choice) for choice in choices)


def _best_line(beam: Beam, position: Game, seat: int, rng: Random) -> Line | None:
    """Return how the turn goes on best as far as a search sees; None: there was no time."""
    lines = beam.lines(position, seat, rng, beam.budget())
    return max(lines.values(), key=attrgetter("value"), default=None)


def _is_over(world: Game, position: Game, seat: int) -> bool:
    """Return whether nothing of a turn is left to be decided."""
    return not position.waits_for(seat) or turn_played(world, position, seat)


def _with_steps_of(best: Turn, turn: Turn, seat: int) -> Turn:
    """Return the turn, or a better one with the same first action and steps of the best turn."""
    if turn.world.presentation.is_ending(turn.actions[0]):
        return turn
    steps = _steps_before_the_end(turn)
    # The steps of the best turn may fit after the first step of this one, or after all of them.
    variants = [_begun_with(beginning, best, seat) for beginning in (steps[:1], steps)]
    return max([turn, *filter(None, variants)], key=lambda variant: variant.value(seat))


def _begun_with(beginning: Sequence[Step], turn: Turn, seat: int) -> Turn | None:
    """Return the turn with these steps before all its others; None: they cannot come first, or it cannot be ended.

    A step of the beginning that the turn has as well is moved to the front, not repeated.
    """
    steps = _steps(turn)
    for step in beginning:
        if step in steps:
            steps.remove(step)
    variant = replay_legal(turn.world, seat, [action for step in (*beginning, *steps) for action in step])
    return variant if variant and variant.actions[0] == beginning[0][0] else None


def _without_idle_step(turn: Turn, place: int, seat: int) -> Turn | None:
    """Return the turn without one of its steps, and without what is no longer possible then.

    None: the step is not idle, it is a payment that is due, or it ends the turn.
    """
    steps = _steps(turn)
    step = steps.pop(place)
    presentation = turn.world.presentation
    if presentation.is_ending(step[0]) or step[0][0] in presentation.follow_ups.payments:
        return None
    shorter = replay_legal(turn.world, seat, [action for step in steps for action in step])
    most_loss = LEAST_TRADE_GAIN if step[0][0] == presentation.follow_ups.trade else ROUNDING
    return shorter if shorter and shorter.value(seat) >= turn.value(seat) - most_loss else None


def _steps(turn: Turn) -> list[Step]:
    """Return the steps of a turn, its endings included, so that a variant of it ends as the turn itself does."""
    return turn.world.presentation.follow_ups.steps(turn.actions)


def _steps_before_the_end(turn: Turn) -> list[Step]:
    """Return the steps of a turn without endings, which would keep the steps of another turn from following."""
    presentation = turn.world.presentation
    return presentation.follow_ups.steps(presentation.without_endings(turn.actions))
