"""Scenes of a played game for replays and summaries: decisions, turns or rounds, and the most eventful among them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from engines.contract import Game
from engines.messages import Action, Event
from engines.state import View

MOVE = "move"
TURN = "turn"
ROUND = "round"
STRIDES = (MOVE, TURN, ROUND)
"""The units into which a game can be cut."""


class Decision(NamedTuple):
    """A decision of a seat."""

    version: int
    """The version of the event log that the decision led to; versions ascend in a game."""
    seat: int
    """The seat that decided."""
    turn: int
    """The number of the turn, or of the round in games that count rounds."""
    words: str
    """The action, in the game's notation."""


class Scene(NamedTuple):
    """A range of decisions."""

    after: int
    """The version before the first decision."""
    until: int
    """The version of the last decision."""
    turn: int
    """The number of the turn or round; 0: before the first decision."""
    seat: int | None
    """The seat on turn; None: the scene is a round, or nobody has decided yet."""

    def holds(self, version: int) -> bool:
        """Return whether the decision of a version is part of the scene."""
        return self.after < version <= self.until

    def between(self, after: int, last_version: int) -> Scene:
        """Return the part of the scene that comes after one version and not after another."""
        return self._replace(after=max(self.after, after), until=min(self.until, last_version))


def cut(game: type[Game], seats: int, decisions: Sequence[Decision], stride: str) -> list[Scene]:
    """Return the scenes of a game; the first one is empty and shows the position before the first decision.

    Without decisions there are no scenes.

    Args:
        game: The kind of game.
        seats: The number of seats.
        decisions: The decisions of the game, in order.
        stride: One of STRIDES.
    """
    if not decisions:
        return []
    counts_rounds = game.presentation.counts_rounds

    def turn_key(decision: Decision) -> Hashable:
        return (decision.turn, decision.seat) if counts_rounds else decision.turn

    def round_key(decision: Decision) -> Hashable:
        # Turns are numbered through the game, from 1, so the quotient is rounded up.
        return decision.turn if counts_rounds else -(-decision.turn // seats)

    keys: dict[str, Callable[[Decision], Hashable]] = {
        MOVE: lambda decision: decision.version,
        TURN: turn_key,
        ROUND: round_key,
    }
    before = decisions[0].version - 1
    scenes = [Scene(before, before, 0, None)]
    for _, group in groupby(decisions, keys[stride]):
        scene_decisions = list(group)
        first = scene_decisions[0]
        last = scene_decisions[-1]
        scenes.append(Scene(first.version - 1, last.version, first.turn, None if stride == ROUND else first.seat))
    return scenes


def place_of(scenes: Sequence[Scene], version: int) -> int:
    """Return the index of the last scene that had ended at a version, else of the first scene."""
    return max((place for place, scene in enumerate(scenes) if scene.until <= version), default=0)


def stepped(scenes: Sequence[Scene], version: int, step: str) -> int:
    """Return the index of the scene to which a step of a replay leads, even if decisions were taken back meanwhile.

    Args:
        scenes: The scenes as they are now.
        version: The version that is shown.
        step: "first", "back", "on", "last", "stay", or "within" for the scene that holds the version although it ends
            later, else the last one before it.
    """
    current = place_of(scenes, version)
    last = len(scenes) - 1
    # Before the end of the first scene "on" leads to that scene itself.
    following = current + 1 if scenes[current].until <= version else current
    following_or_current = current + 1 if current < last and scenes[current + 1].holds(version) else current
    places = {
        "first": 0,
        "back": current - 1,
        "on": following,
        "last": last,
        "stay": current,
        "within": following_or_current,
    }
    return min(max(places[step], 0), last)


class Watched(NamedTuple):
    """A scene as a seat, or everybody, may see it."""

    scene: Scene
    events: tuple[Event, ...]
    """The events of the scene that may be seen."""
    view: View
    """The view of the position at its end."""


def turns_with_events(
    begun: Game, moves: Sequence[tuple[int, Action]], seat: int | None = None
) -> list[tuple[Scene, tuple[Event, ...]]]:
    """Return the turns of a game that continues with some moves, each with its events.

    Args:
        begun: The position before the moves, which is not changed.
        moves: Seats and their actions; they are numbered from 1.
        seat: The seat whose knowledge limits the events; None: only public events.

    Raises:
        IllegalAction: A move is not legal.
    """
    game = begun.copy()
    decisions = list[Decision]()
    visible_events = list[list[Event]]()
    for number, (mover, action) in enumerate(moves, 1):
        decisions.append(Decision(number, mover, game.state.turn, " ".join(action)))
        events = game.play(mover, action)
        visible_events.append([event for event in events if event.shown_to(seat)])
    scenes = cut(type(begun), begun.state.seats, decisions, TURN)
    return [(scene, tuple(chain.from_iterable(visible_events[scene.after : scene.until]))) for scene in scenes]


def with_views(
    begun: Game,
    moves: Sequence[tuple[int, Action]],
    turns: Iterable[tuple[Scene, tuple[Event, ...]]],
    seat: int | None = None,
) -> Iterator[Watched]:
    """Yield some ``turns`` from ``turns_with_events``, in order, each with the view at its end.

    Only one game is in memory at a time.
    """
    game = begun.copy()
    played_count = 0
    game.reports_nothing = True  # the events are known already
    for scene, events in turns:
        for mover, action in moves[played_count : scene.until]:
            game.play(mover, action)
        played_count = scene.until
        yield Watched(scene, events, game.view(seat))


def weight(game: type[Game], events: Iterable[Event]) -> int:
    """Return how interesting events are for a summary, by the milestones of the game; 0: not at all."""
    return sum(game.presentation.milestones.get(event.kind, 0) for event in events)


def spread(weights: Sequence[int], limit: int) -> list[int]:
    """Return the indices of at most ``limit`` scenes from all over the game, in order.

    These are the first and the last scene, and from each of the equal stretches between them the one with the greatest
    weight, of equal ones the later. ``limit`` is at least 3, unless there are no more scenes than that.
    """
    inner = range(1, len(weights) - 1)
    if len(weights) <= limit:
        return list(range(len(weights)))
    edges = [1 + stretch * len(inner) // (limit - 2) for stretch in range(limit - 1)]
    places = [max(range(*ends), key=lambda place: (weights[place], place)) for ends in pairwise(edges)]
    return [0, *places, len(weights) - 1]


def weightiest(weights: Sequence[int], limit: int) -> list[int]:
    """Return the indices of at most ``limit`` scenes with the greatest weights, in order, without those of weight 0.

    Of equal ones the later are chosen.
    """
    eventful = [place for place, weight in enumerate(weights) if weight]
    ranked = sorted(eventful, key=lambda place: (weights[place], place))
    return sorted(ranked[-limit:])
