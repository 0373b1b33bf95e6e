"""A game cut into scenes, for those who look back: decisions, turns or rounds; and which of them are worth a look."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, groupby, pairwise
from typing import NamedTuple

from engines.contract import Game
from engines.messages import Action, Event
from engines.state import View

MOVE, TURN, ROUND = STRIDES = "move", "turn", "round"
"""Into what a game is cut."""


class Decision(NamedTuple):
    """What a ``seat`` decided in a ``turn``; numbered in order by ``version``."""

    version: int
    seat: int
    turn: int
    words: str


class Scene(NamedTuple):
    """All decisions behind one version until another one. ``seat``: whose turn it is; None: everybody's, or nobody's
    yet."""

    after: int
    until: int
    turn: int
    seat: int | None

    def holds(self, version: int) -> bool:
        """Whether that decision was made in it."""
        return self.after < version <= self.until

    def between(self, after: int, until: int) -> Scene:
        """As much of it as lies behind one version until another one."""
        return self._replace(after=max(self.after, after), until=min(self.until, until))


def cut(game: type[Game], seats: int, decisions: Sequence[Decision], stride: str) -> list[Scene]:
    """The scenes of a game of so many ``seats``, by one of STRIDES. The first is empty: what was there before anybody
    had decided."""
    if not decisions:
        return []
    ways: dict[str, Callable[[Decision], Hashable]] = {
        MOVE: lambda each: each.version,
        TURN: (lambda each: (each.turn, each.seat)) if game.presentation.counts_rounds else (lambda each: each.turn),
    }
    ways[ROUND] = lambda each: each.turn if game.presentation.counts_rounds else -(-each.turn // seats)
    before = decisions[0].version - 1
    found = [Scene(before, before, 0, None)]
    for _, group in groupby(decisions, ways[stride]):
        first, *others = group
        last = others[-1] if others else first
        found.append(Scene(first.version - 1, last.version, first.turn, None if stride == ROUND else first.seat))
    return found


def place_of(scenes: Sequence[Scene], version: int) -> int:
    """The last scene that had ended at a version, else the first."""
    return max((place for place, scene in enumerate(scenes) if scene.until <= version), default=0)


def stepped(scenes: Sequence[Scene], version: int, step: str) -> int:
    """The place of the scene where a step leads, whatever was taken back meanwhile; "within" is the one that
    holds the version, although it ends later, else the last one before it."""
    here = place_of(scenes, version)
    last = len(scenes) - 1
    ahead = here + 1 if scenes[here].until <= version else here  # of the first alone it may come only now
    within = here + 1 if here < last and scenes[here + 1].holds(version) else here
    places = {"first": 0, "back": here - 1, "on": ahead, "last": last, "stay": here, "within": within}
    return min(max(places[step], 0), last)


class Watched(NamedTuple):
    """A scene, what happened in it, and how the board looked at its end, as a seat or everybody may know both."""

    scene: Scene
    events: tuple[Event, ...]
    view: View


def watch(
    begun: Game, moves: Sequence[tuple[int, Action]], seat: int | None = None
) -> list[tuple[Scene, tuple[Event, ...]]]:
    """The turns of a game that goes on with these moves, which are numbered from 1, and what happened in them as far as
    ``seat`` (None: everybody) may know it. Raises IllegalAction."""
    game = begun.copy()
    decisions = list[Decision]()
    happened = list[list[Event]]()
    for number, (mover, action) in enumerate(moves, 1):
        decisions.append(Decision(number, mover, game.state.turn, " ".join(action)))
        events = game.play(mover, action)
        happened.append([event for event in events if event.shown_to(seat)])
    cuts = cut(type(begun), begun.state.seats, decisions, TURN)
    return [(scene, tuple(chain.from_iterable(happened[scene.after : scene.until]))) for scene in cuts]


def shown(
    begun: Game,
    moves: Sequence[tuple[int, Action]],
    told: Iterable[tuple[Scene, tuple[Event, ...]]],
    seat: int | None = None,
) -> Iterator[Watched]:
    """Some of these turns, in order, with the board at the end of each; one game is in memory at a time."""
    game = begun.copy()
    made = 0
    game.quiet = True
    for scene, events in told:
        for mover, action in moves[made : scene.until]:
            game.play(mover, action)
        made = scene.until
        yield Watched(scene, events, game.view(seat))


def weight(game: type[Game], events: Iterable[Event]) -> int:
    """How much somebody who looks back wants to see what happened; 0: it is dull."""
    return sum(game.presentation.milestones.get(event.kind, 0) for event in events)


def spread(weights: Sequence[int], most: int) -> list[int]:
    """The places of at most so many, in order, from all over the game: the first and the last, and of each stretch
    between them what weighs most, of equal ones the later."""
    inner = range(1, len(weights) - 1)
    if len(weights) <= most:
        return list(range(len(weights)))
    edges = [1 + stretch * len(inner) // (most - 2) for stretch in range(most - 1)]
    chosen = [max(range(*ends), key=lambda place: (weights[place], place)) for ends in pairwise(edges)]
    return [0, *chosen, len(weights) - 1]


def weightiest(weights: Sequence[int], most: int) -> list[int]:
    """The places of those that weigh most, in order, without the dull ones; of equal ones the later."""
    ranked = sorted((place for place, each in enumerate(weights) if each), key=lambda place: (weights[place], place))
    return sorted(ranked[-most:])
